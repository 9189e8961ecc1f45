"""A slip of a Coiffeur hand as typed values: one side writes one line of its column."""

from dataclasses import dataclass, replace

from referee.rules.profile_fields import SUITS, UNTRUMPED
from scoring.games.base import Findings, State, Table
from scoring.games.coiffeur.lines import lines_of, own_contract, sums_on
from scoring.games.reading import Reader, open_slip, read_state

FIELDS = ("side", "line", "contract", "points", "matsch", "scratched")
MOST_WRITTEN = 2000


@dataclass(frozen=True, kw_only=True)
class CoiffeurSlip:
    """`points` are those of the cards, without bonus and factor; None is not known.

    `written` is what stood on the paper: for a Matsch it may hold the bonus (257).
    """

    state: State
    side: int | None = None
    line: str | None = None
    contract: str | None = None
    written: int | None = None
    points: int | None = None
    matsch: bool = False
    scratched: bool = False


def read_slip(slip: object, table: Table, out: Findings) -> CoiffeurSlip | None:
    """The slip as typed values; what could not be read left a finding. None if it is no object."""
    reader = open_slip(slip, out, FIELDS)
    if reader is None:
        return None
    state = read_state(reader)
    if state != "complete":
        return CoiffeurSlip(state=state)
    read = _read(reader, table)
    for key, value in (("side", read.side), ("line", read.line)):
        if value is None and not out.at(reader.where(key)):
            out.error("field_missing", reader.where(key), field=key)
    return replace(read, points=_points(read, table))


def _read(reader: Reader, table: Table) -> CoiffeurSlip:
    line = reader.choice("line", tuple(lines_of(table)))
    contract = reader.choice("contract", (*SUITS[table.deck], *UNTRUMPED))
    return CoiffeurSlip(
        state="complete",
        side=reader.number("side", low=0, high=table.columns - 1),
        line=line,
        contract=contract or own_contract(line, table),
        written=reader.number("points", low=0, high=MOST_WRITTEN),
        matsch=reader.flag("matsch"),
        scratched=reader.flag("scratched"),
    )


def _points(slip: CoiffeurSlip, table: Table) -> int | None:
    """Points without bonus: all of them for a Matsch that says no number."""
    sums, bonus = sums_on(slip.line, slip.contract, table), table.profile.matsch_bonus
    if slip.written is None:
        return 0 if slip.scratched else max(sums) if slip.matsch and len(sums) == 1 else None
    with_bonus = slip.matsch and slip.written not in sums and slip.written - bonus in sums
    return slip.written - bonus if with_bonus else slip.written
