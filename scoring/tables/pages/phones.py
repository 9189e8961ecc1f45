"""A phone without an account: it comes by the QR code, takes a seat, changes it, leaves."""

from collections import Counter
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs.actors import (
    Actor,
    actor_of,
    belongs_to,
    device_actor,
    leading_to,
    link_by_token,
    page_of,
    phones_at,
    scope_of,
)
from jassclub.clubs.models import Device, TableLink
from jassclub.clubs.services import links
from jassclub.clubs.throttling import count_guess
from jassclub.core.errors import NotFound
from jassclub.web.forms import done, form_page, page, sent_from
from scoring.core.access import hidden
from scoring.core.models import Game
from scoring.slate.board import SCOPE, actor_in
from scoring.slate.words import Names
from scoring.tables.anew import running_at


@form_page
def arrive(request: HttpRequest, token: str) -> HttpResponseBase:
    """What the QR code leads to: for which seat shall this phone speak?

    The token is exchanged for one of the phone's own, kept in a cookie, and leaves the address at
    once. Whoever is logged in and sits here needs neither.
    """
    link = link_by_token(token)
    if link is None:
        count_guess(request)
    if link is None or not link.is_open():
        return _dead(request, link)
    if link.scope_kind != SCOPE:
        return _let_in(request, link, token)
    first = Game.objects.select_related("club").filter(pk=link.scope_id).first()
    game = running_at(link.scope_id) or first
    if game is None:
        return _say(request, _("An diesem Tisch läuft noch keine Partie."))
    if _sits_here(request, game):
        return done(
            request,
            _("Du bist angemeldet und schreibst hier schon unter deinem Namen."),
            "game",
            game.pk,
        )
    known = _known(request, link)
    if request.method != "POST":
        return _choice(request, game, device=known)
    return _seated(request, game, token=token, known=known)


@form_page
def phone(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """The phone speaks for another seat from now on."""
    actor, device = _phone_in(request, game_id)
    game = Game.objects.get(pk=game_id)
    if request.method != "POST":
        return _choice(request, game, device=device)
    seat = _chosen(request, game)
    if seat is None:
        return _choice(request, game, device=device, missing=True)
    links.change_device(actor=actor, values={"seat": seat})
    return redirect("game", game.pk)


@sent_from("game", "game_id")
@page
def leave(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """The phone speaks for nobody any more; what it wrote stays."""
    actor, _device = _phone_in(request, game_id)
    links.change_device(actor=actor, values={"seat": None})
    return links.forget(_say(request, _("Dieses Telefon ist vom Tisch abgemeldet."), status=200))


def _seated(
    request: HttpRequest, game: Game, *, token: str, known: Device | None
) -> HttpResponseBase:
    seat = _chosen(request, game)
    if seat is None:
        return _choice(request, game, device=known, missing=True)
    if known is not None:
        links.change_device(actor=device_actor(known), values={"seat": seat})
        return redirect("game", game.pk)
    try:
        device, secret = links.join_table(token=token, seat=seat)
    except NotFound:
        return _dead(request, link_by_token(token))
    return links.remember(redirect("game", game.pk), device, secret)


def _let_in(request: HttpRequest, link: TableLink, token: str) -> HttpResponseBase:
    """A link to something whose games change: its own page says who sits there now."""
    if not belongs_to(link.club_id, kind=link.scope_kind, scope_id=link.scope_id):
        return _say(request, _("An diesem Tisch läuft noch keine Partie."))
    if _known(request, link) is not None:
        return redirect(page_of(scope_of(link)))
    if request.method != "POST":
        return render(request, "scoring/phone_arrives.html", {"link": link})
    try:
        device, secret = links.join_table(token=token)
    except NotFound:
        return _dead(request, link_by_token(token))
    return links.remember(redirect(page_of(scope_of(link))), device, secret)


def _sits_here(request: HttpRequest, game: Game) -> bool:
    """Whether the account that is logged in is one of the players of the game."""
    actor = actor_of(request)
    mine = game.seats.filter(player__user=actor.user_id)
    return actor.user_id is not None and mine.exists()


def _known(request: HttpRequest, link: TableLink) -> Device | None:
    """The phone, if it came by this link before: reading the code twice makes no second phone."""
    device = links.phone_of(request)
    here = device is not None and device.link_id == link.pk and device.revoked_at is None
    return device if here else None


def _phone_in(request: HttpRequest, game_id: UUID) -> tuple[Actor, Device]:
    actor, device = actor_in(request, game_id), links.phone_of(request)
    if not actor.is_device or device is None:
        raise hidden()
    return actor, device


def _chosen(request: HttpRequest, game: Game) -> int | None:
    text = request.POST.get("seat", "")
    seats = {str(index): index for index in game.seats.values_list("index", flat=True)}
    return seats.get(text)


def _choice(
    request: HttpRequest, game: Game, *, device: Device | None, missing: bool = False
) -> HttpResponse:
    context = {
        "game": game,
        "chairs": _chairs(game, device),
        "seat": None if device is None else device.seat,
        "came": device is not None,
        "missing": missing,
    }
    return render(request, "scoring/phone.html", context, status=422 if missing else 200)


def _chairs(game: Game, device: Device | None) -> list[dict[str, Any]]:
    """The seats as they are offered: who sits there, how many phones speak for it already."""
    others = phones_at(leading_to(game.pk)).filter(seat__isnull=False)
    if device is not None:
        others = others.exclude(pk=device.pk)
    taken = Counter(others.values_list("seat", flat=True))
    names = Names(game, ()).by_seat
    return [
        {"seat": seat, "name": name, "phones": taken[seat]} for seat, name in sorted(names.items())
    ]


def _dead(request: HttpRequest, link: TableLink | None) -> HttpResponse:
    return _say(request, _why_dead(link), status=404 if link is None else 410)


def _why_dead(link: TableLink | None) -> str:
    if link is None:
        return _("Diesen Tischlink gibt es nicht.")
    if link.revoked_at is not None:
        ended = Game.objects.filter(pk=link.scope_id).exclude(state=Game.State.OPEN)
        if ended.exists() and running_at(link.scope_id) is None:
            return _("Hier ist fertig gespielt. Beim nächsten Mal gibt es einen neuen QR-Code.")
        return _("Dieser Tischlink wurde zurückgezogen.")
    when = timezone.localtime(link.expires_at)
    return _("Dieser Tischlink galt bis %(day)s um %(time)s.") % {
        "day": f"{when:%d.%m.%Y}",
        "time": f"{when:%H:%M}",
    }


def _say(request: HttpRequest, words: str, *, status: int = 404) -> HttpResponse:
    return render(request, "scoring/phone_word.html", {"words": words}, status=status)
