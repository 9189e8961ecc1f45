"""A loose slate taken into a club, as a file to take along, and from a file."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any
from uuid import UUID

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from jassclub.api.serializers import StrictJSONParser
from jassclub.clubs import rights
from jassclub.clubs.actors import Actor, actor_of, keeper_of
from jassclub.clubs.models import Club, Membership, Player, Role
from jassclub.clubs.rights import IMPLIED
from jassclub.clubs.services import loose
from jassclub.clubs.throttling import SlateThrottle, refuse_crowd
from jassclub.core.errors import Invalid, NotFound
from jassclub.core.files import saved_as
from jassclub.core.rows import first_or, uuid_in
from jassclub.core.speaking import spoken
from jassclub.exchange.archives.archive import game_archive
from jassclub.exchange.archives.importing import AT_ONCE
from jassclub.exchange.archives.photos import pictured, written
from jassclub.exchange.archives.slates import Chosen, copy_of, slate_of, take_file, take_into_club
from jassclub.web.form_state import Fields, FormState, line, plain
from jassclub.web.forms import done, form_page, page, sent_from, shown_page, submit
from jassclub.web.upload_quota import count_file
from scoring.core.models import Game, Seat

SEATS = 12
"""As many as any rules allow."""
WHO = {f"who_{seat}": plain(40) for seat in range(SEATS)}
GUEST = {f"guest_{seat}": line(80) for seat in range(SEATS)}
FORM = Fields(
    club=plain(60),
    **WHO,
    **GUEST,
    places={f"/players/{seat}": f"who_{seat}" for seat in range(SEATS)},
)


@dataclass
class Move:
    """What the page of taking a slate into a club reads."""

    game: Game
    clubs: Sequence[Club]
    form: FormState
    club: Club | None = None
    players: Sequence[Player] = field(default_factory=list)

    @property
    def seats(self) -> list[dict[str, Any]]:
        """Each seat: what it was called, who may have sat there, who is chosen."""
        return [self._seat(seat) for seat in seats_of(self.game)]

    def _seat(self, seat: Seat) -> dict[str, Any]:
        name = seat.player.name
        values, called = self.form.values, "" if name.isdigit() else name
        return {
            "index": seat.index,
            "name": f"who_{seat.index}",
            "called": called,
            "who": values.get(f"who_{seat.index}", self._alike(called)),
            "guest": values.get(f"guest_{seat.index}", called),
            "errors": self.form.errors.get(f"who_{seat.index}", ()),
        }

    def _alike(self, called: str) -> str:
        """The one player of the club who is called so, by his whole name or his first one."""
        words = called.casefold()
        for names in (lambda one: [one.name], lambda one: one.name.split()[:1]):
            alike = [one for one in self.players if words in map(str.casefold, names(one))]
            if len(alike) == 1:
                return str(alike[0].pk)
        return ""


def seats_of(game: Game) -> Sequence[Seat]:
    """The seats with their players."""
    return list(game.seats.select_related("player").order_by("index"))


@form_page
def take(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """Which club, and who of it sat where. Who is not logged in is led to the ways in."""
    actor = keeper_of(request)
    form = FORM.read(request.POST) if request.method == "POST" else FormState()
    clubs = _clubs(actor_of(request))
    try:
        game = slate_of(actor, game_id)
    except NotFound:
        return _taken(clubs, game_id)
    move = Move(game, clubs, form)
    asked = form.values.get("club") or request.GET.get("club", "")
    move.club = next((club for club in move.clubs if club.slug == asked), None)
    if move.club is None and len(move.clubs) == 1:
        move.club = move.clubs[0]
    if move.club is not None:
        move.players = list(move.club.players.filter(active=True).order_by("name"))
    return submit(
        request,
        actor,
        lambda: _take(actor, move),
        then=lambda game: done(
            request,
            _("Die Tafel gehört jetzt zum Club %(club)s.") % {"club": game.club.name},
            "game",
            game.pk,
        ),
        form=form,
        show=lambda: render(
            request, "pages/take_slate.html", {"move": move, "typed": form}, status=form.status
        ),
        passing=(),
    )


def _taken(clubs: Sequence[Club], game_id: UUID) -> HttpResponse:
    """To what became of a slate: a key was tapped twice, or the way back taken."""
    copies = [copy_of(game_id, club) for club in clubs]
    return redirect("game", first_or(Game.objects.filter(pk__in=copies), rights.missing()).pk)


def _take(actor: Actor, move: Move) -> Game:
    if move.club is None:
        raise Invalid.at("/club", "no_club", _("In welchen Club?"))
    people = [_chosen(move.form, seat.index) for seat in seats_of(move.game)]
    return take_into_club(actor=actor, game_id=move.game.pk, club_id=move.club.pk, people=people)


def _chosen(form: FormState, seat: int) -> Chosen:
    known = uuid_in(form.values[f"who_{seat}"])
    return known if known is not None else form.values[f"guest_{seat}"]


def _clubs(actor: Actor) -> list[Club]:
    """The clubs in which somebody may write for any table."""
    offices = [role for role, implied in IMPLIED.items() if Role.SCRIBE in implied]
    mine = Membership.objects.filter(user=actor.user_id, role__in=offices)
    return list(rights.real_clubs(actor).filter(pk__in=mine.values("club")).order_by("name"))


@shown_page
def file(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The slate with all its versions as a file, which `Datei öffnen` takes in anywhere."""
    actor = keeper_of(request)
    game = slate_of(actor, game_id)
    text = "".join(written(game_archive(actor, game_id)))
    answer = HttpResponse(text, content_type="application/json")
    answer["Content-Disposition"] = saved_as("jass", game.played_on, end="json")
    return answer


LARGEST = 5_000_000
"""Bytes of a file with its photos; without them no more than is taken in at once."""


def _no_file() -> Invalid:
    return Invalid("file_missing", _("Das ist keine Datei einer Tafel."))


@sent_from("slate")
@page
def open_file(request: HttpRequest) -> HttpResponseBase:
    """A slate that somebody sent as a file is one of this phone's."""
    refuse_crowd(request, SlateThrottle)
    count_file(request)
    sent = request.FILES.get("file")
    if not isinstance(sent, UploadedFile) or not 0 < (sent.size or 0) <= LARGEST:
        raise _no_file()
    archive = StrictJSONParser().parse(BytesIO(sent.read()))
    if (sent.size or 0) - pictured(archive) > AT_ONCE:
        raise _no_file()
    with transaction.atomic():
        user = loose.keeper(request, request.POST.get("secret", "")[:80], language=spoken())
        game = take_file(user=user, archive=archive)
    loose.remember(request, user)
    return redirect("game", game.pk)
