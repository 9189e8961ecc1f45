"""Which switches mean something in which game: a club has one layer for all that it plays.

Without this a club that agrees on a Matsch of 50 could not open a Differenzler any more, where a
Matsch is a contradiction.
"""

from collections.abc import Mapping

from scoring.games.registry import GAMES

_SWITCHES = {
    name: frozenset([*kind.switches, *([name] if kind.own_switches else [])])
    for name, kind in GAMES.items()
}
_OF_SOME = frozenset[str]().union(*_SWITCHES.values())


def bears_on(path: str, game: str) -> bool:
    """Whether a switch means something in a game; one that no game names always does."""
    name = path.partition(".")[0]
    return name not in _OF_SOME or name in _SWITCHES.get(game, ())


def within(values: Mapping[str, object], game: str) -> dict[str, object]:
    """The part of a layer that bears on a game, groups nested or dotted."""
    return {path: value for path, value in values.items() if bears_on(str(path), game)}
