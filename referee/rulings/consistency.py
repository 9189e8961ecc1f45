"""Facts about cards and seats that cannot stand together: all of it is named at once."""

from collections import Counter
from collections.abc import Iterator

from jassclub.core.findings import Finding, pointer
from referee.rules.cards import read_card
from referee.rules.profile import Profile
from referee.rulings.case import Case
from referee.rulings.facts import known
from referee.rulings.kinds import MOST_PLAYERS
from referee.rulings.tables import Table

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
    told = case.told.get("players")
    if not isinstance(told, int) or 2 <= told <= MOST_PLAYERS:
        return []
    limits = {"fact": "players", "low": 2, "high": MOST_PLAYERS}
    return [Finding(code="out_of_range", pointer=pointer("players"), params=limits)]
