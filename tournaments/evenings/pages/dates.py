"""The dates of a club: the list, new ones, and who says by his own link that he does not come."""

from collections.abc import Iterator
from datetime import date, time, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from jassclub.clubs.models import Player, Role
from jassclub.clubs.pages.office import Desk
from jassclub.clubs.rights import player_for
from jassclub.clubs.throttling import SignUpThrottle, refuse_crowd
from jassclub.core.errors import Invalid
from jassclub.web.form_state import Fields, FormState, line, new_key
from jassclub.web.forms import attempt, done, form_page, page, run_idempotent, sent_from, submit
from tournaments.evenings import services
from tournaments.evenings.models import Apart, Attendance, Evening, Reminder
from tournaments.evenings.reminders import ask, asked, remind, stop
from tournaments.evenings.selectors import SALT, evenings_of, link_of

FIELDS = Fields("first", "begins_at", "weeks", "until", place=line(120))
MOST = 60
"""Dates that are planned at once."""
PAST = 12
"""Evenings that the list looks back on."""


@form_page
def evenings(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The coming dates and the last ones; who runs them adds dates here."""
    desk = Desk.of(request, slug, *([Role.SCRIBE] if request.method == "POST" else []))
    today = timezone.localdate()
    form = FIELDS.of(request, first=today.isoformat(), weeks="0")
    return submit(
        request,
        desk.actor,
        lambda: services.plan(**desk.ids, **_planned(form)),
        then=lambda made: _planned_words(request, slug, made),
        form=form,
        show=lambda: _show(request, desk, form),
        passing=(403, 404),
    )


def _planned_words(request: HttpRequest, slug: str, made: list[Evening]) -> HttpResponse:
    words = ngettext("%(n)s Abend steht.", "%(n)s Abende stehen.", len(made)) % {"n": len(made)}
    past = made[0].day < timezone.localdate()
    if past:
        words += " " + _("Das erste Datum ist schon vorbei.")
    if len(made) > 1:
        return done(request, words, "evenings", slug)
    way = ("evening", slug, made[0].day.isoformat())
    return done(request, words, *way) if past else redirect(*way)


def _show(request: HttpRequest, desk: Desk, form: FormState) -> HttpResponse:
    today, dates = timezone.localdate(), evenings_of(desk.actor).filter(club=desk.club)
    people = desk.club.players.filter(active=True).order_by("name")
    wishes = Apart.objects.filter(club=desk.club).select_related("one", "other")
    mine = player_for(desk.actor, desk.club.pk)
    return desk.render(
        request,
        "tournaments/evenings/evenings.html",
        status=form.status,
        coming=dates.filter(day__gte=today).order_by("day"),
        past=dates.filter(day__lt=today).order_by("-day")[:PAST],
        today=today,
        typed=form,
        people=people,
        own=mine and link_of(mine.person),
        wishes=[(wish, sorted((wish.one.name, wish.other.name))) for wish in wishes]
        if desk.may["scribe"]
        else (),
        links=[(one, request.build_absolute_uri(link_of(one))) for one in people]
        if desk.may["scribe"]
        else (),
    )


def _planned(form: FormState) -> dict[str, Any]:
    first, until = form.day("first"), form.values["until"]
    weeks = form.whole("weeks")
    last = form.day("until") if until and weeks > 0 else first
    days = list(_days(first, last, max(weeks, 0)))
    if len(days) > MOST:
        raise Invalid.at(
            "/until", "too_many", _("Höchstens %(most)s Abende auf einmal.") % {"most": MOST}
        )
    if not days:
        raise Invalid.at("/until", "before_first", _("Das letzte Datum liegt vor dem ersten."))
    return {"days": days, "begins_at": _time(form), "place": form.values["place"]}


def _days(first: date, last: date, weeks: int) -> Iterator[date]:
    day = first
    while day <= last:
        yield day
        if not weeks:
            return
        day += timedelta(weeks=weeks)


def _time(form: FormState) -> time | None:
    try:
        return time.fromisoformat(form.values["begins_at"]) if form.values["begins_at"] else None
    except ValueError:
        raise Invalid.at("/begins_at", "no_time", _("Die Zeit schreibt man so: 19:30.")) from None


@sent_from("evenings", "slug")
@page
def apart(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Two people who are not drawn to one table, or are again. Role: scribe."""
    desk = Desk.of(request, slug, Role.SCRIBE)
    form = FormState.of(request.POST, ("one", "other", "apart"))

    def work() -> HttpResponse:
        kept = form.values["apart"] != "0"
        services.keep_apart(
            **desk.ids, pair=(_person(form, "one"), _person(form, "other")), apart=kept
        )
        words = _("Sie sitzen nicht mehr am gleichen Tisch.") if kept else _("Der Wunsch ist weg.")
        return done(request, words, "evenings", slug)

    return attempt(
        request,
        lambda: run_idempotent(request, desk.actor, work),
        form=form,
        show=lambda: _show(request, desk, form),
    )


def _person(form: FormState, name: str) -> UUID:
    try:
        return UUID(form.values[name])
    except ValueError:
        raise Invalid.at(
            "/other", "unknown_player", _("Bitte zwei verschiedene Leute wählen.")
        ) from None


@form_page
def own_evenings(request: HttpRequest, token: str) -> HttpResponseBase:
    """The coming dates of a club for one of its people, who holds the link."""
    player = player_by(token)
    form = FormState.of(request.POST, ("evening", "coming"))

    def work() -> HttpResponse:
        coming = form.values["coming"] == "1"
        try:
            ident = UUID(form.values["evening"])
            services.excuse(player=player, evening_id=ident, coming=coming)
        except (ValueError, Evening.DoesNotExist):
            raise Http404 from None
        words = _("Gut, bis dann.") if coming else _("Danke, du bist entschuldigt.")
        return done(request, words, "own_evenings", token)

    return attempt(
        request,
        lambda: run_idempotent(request, f"player:{player.pk}", work),
        form=form,
        show=lambda: _show_own(request, token, player, form),
    )


@sent_from("own_evenings", "token")
@page
def own_reminder(request: HttpRequest, token: str) -> HttpResponseBase:
    """A mail that asks the owner of the address that was typed; without one no mails any more."""
    player, form = player_by(token), Fields(address=line(254)).read(request.POST)

    def work() -> HttpResponse:
        if address := form.values["address"]:
            refuse_crowd(request, SignUpThrottle)
            ask(player=player, address=address, site=request.build_absolute_uri("/").rstrip("/"))
            words = _("Fast fertig: Der Link in der Mail an %(address)s sagt Ja.")
            words %= {"address": address}
        else:
            stop(player)
            words = _("Es kommt keine Mail mehr.")
        return done(request, words, "own_evenings", token)

    return attempt(
        request,
        lambda: run_idempotent(request, f"player:{player.pk}", work),
        form=form,
        show=lambda: _show_own(request, token, player, form),
    )


@form_page
def yes_reminders(request: HttpRequest, word: str) -> HttpResponseBase:
    """The link in the mail that asks: the owner's tap says yes. Reading it does nothing."""
    found = asked(word)
    kept = request.method == "POST" and found is not None and remind(found)
    # Race: what was asked for meanwhile wins, and this link has ended.
    context = {"asked": found if kept or request.method == "GET" else None, "kept": kept}
    return render(request, "tournaments/evenings/yes_reminders.html", context)


def _show_own(request: HttpRequest, token: str, player: Player, form: FormState) -> HttpResponse:
    today = timezone.localdate()
    dates = Evening.objects.filter(club=player.club_id, day__gte=today).order_by("day")[:MOST]
    excused = set(
        Attendance.objects.filter(
            evening__in=[one.pk for one in dates],
            player=player,
            state=Attendance.State.EXCUSED,
        ).values_list("evening_id", flat=True)
    )
    context = {
        "player": player,
        "token": token,
        "club": player.club,
        "season": player.club.seasons.filter(starts__lte=today).order_by("-starts").first(),
        "dates": [(one, one.pk in excused) for one in dates],
        "form": form,
        "key": new_key(),
        "mail": settings.MAIL_FROM,
        "reminded": Reminder.objects.filter(player=player).exclude(address="").exists(),
    }
    return render(request, "tournaments/evenings/own_evenings.html", context, status=form.status)


def player_by(token: str) -> Player:
    """Whose link it is; 404 for a link that was made up, or of who has gone."""
    try:
        ident = UUID(signing.loads(token, salt=SALT))
    except (signing.BadSignature, ValueError):
        raise Http404 from None
    player = Player.objects.select_related("club", "merged_into__club").filter(pk=ident).first()
    if player is None or not player.person.active:
        raise Http404
    return player.person
