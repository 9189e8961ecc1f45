"""Coiffeur: each side plays each line of the sheet once; only who declares writes."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from jassclub.core.errors import Finding
from scoring.games.base import (
    Control,
    Findings,
    HandScore,
    Line,
    PlayedHand,
    Sheet,
    Table,
    readable,
)
from scoring.games.card_sums import hand_total, possible
from scoring.games.coiffeur.slip import (
    CoiffeurSlip,
    contracts_on,
    grid,
    is_full,
    lines_of,
    played_on,
    read_slip,
    sums_on,
    written_lines,
)
from scoring.games.sheet import build_sheet, check_seats, nothing

Check = Callable[[CoiffeurSlip, Table, Findings], None]


def check_sense(slip: CoiffeurSlip, table: Table, out: Findings) -> None:
    """Run all checks on a complete hand."""
    for check in _CHECKS:
        check(slip, table, out)


def _once(slip: CoiffeurSlip, table: Table, out: Findings) -> None:
    """A side plays each line once."""
    if slip.side is None or slip.line is None:
        return
    hand = written_lines(table).get((slip.side, slip.line))
    if hand is not None:
        out.error("line_twice", "/line", line=slip.line, side=slip.side, hand=hand)


def _contract(slip: CoiffeurSlip, table: Table, out: Findings) -> None:
    if slip.line is None or slip.contract is None:
        return
    if slip.contract not in contracts_on(slip.line, table):
        out.error("contract_not_of_line", "/contract", contract=slip.contract, line=slip.line)


def _scratched(slip: CoiffeurSlip, _table: Table, out: Findings) -> None:
    if slip.scratched and (slip.written or slip.matsch):
        out.error("scratched_with_points", "/points" if slip.written else "/matsch")


def _points(slip: CoiffeurSlip, table: Table, out: Findings) -> None:
    if out.at("/points") or slip.scratched or slip.line is None:
        return
    if slip.points is None:
        out.error("points_missing", "/points")
    elif slip.matsch:
        _points_of_matsch(slip, table, out)
    else:
        _points_of_cards(slip, slip.points, table, out)


def _points_of_matsch(slip: CoiffeurSlip, table: Table, out: Findings) -> None:
    """All tricks are all points; with the bonus or without."""
    sums = sums_on(slip.line, slip.contract, table)
    if slip.points not in sums:
        out.error("points_of_matsch", "/points", expected=max(sums))


def _points_of_cards(slip: CoiffeurSlip, points: int, table: Table, out: Findings) -> None:
    sums = sums_on(slip.line, slip.contract, table)
    total, bonus = max(sums), table.profile.matsch_bonus
    if points > total and points - bonus in sums:
        out.error("points_with_bonus", "/points", "matchpraemie", total=total)
    elif points > total:
        out.error("out_of_range", "/points", low=0, high=total)
    elif not _possible(slip, points, table):
        out.error("impossible_points", "/points", points=points)
    elif points == hand_total(table.profile) and sums == {points}:
        out.warn("matsch_or_zero_trick", "/matsch", "matchpraemie", side=slip.side)


def _possible(slip: CoiffeurSlip, points: int, table: Table) -> bool:
    played = played_on(slip.line, slip.contract, table)
    return any(possible(points, each, table.profile, players=table.players) for each in played)


_CHECKS: tuple[Check, ...] = (_once, _contract, _scratched, _points)
"""In the order of the slip's fields."""


__all__ = ["Coiffeur", "grid", "lines_of"]


class Coiffeur:
    """See `Game`. Slips are described in `how-to-add-a-game`.

    Columns are two sides, or three players who each play for themselves.
    """

    name = "coiffeur"
    lower_wins = False

    def check_table(self, table: Table) -> list[Finding]:
        return check_seats(table)

    def check(self, slip: object, table: Table) -> list[Finding]:
        return _read(slip, table)[1].items

    def normalise(self, slip: object, table: Table) -> dict[str, object]:
        """Points of the cards without bonus and factor, null for unknown."""
        read = readable(_read(slip, table))
        if read.state != "complete":
            return {"state": read.state}
        return {
            "state": read.state,
            "side": read.side,
            "line": read.line,
            "contract": read.contract,
            "points": read.points,
            "matsch": read.matsch,
            "scratched": read.scratched,
        }

    def numbers(self, slip: object, table: Table) -> dict[str, object]:
        """Everything but what was played on a line that leaves a choice."""
        normal = self.normalise(slip, table)
        return {key: value for key, value in normal.items() if key != "contract"}

    def score(self, slip: object, table: Table) -> HandScore:
        read = readable(_read(slip, table))
        if read.state != "complete":
            return nothing(read.state, table)
        return HandScore(
            state=read.state,
            lines=tuple(_line(read, table, side) for side in range(table.columns)),
            control=Control(sum=0, expected=0),
            matsch=read.side if read.matsch else None,
        )

    def sheet(self, hands: Sequence[PlayedHand], table: Table) -> Sheet:
        """Over when each side has written each line."""
        sheet = build_sheet(self, hands, table)
        full = is_full(grid(sheet, hands, table))
        return replace(sheet, finished=sheet.finished or full, may_end=full)


def _line(slip: CoiffeurSlip, table: Table, side: int) -> Line:
    """Points times the factor for the side that declared, nothing for the others."""
    profile, factor = table.profile, lines_of(table)[slip.line or ""]
    mine = slip.side == side
    points = slip.points or 0 if mine else 0
    bonus = profile.matsch_bonus * (factor if profile.matsch_multiplied else 1)
    parts = {"cards": points * factor, "matsch": bonus if mine and slip.matsch else 0}
    return Line(total=sum(parts.values()), parts=parts, card_points=points, multiplier=factor)


def _read(slip: object, table: Table) -> tuple[CoiffeurSlip | None, Findings]:
    out = Findings()
    read = read_slip(slip, table, out)
    if read is not None and read.state == "complete":
        check_sense(read, table, out)
    return read, out
