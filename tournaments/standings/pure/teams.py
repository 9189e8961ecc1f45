"""Teams and pairs are entrants whose results are gathered from their members' results."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from tournaments.format.pure.counting import Number
from tournaments.format.pure.ranking_rule import RankingRule
from tournaments.standings.pure.byes import with_byes
from tournaments.standings.pure.contest import Contest, Entrant, PasseResult


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
    found: dict[tuple[str, int], PasseResult] = {}
    fines: dict[tuple[str, int], Number] = defaultdict(int)
    for result in contest.counted():
        if team := teams.get(result.player):
            shared = replace(result, player=team, penalty=0)
            if found.setdefault((team, result.round), shared) != shared:
                raise ValueError(f"the partners of {team!r} differ in round {result.round}")
            fines[team, result.round] += result.penalty
    results = tuple(replace(shared, penalty=fines[key]) for key, shared in found.items())
    return replace(contest, entrants=_pairs(contest.entrants), results=results)


def _pairs(entrants: Iterable[Entrant]) -> tuple[Entrant, ...]:
    """One entrant a pair. What a partner brings along or is fined is the pair's."""
    members = [replace(e, player=e.team) for e in entrants if e.team is not None]
    found = {pair.player: pair for pair in _teams(members)}
    for member in members:
        cards = [c for c in (found[member.player].card, member.card) if c is not None]
        alone = member.stand_in and all(m.stand_in for m in members if m.player == member.player)
        found[member.player] = replace(
            found[member.player], card=max(cards, default=None), stand_in=alone
        )
    return tuple(found.values())
