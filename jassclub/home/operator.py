"""What workers could not do, for who runs the service: an account with `is_staff`, made by
`manage.py createsuperuser`. Nothing here names what was played or by whom."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db.models import Count, Max, QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from jassclub.api.models import Upkeep
from jassclub.clubs.models import Club
from jassclub.core.errors import NotFound
from jassclub.core.workers import after_commit, wake
from jassclub.exchange.backups import backup
from jassclub.metrics import TASK
from jassclub.web.forms import done, page, sent_from, shown_page
from jassclub.webhooks import services as hooks
from jassclub.webhooks.models import Delivery
from scoring.claims.verification import last_full_pass
from tournaments.core.selectors import RANK
from tournaments.standings.models import FailedCount

LATELY = timedelta(days=30)
COUNT = "tournaments.tasks.count"


@shown_page
def failures(request: HttpRequest) -> HttpResponse:
    """What failed, what is tried again when, and how old the last backup and the last verification
    are."""
    _operator_or_hide(request)
    everything = list(Upkeep.objects.all())
    lately = timezone.now() - LATELY
    failed = [kept for kept in everything if kept.name.startswith(TASK) and kept.at >= lately]
    made = next((kept.at for kept in everything if kept.name == backup.NAME), None)
    context = {
        "counts": FailedCount.objects.select_related("season", "tournament", "game", "club"),
        "messages_lost": _lost(),
        "tasks": [(kept.name.removeprefix(TASK), kept) for kept in failed],
        "backup": made,
        "backup_is_late": made is None or timezone.now() - made > backup.LATE,
        "verified": last_full_pass(everything),
        "loose": Club.objects.filter(loose_since__isnull=False).count(),
    }
    return render(request, "pages/failures.html", context)


@sent_from("failures")
@page
def try_again(request: HttpRequest) -> HttpResponseBase:
    """Have everything that could not be counted tried at once."""
    _operator_or_hide(request)
    FailedCount.objects.update(again_at=timezone.now())
    # After the commit: a worker that is woken earlier would still find them resting.
    after_commit(_wake)
    return done(request, _("Es wird gleich nochmals gezählt."), "failures")


@sent_from("failures")
@page
def send_again(request: HttpRequest, webhook_id: UUID) -> HttpResponseBase:
    """Send once more what one webhook did not get."""
    _operator_or_hide(request)
    lost = _given_up().filter(webhook=webhook_id, webhook__active=True)
    count = lost.update(state=Delivery.State.WAITING, tries=0, next_try_at=timezone.now())
    # After the commit: a worker that is woken earlier would find nothing to send.
    after_commit(hooks.kick)
    text = ngettext(
        "%(count)s Nachricht geht nochmals hinaus.",
        "%(count)s Nachrichten gehen nochmals hinaus.",
        count,
    )
    return done(request, text % {"count": count}, "failures")


def _operator_or_hide(request: HttpRequest) -> None:
    if not getattr(request.user, "is_staff", False):
        raise NotFound("page_not_found", _("Diese Seite gibt es nicht."))


def _given_up() -> QuerySet[Delivery]:
    return Delivery.objects.filter(
        state=Delivery.State.FAILED, created_at__gte=timezone.now() - LATELY
    )


def _lost() -> Iterable[Mapping[str, Any]]:
    """By webhook: whose, how many messages, the last of them."""
    rows = _given_up().values("webhook", "webhook__label", "webhook__active", "webhook__club__name")
    return rows.order_by("webhook__club__name").annotate(count=Count("pk"), last=Max("created_at"))


def _wake() -> None:
    wake([COUNT, RANK])
