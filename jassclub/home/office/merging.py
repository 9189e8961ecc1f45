"""Two players who are one person: a look at what would be joined, joining, and parting again."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.db.models import Max, Min, QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from jassclub.clubs import selectors as clubs
from jassclub.clubs.balances import kitty_state
from jassclub.clubs.identities import rows_of
from jassclub.clubs.models import Merge, Player, Role
from jassclub.clubs.pages.office import Desk
from jassclub.clubs.services import merging
from jassclub.core.errors import Conflict, DomainError, Invalid, NotFound
from jassclub.core.findings import Finding
from jassclub.home.office.alike import alike
from jassclub.web.form_state import LONGEST_WORDS, FormState, words_of
from jassclub.web.forms import HIDDEN, done, submit
from jassclub.web.refusals import page
from jassclub.web.sending import sent_from
from scoring.claims.selectors import visible_games
from scoring.core.models import Game
from tournaments.seasons.balances import OpeningBalance

FIELDS = {"/player": "player", "/into": "into", "/reason": "reason"}


@dataclass(frozen=True)
class Side:
    """What is held under one of the two: all that would count for one person afterwards."""

    player: Player
    also: Sequence[str]
    games: int
    first: date | None
    last: date | None
    kitty: int
    carried: int
    account: str


@dataclass(frozen=True)
class Look:
    """The two beside each other, and everything that stands against joining them."""

    player: Side
    into: Side
    obstacles: Sequence[Conflict]
    met: Sequence[Game]
    """Where both sat."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@page
def merges(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Who was taken for one person; for the direction the choice of two, a look, and joining."""
    desk = Desk.of(request, slug)
    if request.method != "POST":
        return _choice(request, desk)
    desk = Desk.of(request, slug, Role.DIRECTOR)
    typed = FormState.of(request.POST, ("player", "into"))
    typed.values["reason"] = words_of(request.POST, "reason", longest=LONGEST_WORDS)

    return submit(
        request,
        desk.actor,
        lambda: _merge(desk, typed),
        then=lambda words: done(request, words, "merges", slug),
        redraw=lambda refusal: _show(
            request, desk, typed.refuse(refusal, FIELDS), status=refusal.status
        ),
        passing=HIDDEN,
    )


def _merge(desk: Desk, typed: FormState) -> str:
    """Join the two; what is said about it."""
    player, into = _two(desk, typed)
    merging.merge_players(
        actor=desk.actor, player_id=player.pk, into_id=into.pk, reason=typed.values["reason"]
    )
    words = _("%(name)s zählt jetzt als %(into)s.")
    return words % {"name": player.name, "into": into.name}


@sent_from("merges", "slug")
@page
def undo(request: HttpRequest, slug: str, merge_id: UUID) -> HttpResponseBase:
    """Part the two again, exactly as they were. Role: director."""
    desk = Desk.of(request, slug, Role.DIRECTOR)
    found = clubs.found(clubs.merges(desk.actor).filter(club=desk.club), merge_id)
    typed = FormState()
    try:
        reason = words_of(request.POST, "reason", longest=LONGEST_WORDS)
        merging.undo_merge(actor=desk.actor, merge_id=found.pk, reason=reason)
    except DomainError as refusal:
        if refusal.status in (403, 404):
            raise
        typed.refuse(refusal, {})
        return _show(request, desk, typed, status=refusal.status)
    messages.info(request, _("%(name)s zählt wieder für sich.") % {"name": found.player.name})
    return redirect("merges", slug)


def look_at(desk: Desk, player: Player, into: Player) -> Look:
    """What would be joined; nothing is stored."""
    player, into = merging.merging_of(actor=desk.actor, player_id=player.pk, into_id=into.pk)
    obstacles = list(merging.obstacles(player, into))
    met = [game["id"] for found in obstacles for game in found.extra.get("meetings", ())]
    games = visible_games(desk.actor).filter(pk__in=met).order_by("played_on")
    return Look(_side(desk, player), _side(desk, into), obstacles, list(games))


def _side(desk: Desk, player: Player) -> Side:
    rows = rows_of(player)
    games = Game.objects.filter(club=desk.club, seats__player__in=rows).distinct()
    days = games.aggregate(first=Min("played_on"), last=Max("played_on"))
    carried = OpeningBalance.objects.filter(player__in=rows, current=True)
    kitty = {row.player.pk: row.amount for row in kitty_state(desk.club.pk).balances}
    merged = Player.objects.filter(pk__in=rows).exclude(pk=player.pk)
    return Side(
        player=player,
        also=list(merged.order_by("name").values_list("name", flat=True)),
        games=games.count(),
        first=days["first"],
        last=days["last"],
        kitty=kitty.get(player.person.pk, 0),
        carried=sum(carried.values_list("hands", flat=True)),
        account=player.user.get_username() if player.user else "",
    )


def _choice(request: HttpRequest, desk: Desk) -> HttpResponse:
    typed = FormState.of(request.GET, ("player", "into"))
    if not any(typed.values.values()):
        return _show(request, desk, typed)
    desk = Desk.of(request, desk.club.slug, Role.DIRECTOR)
    try:
        look = look_at(desk, *_two(desk, typed))
    except Invalid as refusal:
        typed.refuse(refusal, FIELDS)
        return _show(request, desk, typed, status=refusal.status)
    return _show(request, desk, typed, look=look)


def _two(desk: Desk, typed: FormState) -> tuple[Player, Player]:
    """The two that were chosen; Invalid with whatever is missing of them."""
    found = [_player(desk, typed.values[name]) for name in ("player", "into")]
    missing = [
        Finding("unknown_player", f"/{name}", words)
        for name, words, player in zip(
            ("player", "into"),
            (_("Wer steht doppelt in den Büchern?"), _("Wer ist das in Wirklichkeit?")),
            found,
            strict=True,
        )
        if player is None
    ]
    if found[0] is None or found[1] is None:
        raise Invalid.of(missing, _("Es braucht zwei Personen."))
    return found[0], found[1]


def _player(desk: Desk, ident: str) -> Player | None:
    try:
        rows = clubs.players(desk.actor).filter(club=desk.club)
        return clubs.found(rows, UUID(ident))
    except (ValueError, NotFound):
        return None


def _show(
    request: HttpRequest,
    desk: Desk,
    typed: FormState,
    *,
    look: Look | None = None,
    status: int = 200,
) -> HttpResponse:
    told = list(_merges(desk))
    names = clubs.named(desk.club, [merge.actor for merge in told])
    context: dict[str, Any] = desk.context(
        merges=[(merge, names[merge.actor]) for merge in told], typed=typed, look=look
    )
    if context["may"]["director"]:
        people = _mergeable(desk)
        active = [player for player in people if player.active]
        context |= {"people": people, "pairs": [] if look else alike(active)}
    return render(request, "pages/office/merges.html", context, status=status)


def _merges(desk: Desk) -> QuerySet[Merge]:
    rows = clubs.merges(desk.actor).filter(club=desk.club)
    return rows.select_related("player", "into").order_by("-created_at")


def _mergeable(desk: Desk) -> list[Player]:
    people = clubs.players(desk.actor).filter(club=desk.club, merged_into=None)
    return list(people.filter(anonymised_at=None).order_by("name"))
