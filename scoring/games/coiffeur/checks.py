"""What can be wrong with a Coiffeur slip that can be read."""

from collections.abc import Callable

from scoring.games.base import Findings, Table
from scoring.games.card_sums import hand_total, possible
from scoring.games.coiffeur.lines import contracts_on, played_on, sums_on, written_lines
from scoring.games.coiffeur.slip import CoiffeurSlip

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
