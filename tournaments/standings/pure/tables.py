"""Control sums of the tables.

A hand is worth 157, a passe of n hands n x 157, shared by the two sides or by all who play alone
(letzter-stich, matchpraemie); a matsch adds its bonus. Penalties are a column of their own, so they
never disturb the sum. What a regulation does about a wrong one is settled where the passe is
written, by its profile.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from jassclub.core.errors import Finding
from tournaments.format.pure import HAND_POINTS, Number
from tournaments.standings.pure.contest import Contest, PasseResult

MATSCH_BONUS = 100


def check_tables(contest: Contest, *, matsch_bonus: Number = MATSCH_BONUS) -> list[Finding]:
    """Every table whose counted results cannot all be right, in order of rounds and tables.

    `partners_differ`: two partners with other points, matsches or hands; `hands_differ`: a
    table on which not everybody played as many hands; `table_sum_wrong`: points that miss the
    control sum. Results without a table are not looked at. Tournaments that write 157 for all
    tricks too have a bonus of 0. It is no check for distances (Differenzler).
    """
    findings: list[Finding] = []
    for (number, table), results in sorted(_tables(contest.counted()).items()):
        pointer = f"/rounds/{number}/tables/{table}"
        sides = _sides(results)
        findings += _check_sides(pointer, sides) or _check_sum(pointer, sides, matsch_bonus)
    return findings


Sides = Mapping[object, list[PasseResult]]


def _tables(results: Iterable[PasseResult]) -> dict[tuple[int, int], list[PasseResult]]:
    tables: dict[tuple[int, int], list[PasseResult]] = defaultdict(list)
    for result in results:
        if result.table is not None and not result.sat_out:
            tables[result.round, result.table].append(result)
    return tables


def _sides(results: Iterable[PasseResult]) -> Sides:
    """Results by side; who plays alone is a side of his own."""
    sides: dict[object, list[PasseResult]] = defaultdict(list)
    for result in results:
        sides[("alone", result.player) if result.side is None else result.side].append(result)
    return sides


def _check_sides(pointer: str, sides: Sides) -> list[Finding]:
    findings = []
    for side, partners in sides.items():
        if len({(r.points, r.matsches, r.hands) for r in partners}) > 1:
            message = f"partners {', '.join(str(r.player) for r in partners)} have other results"
            findings.append(Finding("partners_differ", f"{pointer}/sides/{side}", message))
    lengths = {r.hands for partners in sides.values() for r in partners}
    if not findings and len(lengths) > 1:
        message = f"{' and '.join(map(str, sorted(lengths)))} hands at one table"
        findings.append(Finding("hands_differ", f"{pointer}/hands", message))
    return findings


def _check_sum(pointer: str, sides: Sides, bonus: Number) -> list[Finding]:
    one_each = [partners[0] for partners in sides.values()]
    expected = one_each[0].hands * HAND_POINTS + sum(r.matsches for r in one_each) * bonus
    written = sum(r.points for r in one_each)
    if written == expected:
        return []
    return [
        Finding(
            "table_sum_wrong",
            pointer,
            f"{written} written, {expected} expected: {written - expected:+}",
        )
    ]
