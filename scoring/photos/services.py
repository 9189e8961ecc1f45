"""Photos of the paper sheet of a game: kept by whoever may write there, seen by whoever sees it."""

from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.core.errors import Conflict, NotAllowed
from jassclub.core.rows import first_or
from scoring.claims.selectors import locked_game
from scoring.core.access import DIRECTOR, GameAccess, access_of, hidden, writer_in
from scoring.core.models import Game
from scoring.photos.models import SheetPhoto
from scoring.photos.pictures import remade

MOST = 4
"""Photos of one game: a sheet has two sides, and one picture is blurred."""


def photos_of(game: Game) -> QuerySet[SheetPhoto]:
    """The photos of a game without their content, oldest first."""
    return SheetPhoto.objects.filter(game=game).defer("picture")


def photo_at(actor: Actor, game_id: UUID, photo_id: UUID) -> SheetPhoto:
    """One photo; NotFound where the actor may not know of the game."""
    photo = first_or(
        SheetPhoto.objects.select_related("game").filter(pk=photo_id, game=game_id), hidden()
    )
    access_of(photo.game, actor)
    return photo


def keep_photo(*, actor: Actor, game_id: UUID, file: bytes) -> SheetPhoto:
    """Keep a photo, made anew, of the sheet of a game that runs or is over."""
    picture = remade(file)
    with transaction.atomic():
        # The race: two phones keep the last photo that there is room for; the second waits here.
        game = locked_game(game_id)
        writer_in(game, actor)
        if photos_of(game).count() >= MOST:
            text = _("Von einer Partie werden höchstens %(most)s Fotos aufbewahrt.")
            raise Conflict("too_many_photos", text % {"most": MOST})
        return SheetPhoto.objects.create(
            club_id=game.club_id,
            game=game,
            picture=picture.content,
            width=picture.width,
            height=picture.height,
            created_by=str(actor),
        )


def may_remove(access: GameAccess, photo: SheetPhoto) -> bool:
    """Whoever took it, and the direction of the club."""
    return photo.created_by == str(access.actor) or DIRECTOR in access.roles


@transaction.atomic
def remove_photo(*, actor: Actor, game_id: UUID, photo_id: UUID) -> None:
    """Delete a photo for good."""
    photo = photo_at(actor, game_id, photo_id)
    if not may_remove(access_of(photo.game, actor), photo):
        raise NotAllowed("not_own_photo", _("Löschen kann, wer es gemacht hat, und die Leitung."))
    photo.delete()
