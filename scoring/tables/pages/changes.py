"""What is done to a whole game, each on a page that says what it will do: taken back while it is
empty, broken off, seated anew, opened again."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from jassclub.clubs.models import Player
from jassclub.core.rows import uuid_in
from jassclub.web.form_state import FormState, words_of
from jassclub.web.forms import form_page, submit
from scoring.core.access import DIRECTOR, director_in, directs, hidden, someone_else
from scoring.core.models import Game
from scoring.slate.board import Board, board_at
from scoring.tables import games
from scoring.tables.anew import cancel_game


@dataclass(frozen=True)
class Deed:
    """One of them: its words, what does it, and whether somebody who directs has to say why."""

    title: Promise
    about: Sequence[Promise]
    done: Promise
    command: Callable[..., Game]
    directed: bool = True
    seating: bool = False


DEEDS: Mapping[str, Deed] = {
    "cancel": Deed(
        _("Partie verwerfen"),
        [
            _("Hier steht noch nichts. Die Partie verschwindet aus allen Listen."),
            _("Wer sie doch spielen will, beginnt eine neue."),
        ],
        _("Die leere Partie ist weg."),
        cancel_game,
        directed=False,
    ),
    "abandon": Deed(
        _("Partie abbrechen"),
        [
            _("Was geschrieben ist, bleibt stehen und zählt für Schnitte und Ranglisten."),
            _("Gewonnen hat niemand, und abgerechnet wird nicht. Geschrieben wird nichts mehr."),
            _("Die Leitung kann die Partie wieder öffnen."),
        ],
        _("Die Partie ist abgebrochen."),
        games.abandon_game,
    ),
    "reseat": Deed(
        _("Anders hinsetzen"),
        [
            _("Für den Fall, dass die Namen an falschen Plätzen stehen."),
            _(
                "Jedes Spiel bleibt an seinem Platz: Was dort geschrieben wurde, gehört danach der "
                "Person, die jetzt dort steht. Auch Ranglisten zählen so."
            ),
            _("Alle Unterschriften werden neu verlangt."),
        ],
        _("Die Plätze sind geändert."),
        games.reseat_game,
        seating=True,
    ),
    "reopen": Deed(
        _("Partie wieder öffnen"),
        [
            _("Die Partie läuft weiter: Spiele können geschrieben und korrigiert werden."),
            _("Alle Unterschriften werden neu verlangt. Eine gebuchte Abrechnung bleibt gebucht."),
        ],
        _("Die Partie läuft wieder."),
        games.reopen_game,
    ),
}


def offered(board: Board) -> list[tuple[str, Promise]]:
    """What the reader may do to the game as it stands, with its title."""
    access, running = board.access, board.state.game.state == Game.State.OPEN
    may = directs(board.state.game, access)
    fits = {
        "cancel": running and may_cancel(board),
        "abandon": running and may and bool(board.rows),
        "reseat": may,
        "reopen": may and not running,
    }
    return [(name, DEEDS[name].title) for name, fit in fits.items() if fit]


def left_to_others(board: Board) -> str:
    """Who does it where the reader sits at the table himself; nothing where he may."""
    access, game = board.access, board.state.game
    own = DIRECTOR in access.roles and not directs(game, access)
    return someone_else(game, DIRECTOR) if own and board.rows and not game.club.loose_since else ""


def may_cancel(board: Board) -> bool:
    """Whether nothing stands here, and the reader wrote nothing of somebody else's game."""
    nothing = not (board.rows or board.rivals or board.state.penalties)
    opened = board.state.game.created_by == str(board.access.actor)
    return nothing and (opened or board.access.may_write)


@form_page
def change(request: HttpRequest, game_id: UUID, name: str) -> HttpResponseBase:
    """One of the deeds: what it will do, a reason, and doing it."""
    board, deed = board_at(request, game_id), DEEDS.get(name)
    if deed is None:
        raise hidden()
    if deed.directed:
        director_in(board.state.game, board.access.actor)
    elif not may_cancel(board):
        board.access.to_write()
    form = _read(request, board, deed)
    return submit(
        request,
        board.access.actor,
        lambda: deed.command(
            actor=board.access.actor, game_id=game_id, **_arguments(board, deed, form)
        ),
        then=lambda game: _after(request, board, deed, game),
        form=form,
        show=lambda: _show(request, board, deed, form),
    )


def _read(request: HttpRequest, board: Board, deed: Deed) -> FormState:
    """What was typed, for a visitor the seats as they are."""
    seats = [f"seat_{index}" for index in range(board.state.rules.players)] if deed.seating else []
    if request.method != "POST":
        sitting = {f"seat_{s.index}": str(s.person.pk) for s in board.state.game.seats.all()}
        return FormState(sitting)
    form = FormState.of(request.POST, seats)
    form.values["reason"] = words_of(request.POST, "reason")
    form.places = {"/reason": "reason", "/players": "seat_0"}
    form.places |= {f"/players/{index}": name for index, name in enumerate(seats)}
    return form


def _arguments(board: Board, deed: Deed, form: FormState) -> dict[str, Any]:
    arguments: dict[str, Any] = {"reason": form.values["reason"]} if deed.directed else {}
    if deed.seating:
        chosen = [form.values[f"seat_{index}"] for index in range(board.state.rules.players)]
        arguments["player_ids"] = [uuid_in(value) for value in chosen]
    return arguments


def _after(request: HttpRequest, board: Board, deed: Deed, game: Game) -> HttpResponse:
    """Back to the game; where it is gone to the club, for who has more than its phone."""
    messages.info(request, str(deed.done))
    if deed.directed or board.access.actor.is_device:
        return redirect("game", game.pk)
    club = board.state.game.club
    return redirect("/") if club.loose_since else redirect("club", club.slug)


def _show(request: HttpRequest, board: Board, deed: Deed, form: FormState) -> HttpResponse:
    """Whoever is called now by the numbers of the seats; names to choose from where it is asked."""
    context: dict[str, Any] = {"board": board, "deed": deed, "typed": form}
    if deed.seating:
        sitting = [seat.person.pk for seat in board.state.game.seats.all()]
        known = Player.objects.filter(club=board.state.game.club_id, merged_into=None)
        people = [p for p in known.order_by("name") if p.active or p.pk in sitting]
        context["people"] = [(str(player.pk), player.name) for player in people]
        context["seats"] = [
            (name, name.removeprefix("seat_"), form.values.get(name, ""), form.errors.get(name, ()))
            for name in sorted(form.values, key=lambda n: (len(n), n))
            if name.startswith("seat_")
        ]
    return render(request, "scoring/change.html", context, status=form.status)
