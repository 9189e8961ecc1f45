"""Simply writing: a slate without a club or an account, opened with one tap, also without network.

The page and a blank game for each of the games that are played most are kept on the phone by its
service worker (sw.js); slate.js makes a game out of one of them.
"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid4

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from jassclub.clubs.actors import ANONYMOUS, keeper_of, person_actor
from jassclub.clubs.models import Club, Player, Role
from jassclub.clubs.rights import IMPLIED
from jassclub.clubs.services import loose
from jassclub.clubs.throttling import SlateThrottle, refuse_crowd
from jassclub.core.errors import Invalid
from jassclub.core.rows import uuid_in
from jassclub.core.speaking import spoken
from jassclub.home.cards import cards_of, newest
from jassclub.web.form_state import Fields, FormState, line, plain
from jassclub.web.forms import attempt, form_page, run_idempotent
from jassclub.web.middleware import indexable
from referee.rules.profile import Profile, load_profile
from scoring.claims.selectors import listed, state_of
from scoring.core.access import GameAccess
from scoring.core.models import Game, Seat
from scoring.core.rules import agreed_profile
from scoring.slate.board import board_of
from scoring.tables.pages.entry import blank
from scoring.tables.pages.game import show as show_game
from scoring.tables.pages.variants import families, often, variant
from scoring.tables.slates import PLACES, USUAL, going_round, loose_games, open_slate

MORE = ("differenzler-offen", "freies-blatt-paare")
"""What is kept on the phone besides what is played most."""
NAMES = tuple(f"name_{place}" for place in range(PLACES))
LONGEST_NAME = 40
FORM = Fields(
    "game",
    profile=plain(64),
    secret=plain(80),
    **dict.fromkeys(NAMES, line(LONGEST_NAME)),
    places={"/players": "names"} | {f"/players/{at}": name for at, name in enumerate(NAMES)},
)
PLACEHOLDER = UUID("00000000-0000-4000-8000-00000000b1a2")
"""The id of a blank game; `slate.js` puts the one that it makes up in its place."""


def mostly() -> Sequence[Profile]:
    """The rules that are offered first."""
    return [load_profile(slug) for slug in (*often(spoken()), *MORE)]


@indexable
@form_page
def slate(request: HttpRequest) -> HttpResponseBase:
    """Which game, names or none; sent, the game is there. `copy`: as anybody reads it."""
    if "copy" in request.GET:
        request.user = AnonymousUser()
    form = FORM.of(request, game=str(uuid4()), **_begun(request))
    return attempt(
        request,
        lambda: _open(request, form),
        form=form,
        show=lambda: _show(request, form),
        passing=(),
    )


def _begun(request: HttpRequest) -> dict[str, str]:
    """What stands there first: the game and the names of an earlier slate, else what most play."""
    before = uuid_in(request.GET.get("like", ""))
    like = loose_games(keeper_of(request)).filter(pk=before).first() if before else None
    if like is None:
        return {"profile": mostly()[0].slug}
    people = like.seats.select_related("player")
    called = {f"name_{seat.index}": seat.player.name for seat in people}
    named = {name: called[name] for name in called if not called[name].isdigit()}
    return {"profile": like.profile_slug, **named}


def _open(request: HttpRequest, form: FormState) -> HttpResponseBase:
    refuse_crowd(request, SlateThrottle)
    game_id = uuid_in(form.values["game"])
    if game_id is None or game_id == PLACEHOLDER:
        raise Invalid.at("/game", "no_id", _("Bitte die Seite neu laden und noch einmal beginnen."))
    names = [form.values[name] for name in NAMES]

    def open_it() -> HttpResponse:
        profile = form.values["profile"]
        game = open_slate(user=user, game_id=game_id, profile_slug=profile, names=names)
        return redirect("game", game.pk)

    # What is refused leaves no account behind; the outbox sends again with the same secret.
    with transaction.atomic():
        user = loose.keeper(request, form.values["secret"], language=spoken())
        answer = run_idempotent(request, person_actor(user.pk), open_it)
    if answer.status_code < 400:
        loose.remember(request, user)
    return answer


def _show(request: HttpRequest, form: FormState) -> HttpResponse:
    offered = mostly()
    games = newest(listed(loose_games(keeper_of(request))))
    context = {
        "typed": form,
        "offered": [variant(profile) for profile in offered],
        "families": families(without=[profile.slug for profile in offered]),
        "names": [_place(form, place) for place in range(USUAL)],
        "further": [_place(form, place) for place in range(USUAL, PLACES)],
        "many": any(form.values.get(name) for name in NAMES[USUAL:]),
        "cards": cards_of(games),
        "days": loose.KEPT_FOR.days,
        "placeholder": PLACEHOLDER,
    }
    return render(request, "pages/slate.html", context, status=form.status)


def _place(form: FormState, place: int) -> dict[str, Any]:
    name = NAMES[place]
    return {
        "name": name,
        "number": place + 1,
        "value": form.values.get(name, ""),
        "errors": form.errors.get(name, ()),
    }


@never_cache
@require_safe
def blank_slate(request: HttpRequest, profile: str) -> HttpResponseBase:
    """The page of a game that nobody has opened, for the phone to keep; the same for everybody."""
    request.user = AnonymousUser()
    if profile not in {one.slug for one in mostly()}:
        raise Http404
    seats = 3 if request.GET.get("seats") == "3" else USUAL
    rules = load_profile(profile)
    if seats not in rules.players:
        raise Http404
    game = _unsaved(rules, seats)
    access = GameAccess(ANONYMOUS, None, IMPLIED[Role.ADMIN])
    board = board_of(state_of(game), access)
    answer = show_game(request, board, blank(board))
    # What is asked about the game is asked about an id that is new each time: under one that
    # everybody knows somebody could have stored a game.
    answer.content = answer.text.replace(str(game.pk), str(PLACEHOLDER))
    return answer


def _unsaved(profile: Profile, places: int) -> Game:
    """A game of nobody; its people are marks in whose place the phone puts names."""
    club = Club(name=_("Auf diesem Telefon"), slug="loose", loose_since=timezone.now())
    game = Game(
        id=uuid4(),
        club=club,
        variant=profile.game,
        profile_slug=profile.slug,
        profile=agreed_profile(profile.slug, {}, going_round(profile)).in_json,
        deck=profile.decks[0],
        played_on=timezone.localdate(),
    )
    seats = [
        Seat(game=game, index=place, player=Player(name=f"\u27e6{place}\u27e7"))
        for place in range(places)
    ]
    game._prefetched_objects_cache = {"seats": seats}  # type: ignore[attr-defined]
    return game
