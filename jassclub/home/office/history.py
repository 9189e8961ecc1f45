"""What the office of a club did, in words, and taking it back (`clubs.services.undoing`)."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _, gettext_lazy

from jassclub.clubs import rights
from jassclub.clubs.actors import Actor
from jassclub.clubs.models import (
    Club,
    KittyBooking,
    Role,
)
from jassclub.clubs.pages.office import Desk
from jassclub.clubs.services import kitty, undoing
from jassclub.clubs.services.merging import undo_merge
from jassclub.clubs.services.undoing import Book, Deed, kind_of
from jassclub.core.errors import Conflict, Invalid
from jassclub.core.rows import uuid_in
from jassclub.core.speaking import sign
from jassclub.exchange import taking_back
from jassclub.home.office.saying import MOST_LINES, Saying, shortened
from jassclub.web.form_state import Fields, FormState
from jassclub.web.forms import attempt, done, form_page
from jassclub.web.francs import written

AT_ONCE = 30
"""Deeds on one page."""
TALL = 10
"""Rows of history that are read for each deed of a page, at most: a list of names is one deed."""
FORM = Fields("book", "deed")


@form_page
def history(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The newest deeds, and below them those before; taking one back. Role: director."""
    desk = Desk.of(request, slug, Role.DIRECTOR)
    form = FORM.of(request)
    return attempt(
        request,
        lambda: _take_back(request, desk, form),
        form=form,
        show=lambda: _show(request, desk, form),
        passing=(403, 404),
    )


def _take_back(request: HttpRequest, desk: Desk, form: FormState) -> HttpResponse:
    ident = uuid_in(form.values["deed"])
    if ident is None:
        raise Invalid.at("/deed", "required", _("Was soll zurückgenommen werden?"))
    stay = undoing.take_back(desk.actor, desk.club, form.values["book"], ident)
    words = _("Zurückgenommen: Es ist wieder, wie es vorher war.")
    if stay:
        words = _("Zurückgenommen. Was in den Büchern steht, bleibt stehen, darum auch: %(names)s.")
    return done(request, words % {"names": ", ".join(stay)}, "history", desk.club.slug)


def _show(request: HttpRequest, desk: Desk, form: FormState) -> HttpResponse:
    before = _moment(request.GET.get("before", "")) or timezone.now()
    found = undoing.deeds(desk.actor, desk.club, before=before, most=AT_ONCE)
    actors = {deed.actor for deed in found} | {deed.undone_by for deed in found}
    names = rights.named(desk.club, actors - {""})
    return desk.render(
        request,
        "pages/office/history.html",
        status=form.status,
        deeds=[(deed, names[deed.actor], names.get(deed.undone_by, "")) for deed in found],
        older=found[-1].at.isoformat() if len(found) == AT_ONCE else "",
        typed=form,
    )


def _moment(text: str) -> datetime | None:
    try:
        moment = parse_datetime(text)
    except ValueError:
        return None
    return moment if moment is None or timezone.is_aware(moment) else None


def read_changes(actor: Actor, club: Club, before: datetime, most: int) -> Iterator[Deed]:
    """The history: all that one request changed is one deed. Merges are in a book of their own."""
    rows = (
        undoing.seen(actor, club.pk).filter(at__lt=before).exclude(diff__has_key="merged_into_id")
    )
    newest = list(rows.select_related("undone").order_by("-at", "-version")[: most * TALL])
    say = Saying(newest)
    acts = groupby(newest, key=lambda change: (change.act or change.pk, change.actor))
    for _act, same in acts:
        changes = list(same)
        refusal = undoing.refusal(changes)
        undone = getattr(changes[0], "undone", None)
        yield Deed(
            book="changes",
            ident=changes[0].pk,
            at=changes[0].at,
            actor=changes[0].actor,
            lines=say.all(reversed(changes)),
            reason=changes[0].reason,
            undone_by=undone.actor if undone else "",
            undone_at=undone.at if undone else None,
            final=refusal.message if refusal else "",
        )


def read_merges(actor: Actor, club: Club, before: datetime, most: int) -> Iterator[Deed]:
    """Who was taken for one person; until it is undone, however long."""
    rows = rights.merges(actor).filter(club=club, created_at__lt=before)
    for merge in rows.select_related("player", "into").order_by("-created_at")[:most]:
        yield Deed(
            book="merges",
            ident=merge.pk,
            at=merge.created_at,
            actor=merge.actor,
            lines=[
                _("%(name)s zählt jetzt als %(into)s.")
                % {"name": merge.player.name, "into": merge.into.name}
            ],
            reason=merge.reason,
            undone_by=merge.undone_by,
            undone_at=merge.undone_at,
        )


BOOK_ANEW = gettext_lazy("Gilt die Buchung doch, wird sie neu gebucht.")
AT_ONE_TIME = timedelta(seconds=1)
"""What somebody booked within it was one deed: the bills of a year, an evening paid in cash."""


def read_kitty(actor: Actor, club: Club, before: datetime, most: int) -> Iterator[Deed]:
    """What was booked; taken back by the opposite bookings."""
    rows = _bookings(actor, club).filter(created_at__lt=before)
    newest = list(rows.select_related("cancelled_by").prefetch_related("entries__player"))
    for same in _at_one_time(newest[: most * TALL]):
        counters = [one.cancelled_by for one in same if one.cancelled_by]
        undone = counters[0] if len(counters) == len(same) else None
        yield Deed(
            book="kitty",
            ident=same[0].pk,
            at=same[-1].created_at,
            actor=same[0].actor,
            lines=shortened([_booked(one) for one in reversed(same)]),
            reason=same[0].said,
            undone_by=undone.actor if undone else "",
            undone_at=undone.created_at if undone else None,
        )


def read_reversals(actor: Actor, club: Club, before: datetime, most: int) -> Iterator[Deed]:
    """Bookings that were cancelled, on whichever page; to be booked anew where they do count."""
    rows = rights.kitty(actor).filter(club=club, is_counter=True, created_at__lt=before)
    newest = rows.order_by("-created_at", "-pk").prefetch_related("cancels__entries__player")
    for same in _at_one_time(list(newest[: most * TALL])):
        told = [_booked(counter.cancels) for counter in reversed(same)]
        yield Deed(
            book="reversals",
            ident=same[0].pk,
            at=same[-1].created_at,
            actor=same[0].actor,
            lines=shortened([_("Aufgehoben: %(booking)s") % {"booking": one} for one in told]),
            reason=same[0].said,
            final=str(BOOK_ANEW),
        )


def _bookings(actor: Actor, club: Club) -> QuerySet[KittyBooking]:
    return rights.kitty(actor).filter(club=club, is_counter=False).order_by("-created_at", "-pk")


def _at_one_time(newest: Sequence[KittyBooking]) -> Iterator[list[KittyBooking]]:
    same: list[KittyBooking] = []
    for one in newest:
        if same and (
            one.actor != same[-1].actor or same[-1].created_at - one.created_at > AT_ONE_TIME
        ):
            yield same
            same = []
        same.append(one)
    if same:
        yield same


def _booked(booking: KittyBooking) -> str:
    head = f"{_('Kasse')}{sign()} {booking.get_kind_display()}"
    each = [
        f"{entry.player.name if entry.player else _('der Club selbst')} {written(entry.amount)}"
        for entry in booking.entries.all()[:MOST_LINES]
    ]
    return f"{head}, {', '.join(each)}"


@transaction.atomic
def _undo_booking(actor: Actor, club: Club, ident: UUID) -> None:
    rows = _bookings(actor, club)
    mine = rights.found(rows, ident)
    until_then = rows.filter(created_at__lte=mine.created_at)
    same = next(_at_one_time(list(until_then[: AT_ONCE * TALL])))
    for one in [one for one in same if one.cancelled_by_id is None] or [mine]:
        kitty.cancel(actor=actor, booking_id=one.pk, reason=_("Zurückgenommen"))


def _undo_reversal(_actor: Actor, _club: Club, _ident: UUID) -> None:
    raise Conflict("final", str(BOOK_ANEW))


def _undo_merge(actor: Actor, club: Club, ident: UUID) -> None:
    undo_merge(actor=actor, club_id=club.pk, merge_id=ident)


def _undo_change(actor: Actor, club: Club, ident: UUID) -> list[UUID]:
    changes = undoing.undo(actor=actor, club_id=club.pk, change_id=ident)
    people = (change for change in changes if change.model == "player")
    return [change.object_id for change in people if kind_of(change) == "added"]


BOOKS = (
    Book(name="changes", read=read_changes, undo=_undo_change),
    Book(name="merges", read=read_merges, undo=_undo_merge),
    Book(name="kitty", read=read_kitty, undo=_undo_booking),
    Book(name="reversals", read=read_reversals, undo=_undo_reversal),
    Book(name="imports", read=taking_back.read_imports, undo=taking_back.take_import_back),
)
