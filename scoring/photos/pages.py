"""The page of the photos of a game: looking at them, adding one, deleting one."""

from uuid import UUID

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _

from jassclub.core.errors import Invalid
from jassclub.web.form_state import Fields, FormState
from jassclub.web.forms import done, form_page, page, sent_from, shown_page, submit
from jassclub.web.upload_quota import count_file
from scoring.photos.services import (
    MOST,
    keep_photo,
    may_remove,
    photo_at,
    photos_of,
    remove_photo,
)
from scoring.slate.board import Board, actor_in, board_at

PHOTO = Fields(places={"/photo": "photo"})


@form_page
def photos(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """The photos of the paper sheet of a game, and adding one."""
    board, form = board_at(request, game_id), PHOTO.of(request)
    actor = board.access.actor
    return submit(
        request,
        actor,
        lambda: keep_photo(actor=actor, game_id=game_id, file=_content(request, board)),
        then=lambda _photo: done(request, _("Das Foto ist aufbewahrt."), "photos", game_id),
        form=form,
        show=lambda: _show(request, board, form),
    )


def _content(request: HttpRequest, board: Board) -> bytes:
    board.access.to_write()
    count_file(request)
    file = request.FILES.get("photo")
    if not isinstance(file, UploadedFile):
        raise Invalid.at("/photo", "file_missing", _("Wähle zuerst ein Foto."))
    content: bytes = file.read()
    return content


def _show(request: HttpRequest, board: Board, form: FormState) -> HttpResponse:
    kept = list(photos_of(board.state.game))
    context = {
        "board": board,
        "typed": form,
        "photos": [(photo, may_remove(board.access, photo)) for photo in kept],
        "room": board.access.may_write and len(kept) < MOST,
    }
    return render(request, "scoring/photos.html", context, status=form.status)


@shown_page
def photo(request: HttpRequest, game_id: UUID, photo_id: UUID) -> HttpResponse:
    """The picture itself, for who sees the game."""
    found = photo_at(actor_in(request, game_id), game_id, photo_id)
    return HttpResponse(bytes(found.picture), content_type="image/jpeg")


@sent_from("photos", "game_id")
@page
def remove(request: HttpRequest, game_id: UUID, photo_id: UUID) -> HttpResponseBase:
    """Delete one; what is refused comes back on the page of them all."""
    board, form = board_at(request, game_id), PHOTO.read(request.POST)
    actor = board.access.actor
    return submit(
        request,
        actor,
        lambda: remove_photo(actor=actor, game_id=game_id, photo_id=photo_id),
        then=lambda _gone: done(request, _("Das Foto ist gelöscht."), "photos", game_id),
        form=form,
        show=lambda: _show(request, board, form),
    )
