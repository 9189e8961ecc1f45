"""The office of the table links: make one, show and print its QR code once, list, revoke.

All table links of a club in one list: which are open, who came by them, which have ended.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db.models import Prefetch, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from jassclub.clubs import rights as clubs
from jassclub.clubs.actors import Actor, keeper_of, page_of, scope_of
from jassclub.clubs.models import Device, Role, TableLink
from jassclub.clubs.pages.office import Desk
from jassclub.clubs.rights import require_role
from jassclub.clubs.services import links
from jassclub.core.errors import Invalid
from jassclub.web.form_state import Fields, FormState, line, new_key
from jassclub.web.forms import attempt, done, form_page, page, sent_from, show_once, shown_page
from jassclub.web.qr import drawn
from scoring.claims.selectors import game_of, visible_games
from scoring.core.models import Game
from scoring.slate.board import SCOPE
from scoring.slate.words import Names

LIFETIMES: dict[str, str | Promise] = {
    "12": gettext_lazy("heute (12 Stunden)"),
    "72": gettext_lazy("3 Tage"),
    "336": gettext_lazy("2 Wochen"),
}
"""Hours that a link may last, as the page offers them."""
FIELDS = Fields("hours", label=line(80))


@dataclass
class Office:
    """The page of the links of one game."""

    game: Game
    actor: Actor
    form: FormState = field(default_factory=FormState)

    @property
    def table(self) -> UUID:
        """The game with which the links of its table are kept."""
        return self.game.links_of or self.game.pk

    def context(self) -> dict[str, Any]:
        """What the template reads."""
        here = clubs.table_links(self.actor).filter(scope_kind=SCOPE, scope_id=self.table)
        return {
            "game": self.game,
            "rows": [_row(link, self.game) for link in _working(here).prefetch_related(PHONES)],
            "typed": self.form,
            "lifetimes": LIFETIMES,
            "key": new_key(),
        }


@form_page
def table_links(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """The links of a game for its scribes: those open now, and the form of a new one."""
    office = _office(request, game_id)
    office.form = FIELDS.of(request, label=office.game.label, hours="12")
    return attempt(
        request,
        lambda: show_once(
            request,
            office.actor,
            lambda: _create(office),
            secret=lambda made: _card(request, office.game, *made),
            then=lambda _made: redirect("table_links", game_id),
            again=_("Diesen Link gibt es schon; sein QR-Code wird nur einmal gezeigt."),
        ),
        form=office.form,
        show=lambda: render(
            request, "scoring/links.html", office.context(), status=office.form.status
        ),
        passing=(),
    )


@sent_from("table_links", "game_id")
@page
def revoke_link(request: HttpRequest, game_id: UUID, link_id: UUID) -> HttpResponseBase:
    """End a link, and with it every phone that came by it."""
    links.revoke_link(actor=_office(request, game_id).actor, link_id=link_id)
    words = _("Der Link und alle Telefone, die damit kamen, gelten nicht mehr.")
    return done(request, words, "table_links", game_id)


def first_card(request: HttpRequest, actor: Actor, game: Game) -> HttpResponse:
    """The card of a link for the evening, made with the game itself."""
    office = Office(game, actor, FormState({"label": game.label, "hours": "12"}))
    return _card(request, game, *_create(office))


def _office(request: HttpRequest, game_id: UUID) -> Office:
    actor = keeper_of(request)
    game, _place = game_of(actor, game_id)
    require_role(actor, game.club_id, Role.SCRIBE)
    return Office(game, actor)


def _create(office: Office) -> tuple[TableLink, str]:
    hours = office.form.values["hours"]
    if hours not in LIFETIMES:
        raise Invalid.at("/hours", "unknown_lifetime", _("Wie lange soll der Link gelten?"))
    return links.create_link(
        actor=office.actor,
        club_id=office.game.club_id,
        label=office.form.values["label"] or str(_("Tisch")),
        scope_kind=SCOPE,
        scope_id=office.game.pk,
        lifetime=timedelta(hours=int(hours)),
    )


def _card(request: HttpRequest, game: Game, link: TableLink, token: str) -> HttpResponse:
    url = request.build_absolute_uri(links.path_of(token))
    names = Names(game, ()).by_seat
    context = {
        "game": game,
        "link": link,
        "url": url,
        "qr": drawn(url),
        "names": [names[seat] for seat in sorted(names)],
    }
    return render(request, "scoring/link_card.html", context, status=201)


LATEST = 20
"""Links that have ended, and games for which a new one is offered."""
PHONES = Prefetch("devices", Device.objects.filter(revoked_at=None).order_by("created_at"))


@dataclass(frozen=True)
class LinkRow:
    """A link as the list shows it: where it leads, and the people who sit there."""

    link: TableLink
    phones: Sequence[tuple[Device, str]]
    """Those that may write, each with the name of the seat that it took."""
    page: str
    game: Game | None
    names: Sequence[str]


@shown_page
def club_links(request: HttpRequest, slug: str) -> HttpResponse:
    """The links, those that work first; and the games that could have one. Role: scribe."""
    desk = Desk.of(request, slug, Role.SCRIBE)
    here = clubs.table_links(desk.actor).filter(club=desk.club)
    running = visible_games(desk.actor).filter(club=desk.club, state=Game.State.OPEN, passe=None)
    return desk.render(
        request,
        "pages/table_links.html",
        open=_rows(desk, _working(here)),
        ended=_rows(desk, here.exclude(_works()).order_by("-expires_at")[:LATEST]),
        games=[(game, _names(game)) for game in running.prefetch_related("seats")[:LATEST]],
    )


@sent_from("club_links", "slug")
@page
def revoke(request: HttpRequest, slug: str, link_id: UUID) -> HttpResponseBase:
    """End a link, and with it every phone that came by it. Role: scribe."""
    desk = Desk.of(request, slug, Role.SCRIBE)
    found = clubs.found(clubs.table_links(desk.actor).filter(club=desk.club), link_id)
    links.revoke_link(actor=desk.actor, link_id=found.pk)
    return done(
        request,
        _("Der Link und alle Telefone, die damit kamen, gelten nicht mehr."),
        "club_links",
        slug,
    )


@sent_from("club_links", "slug")
@page
def revoke_phone(
    request: HttpRequest, slug: str, link_id: UUID, device_id: UUID
) -> HttpResponseBase:
    """End one phone of a link. Role: scribe."""
    desk = Desk.of(request, slug, Role.SCRIBE)
    found = clubs.found(clubs.table_links(desk.actor).filter(club=desk.club), link_id)
    links.revoke_device(actor=desk.actor, link_id=found.pk, device_id=device_id)
    words = _("Dieses Telefon schreibt nicht mehr mit. Die anderen am Tisch schreiben weiter.")
    if found.scope_kind == SCOPE:
        return done(request, words, "table_links", found.scope_id)
    return done(request, words, "club_links", slug)


def _works() -> Q:
    return Q(revoked_at=None, expires_at__gt=timezone.now())


def _working(found: QuerySet[TableLink]) -> QuerySet[TableLink]:
    return found.filter(_works()).order_by("-created_at")


def _rows(desk: Desk, found: QuerySet[TableLink]) -> list[LinkRow]:
    rows = list(found.prefetch_related(PHONES))
    ids = [link.scope_id for link in rows if link.scope_kind == TableLink.ScopeKind.GAME]
    games = visible_games(desk.actor).filter(pk__in=ids).prefetch_related("seats")
    known = {game.pk: game for game in games}
    return [_row(link, known.get(link.scope_id)) for link in rows]


def _row(link: TableLink, game: Game | None) -> LinkRow:
    names = {} if game is None else Names(game, ()).by_seat
    found = link.devices.all()
    phones = [(phone, "" if phone.seat is None else names.get(phone.seat, "")) for phone in found]
    return LinkRow(
        link, phones, page_of(scope_of(link)), game, [names[seat] for seat in sorted(names)]
    )


def _names(game: Game) -> list[str]:
    by_seat = Names(game, ()).by_seat
    return [by_seat[seat] for seat in sorted(by_seat)]
