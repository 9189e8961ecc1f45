"""Handing an office over: everything that hangs on it, on one page to be printed; a paper from
which a successor can begin; and two officers who name an admin where there is none any more."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.db.models import Count, Max, Q
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _, ngettext

from jassclub.api.models import Upkeep
from jassclub.clubs import rights
from jassclub.clubs.models import Device, Invitation, Membership, Role, TableLink
from jassclub.clubs.pages.office import Desk
from jassclub.clubs.second_factor import SecondFactor
from jassclub.clubs.services import accounts, together
from jassclub.clubs.services.kitty import kitty_state
from jassclub.core.errors import Invalid
from jassclub.core.rows import uuid_in
from jassclub.core.speaking import sign
from jassclub.exchange.backups import backup
from jassclub.web.form_state import Fields, FormState
from jassclub.web.forms import attempt, done, form_page, show_once
from jassclub.web.francs import written
from jassclub.web.qr import drawn
from jassclub.webhooks.models import Webhook
from scoring.claims.models import Dispute
from scoring.core.models import Game
from tournaments.core.models import Tournament

PAPER_HOLDS = timedelta(days=366)
"""From one general meeting to the next."""
FORM = Fields("do", "role", "user")
OFFICES = (Role.ADMIN, Role.DIRECTOR)
"""What a paper can give."""


@dataclass(frozen=True)
class Section:
    """One thing that is handed over, and the page where it is looked after."""

    title: str
    page: str
    lines: Sequence[str]


@form_page
def handover(request: HttpRequest, slug: str) -> HttpResponseBase:
    """What hangs on the office; a paper for the successor; naming an admin together."""
    desk = Desk.of(request, slug, *together.OFFICERS)
    form = FORM.of(request, role=Role.DIRECTOR.value)
    acts: dict[str, Callable[[], HttpResponseBase]] = {
        "paper": lambda: _paper(request, desk, form),
        "name": lambda: _name(request, desk, form),
        "object": lambda: _object(request, desk, form),
    }

    def act() -> HttpResponseBase:
        if form.values["do"] not in acts:
            raise Invalid.at("/do", "required", _("Was soll geschehen?"))
        return acts[form.values["do"]]()

    return attempt(request, act, form=form, show=lambda: _show(request, desk, form))


def _paper(request: HttpRequest, desk: Desk, form: FormState) -> HttpResponseBase:
    """The page once more, with a link that whoever holds the paper comes in by."""
    if form.values["role"] not in OFFICES:
        raise Invalid.at("/role", "unknown_role", _("Welche Rolle soll die Person haben?"))
    return show_once(
        request,
        desk.actor,
        lambda: accounts.invite(**desk.ids, role=form.values["role"], lifetime=PAPER_HOLDS),
        secret=lambda made: _show(request, desk, form, made=made),
        then=lambda _made: redirect("handover", desk.club.slug),
        again=_("Dieses Papier gibt es schon; sein Link wird nur einmal gezeigt."),
    )


def _name(request: HttpRequest, desk: Desk, form: FormState) -> HttpResponse:
    words = _("Jetzt fehlt noch eine zweite Person mit einem Amt.")
    if together.name_admin(**desk.ids, user_id=_user(form)):
        words = _("Gemacht: Diese Person gehört jetzt zum Vorstand.")
    return done(request, words, "handover", desk.club.slug)


def _object(request: HttpRequest, desk: Desk, form: FormState) -> HttpResponse:
    together.object_to(**desk.ids, user_id=_user(form))
    return done(request, _("Nein gesagt: Es bleibt, wie es ist."), "handover", desk.club.slug)


def _user(form: FormState) -> Any:
    ident = uuid_in(form.values["user"])
    if ident is None:
        raise Invalid.at("/user", "required", _("Wer soll zum Vorstand gehören?"))
    return ident


def _show(
    request: HttpRequest,
    desk: Desk,
    form: FormState,
    *,
    made: tuple[Invitation, str] | None = None,
) -> HttpResponse:
    members = Membership.objects.filter(club=desk.club)
    eligible, names = members.exclude(role=Role.ADMIN), rights.account_names(desk.club.pk)
    url = request.build_absolute_uri(f"/i/{made[1]}") if made else ""
    page = request.build_absolute_uri(reverse("club", args=[desk.club.slug]))
    return desk.render(
        request,
        "pages/office/handover.html",
        status=201 if made else form.status,
        typed=form,
        sections=[*_sections(desk)] if desk.may["director"] else [],
        offices=[(role.value, role.label) for role in OFFICES],
        others=sorted(
            ((one.user_id, names[one.user_id]) for one in rights.staying(eligible)),
            key=lambda other: other[1],
        ),
        lost=[*_factors(desk, names)] if desk.may["director"] else [],
        words=[_word(desk, word, names) for word in together.standing(desk.club.pk)],
        alone=members.filter(role=Role.ADMIN).count() < 2,
        paper=made and made[0],
        role=Role(made[0].role).label if made else "",
        url=url,
        qr=drawn(url or page),
        page=page,
        today=timezone.localdate(),
    )


def _factors(desk: Desk, names: Mapping[UUID, str]) -> Iterator[tuple[UUID, str, str]]:
    """Whose second factor two officers can take away, and who of them has agreed to it."""
    held = SecondFactor.objects.filter(user__in=names, confirmed_at__isnull=False)
    for factor in held.exclude(user=desk.actor.user_id).order_by("user__username"):
        first = together.asked_by(factor, desk.club.pk)
        agreed = names.get(first.user_id, "") if first and first.user_id else ""
        yield factor.user_id, names[factor.user_id], agreed


def _word(desk: Desk, word: Any, names: Mapping[UUID, str]) -> dict[str, Any]:
    """A word that waits for a second one, who can give that, and from when it counts."""
    speaker = [desk.actor.user_id] if desk.actor.user_id else []
    seconds = together.seconds(word)
    return {
        "who": names[word.member.user_id],
        "user": word.member.user_id,
        "by": names[word.by_id],
        "mine": word.by_id == desk.actor.user_id,
        "can": desk.actor.user_id in seconds,
        "seconds": sorted(names[one] for one in seconds),
        "from": together.from_when(word, speaker),
        "now": timezone.now(),
    }


def _sections(desk: Desk) -> Iterator[Section]:
    """Everything that hangs on the office; a section without lines says that there is nothing."""
    yield Section(_("Ämter"), "members" if desk.may["admin"] else "", [*_offices(desk)])
    yield Section(_("Links und Telefone"), "club_links", [*_links(desk)])
    yield Section(_("Programme"), "webhooks" if desk.may["admin"] else "", [*_programs(desk)])
    yield Section(_("Kasse"), "kitty", [*_kitty(desk)])
    yield Section(_("Sicherung"), "data", [*_backups()])
    yield Section(_("Offen"), "rulings", [*_open(desk)])


def _day(moment: Any) -> str:
    return date_format(timezone.localtime(moment), "SHORT_DATE_FORMAT") if moment else _("nie")


def _offices(desk: Desk) -> Iterator[str]:
    held = Membership.objects.filter(club=desk.club).exclude(role=Role.MEMBER)
    good = Q(user__api_tokens__revoked_at=None, user__api_tokens__isnull=False)
    rows = held.select_related("user", "user__second_factor").annotate(
        seen=Max("user__sign_ins__at"),
        tokens=Count("user__api_tokens", filter=good, distinct=True),
    )
    names = rights.account_names(desk.club.pk)
    for row in sorted(rows, key=lambda row: (-list(Role).index(Role(row.role)), row.user.username)):
        factor = getattr(row.user, "second_factor", None)
        told = [
            f"{row.get_role_display()}{sign()} {names[row.user_id]}",
            _("zuletzt angemeldet: %(day)s") % {"day": _day(row.seen)},
        ]
        if factor is not None and factor.confirmed_at:
            told.append(_("zweiter Faktor"))
        if row.tokens:
            text = ngettext("%(count)s Programm", "%(count)s Programme", row.tokens)
            told.append(text % {"count": row.tokens})
        yield ", ".join(told)


def _links(desk: Desk) -> Iterator[str]:
    now = timezone.now()
    alive = {"club": desk.club, "revoked_at": None, "expires_at__gt": now}
    for link in Invitation.objects.filter(**alive, used_at=None).select_related("user"):
        until = {"until": _day(link.expires_at)}
        what = Role(link.role).label if link.role else _("neues Passwort")
        yield _("Einladung (%(what)s), gilt bis %(until)s") % {"what": what, **until}
    links = TableLink.objects.filter(**alive)
    phones = Device.objects.filter(link__in=links, revoked_at=None).count()
    if count := links.count():
        text = _("Tischlinks offen: %(count)s, Telefone daran: %(phones)s")
        yield text % {"count": count, "phones": phones}


def _programs(desk: Desk) -> Iterator[str]:
    for hook in Webhook.objects.filter(club=desk.club).order_by("label"):
        state = _("läuft") if hook.active else _("ausgeschaltet")
        yield f"{hook.label}{sign()} {urlsplit(hook.url).hostname}, {state}"


def _kitty(desk: Desk) -> Iterator[str]:
    state = kitty_state(desk.club.pk)
    sums = (
        (_("Kasse"), state.cash),
        (_("Bank"), state.bank),
        (_("Konten zusammen"), state.players),
        (_("gehört dem Club"), state.club),
    )
    for name, amount in sums:
        yield f"{name}{sign()} {written(amount)}"


def _backups() -> Iterator[str]:
    made = Upkeep.objects.filter(pk=backup.NAME).values_list("at", flat=True).first()
    yield _("Letzte Sicherung des Dienstes: %(day)s") % {"day": _day(made)}
    yield _("Der Club nimmt alles als Archiv mit: «Einlesen und mitnehmen».")


def _open(desk: Desk) -> Iterator[str]:
    club, names = desk.club, rights.account_names(desk.club.pk)
    for word in together.standing(club.pk):
        text = _("In den Vorstand vorgeschlagen: %(who)s, von %(by)s. Es fehlt das zweite Ja.")
        yield text % {"who": names[word.member.user_id], "by": names[word.by_id]}
    counts = (
        (_("Streitfälle"), Dispute.objects.filter(club=club, state=Dispute.State.OPEN)),
        (_("Partien, die laufen"), Game.objects.filter(club=club, state=Game.State.OPEN)),
        (
            _("Turniere"),
            Tournament.objects.filter(
                club=club, state__in=[Tournament.State.OPEN, Tournament.State.RUNNING]
            ),
        ),
        (_("Tabellen zum Einlesen"), club.spreadsheets.filter(accepted_at=None)),
    )
    for name, rows in counts:
        if count := rows.count():
            yield f"{name}{sign()} {count}"
