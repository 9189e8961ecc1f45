"""Tables of groups, and who goes on from them.

A group is ranked by the rule of the day among its own; points against others do not exist before
the final. Who goes on is ordered for the bracket: the firsts, then the seconds ..., each by what
they have over the whole field, exchanged where two of a group would meet at once.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

from tournaments.format.pure import Format
from tournaments.standings.pure.contest import Contest
from tournaments.standings.pure.day import day_standings
from tournaments.standings.pure.placing import Player
from tournaments.standings.pure.qualifying import Qualifier, qualify
from tournaments.standings.pure.scores import TournamentStanding

Groups = Sequence[Sequence[Player]]


def group_tables(
    contest: Contest, format_: Format, groups: Groups
) -> list[list[TournamentStanding]]:
    """The rows of each group, best first."""
    return [day_standings(_of(contest, group), format_) for group in groups]


def _of(contest: Contest, group: Collection[Player]) -> Contest:
    return replace(
        contest,
        entrants=tuple(e for e in contest.entrants if e.player in group),
        results=tuple(r for r in contest.results if r.player in group),
    )


def from_groups(
    contest: Contest, format_: Format, groups: Groups, *, absent: Collection[Player] = ()
) -> list[Player]:
    """Who goes on, in the order of the bracket."""
    if format_.final is None:
        return []
    each = format_.places_a_group
    through: list[list[Qualifier]] = [
        qualify(rows, each, absent=absent) for rows in group_tables(contest, format_, groups)
    ]
    overall = [row.player for row in day_standings(contest, format_)]
    in_order = sorted(
        ((place, player) for group in through for place, (player, _r, _w) in enumerate(group)),
        key=lambda row: (row[0], overall.index(row[1])),
    )
    places = {player: place for place, player in in_order}
    return _apart(list(places), groups, places=places)


def _apart(order: list[Player], groups: Groups, *, places: dict[Player, int]) -> list[Player]:
    """Best meets last: whose opponent is of his own group changes with one of the same place."""
    group_of = {player: n for n, group in enumerate(groups) for player in group}
    size = len(order)

    def clash(at: int) -> bool:
        mirror = size - 1 - at
        return at != mirror and group_of[order[at]] == group_of[order[mirror]]

    for at in range(size - 1, size // 2 - 1, -1):
        if not clash(at):
            continue
        for other in range(size // 2, size):
            if other == at or places[order[other]] != places[order[at]]:
                continue
            order[at], order[other] = order[other], order[at]
            if not clash(at) and not clash(other):
                break
            order[at], order[other] = order[other], order[at]
    return order
