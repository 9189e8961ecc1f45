"""Teams and pairs are entrants whose results are gathered from their members' results.

Control sums of the tables of a contest.

A hand is worth 157, a passe of n hands n x 157, shared by the two sides or by all who play alone
(letzter-stich, matchpraemie); a matsch adds its bonus. Penalties are a column of their own, so
they never disturb the sum. What a regulation does about a wrong one is settled where the passe is
written, by its profile.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from jassclub.core.errors import Finding
from tournaments.format.pure import HAND_POINTS, Number, RankingRule
from tournaments.standings.pure.contest import Contest, Entrant, PasseResult, with_byes
from tournaments.standings.pure.placing import Player


def team_contest(contest: Contest, rule: RankingRule, *, best: int | None = None) -> Contest:
    """The contest of the teams: in each round the points of the members together.

    Stand-ins bring their team points like everybody else. With `best`, only so many members of a
    team count in a round, chosen again each round. Byes are worth what they are to the member;
    penalties of members and results bound to no team stay what they are. Unconfirmed results
    have no part in it.
    """
    teams = {e.player: e.team for e in contest.entrants if e.team is not None}
    gathered: dict[tuple[str, int], list[PasseResult]] = defaultdict(list)
    for result in with_byes(contest, rule):
        if team := teams.get(result.player):
            gathered[team, result.round].append(result)
    results = [
        _together(team, members, best=best, lower=rule.lower_wins)
        for (team, _), members in gathered.items()
    ]
    return replace(contest, entrants=_teams(contest.entrants), results=tuple(results))


def _together(
    team: str, members: list[PasseResult], *, best: int | None, lower: bool
) -> PasseResult:
    """One result of all members; penalties count even of members whose points do not."""
    ordered = sorted(members, key=lambda r: r.points, reverse=not lower)
    kept = ordered if best is None else ordered[:best]
    return PasseResult(
        player=team,
        round=members[0].round,
        points=sum(r.points for r in kept),
        hands=sum(r.hands for r in kept),
        matsches=sum(r.matsches for r in kept),
        exact=sum(r.exact for r in kept),
        penalty=sum(r.penalty for r in members),
        late=any(r.late for r in members),
        joker=False,
    )


def _teams(entrants: Iterable[Entrant]) -> tuple[Entrant, ...]:
    carried: dict[str, Number] = defaultdict(int)
    penalties: dict[str, Number] = defaultdict(int)
    bound: dict[str, tuple[tuple[int, Number], ...]] = defaultdict(tuple)
    for entrant in entrants:
        if entrant.team is not None:
            carried[entrant.team] += entrant.carried
            penalties[entrant.team] += entrant.penalty
            bound[entrant.team] += entrant.bound
    return tuple(
        Entrant(team, carried=carried[team], penalty=penalties[team], bound=bound[team])
        for team in sorted(carried)
    )


def pair_contest(contest: Contest) -> Contest:
    """The contest of fixed pairs, named by `team`: the points of a side count once, not twice.

    What one partner is fined in a round is the pair's. ValueError when partners have different
    results of one round, since one of them is wrong.
    """
    teams = {e.player: e.team for e in contest.entrants if e.team is not None}
    results: dict[tuple[str, int], PasseResult] = {}
    fines: dict[tuple[str, int], Number] = defaultdict(int)
    for result in contest.counted():
        if team := teams.get(result.player):
            shared = replace(result, player=team, penalty=0)
            if results.setdefault((team, result.round), shared) != shared:
                raise ValueError(f"the partners of {team!r} differ in round {result.round}")
            fines[team, result.round] += result.penalty
    return replace(
        contest,
        entrants=_pairs(contest.entrants),
        results=tuple(replace(shared, penalty=fines[key]) for key, shared in results.items()),
    )


def _pairs(entrants: Iterable[Entrant]) -> tuple[Entrant, ...]:
    """One entrant a pair. What a partner brings along or is fined is the pair's."""
    members = [replace(e, player=e.team) for e in entrants if e.team is not None]
    partners: dict[Player, list[Entrant]] = defaultdict(list)
    for member in members:
        partners[member.player].append(member)
    return tuple(
        replace(
            pair,
            card=max((p.card for p in partners[pair.player] if p.card is not None), default=None),
            stand_in=all(partner.stand_in for partner in partners[pair.player]),
        )
        for pair in _teams(members)
    )


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
