"""What a sheet gives to the people of the table, as the standings read it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tournaments.results.pure.settling import Settled
from tournaments.results.pure.sheet import Sheet
from tournaments.results.pure.terms import Terms
from tournaments.standings.pure.contest import PasseResult
from tournaments.standings.pure.placing import Player


@dataclass(frozen=True, kw_only=True)
class Seat:
    """Whom the draw put there, who stepped in, and to which of them the passe is credited."""

    entry: Player
    substitute: Player | None = None
    credited: Literal["entry", "substitute"] = "entry"

    @property
    def player(self) -> Player:
        if self.substitute is None or self.credited == "entry":
            return self.entry
        return self.substitute


@dataclass(frozen=True, kw_only=True)
class PlayedAt:
    """Where and when a passe was played; `day` is a date ordinal."""

    round: int
    table: int
    day: int | None = None
    late: bool = False


def passe_results(
    sheet: Sheet, settled: Settled, terms: Terms, *, played_at: PlayedAt, seats: Sequence[Seat]
) -> tuple[PasseResult, ...]:
    """A result per seat, in order of the seats; both partners are credited those of their side.

    Penalties are no part of them. A sheet that does not count (held, rejected) gives results that
    are not confirmed. ValueError for another number of seats.
    """
    if len(seats) != terms.seats:
        raise ValueError(f"{len(seats)} people at a table of {terms.seats}")
    columns = [terms.column_of(seat) for seat in range(terms.seats)]
    return tuple(
        PasseResult(
            player=seat.player,
            round=played_at.round,
            points=settled.points[column],
            hands=sheet.hands,
            matsches=sheet.lines[column].matsches,
            exact=sheet.lines[column].exact or 0,
            table=played_at.table,
            side=column if terms.partners else None,
            day=played_at.day,
            confirmed=settled.state == "counts",
            late=played_at.late,
        )
        for seat, column in zip(seats, columns, strict=True)
    )
