"""What several topics derive: sides, neighbours, games in which tricks are avoided; what a table
agreed on; which question of an article is meant.
"""

from collections.abc import Callable, Mapping
from operator import attrgetter

from referee.rules.seats import after
from referee.rulings.case import Binding, Case, Derivation, given
from referee.rulings.facts import known
from referee.rulings.kinds import SIDES
from referee.rulings.vocabulary import UNKNOWN

_EACH_ALONE = ("differenzler", "handjass", "molotow", "guggitaler", "hae", "cinq-cents")
_ONE_AGAINST = ("bieter", "pandur", "aucho", "schaggi-haas", "schlager", "zuger")
"""Games in which one plays against the others; they have no seats and sides that are fixed."""
_AVOIDING = ("differenzler", "misere", "molotow", "guggitaler")


def _avoidance(case: Case) -> object:
    """Whether losing the power to take would help the offender (article falsch-gespielte-karte)."""
    if known(case.get("mode")) and case.mode().misere:
        return True
    if case.get("game") in _AVOIDING:
        return True
    named = case.told.get("game", "other") != "other"
    return False if named else case.told.get("avoidance", False)


def side_text(seat: int) -> str:
    """The side of a seat at a table of four, as it is written."""
    return SIDES[seat % 2]


def opponents_text(seat: int) -> str:
    """The side against that of a seat, as it is written."""
    return SIDES[1 - seat % 2]


def seat_after(fact: str, steps: int = 1) -> Binding:
    """The seat so many places on at a table of four; seats count in the order of play."""
    return given(fact)(lambda case: after(case.number(fact), steps))


def _beside_offender(steps: int) -> Binding:
    """A neighbour's seat, where the game has seats that are fixed."""
    seat = seat_after("offender", steps)
    return lambda case: UNKNOWN if case.get("game") in _ONE_AGAINST else seat(case)


def _of_pair(find: Callable[[int], object]) -> Binding:
    """What follows from the offender's seat, where he has a partner for sure."""
    return given("offender")(
        lambda case: find(case.number("offender")) if has_sides(case) else UNKNOWN
    )


def in_pairs(case: Case) -> bool:
    """Whether seats two apart are partners in the game that is played."""
    return case.profile.in_pairs and case.get("game") not in _EACH_ALONE


def _alone(case: Case) -> object:
    """Whether everybody plays for himself; a player may say so of a game that is not named."""
    if not case.profile.in_pairs or case.get("game") in _EACH_ALONE:
        return True
    named = case.told.get("game", "other") != "other"
    return False if named else case.told.get("alone", False)


def has_sides(case: Case) -> bool:
    """Whether the seats two apart are a side for sure, so that it can be named."""
    alone = _alone(case) if case.has("alone") else not in_pairs(case)
    return alone is False and case.get("game") not in _ONE_AGAINST


def agreed(fact: str, switch: str, words: Callable[[object], object] = bool) -> Derivation:
    """The answer that the profile gives on an axis of agreements.

    What is told goes before: then nothing is derived. `words` turns the value of the switch
    into an answer of the axis.
    """

    def find(case: Case) -> object:
        return UNKNOWN if fact in case.told else words(attrgetter(switch)(case.profile))

    return Derivation(needs=(), find=find)


def matter_by(matters: Mapping[str, str], otherwise: object = UNKNOWN) -> Derivation:
    """Which question is meant: that of the first of these facts that is mentioned, be it as
    unknown, as some facts are told in one kind of dispute only.

    Where the question itself is told, nothing is derived.
    """

    def find(case: Case) -> object:
        if "matter" in case.told:
            return UNKNOWN
        return next((matters[name] for name in matters if name in case.told), otherwise)

    return Derivation(needs=(), find=find)


DERIVATIONS = {
    "avoidance": Derivation(needs=("game",), also=("mode",), find=_avoidance),
    "alone": Derivation(needs=("game",), find=_alone),
}

BINDINGS: dict[str, Binding] = {
    "offender_side": _of_pair(side_text),
    "opponents": _of_pair(opponents_text),
    "partner": _of_pair(lambda seat: after(seat, 2)),
    "partner_may_win": lambda case: True if has_sides(case) else UNKNOWN,
    "right_of_offender": _beside_offender(1),
    "left_of_offender": _beside_offender(3),
}
