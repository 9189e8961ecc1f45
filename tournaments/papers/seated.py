"""Who sits where, in rounds that were called and, for the desk, in those of the plan."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.core.models import Tournament
from tournaments.entries.models import Entry
from tournaments.format.selectors import format_of
from tournaments.rounds.models import Round
from tournaments.rounds.selectors import current_draw


@dataclass(frozen=True)
class SeatedTable:
    """The people of a table in playing order."""

    number: int
    people: tuple[Entry, ...]


@dataclass(frozen=True)
class SeatedRound:
    """A round; who was called to sit there, or is planned to."""

    number: int
    hands: int
    tables: tuple[SeatedTable, ...]
    sitting_out: tuple[Entry, ...]


def seated_rounds(tournament: Tournament, *, planned: bool = False) -> list[SeatedRound]:
    """Every round that was called; with `planned` also those of the plan that come after."""
    called = [_called(row) for row in _whole(tournament)]
    return [*called, *_planned(tournament, len(called))] if planned else called


def _whole(tournament: Tournament) -> QuerySet[Round]:
    people = ("passen__sittings__entry", "passen__sittings__substitute", "sitting_out__entry")
    return tournament.rounds.order_by("number").prefetch_related("passen__table", *people)


def _called(called: Round) -> SeatedRound:
    tables = [
        SeatedTable(passe.table.number, tuple(s.seated for s in passe.sittings.all()))
        for passe in called.passen.all()
    ]
    ordered = tuple(sorted(tables, key=lambda table: table.number))
    waiting = tuple(out.entry for out in called.sitting_out.all())
    return SeatedRound(called.number, called.hands, ordered, waiting)


def _planned(tournament: Tournament, played: int) -> Iterator[SeatedRound]:
    draw = current_draw(tournament)
    if draw is None:
        return
    entries = {entry.number: entry for entry in tournament.entries.all()}
    hands = format_of(tournament).hands
    for number, planned in enumerate(draw.rounds[played:], played + 1):
        tables = tuple(
            SeatedTable(place, _named(entries, numbers))
            for place, numbers in enumerate(planned["tables"], 1)
        )
        yield SeatedRound(number, hands, tables, _named(entries, planned["sitting_out"]))


def _named(entries: Mapping[int, Entry], numbers: Sequence[int]) -> tuple[Entry, ...]:
    return tuple(entries[number] for number in numbers)
