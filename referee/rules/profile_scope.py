"""Which switches mean something in which game: a club has one layer for all that it plays.

Without this a club that agrees on a Matsch of 50 could not open a Differenzler any more, where a
Matsch is a contradiction.
"""

from collections.abc import Mapping

_CARDS = {"schieber", "passen", "handjass", "coiffeur", "differenzler"}
"""Games in which tricks are made by the rules of the Jass."""
_PLAIN = {"schieber"}
_SCHIEBER = {"schieber", "passen"}
_FREE = {"free", "free-lowest"}
_GROUPS = {
    "multipliers": {"schieber"},
    "differenzler": {"differenzler"},
    "hae": {"hae"},
    "coiffeur": {"coiffeur"},
    "passe": {"passen"},
    "free": _FREE,
    "settlement": {"differenzler"},
    "stakes": {"schieber", "coiffeur"},
    "referee": _CARDS,
}
_SWITCHES = {
    **dict.fromkeys(
        (
            "undertrump",
            "bauer_must_follow",
            "only_trumps_must_overtrump",
            "strict_follow",
            "last_trick",
            "control_sum",
        ),
        _CARDS,
    ),
    **dict.fromkeys(("contracts", "push", "slalom_values"), _SCHIEBER),
    **dict.fromkeys(
        (
            "weis",
            "weis_table",
            "kreuzweis",
            "weis_both_sides",
            "weis_multiplied",
            "stoeck",
            "stoeck_multiplied",
            "stoeck_before_play",
            "finish",
            "finish_order",
            "ausmach_trick",
            "both_reach",
            "schneider",
            "berg",
            "berg_decided",
        ),
        _PLAIN,
    ),
    "stoeck_points": {"schieber", "differenzler"},
    "matsch_bonus": {"schieber", "passen", "coiffeur"},
    "matsch_multiplied": {"schieber", "coiffeur"},
    "target": {"schieber", *_FREE},
}


def bears_on(path: str, game: str) -> bool:
    """Whether a switch means something in a game; one that is nowhere limited always does."""
    group, dot, _name = path.partition(".")
    games = _GROUPS.get(group) if dot or group in _GROUPS else _SWITCHES.get(path)
    return games is None or game in games


def within(values: Mapping[str, object], game: str) -> dict[str, object]:
    """The part of a layer that bears on a game, groups nested or dotted."""
    return {path: value for path, value in values.items() if bears_on(str(path), game)}
