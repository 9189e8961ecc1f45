"""Whether a table is whole: every case decided, none decided twice, and none differently.

Each finding comes with a case as counterexample, in the words of the table.
"""

from itertools import combinations, product, starmap

from referee.rulings.boxes import Box, bits, meet, without
from referee.rulings.tables import Table


def gaps(table: Table) -> list[str]:
    """Cases that no row decides; empty when the table is whole."""
    decided = [table.box(row.when) for row in table.rows]
    left = without([table.everything], [*decided, *table.holes])
    return [f"no row for {in_words(table, box)}" for box in left]


def overlaps(table: Table) -> list[str]:
    """Cases that two rows decide differently, with no row declared the stronger one."""
    return [
        f"rows {one.id} and {other.id} both decide {in_words(table, common)}"
        for (one, first), (other, second) in combinations(table.regions, 2)
        if one.outcome.law != other.outcome.law
        and (common := next(filter(None, starmap(meet, product(first, second))), None))
    ]


def idle_rows(table: Table) -> list[str]:
    """Rows that never apply, and overrides of a row that is never met."""
    by_id = {row.id: row for row in table.rows}
    return [f"row {row.id} never applies" for row, boxes in table.regions if not boxes] + [
        f"row {row.id} overrides {name}, which it never meets"
        for row in table.rows
        for name in row.overrides
        if name not in by_id or not meet(table.box(row.when), table.box(by_id[name].when))
    ]


def in_words(table: Table, box: Box) -> str:
    """A box as a condition, only the axes that are narrowed."""
    parts = [
        f"{axis.name} = {'/'.join(str(axis.domain[place]) for place in bits(mask))}"
        for axis, mask, whole in zip(table.axes, box, table.everything, strict=True)
        if mask != whole
    ]
    return ", ".join(parts) or "everything"
