"""A better plan by more lots, in the background: the quick one counts meanwhile, and whoever stops
the search keeps the best that it has found.

A worker tries a few lots at a time and then lets others have their turn; what it has found is in
the row, so that a worker who dies costs those few lots. At the end the best lot is drawn once more
and stored like any draw, certified, with the number of its lot, so that anybody can make it again.
"""

import time
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor, idents, person_actor
from jassclub.clubs.models import Role
from jassclub.clubs.rights import require_role
from jassclub.core.errors import Conflict, DomainError, Invalid, NotFound
from jassclub.core.rows import first_or
from jassclub.core.speaking import spoken
from jassclub.core.workers import after_commit, wake
from tournaments.core.models import Tournament
from tournaments.core.selectors import tournament_of, unended_directed
from tournaments.draw import services
from tournaments.draw.models import PlanSearch
from tournaments.draw.planning import lot_seed, planned
from tournaments.draw.pure import Plan
from tournaments.format.pure import Pairing
from tournaments.rounds.models import Draw

TASK = "tournaments.tasks.search_plans"
MOST_LOTS = 500
SLICE = 2.0
"""Seconds of lots before others have their turn."""
PATIENCE = timedelta(minutes=5)
"""Who began so long ago has died over it."""
BY_CHANCE = ("annealed", "whist")
"""Origins of plans of which another lot makes another one."""
COUNTED = ("partner_repeats", "opponent_repeats", "meeting_repeats", "table_repeats")


@transaction.atomic
def begin(*, actor: Actor, tournament_id: UUID, lots: int) -> PlanSearch:
    """Try so many more lots for the plan that counts. Needs the role director.

    Conflict while one runs, where the field has changed since the draw, and where no lot decides.
    """
    tournament = unended_directed(actor, tournament_id)
    if not 1 <= lots <= MOST_LOTS:
        text = _("Zwischen 1 und %(most)s Losen.") % {"most": MOST_LOTS}
        raise Invalid.at("/lots", "out_of_range", text)
    if running(tournament):
        raise Conflict("search_runs", _("Die Suche läuft schon."))
    basis, last = _drawn(tournament)
    if not _may_be_bettered(last):
        text = _("Kein anderes Los gibt weniger Wiederholungen als dieser Plan.")
        raise Conflict("plan_at_its_best", text)
    PlanSearch.objects.filter(tournament=tournament).delete()
    search = PlanSearch.objects.create(
        club_id=tournament.club_id,
        tournament=tournament,
        number=basis.number,
        lots=lots,
        order=[len(last.certificate["faults"]), *(last.certificate[name] for name in COUNTED)],
        language=spoken(),
        actor=str(actor),
    )
    after_commit(kick)
    return search


@transaction.atomic
def stop(*, actor: Actor, tournament_id: UUID) -> PlanSearch:
    """End the search; what it has found best becomes the plan. Needs the role director."""
    tournament = unended_directed(actor, tournament_id)
    search = _last(tournament)
    if search.outcome:
        raise Conflict("search_ended", _("Die Suche ist schon zu Ende."))
    search.stopped = True
    search.save(update_fields=["stopped"])
    after_commit(kick)
    return search


def search_of(actor: Actor, tournament_id: UUID) -> PlanSearch:
    """The last one; NotFound before the first. Needs the role scribe."""
    tournament = tournament_of(actor, tournament_id)
    require_role(actor, tournament.club_id, Role.SCRIBE)
    return _last(tournament)


def last_search(tournament: Tournament) -> PlanSearch | None:
    """The same for the page."""
    return PlanSearch.objects.filter(tournament=tournament).first()


def running(tournament: Tournament) -> bool:
    """Whether lots are being tried."""
    return PlanSearch.objects.filter(tournament=tournament, outcome="").exists()


def searchable(tournament: Tournament) -> bool:
    """Whether more lots could give a better plan."""
    try:
        return _may_be_bettered(_drawn(tournament)[1])
    except DomainError:
        return False


def _may_be_bettered(last: Draw) -> bool:
    """Whether chance made the plan, and nothing proves it the best; designs are all alike."""
    return last.origin.startswith(BY_CHANCE) and not last.certificate["reaches_its_bounds"]


def kick() -> None:
    """Wake a worker; without a broker the sweep of the next minute goes on."""
    wake([TASK])


def search_waiting() -> int:
    """A few lots for each search that waits; how many in all."""
    free = Q(begun_at=None) | Q(begun_at__lt=timezone.now() - PATIENCE)
    waiting = PlanSearch.objects.filter(free, outcome="")
    tried = 0
    for search in waiting.select_related("tournament__club").order_by("at", "pk"):
        # Two workers may be woken for the same one: who writes his time first has it.
        mine = PlanSearch.objects.filter(free, pk=search.pk, outcome="")
        if mine.update(begun_at=timezone.now()):
            tried += _some(search)
    if PlanSearch.objects.filter(outcome="").exists():
        kick()
    return tried


def _some(search: PlanSearch) -> int:
    """Lots for a short while; the end of the search where it has come."""
    try:
        basis, _last = _drawn(search.tournament)
    except DomainError:
        basis = None
    if basis is None or basis.number != search.number:
        _ended(search, PlanSearch.Outcome.MOVED)
        return 0
    until, before, proved = time.monotonic() + SLICE, search.tried, False
    while not (proved or search.stopped or search.tried >= search.lots):
        search.tried += 1
        certificate = _plan(basis, search.tried).certificate
        if list(certificate.order) < search.order:
            search.best, search.order = search.tried, list(certificate.order)
            proved = certificate.reaches_its_bounds
        if time.monotonic() > until:
            break
    found = {"tried": search.tried, "best": search.best, "order": search.order}
    rows = PlanSearch.objects.filter(pk=search.pk)
    rows.update(**found)
    # Whoever has stopped it meanwhile is heard before the next lots.
    search.refresh_from_db(fields=["stopped"])
    if proved or search.stopped or search.tried >= search.lots:
        # Race: it stays this worker's own until its outcome is told, or another would take it too.
        _take(search, basis)
    else:
        rows.update(begun_at=None)
    return search.tried - before


def _take(search: PlanSearch, basis: services.Basis) -> None:
    """The best lot becomes the plan, if the field is still the same."""
    if not search.best:
        _ended(search, PlanSearch.Outcome.NONE)
        return
    (user,) = idents([search.actor], "user")
    with translation.override(search.language):
        reason = _("Das beste Los der Suche: %(lot)s") % {"lot": search.best}
        try:
            _draw, new = services.store(
                search.tournament,
                basis,
                _plan(basis, search.best),
                {"lot": search.best},
                actor=person_actor(user),
                reason=reason,
            ) or (None, False)
        except DomainError:
            # Who began it is no director any more, or the event is over.
            new = False
    _ended(search, PlanSearch.Outcome.BETTER if new else PlanSearch.Outcome.MOVED)


def _ended(search: PlanSearch, outcome: PlanSearch.Outcome) -> None:
    PlanSearch.objects.filter(pk=search.pk).update(outcome=outcome, begun_at=None)


def _plan(basis: services.Basis, lot: int) -> Plan:
    seed = lot_seed(basis.seed, basis.number, lot)
    return planned(basis.roster, basis.phase, seed=seed, order=basis.order)


def _drawn(tournament: Tournament) -> tuple[services.Basis, Draw]:
    """What the plan that counts was drawn for, whoever was expected then, and that plan."""
    for expected in (False, True):
        basis = services.basis_of(tournament, expected=expected)
        if last := services.drawn_already(tournament, basis):
            _refuse_without_lot(basis)
            return basis, last
    text = _("Zuerst auslosen: Für dieses Feld gibt es noch keinen Plan.")
    raise Conflict("not_drawn_for_these", text)


def _refuse_without_lot(basis: services.Basis) -> None:
    fmt = basis.roster.format
    by_lot = basis.phase.kind == "plan" and fmt.pairing is Pairing.PLAN and not fmt.partners_stay
    if not by_lot or fmt.is_duplicate or fmt.groups:
        raise Conflict("no_lot_decides", _("Hier bestimmt kein Los, wer wo sitzt."))


def _last(tournament: Tournament) -> PlanSearch:
    missing = NotFound("no_search", _("Es ist noch nach keinem besseren Plan gesucht worden."))
    return first_or(PlanSearch.objects.filter(tournament=tournament), missing)


def told(search: PlanSearch) -> dict[str, Any]:
    """Repeats of the best plan by name."""
    return dict(zip(COUNTED, search.order[1:], strict=True))
