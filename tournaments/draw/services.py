"""The draw: an explicit command, made for the whole event, certified before it is stored.

A plan takes up to some seconds. It is made without a lock for what was read, and stored under
the tournament's lock only if that is still what is to be drawn for; so two directors who press
at once get one plan, and nobody at the tables waits.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from jassclub.clubs import events
from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Role
from jassclub.clubs.rights import require_role
from jassclub.core.errors import Conflict, Invalid
from tournaments.core.models import Tournament
from tournaments.core.selectors import (
    log,
    refuse_ended,
    refuse_same,
    tournament_of,
    unended_directed,
    words,
)
from tournaments.draw import duplicate, groups
from tournaments.draw.knockout import Bracket, next_bracket, opened, people_in, planned_stage
from tournaments.draw.planning import (
    Phase,
    Roster,
    certificate_as_json,
    lot_seed,
    phase_at,
    planned,
    roster_of,
    round_as_json,
    round_from_json,
)
from tournaments.draw.pure import Plan, UnusableRequestError, certify, commitment, exchange
from tournaments.draw.reasons import unusable
from tournaments.format.selectors import format_of
from tournaments.rounds.hall import current_draw
from tournaments.rounds.models import Draw, Round
from tournaments.standings.rankings import finalists, order_of

TRIES = 3
"""How often a plan is made again because the roster changed meanwhile."""


@dataclass(frozen=True)
class Basis:
    """Everything a draw depends on: the same twice is the same draw, whatever its lot."""

    roster: Roster
    phase: Phase
    order: tuple[int, ...]
    number: int
    results: int
    """The version of the results where the ranking decides, else 0."""
    seed: str
    """The seed of the event; it changes only where it was shown."""
    expected: bool
    """Whether those count who are signed up and not here yet."""
    bracket: Bracket | None = None
    """Of a knock-out that has begun: what is to be played next."""

    @property
    def facts(self) -> dict[str, Any]:
        """What is stored beside the plan, so that anybody can make it again."""
        wishes = self.roster.wishes
        return {
            "phase": self.phase.kind,
            "people": list(self.roster.people),
            "teams": {str(number): list(team) for number, team in self.roster.teams.items()},
            "order": list(self.order),
            "wishes": {
                "apart": [list(pair) for pair in wishes.apart],
                "together": [list(pair) for pair in wishes.together],
                "fixed": {str(p): list(place) for p, place in wishes.fixed.items()},
            },
            "results_version": self.results,
            "stand_ins_missing": self.roster.missing,
        }


def draw(
    *, actor: Actor, tournament_id: UUID, reason: str = "", expected: bool = False
) -> tuple[Draw, bool]:
    """Draw all rounds of the phase that are not called yet; gives the draw and whether it is new.

    For who is present; `expected` adds who is signed up, so that papers can be printed the day
    before. Nothing changed since the last draw: that one is given again, unless a `reason` asks
    for another. Needs the role director.
    """
    tournament = tournament_of(actor, tournament_id)
    require_role(actor, tournament.club_id, Role.DIRECTOR)
    refuse_ended(tournament)
    for _attempt in range(TRIES):
        basis = basis_of(tournament, expected=expected)
        if (same := drawn_already(tournament, basis)) and not reason.strip():
            return same, False
        lot = lot_seed(basis.seed, basis.number)
        bracket = basis.bracket
        if basis.phase.kind == "knockout" and bracket is None:
            bracket = opened(basis.roster, basis.phase, seed=lot, order=basis.order)
        kept: dict[str, Any] = {"knockout": bracket.as_json()} if bracket else {}
        if basis.roster.format.is_duplicate:
            plan, boards = duplicate.planned(tournament, basis.roster, seed=lot)
            kept = {"duplicate": boards.as_json()}
        elif basis.roster.format.groups and basis.phase.kind == "plan":
            plan, found = groups.planned(tournament, basis.roster, basis.phase, seed=lot)
            kept = {"groups": [list(group) for group in found]}
        elif bracket is None:
            plan = planned(basis.roster, basis.phase, seed=lot, order=basis.order)
        else:
            plan = planned_stage(basis.roster, bracket.stage, seed=lot)
        if stored := store(tournament, basis, plan, kept, actor=actor, reason=reason):
            return stored
        tournament = tournament_of(actor, tournament_id)
    raise Conflict("roster_moves", _("Während der Auslosung hat sich das Feld geändert."))


@transaction.atomic
def exchange_in_plan(
    *, actor: Actor, tournament_id: UUID, number: int, one: int, other: int, reason: str
) -> Draw:
    """Two people change places in a round that is not called yet; logged and shown to all."""
    tournament = unended_directed(actor, tournament_id)
    refuse_same(one, other)
    last = current_draw(tournament)
    if last is None or not tournament.rounds.count() < number <= len(last.rounds):
        raise Conflict("round_not_planned", _("Diese Runde ist nicht ausgelost oder schon dran."))
    if "knockout" in last.asked:
        raise Conflict("no_exchange_in_knockout", _("Im K.-o. steht fest, wer wen trifft."))
    if "duplicate" in last.asked:
        raise Conflict(
            "no_exchange_in_duplicate",
            _("Im Duplicate steht fest, wer wen mit welchen Boards trifft."),
        )
    alone = roster_of(tournament).format.seats_three
    try:
        plan = exchange(
            _as_plan(last, alone=alone), number=number - 1, pair=(one, other), alone=alone
        )
    except UnusableRequestError as error:
        raise unusable(error) from error
    facts = {**last.asked, "exchanged": [number, one, other]}
    said = words(reason)
    return _add(tournament, _counted(tournament, plan), facts, actor=actor, reason=said)


def basis_of(tournament: Tournament, *, expected: bool) -> Basis:
    """What a draw would be made for at this moment; Conflict or Invalid where none can be."""
    rounds_called = tournament.rounds.count()
    fmt = format_of(tournament)
    if rounds_called >= fmt.rounds:
        raise Conflict("nothing_to_draw", _("Es ist keine Runde mehr auszulosen."))
    phase = phase_at(fmt, rounds_called + 1)
    roster = roster_of(tournament, expected=expected)
    order: tuple[int, ...] = ()
    bracket: Bracket | None = None
    if phase.kind != "plan":
        _refuse_unfinished(tournament)
    if phase.kind == "knockout":
        bracket = next_bracket(tournament, roster)
    if phase.kind != "plan" and bracket is None:
        order = tuple(_qualified(tournament, roster, phase))
        if fmt.final_from is not None and rounds_called + 1 >= fmt.final_from:
            roster = roster_of(tournament, expected=expected, only=order)
    if bracket is not None:
        roster = roster_of(tournament, expected=expected, only=people_in(roster, bracket))
    if not roster.people:
        raise Invalid.at(
            "",
            "nobody_present",
            _("Es ist niemand anwesend: zuerst die Leute eintragen, die da sind."),
        )
    results = tournament.results_version if phase.kind != "plan" else 0
    number = _next_number(tournament)
    return Basis(
        roster, phase, order, number, results, tournament.seed, expected=expected, bracket=bracket
    )


def _qualified(tournament: Tournament, roster: Roster, phase: Phase) -> Sequence[int]:
    """The people to seat by rank: all who are there, or those who play the final."""
    here = set(roster.people)
    final = format_of(tournament).final_from is not None and phase.kind in ("final", "knockout")
    ranked = finalists(tournament) if final else order_of(tournament)
    in_order = [number for number in ranked if number in here]
    left = [] if final else sorted(here.difference(in_order))
    return [*in_order, *left]


def _refuse_unfinished(tournament: Tournament) -> None:
    running = tournament.rounds.exclude(state=Round.State.CLOSED).first()
    if running is not None:
        raise Conflict(
            "round_open",
            _("Die Rangliste bestimmt die Tische: zuerst Runde %(number)s abschliessen.")
            % {"number": running.number},
        )


def drawn_already(tournament: Tournament, basis: Basis) -> Draw | None:
    """The draw that counts if it was made for the same, and its called rounds were played so."""
    last = current_draw(tournament)
    if last is None or len(last.rounds) < basis.phase.last:
        return None
    same = all(last.asked.get(name) == value for name, value in basis.facts.items())
    played = [round_as_json(seated) for seated in basis.roster.played]
    return last if same and last.rounds[: len(played)] == played else None


# Two directors who draw at once: the second waits for the lock of the tournament and gets the plan
# of the first. A field that changed while the plan was made is seen here, since it is read again.
@transaction.atomic
def store(
    tournament: Tournament,
    basis: Basis,
    plan: Plan,
    kept: dict[str, Any],
    *,
    actor: Actor,
    reason: str,
) -> tuple[Draw, bool] | None:
    """The plan stored; what another director stored meanwhile; None if the field has moved."""
    row = unended_directed(actor, tournament.pk)
    now = basis_of(row, expected=basis.expected)
    if now != basis:
        same = drawn_already(row, now)
        return (same, False) if same else None
    facts = basis.facts | kept | {"commitment": commitment(basis.seed)}
    return _add(row, plan, facts, actor=actor, reason=reason.strip()), True


def _add(
    tournament: Tournament, plan: Plan, facts: dict[str, Any], *, actor: Actor, reason: str
) -> Draw:
    number = _next_number(tournament)
    made = Draw.objects.create(
        club_id=tournament.club_id,
        tournament=tournament,
        number=number,
        rounds=[round_as_json(planned_round) for planned_round in plan.rounds],
        played=tournament.rounds.count(),
        certificate=certificate_as_json(plan.certificate),
        asked=facts,
        origin=plan.origin,
        reason=reason,
        actor=str(actor),
    )
    payload: dict[str, str | int] = {
        "number": number,
        "rounds": len(plan.rounds),
        "origin": plan.origin,
    }
    log(tournament, "draw", actor=actor, facts=payload, reason=reason)
    events.announce(
        "tournament.draw", club_id=tournament.club_id, subject_id=tournament.pk, facts=payload
    )
    return made


def _as_plan(stored: Draw, *, alone: bool) -> Plan:
    rounds = tuple(round_from_json(planned_round) for planned_round in stored.rounds)
    return Plan(
        rounds=rounds,
        seed="",
        origin=stored.origin,
        certificate=certify(rounds, alone=alone),
    )


def _counted(tournament: Tournament, plan: Plan) -> Plan:
    """The plan with a certificate that also names the wishes that it does not keep."""
    roster = roster_of(tournament, expected=True)
    return replace(
        plan,
        certificate=certify(
            plan.rounds,
            alone=roster.format.seats_three,
            wishes=roster.wishes,
            wished_from=len(roster.played),
        ),
    )


def _next_number(tournament: Tournament) -> int:
    last = current_draw(tournament)
    return 1 if last is None else last.number + 1
