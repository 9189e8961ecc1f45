"""Coiffeur: each side plays each line of the sheet once; only who declares writes."""

from collections.abc import Sequence
from dataclasses import replace

from scoring.games.base import (
    Control,
    Findings,
    HandScore,
    Line,
    PlayedHand,
    Sheet,
    Table,
)
from scoring.games.card_sums import hand_total, possible
from scoring.games.coiffeur.slip import (
    FIELDS,
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
from scoring.games.sheet import Game


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


__all__ = ["Coiffeur", "grid", "lines_of"]


class Coiffeur(Game[CoiffeurSlip]):
    """Columns are two sides, or three players who each play for themselves."""

    name = "coiffeur"
    members = FIELDS
    typed = staticmethod(read_slip)
    checks = (_once, _contract, _scratched, _points)
    counted = False

    def normal(self, slip: CoiffeurSlip, _table: Table) -> dict[str, object]:
        """Points of the cards without bonus and factor, null for unknown."""
        return {
            "side": slip.side,
            "line": slip.line,
            "contract": slip.contract,
            "points": slip.points,
            "matsch": slip.matsch,
            "scratched": slip.scratched,
        }

    def told(
        self, normal: dict[str, object], _slip: CoiffeurSlip, _table: Table
    ) -> dict[str, object]:
        """Everything but what was played on a line that leaves a choice."""
        return {key: value for key, value in normal.items() if key != "contract"}

    def worth(self, slip: CoiffeurSlip, table: Table) -> HandScore:
        return HandScore(
            state="complete",
            lines=tuple(_line(slip, table, side) for side in range(table.columns)),
            control=Control(sum=0, expected=0),
            matsch=slip.side if slip.matsch else None,
        )

    def ended(self, sheet: Sheet, hands: Sequence[PlayedHand], table: Table) -> Sheet:
        """Over when each side has written each line."""
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
