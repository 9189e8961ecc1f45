"""What a hand is worth and to whom its tricks and cards go (articles matchpraemie, kontermatch,
stoecke, liegengelassene-stiche, kartenpunkte-nicht-gezaehlt, nachschauen).
"""

from referee.rules.cards import Notation
from referee.rules.modes import TrickMode, ranking, read_mode
from referee.rules.plays import holds_stoeck
from referee.rules.profile import BASE
from referee.rulings.case import (
    Binding,
    Case,
    Derivation,
    agreed,
    as_told,
    given,
    mask,
    side_text,
)
from referee.rulings.facts import UNKNOWN

_TRUMPLESS = ("guggitaler", "hae")
_STOECK_IN: dict[object, str] = {
    "differenzler": "none",
    "coiffeur": "open",
    "misere": "open",
    "molotow": "open",
}
LAST = 8
"""The number of the last trick, counted from 0."""
_CARDS = sum(ranking(TrickMode.EICHELN).points)
"""All cards of a hand that keeps its direction."""


def factor_of(case: Case) -> int:
    """How many times the hand counts: as told, or what the profile has for its mode, or once."""
    if case.has("factor"):
        return case.number("factor")
    if not case.has("mode"):
        return 1
    text = str(case.get("mode"))
    deck = (read_mode(text)[1] or Notation.GERMAN).value
    if _on_sheet(case):
        return case.profile.coiffeur.factor(text, deck)
    return case.profile.multipliers.by_deck[deck].get(text.partition("_")[0], 1)


def _on_sheet(case: Case) -> bool:
    """Whether a Coiffeur is meant and the table plays it: its sheet says factors and bonus."""
    return case.profile.game == "coiffeur" == case.get("game")


def all_points(case: Case) -> int:
    """All tricks of a hand without any bonus, in points of the slate."""
    return (_CARDS + case.profile.last_trick) * factor_of(case)


def _matsch_bonus(case: Case) -> int:
    profile = case.profile
    return profile.matsch_bonus * (factor_of(case) if profile.matsch_multiplied else 1)


def _matsch_points(case: Case) -> int:
    return all_points(case) + _matsch_bonus(case)


def stoeck_worth(case: Case) -> int:
    """The Stöck in points of the slate (article stoecke, switch `stoeck_multiplied`)."""
    profile = case.profile
    return profile.stoeck_points * (factor_of(case) if profile.stoeck_multiplied else 1)


def _stoeck_times(case: Case) -> object:
    """The same times the factor, where it is known how many times the hand counts."""
    unknown = case.told.get("multiple") is True and factor_of(case) == 1
    return UNKNOWN if unknown else case.profile.stoeck_points * factor_of(case)


@given("counted")
def _rest_points(case: Case) -> object:
    """What the side has that did not count: all that the other one leaves."""
    left = _CARDS + case.profile.last_trick - case.number("counted")
    return left if left >= 0 else UNKNOWN


@given("left", "next_winner")
def _tricks_given(case: Case) -> object:
    """Side and trick (from 0) of each trick left lying and of the one that takes them along."""
    left = sorted(case.numbers("left"))
    taken = [*left, left[-1] + 1] if left else []
    return tuple([case.get("next_winner"), trick] for trick in taken) or UNKNOWN


@as_told("points")
@given("cards", "mode")
def _seen_points(case: Case) -> object:
    """The points of the cards that were looked at."""
    points = ranking(case.mode().of_trick(0)).points
    return sum(points[card.index] for card in case.cards("cards"))


def _all_once(case: Case) -> bool:
    """Whether every contract counts once."""
    factors = case.profile.multipliers.german + case.profile.multipliers.french
    return all(factor == 1 for _contract, factor in factors)


def _taken_once(case: Case) -> object:
    """Once, where nobody told the contract and some count more, or where nothing was agreed."""
    agreed_on = case.profile.layers != (f"book:{BASE}",)
    return None if agreed_on and (case.has("mode") or _all_once(case)) else 1


def _counts_more(case: Case) -> object:
    """Whether the hand counts double or more; who says so without its mode is believed."""
    once = _all_once(case)
    if case.has("factor") or ("multiple" not in case.told and (once or case.has("mode"))):
        return factor_of(case) > 1
    return case.told.get("multiple")


def _has_trump(case: Case) -> object:
    """Whether there is a trump: by the mode, else by a game that never has one."""
    if case.get("game") in _TRUMPLESS:
        return False
    if case.has("mode"):
        return case.mode().start.trump is not None
    return case.told.get("has_trump", UNKNOWN) if case.get("game") == "misere" else None


def _stoeck_in_game(case: Case) -> object:
    """Whether the game knows Stöck as the book has them: the profile says so of its own game."""
    game = case.get("game")
    return "usual" if game == case.profile.game else _STOECK_IN.get(game, "usual")


def _game_declined(case: Case) -> object:
    """Only in the Bieter can the highest bidder decline to play."""
    return "bieter" if case.get("declined") is True and "game" not in case.told else None


def _plays(game: str) -> Derivation:
    """Whether this is the Jass that the article makes an exception for."""
    return Derivation(needs=("game",), find=lambda case: case.get("game") == game)


def _left_last(case: Case) -> object:
    """Whether the last of the nine tricks was left; open where others were left as well. Where one
    followed it was not."""
    left = case.numbers("left")
    if not left and case.get("noticed") in ("during_next", "after_next"):
        return False if case.get("last") == UNKNOWN else None
    if LAST not in left:
        return None
    return True if len(left) == 1 else UNKNOWN


def _trick_owner(case: Case) -> object:
    """Whether the trick belonged to the side of the player who looked into it."""
    own = side_text(case.number("offender")) == case.get("owner_side")
    return "own" if own else "opponents"


def _stoeck_matter(case: Case) -> object:
    """Points that are missing tell of the finish, unless there is a Berg to be reached as well."""
    if "matter" in case.told or case.profile.berg:
        return None
    return "finish" if "needs" in case.told or "moment" in case.told else None


DERIVATIONS: dict[str, Derivation] = {
    "stoeck_matter": Derivation(needs=(), find=_stoeck_matter),
    "berg_agreed": agreed("berg", "berg", lambda berg: berg or UNKNOWN),
    "berg_agreed_here": agreed("agreed", "berg", lambda berg: berg or UNKNOWN),
    "plays_bieter": Derivation(
        needs=("game",),
        also=("declined",),
        find=lambda case: (_game_declined(case) or case.get("game")) == "bieter",
    ),
    "plays_zuger": _plays("zuger"),
    "plays_differenzler": _plays("differenzler"),
    "once": Derivation(needs=(), also=("mode",), find=_taken_once),
    "counts_more": Derivation(needs=(), also=("factor", "mode"), find=_counts_more),
    "counts_double": Derivation(
        needs=(), also=("factor", "mode", "game"), find=lambda case: factor_of(case) > 1
    ),
    "has_trump": Derivation(needs=(), also=("mode", "game"), find=_has_trump),
    "stoeck_in_game": Derivation(needs=("game",), find=_stoeck_in_game),
    "game_declined": Derivation(needs=("declined",), find=_game_declined),
    "in_one_hand": Derivation(
        needs=("mode", "holding"),
        find=lambda case: holds_stoeck(mask(case, "holding"), case.mode().start.trump),
    ),
    "stoeck_enough": Derivation(
        needs=("needs",),
        also=("factor", "mode"),
        find=lambda case: case.number("needs") <= stoeck_worth(case),
    ),
    "left_last": Derivation(needs=(), also=("left", "noticed"), find=_left_last),
    "who_forgot": Derivation(needs=("counted",), find=lambda case: "one"),
    "same_side": Derivation(
        needs=("left_by", "next_winner"),
        find=lambda case: case.get("left_by") == case.get("next_winner"),
    ),
    "trick_owner": Derivation(needs=("offender", "owner_side"), find=_trick_owner),
    "on_sheet": Derivation(needs=("game",), find=_on_sheet),
    "ended_early": Derivation(
        needs=("tricks", "of"),
        find=lambda case: False if case.get("tricks") == case.get("of") else UNKNOWN,
    ),
    "all_tricks": Derivation(
        needs=("tricks",),
        also=("of",),
        find=lambda case: case.number("tricks") == case.number("of", 9),
    ),
}

BINDINGS: dict[str, Binding] = {
    "all_points": all_points,
    "last_trick_points": lambda case: case.profile.last_trick,
    "matsch_points": _matsch_points,
    "matsch_plain_bonus": lambda case: all_points(case) + case.profile.matsch_bonus,
    "twice_matsch_points": lambda case: 2 * _matsch_points(case),
    "bonus_to_write": _matsch_bonus,
    "stoeck_worth": stoeck_worth,
    "stoeck_plain": lambda case: case.profile.stoeck_points,
    "stoeck_times": _stoeck_times,
    "rest_points": _rest_points,
    "tricks_given": _tricks_given,
    "seen_points": _seen_points,
}
