"""One case: what was told, what follows from it, and what holds because nobody said otherwise.

Facts about cards and seats that cannot stand together: all of it is named at once.

What several topics derive: sides, neighbours, games in which tricks are avoided; what a table
agreed on; which question of an article is meant. The cards that a case tells: as they were
written, and as masks.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import attrgetter

from jassclub.core.errors import Finding, echo, pointer
from jassclub.core.reader import Refusal
from referee.rules.cards import Card, Rank, after, card_at, indices_of, mask_at, read_card
from referee.rules.modes import Mode, read_mode
from referee.rules.profile import Profile
from referee.rulings.facts import MOST_PLAYERS, SIDES, UNKNOWN, Fact
from referee.rulings.tables import Table

PLAYED_AS = {
    "passen": "schieber",
    "butzer": "handjass",
    "molotow-striche": "molotow",
    "trumpf-duell": "handjass",
}
"""Sheets whose hands are played as another game."""


class FactsError(Refusal):
    """Facts that cannot be read or cannot stand together."""


@dataclass(frozen=True, kw_only=True)
class Case:
    """The facts of a case. `told`: fact -> value as it was read, UNKNOWN where that was said."""

    profile: Profile
    told: Mapping[str, object]
    defaults: Mapping[str, object] = field(default_factory=dict)

    def get(self, name: str) -> object:
        """What is known of a fact: told, or by default; UNKNOWN otherwise."""
        return self.told[name] if name in self.told else self.defaults.get(name, UNKNOWN)

    def has(self, *names: str) -> bool:
        """Whether all of these facts are known."""
        return self.known.issuperset(names)

    @cached_property
    def known(self) -> frozenset[str]:
        """The facts that are told or hold by default."""
        return frozenset(it for it in {*self.told, *self.defaults} if self.get(it) != UNKNOWN)

    @cached_property
    def not_known(self) -> Set[str]:
        """The facts of which somebody said that he does not know them."""
        return self.told.keys() - self.known

    def number(self, name: str, otherwise: int = 0) -> int:
        value = self.get(name)
        return value if isinstance(value, int) else otherwise

    def numbers(self, name: str) -> tuple[int, ...]:
        """The numbers of a fact, none if it is not known."""
        value = self.get(name)
        return value if isinstance(value, tuple) else ()

    def card(self, name: str) -> Card:
        """The card of a fact that is known."""
        return read_card(self.get(name))[0]

    def cards(self, name: str) -> list[Card]:
        """The cards of a fact, none if it is not known."""
        value = self.get(name)
        return [read_card(text)[0] for text in value] if isinstance(value, tuple) else []

    def mode(self, name: str = "mode") -> Mode:
        """The mode of a fact that is known."""
        return read_mode(self.get(name))[0]


@dataclass(frozen=True, kw_only=True)
class Derivation:
    """How an answer follows from other facts. `find` is called when all `needs` are known and
    gives the answer, or UNKNOWN when they do not settle it.

    `also`: facts it looks at where they are told. One that was said to be unknown leaves the
    answer open, so that filling it in never turns a ruling round. `reads`: what else
    it reads, so that it is worked out again where one of them was changed.
    """

    needs: tuple[str, ...]
    find: Callable[[Case], object]
    also: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()

    @cached_property
    def inputs(self) -> frozenset[str]:
        """All facts it looks at."""
        return frozenset((*self.needs, *self.also))


Binding = Callable[[Case], object]
"""Finds a detail that fills in a ruling; UNKNOWN where the facts do not give it."""


def given(*names: str) -> Callable[[Binding], Binding]:
    """A detail that is looked for only where all these facts are known; else it is UNKNOWN."""

    def checked(find: Binding) -> Binding:
        return lambda case: find(case) if case.has(*names) else UNKNOWN

    return checked


def as_told(name: str) -> Callable[[Binding], Binding]:
    """A detail as a fact tells it; it is looked for only where that is not known."""

    def told_or_found(find: Binding) -> Binding:
        return lambda case: case.get(name) if case.has(name) else find(case)

    return told_or_found


def read_case(
    table: Table, given: Mapping[str, object], profile: Profile
) -> tuple[Case, list[Finding]]:
    """The case with all that can be read, and what cannot."""
    answers: dict[str, object] = {}
    facts = {name: fact for name, fact in table.facts.items() if fact.kind != "profile"}
    findings = [
        Finding(code="unknown_fact", pointer=pointer(name), params={"fact": echo(name)})
        for name in given
        if name not in facts
    ]
    for name, value in given.items():
        if name in facts:
            try:
                answers[name] = facts[name].read(value)
            except Refusal as refusal:
                findings += [
                    replace(it, pointer=pointer(name), params={"fact": echo(name), **it.params})
                    for it in refusal.findings
                ]
    return Case(profile=profile, told=answers, defaults=dict(_defaults(table, profile))), findings


def case_under(table: Table, case: Case, profile: Profile) -> Case:
    """The same story at a table that plays by another profile."""
    return replace(case, profile=profile, defaults=dict(_defaults(table, profile)))


def _defaults(table: Table, profile: Profile) -> Iterator[tuple[str, object]]:
    for fact in table.facts.values():
        if (value := default_answer(fact, profile)) is not None:
            yield fact.name, value


def default_answer(fact: Fact, profile: Profile) -> object:
    """What holds for a fact that nobody mentions; None if it has to be asked for."""
    if fact.profile:
        value = attrgetter(fact.profile)(profile)
        return value if fact.is_axis else value or None
    if fact.name != "game":
        return fact.given if fact.default is None else fact.default
    game = PLAYED_AS.get(profile.game, profile.game)
    return game if game in fact.domain else "other"


PACK = 36
_PLACES = ("holding", "hands", "trick")
"""Kinds of fact that say where cards are; a card is in one place only."""
Place = tuple[str, tuple[str, ...]]
"""Which fact, or which hand of it, and the cards told of it."""


def misfits(table: Table, case: Case) -> list[Finding]:
    """Cards in two places, holdings that are too large, seats and tables that do not exist."""
    places = list(_cards_by_place(table, case))
    return [
        *_twice(places),
        *_too_many(table, case, places),
        *_no_such_seat(table, case),
        *_no_such_round(case),
    ]


def _cards_by_place(table: Table, case: Case) -> Iterator[Place]:
    for name, value in case.told.items():
        if table.facts[name].kind in _PLACES and isinstance(value, dict):
            yield from ((f"{name}/{seat}", cards) for seat, cards in value.items())
        elif table.facts[name].kind in _PLACES and value != UNKNOWN:
            yield name, value  # type: ignore[misc]


def _twice(places: list[Place]) -> list[Finding]:
    counted = Counter(read_card(text)[0] for _, cards in places for text in cards)
    return [
        Finding(code="card_twice", pointer="/" + place, params={"card": text})
        for place, cards in places
        for text in cards
        if counted[read_card(text)[0]] > 1
    ]


def _too_many(table: Table, case: Case, places: list[Place]) -> list[Finding]:
    other_game = case.told.get("game", case.profile.game) != case.profile.game
    most = most_cards(case.profile, other_game=other_game)
    return [
        Finding(
            code="too_many_cards", pointer="/" + place, params={"found": len(cards), "most": most}
        )
        for place, cards in places
        if len(cards) > (most if table.facts[place.partition("/")[0]].kind != "trick" else 4)
    ]


def most_cards(profile: Profile, *, other_game: bool = False) -> int:
    """Cards that a player can hold: the pack through four, through three where they may play."""
    return PACK // (3 if other_game else max(3, min(profile.players)))


def _no_such_seat(table: Table, case: Case) -> list[Finding]:
    seats = max(4, *case.profile.players)
    return [
        Finding(code="no_such_seat", pointer=pointer(name), params={"seat": value, "seats": seats})
        for name, value in case.told.items()
        if table.facts[name].kind == "seat" and isinstance(value, int) and value >= seats
    ]


def _no_such_round(case: Case) -> list[Finding]:
    """A number of players at which nobody can play."""
    players = case.told.get("players")
    if not isinstance(players, int) or 2 <= players <= MOST_PLAYERS:
        return []
    limits = {"fact": "players", "low": 2, "high": MOST_PLAYERS}
    return [Finding(code="out_of_range", pointer=pointer("players"), params=limits)]


_EACH_ALONE = ("differenzler", "handjass", "molotow", "guggitaler", "hae", "cinq-cents")
_ONE_AGAINST = ("bieter", "pandur", "aucho", "schaggi-haas", "schlager", "zuger")
"""Games in which one plays against the others; they have no seats and sides that are fixed."""
_AVOIDING = ("differenzler", "misere", "molotow", "guggitaler")


def avoidance(case: Case) -> object:
    """Whether losing the power to take would help the offender (article falsch-gespielte-karte)."""
    if case.get("mode") != UNKNOWN and case.mode().misere:
        return True
    if case.get("game") in _AVOIDING:
        return True
    named = case.get("game") != "other"
    return False if named else case.told.get("avoidance", UNKNOWN)


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
    named = case.get("game") != "other"
    return False if named else case.told.get("alone", UNKNOWN)


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


def matter_by(matters: Mapping[str, str]) -> Derivation:
    """Which question is meant: that of the first of these facts that is mentioned, be it as
    unknown, as some facts are told in one kind of dispute only; else it shows in what was told.

    Where the question itself is told, nothing is derived.
    """

    def find(case: Case) -> object:
        if "matter" in case.told:
            return UNKNOWN
        return next((matters[name] for name in matters if name in case.told), None)

    return Derivation(needs=(), find=find)


DERIVATIONS = {
    "avoidance": Derivation(needs=("game",), also=("mode",), find=avoidance),
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
    return (value,) if isinstance(value, str) and value != UNKNOWN else ()


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
