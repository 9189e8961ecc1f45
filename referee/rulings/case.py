"""One case: what was told, what follows from it, and what holds because nobody said otherwise.

Facts about cards and seats that cannot stand together: all of it is named at once.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import attrgetter

from jassclub.core.errors import Finding, echo, pointer
from jassclub.core.reader import Refusal
from referee.rules.cards import Card, read_card
from referee.rules.modes import Mode, read_mode
from referee.rules.profile import Profile
from referee.rulings.facts import MOST_PLAYERS, UNKNOWN, Fact, known
from referee.rulings.tables import Table

PLAYED_AS = {"passen": "schieber"}
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
        return self.told.get(name, self.defaults.get(name, UNKNOWN))

    def has(self, *names: str) -> bool:
        """Whether all of these facts are known."""
        return all(known(self.get(name)) for name in names)

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
    answer open, so that filling it in never turns a ruling round.
    """

    needs: tuple[str, ...]
    find: Callable[[Case], object]
    also: tuple[str, ...] = ()

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
        return attrgetter(fact.profile)(profile)
    if fact.name != "game":
        return fact.default
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
        elif table.facts[name].kind in _PLACES and known(value):
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
