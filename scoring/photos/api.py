"""`/games/{id}/photos`: the photos of the paper sheet of a game, for who sees it."""

from uuid import UUID

from django.db.models import QuerySet
from rest_framework import serializers

from jassclub.api.serializers import RowAnswer
from jassclub.clubs.actors import Actor
from jassclub.clubs.api.base import listing, reading
from jassclub.core.records import plain
from scoring.claims.selectors import game_of
from scoring.core.api import TableAddresses
from scoring.photos.models import SheetPhoto
from scoring.photos.services import photo_at, photos_of


class PhotoOut(RowAnswer):
    """A photo as it was made anew, without its content."""

    class Meta:
        model = SheetPhoto
        fields: tuple[str, ...] = ("id", "width", "height", "created_at", "created_by")


class PictureOut(PhotoOut):
    """A photo with its content: a JPEG in base64."""

    picture = serializers.SerializerMethodField()

    class Meta(PhotoOut.Meta):
        fields = (*PhotoOut.Meta.fields, "picture")

    def get_picture(self, photo: SheetPhoto) -> str:
        """The JPEG."""
        return str(plain(photo.picture))


def photos_in(actor: Actor, game_id: UUID) -> QuerySet[SheetPhoto]:
    """The photos of a game that the actor may see."""
    game, _access = game_of(actor, game_id)
    return photos_of(game)


class Photos(TableAddresses):
    """Photos of the paper sheet of a game; pages take new ones in."""

    ordering = ("created_at", "id")
    queryset = SheetPhoto.objects.none()
    list = listing(photos_in, PhotoOut, "List them, the oldest first, without their content.")
    retrieve = reading(photo_at, PictureOut, "Read a photo with its content.")
