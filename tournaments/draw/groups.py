"""Groups: everybody meets everybody of his own, all of it drawn at once."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import zip_longest

from tournaments.core.models import Tournament
from tournaments.draw.planning import (
    Phase,
    Roster,
    certified,
    checked,
    everybody_meets,
    refuse_broken_teams,
)
from tournaments.draw.pure import Plan, Reason, Round, UnusableRequestError, lot
from tournaments.draw.reasons import unusable
from tournaments.format.pure import Seeds
from tournaments.rounds.hall import current_draw

FEWEST = 2
Groups = tuple[tuple[int, ...], ...]
"""The numbers of the pairs or teams of each."""
NOBODY = Round((), ())


def planned(
    tournament: Tournament, roster: Roster, phase: Phase, *, seed: str
) -> tuple[Plan, Groups]:
    """The preliminary rounds and who is in which group.

    Before the first round groups are drawn, or dealt out by the list. Afterwards they stay: who
    comes late joins the smallest.
    """
    refuse_broken_teams(roster)
    last = current_draw(tournament) if roster.played else None
    before = last.asked["groups"] if last else None
    groups = _kept(before, roster.teams) if before else _dealt_out(roster, seed)
    if any(len(group) < FEWEST for group in groups):
        count = len(roster.teams)
        raise unusable(UnusableRequestError(Reason("too_few_for_groups", count=count,
                                                   groups=len(groups))))  # fmt: skip
    to_come = phase.last - len(roster.played)
    by_group = [
        everybody_meets(_alone(roster, group), f"{seed}:{number}", to_come)
        for number, group in enumerate(groups, start=1)
    ]
    rounds = [_beside(nth) for nth in zip_longest(*by_group, fillvalue=NOBODY)]
    plan = certified(roster, rounds, seed=seed, origin="groups", in_turn=False)
    return checked(plan), groups


def _alone(roster: Roster, group: Iterable[int]) -> Roster:
    return replace(roster, teams={number: roster.teams[number] for number in group})


def _beside(rounds: Iterable[Round]) -> Round:
    """The same round of all groups: their tables one after the other."""
    all_of_them = list(rounds)
    tables = tuple(table for nth in all_of_them for table in nth.tables)
    return Round(tables, tuple(sorted(person for nth in all_of_them for person in nth.byes)))


def _dealt_out(roster: Roster, seed: str) -> Groups:
    """By the lot, or by the list so that the first of it lead a group each, to and fro."""
    count = roster.format.groups or 1
    by_list = roster.format.knockout.seeds is Seeds.LIST
    order = sorted(roster.teams) if by_list else lot(roster.teams, seed=seed, topic="groups")
    groups: list[list[int]] = [[] for _number in range(count)]
    for place, team in enumerate(order):
        row, column = divmod(place, count)
        groups[count - 1 - column if row % 2 else column].append(team)
    return tuple(tuple(sorted(group)) for group in groups)


def _kept(before: Iterable[Iterable[int]], teams: Mapping[int, object]) -> Groups:
    groups = [[team for team in group if team in teams] for group in before]
    placed = {team for group in groups for team in group}
    for team in sorted(set(teams) - placed):
        min(groups, key=len).append(team)
    return tuple(tuple(sorted(group)) for group in groups)
