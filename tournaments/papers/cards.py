"""The cards for the tables: a page each, with the code that lets the phones of a table in."""

from collections.abc import Iterable
from typing import Literal

from django.http import HttpRequest

from jassclub.clubs.services.links import path_of
from tournaments.core.models import Tournament
from tournaments.papers.pdf import TableCard, table_cards
from tournaments.papers.seats import event_of
from tournaments.rounds.cards import Card

CardSize = Literal["a5", "a6"]
SIZES: tuple[CardSize, ...] = ("a5", "a6")


def printed_cards(
    tournament: Tournament, cards: Iterable[Card], *, request: HttpRequest, size: CardSize
) -> bytes:
    """A PDF; its codes lead to the address under which the `request` came."""
    printed = [
        TableCard(table=card.table.number, url=request.build_absolute_uri(path_of(card.token)))
        for card in cards
    ]
    return table_cards(event_of(tournament), printed, paper=size)
