"""What several topics derive: sides, neighbours, games in which tricks are avoided; what a table
agreed on; which question of an article is meant.

The cards that a case tells: as they were written, and as masks.
"""

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter

from referee.rules.cards import Rank, after, card_at, indices_of, mask_at, read_card
from referee.rulings.case import Binding, Case, Derivation, given
from referee.rulings.facts import SIDES, UNKNOWN, known

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


_CARD_FACTS = ("trick", "holding", "card", "cards", "held_back", "still_held", "exchanged")


def texts_of(case: Case, name: str) -> tuple[str, ...]:
    """The cards of a fact as they were written: one, several, or those of every hand."""
    value = case.get(name)
    if isinstance(value, dict):
        return tuple(text for cards in value.values() for text in cards)
    if isinstance(value, tuple):
        return value
    return (value,) if isinstance(value, str) and known(value) else ()


def jass_cards(case: Case, names: Iterable[str] = _CARD_FACTS) -> bool:
    """Whether all cards told belong to one Jass pack; nothing is derived from others."""
    cards = [read_card(text)[0] for name in names for text in texts_of(case, name)]
    return all(card.rank >= Rank.SIX and not card.copy for card in cards)


def of_jass_cards(*names: str) -> Callable[[Binding], Binding]:
    """What follows where these cards are of one Jass pack (all that are told where none is named);
    UNKNOWN otherwise.
    """

    def checked(find: Binding) -> Binding:
        return lambda case: find(case) if jass_cards(case, names or _CARD_FACTS) else UNKNOWN

    return checked


def mask(case: Case, *names: str) -> int:
    """The cards of these facts together."""
    return mask_at(read_card(text)[0].index for name in names for text in texts_of(case, name))


def trick_indices(case: Case) -> list[int]:
    """The cards that lay on the table, leader first."""
    return [card.index for card in case.cards("trick")]


def named(case: Case, cards: int, names: Iterable[str] = _CARD_FACTS) -> tuple[str, ...]:
    """The cards of a mask as they were written in the case."""
    written = {read_card(text)[0].index: text for name in names for text in texts_of(case, name)}
    return tuple(written.get(index, card_at(index).text()) for index in indices_of(cards))
