"""Hidden standings: toward the end of the day the hall does not see who leads.

A view and nothing else. The ranking underneath is computed as always; what the hall sees cannot
depend on a result of a hidden round, since the view never looks at one.
"""

from collections.abc import Iterable
from dataclasses import replace

from tournaments.format.pure.ranking_rule import RankingRule
from tournaments.standings.pure.contest import Contest
from tournaments.standings.pure.tournament import TournamentStanding, tournament_standings

HIDDEN = "hidden"
"""What `decided_by` says of a row whose rank is not shown."""


def is_hidden(contest: Contest, rule: RankingRule) -> bool:
    """Whether the programme has come to a round from which ranks are hidden."""
    start = rule.hidden_from
    return start is not None and any(r.round >= start for r in contest.counted())


def hall_view(
    contest: Contest, rule: RankingRule, *, revealed: bool = False
) -> list[TournamentStanding]:
    """The ranking as the hall may see it.

    Once a hidden round has a result, the rows stand in the order of names, without rank and
    value, and hold the rounds before it alone. `revealed` is the prize-giving.
    """
    if revealed or not is_hidden(contest, rule):
        return tournament_standings(contest, rule)
    return _veiled(tournament_standings(contest.before(rule.hidden_from or 1), rule))


def last_shown(contest: Contest, rule: RankingRule) -> list[TournamentStanding]:
    """The last ranking the hall saw: that of the rounds before the hidden ones."""
    if rule.hidden_from is None:
        return tournament_standings(contest, rule)
    return tournament_standings(contest.before(rule.hidden_from), rule)


def _veiled(rows: Iterable[TournamentStanding]) -> list[TournamentStanding]:
    ordered = sorted(rows, key=lambda row: (row.stand_in, str(row.player)))
    return [replace(row, rank=None, value=None, decided_by=HIDDEN, card=None) for row in ordered]
