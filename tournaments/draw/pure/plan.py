"""What a seating plan is."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.draw.pure.reasons import Reason

FOUR = 4
THREE = 3

Seats = tuple[int, ...]
"""The people of a table in playing order: four with the sides 0+2 and 1+3, or three alone."""


@dataclass(frozen=True, slots=True)
class Round:
    """Tables in the order of their numbers, and who sits out."""

    tables: tuple[Seats, ...]
    sitting_out: tuple[int, ...] = ()

    @property
    def people(self) -> tuple[int, ...]:
        return (*(person for table in self.tables for person in table), *self.sitting_out)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """Numbers of repeats that no plan for the same people and rounds gets below.

    `meeting_repeats_in_order` holds among the plans in which nobody has the same partner or
    the same opponent twice; None where this plan is not one of them.
    """

    partner_repeats: int
    opponent_repeats: int
    meeting_repeats: int
    meeting_repeats_in_order: int | None
    table_repeats: int
    sitting_out_spread: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """What an independent count found in a plan.

    Repeats are summed over pairs, max(0, times - 1), for tables over (person, table).
    `faults` names what makes a plan unusable; a plan with faults must not be published.
    """

    partner_repeats: int
    opponent_repeats: int
    meeting_repeats: int
    table_repeats: int
    sitting_out_spread: int
    faults: tuple[Reason, ...]
    lower_bounds: Bounds

    @property
    def reaches_its_bounds(self) -> bool:
        """True where no plan has fewer repeats of any kind."""
        bounds = self.lower_bounds
        return not self.faults and (
            self.partner_repeats <= bounds.partner_repeats
            and self.opponent_repeats <= bounds.opponent_repeats
            and self.meeting_repeats
            <= max(bounds.meeting_repeats, bounds.meeting_repeats_in_order or 0)
            and self.table_repeats <= bounds.table_repeats
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """What people ask for.

    `apart`: never at one table. `together`: partners in every round. `fixed`: person to
    (table, seat), kept in every round, for somebody who cannot change places.
    """

    apart: Collection[tuple[int, int]] = ()
    together: Collection[tuple[int, int]] = ()
    fixed: Mapping[int, tuple[int, int]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.apart or self.together or self.fixed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A certified seating of a whole event; `origin` names how it was made."""

    rounds: tuple[Round, ...]
    seed: str
    origin: str
    certificate: Certificate


def tables_of(rows: Sequence[int], sizes: Sequence[int]) -> tuple[Seats, ...]:
    """Cuts the seats of a round, one after the other, into tables."""
    ends = [sum(sizes[: number + 1]) for number in range(len(sizes))]
    return tuple(tuple(rows[end - size : end]) for end, size in zip(ends, sizes, strict=True))
