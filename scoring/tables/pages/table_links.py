"""All table links of a club in one list: which are open, who came by them, which have ended."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from jassclub.clubs import rights as clubs
from jassclub.clubs.models import Role, TableLink
from jassclub.clubs.pages.office import Desk
from jassclub.clubs.scopes import page_of
from jassclub.clubs.services import links
from jassclub.web.forms import page, sent_from
from scoring.claims.selectors import visible_games
from scoring.core.models import Game
from scoring.slate.names import Names

LATEST = 20
"""Links that have ended, and games for which a new one is offered."""


@dataclass(frozen=True)
class LinkRow:
    """A link as the list shows it: where it leads, and the people who sit there."""

    link: TableLink
    phones: int
    page: str
    game: Game | None
    names: Sequence[str]


@never_cache
@require_GET
@page
def table_links(request: HttpRequest, slug: str) -> HttpResponse:
    """The links, those that work first; and the games that could have one. Role: scribe."""
    desk = Desk.of(request, slug, Role.SCRIBE)
    mine = clubs.table_links(desk.actor).filter(club=desk.club).annotate(phones=Count("devices"))
    works = Q(revoked_at=None, expires_at__gt=timezone.now())
    running = visible_games(desk.actor).filter(club=desk.club, state=Game.State.OPEN, passe=None)
    context = desk.context(
        open=_rows(desk, mine.filter(works).order_by("-created_at")),
        ended=_rows(desk, mine.exclude(works).order_by("-expires_at")[:LATEST]),
        games=[(game, _names(game)) for game in running.prefetch_related("seats")[:LATEST]],
    )
    return render(request, "pages/table_links.html", context)


@sent_from("club_links", "slug")
@page
def revoke(request: HttpRequest, slug: str, link_id: UUID) -> HttpResponseBase:
    """End a link, and with it every phone that came by it. Role: scribe."""
    desk = Desk.of(request, slug, Role.SCRIBE)
    found = clubs.found(clubs.table_links(desk.actor).filter(club=desk.club), link_id)
    links.revoke_link(actor=desk.actor, link_id=found.pk)
    messages.info(request, _("Der Link und alle Telefone, die damit kamen, gelten nicht mehr."))
    return redirect("club_links", slug)


def _rows(desk: Desk, found: QuerySet[TableLink]) -> list[LinkRow]:
    rows = list(found)
    ids = [link.scope_id for link in rows if link.scope_kind == TableLink.ScopeKind.GAME]
    games = visible_games(desk.actor).filter(pk__in=ids).prefetch_related("seats")
    known = {game.pk: game for game in games}
    return [_row(link, known.get(link.scope_id)) for link in rows]


def _row(link: TableLink, game: Game | None) -> LinkRow:
    phones: int = getattr(link, "phones", 0)
    names = () if game is None else _names(game)
    return LinkRow(link, phones, page_of(link.scope), game, names)


def _names(game: Game) -> list[str]:
    by_seat = Names(game, ()).by_seat
    return [by_seat[seat] for seat in sorted(by_seat)]
