"""The next stage of a knock-out, from the rounds that were called and what counts in them."""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from jassclub.core.errors import Conflict, Finding
from tournaments.core.models import Tournament
from tournaments.draw.planning import (
    Phase,
    Roster,
    certified,
    checked,
    refuse_broken_teams,
)
from tournaments.draw.pure import (
    Plan,
    Reason,
    UnusableRequestError,
    lot,
    renumber_next,
    seated_pairs,
)
from tournaments.draw.reasons import unusable
from tournaments.format.pure import Seeds
from tournaments.standings.contests import Played, day_of
from tournaments.standings.pure.knockout import (
    FINAL,
    Stage,
    following,
    opening,
    stage_as_json,
    stages_needed,
)

FEWEST = 2


@dataclass(frozen=True)
class Bracket:
    """A stage to play; `order` are all sides of the knock-out, the best seeded first."""

    stage: Stage
    order: tuple[int, ...]

    def as_json(self) -> dict[str, Any]:
        """As it is stored beside the draw; the stages of the rounds called are read from there."""
        return {"stage": stage_as_json(self.stage), "order": list(self.order)}


def people_in(roster: Roster, bracket: Bracket) -> set[int]:
    """Everybody of the sides that are still in."""
    sides = {side for meeting in bracket.stage.meetings for side in meeting}
    sides.update(bracket.stage.waiting)
    return {person for side in sides for person in roster.teams.get(side, ())}


def opened(roster: Roster, phase: Phase, *, seed: str, order: tuple[int, ...]) -> Bracket:
    """The first stage: by rank after preliminary rounds, else by the lot or the list."""
    fmt = roster.format
    refuse_broken_teams(roster)
    _refuse_short(len(roster.teams), rounds=fmt.rounds - phase.first + 1)
    if fmt.final_from is not None:
        sides = list(dict.fromkeys(roster.team_of[person] for person in order))
    elif fmt.knockout.seeds is Seeds.LIST:
        sides = sorted(roster.teams)
    else:
        sides = lot(roster.teams, seed=seed, topic="bracket")
    return Bracket(opening(sides), tuple(sides))


def planned_stage(roster: Roster, stage: Stage, *, seed: str) -> Plan:
    """The tables of a stage after the rounds that were called; who waits in it sits out."""
    nth = seated_pairs(stage.meetings, dict(roster.teams), stage.waiting)
    if len(stage.main) > FINAL:  # The final itself is played at the first table.
        sat = (seated.tables for seated in roster.played)
        nth = replace(nth, tables=tuple(renumber_next(nth.tables, sat)))
    return checked(certified(roster, [nth], seed=seed, origin="knockout", in_turn=False))


def _refuse_short(sides: int, *, rounds: int) -> None:
    """A knock-out is begun only where the rounds suffice until one is left."""
    if sides < FEWEST:
        raise unusable(UnusableRequestError(Reason("too_few_pairs", count=sides)))
    needed = stages_needed(sides)
    if needed > rounds:
        text = _("Für %(sides)s im K.-o. braucht es %(needed)s Runden; es sind noch %(rounds)s.")
        raise Conflict(
            "knockout_needs_rounds",
            text % {"sides": sides, "needed": needed, "rounds": rounds},
        )


def next_bracket(tournament: Tournament, roster: Roster) -> Bracket | None:
    """What follows from the last stage that was called; None before the first.

    Refused while a duel has no winner, and when all is decided.
    """
    played = day_of(tournament).bracket
    if not played:
        return None
    last = played[-1]
    # A side that came apart plays on no more, as one that is not there.
    whole = {number for number, team in roster.teams.items() if len(team) == roster.team_size}
    gone = set(last.order) - whole
    _refuse_undecided(last, gone)
    stage = following(
        last.stage,
        last.won,
        rules=roster.format.knockout,
        order=last.order,
        times_out=Counter(side for one in played for side in one.stage.waiting),
        gone=gone,
    )
    if stage is None:
        raise Conflict("nothing_to_draw", _("Das K.-o. ist fertig gespielt."))
    return Bracket(stage, last.order)


def _refuse_undecided(last: Played, gone: set[int]) -> None:
    text = _("Zwischen %(one)s und %(other)s steht noch niemand als Sieger fest.")
    open_duels = [
        Finding("match_undecided", "", text % {"one": one, "other": other})
        for one, other in last.stage.meetings
        if not last.won & {one, other} and not {one, other} <= gone
    ]
    if open_duels:
        raise Conflict(
            "match_undecided",
            " ".join(
                [
                    *(finding.text for finding in open_duels),
                    _("Bei Gleichstand die gezogenen Karten eintragen, sonst das Resultat."),
                ]
            ),
            open_duels,
        )
