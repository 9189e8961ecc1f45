"""What the office of a club did, in words, and taking it back (`clubs.services.undoing`)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from itertools import groupby
from typing import Any
from uuid import UUID

from babel import Locale
from django.db import transaction
from django.db.models import QuerySet, TextChoices
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from jassclub.clubs import rights
from jassclub.clubs.actors import Actor
from jassclub.clubs.models import (
    Change,
    Club,
    Deck,
    Device,
    KittyBooking,
    Membership,
    Player,
    Role,
    Season,
    TableLink,
    User,
)
from jassclub.clubs.pages.office import Desk
from jassclub.clubs.services import kitty, undoing
from jassclub.clubs.services.merging import undo_merge
from jassclub.clubs.services.undoing import Book, Deed, kind_of
from jassclub.core.errors import Invalid
from jassclub.core.rows import uuid_in
from jassclub.core.speaking import spoken
from jassclub.exchange import taking_back
from jassclub.home.office import fees
from jassclub.web.form_state import Fields, FormState
from jassclub.web.forms import attempt, done, form_page
from jassclub.web.francs import written
from jassclub.web.templatetags.jass import colon
from jassclub.webhooks.models import Webhook
from scoring.house_rules.page import told
from tournaments.evenings.models import Evening
from tournaments.seasons.models import NUMBERS, SeasonOpening
from tournaments.seasons.regulation import differing
from tournaments.seasons.selectors import played_in

AT_ONCE = 30
"""Deeds on one page."""
MOST_LINES = 12
"""Of one deed that are told; how many more there are is said."""
TALL = 10
"""Rows of history that are read for each deed of a page, at most: a list of names is one deed."""
THINGS: Mapping[str, str | Promise] = {
    "player": gettext_lazy("Person"),
    "membership": gettext_lazy("Mitglied"),
    "season": gettext_lazy("Saison"),
    "seasonopening": gettext_lazy("Frühere Saison"),
    "evening": gettext_lazy("Clubabend"),
    "club": gettext_lazy("Club"),
    "webhook": gettext_lazy("Webhook"),
    "tablelink": gettext_lazy("Tischlink"),
    "device": gettext_lazy("Telefon"),
    "invitation": gettext_lazy("Einladung"),
}
FIELDS: Mapping[str, str | Promise] = {
    "name": gettext_lazy("Name"),
    "user_id": gettext_lazy("Konto"),
    "active": gettext_lazy("spielt mit"),
    "guest": gettext_lazy("Gast"),
    "initials_only": gettext_lazy("nur Initialen"),
    "minor": gettext_lazy("minderjährig"),
    "role": gettext_lazy("Rolle"),
    "second_factor": gettext_lazy("zweiter Faktor"),
    "starts": gettext_lazy("Beginn"),
    "day": gettext_lazy("Tag"),
    "begins_at": gettext_lazy("Um"),
    "place": gettext_lazy("Wo"),
    "cancelled": gettext_lazy("abgesagt"),
    "ends": gettext_lazy("Ende"),
    "rules": gettext_lazy("Regeln"),
    "profile_layer": gettext_lazy("Hausregeln"),
    "deck": gettext_lazy("Karten"),
    "language": gettext_lazy("Sprache"),
    "revoked_at": gettext_lazy("zurückgezogen"),
    "slug": gettext_lazy("Adresse"),
    "label": gettext_lazy("Name"),
    "sums": gettext_lazy("Vortrag"),
    "url": gettext_lazy("Adresse"),
    "events": gettext_lazy("Ereignisse"),
}
CHOICES: Mapping[str, type[TextChoices]] = {"role": Role, "deck": Deck}
CALLED = (
    (Player, "name"),
    (Season, "name"),
    (Webhook, "label"),
    (TableLink, "label"),
    (Device, "label"),
    (Evening, "day"),
    (SeasonOpening, "label"),
)
KINDS: Mapping[str, str | Promise] = {
    "added": gettext_lazy("kommt dazu"),
    "removed": gettext_lazy("ist entfernt"),
}
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


class Saying:
    """Changes in words, with the names that they speak of read at once."""

    def __init__(self, changes: Sequence[Change]) -> None:
        seasons = [change.object_id for change in changes if change.model == "season"]
        self.seasons = Season.objects.select_related("club").in_bulk(seasons)
        self.names = {
            row.pk: str(name)
            for model, field in CALLED
            for row, name in _named(model, field, changes)
        }
        sums = [side for change in changes for side in change.diff.get("sums", ()) if side]
        players = Player.objects.filter(pk__in={ident for side in sums for ident in side})
        self.players = {str(player.pk): player.name for player in players}
        accounts = [pair for change in changes for pair in change.diff.get("user_id", ())]
        members = Membership.objects.filter(pk__in=[change.object_id for change in changes])
        self.holders = {member.pk: str(member.user_id) for member in members}
        users = {ident for ident in (*accounts, *self.holders.values()) if ident}
        self.users = {
            str(user.pk): user.get_username() for user in User.objects.filter(pk__in=users)
        }

    def all(self, changes: Iterable[Change]) -> list[str]:
        """A line for each thing and field, up to `MOST_LINES`."""
        return _shortened([line for change in changes for line in self.lines(change)])

    def lines(self, change: Change) -> Iterator[str]:
        """What of one thing was changed, from what to what."""
        thing = f"{THINGS.get(change.model, change.model)} {self._name(change)}".strip()
        kind = kind_of(change)
        if kind != "changed":
            role = change.diff.get("role")
            as_role = f" ({self._value('role', role[0] or role[1])})" if role else ""
            yield f"{thing}{as_role} {KINDS[kind]}"
            return
        for field, (before, after) in change.diff.items():
            for name, one, other in self._parts(change, field, before, after):
                was, now = self._value(field, one), self._value(field, other)
                yield f"{thing}, {name}{colon()} {was} → {now}"

    def _parts(
        self, change: Change, field: str, before: Any, after: Any
    ) -> Iterator[tuple[str, Any, Any]]:
        """What of a field differs, by its name: rules of seasons and houses by their own words."""
        if field == "rules" and (season := self.seasons.get(change.object_id)):
            yield from differing(season, (before, after), played_in(season))
        elif field == "profile_layer":
            yield from _leaves(field, told(before or {}), told(after or {}))
        elif field == "money":
            yield from fees.differing(before, after)
        elif field == "sums":
            one, other = (
                {self.players[player]: dict(zip(NUMBERS.values(), numbers, strict=True))
                 for player, numbers in side.items()}
                for side in (before, after)
            )  # fmt: skip
            yield from _leaves(field, one, other)
        else:
            yield from _leaves(field, before, after)

    def _name(self, change: Change) -> str:
        if change.model == "membership":
            known = [ident for ident in change.diff.get("user_id", ()) if ident]
            ident = known[0] if known else self.holders.get(change.object_id, "")
            return self.users.get(ident, "–")
        keys = ("name", "label", "day")
        called = [name for key in keys for name in change.diff.get(key, ()) if name]
        name = self.names.get(change.object_id) or (called[-1] if called else "")
        return self._value("day", name) if change.model == "evening" else name

    def _value(self, field: str, value: Any) -> str:
        if value in (None, ""):
            return "–"
        if isinstance(value, bool):
            return _("ja") if value else _("nein")
        if isinstance(value, list):
            return ", ".join(map(str, value))
        return str(self._said(field, value))

    def _said(self, field: str, value: Any) -> str | Promise:
        match field:
            case "role" | "deck":
                return CHOICES[field](value).label
            case "language":
                return str(Locale(value).get_language_name(spoken()))
            case "user_id":
                return self.users.get(value, "–")
            case "revoked_at":
                moment = timezone.localtime(datetime.fromisoformat(value))
                return date_format(moment, "SHORT_DATETIME_FORMAT")
            case "starts" | "ends" | "day":
                return date_format(date.fromisoformat(value), "SHORT_DATE_FORMAT")
        return str(value)


def _shortened(lines: list[str]) -> list[str]:
    more = len(lines) - MOST_LINES
    rest = [_("und %(count)s weitere") % {"count": more}] if more > 0 else []
    return lines[:MOST_LINES] + rest


def _named(model: Any, field: str, changes: Sequence[Change]) -> Iterator[tuple[Any, Any]]:
    idents = [row.object_id for row in changes if row.model == model.__name__.lower()]
    for row in model._default_manager.filter(pk__in=idents) if idents else ():
        yield row, getattr(row, field)


def _leaves(field: str, before: Any, after: Any, way: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Each value within a field that differs, by its name."""
    if not isinstance(before, Mapping) and not isinstance(after, Mapping):
        yield f"{FIELDS.get(field, field)}{way}", before, after
        return
    one, other = (side if isinstance(side, Mapping) else {} for side in (before, after))
    for key in dict.fromkeys([*one, *other]):
        if one.get(key) != other.get(key):
            yield from _leaves(field, one.get(key), other.get(key), f"{way} · {key}")


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
            lines=_shortened([_booked(one) for one in reversed(same)]),
            reason=same[0].said,
            undone_by=undone.actor if undone else "",
            undone_at=undone.created_at if undone else None,
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
    head = f"{_('Kasse')}{colon()} {booking.get_kind_display()}"
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
    Book(name="imports", read=taking_back.read_imports, undo=taking_back.take_import_back),
)
