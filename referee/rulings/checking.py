"""Whether a table is whole: every case decided, none decided twice, and none differently.

Each finding comes with a case as counterexample, in the words of the table.
"""

from collections.abc import Iterator

from referee.rulings.boxes import Box, bits, meet, without
from referee.rulings.tables import Row, Table


def gaps(table: Table) -> list[str]:
    """Cases that no row decides; empty when the table is whole."""
    decided = [table.box(row.when) for row in table.rows]
    left = without([table.everything], [*decided, *table.holes])
    return [f"no row for {in_words(table, box)}" for box in left]


def overlaps(table: Table) -> list[str]:
    """Cases that two rows decide differently, with no row declared the stronger one."""
    return [
        f"rows {one.id} and {other.id} both decide {in_words(table, common)}"
        for (one, first), (other, second) in _pairs(table)
        if one.outcome.law != other.outcome.law
        for common in [_first_meeting(first, second)]
        if common
    ]


def idle_rows(table: Table) -> list[str]:
    """Rows that never apply, and overrides of a row that is never met."""
    idle = [f"row {row.id} never applies" for row, boxes in table.regions if not boxes]
    by_id = {row.id: row for row in table.rows}
    needless = [
        f"row {row.id} overrides {name}, which it never meets"
        for row in table.rows
        for name in row.overrides
        if name not in by_id or not meet(table.box(row.when), table.box(by_id[name].when))
    ]
    return idle + needless


def in_words(table: Table, box: Box) -> str:
    """A box as a condition, only the axes that are narrowed."""
    parts = [
        f"{axis.name} = {'/'.join(str(axis.domain[place]) for place in bits(mask))}"
        for axis, mask, whole in zip(table.axes, box, table.everything, strict=True)
        if mask != whole
    ]
    return ", ".join(parts) or "everything"


def _pairs(
    table: Table,
) -> Iterator[tuple[tuple[Row, tuple[Box, ...]], tuple[Row, tuple[Box, ...]]]]:
    regions = table.regions
    for place, one in enumerate(regions):
        for other in regions[place + 1 :]:
            yield one, other


def _first_meeting(first: tuple[Box, ...], second: tuple[Box, ...]) -> Box | None:
    return next((common for a in first for b in second if (common := meet(a, b))), None)
