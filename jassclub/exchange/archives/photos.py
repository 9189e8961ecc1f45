"""Photos of paper sheets in an archive, beside its games.

They are no claims: what is deleted here since is no contradiction, and what comes is made anew, as
any file that calls itself a picture. They are read one after the other, since a club has many.
"""

import json
from collections.abc import Iterator, Mapping
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from jassclub.core.errors import Finding, Invalid, step
from jassclub.exchange.archives.dump import Document, Rows, document
from jassclub.exchange.archives.opened import unknown
from scoring.core.models import Game
from scoring.photos.models import SheetPhoto
from scoring.photos.pictures import remade
from scoring.photos.services import MOST

MEMBER = "photos"
AT_ONCE = 10
"""Photos that are read together, some 2 MB."""


def photos_of(archive: Document) -> QuerySet[SheetPhoto]:
    """The photos of the games of an archive."""
    return SheetPhoto.objects.filter(game__in=[game["id"] for game in archive["games"]])


def written(archive: Document) -> Iterator[str]:
    """The text of an archive, piece by piece, with its photos."""
    yield json.dumps(archive, ensure_ascii=False, sort_keys=True)[:-1] + f', "{MEMBER}": ['
    for place, photo in enumerate(photos_of(archive).iterator(chunk_size=AT_ONCE)):
        yield ("," if place else "") + json.dumps(document(photo))
    yield "]}"


def pictured(archive: object) -> int:
    """How many signs of an archive, whatever it is, are pictures."""
    told = archive.get(MEMBER) if isinstance(archive, dict) else None
    photos = [one for one in told if isinstance(one, dict)] if isinstance(told, list) else []
    return sum(len(one["picture"]) for one in photos if isinstance(one.get("picture"), str))


def take_photos(archive: Document, ids: Mapping[str, str]) -> dict[str, int]:
    """Keep the photos of an archive that are not here and for which its games have room; how many,
    by the name of the member, nothing for none.

    `ids`: what rows of the archive are called here. Raises Invalid for what is no photo.
    """
    games = {ids.get(game["id"], game["id"]) for game in archive["games"]}
    told = archive.get(MEMBER, [])
    if not isinstance(told, list) or len(told) > MOST * len(games):
        raise unknown(f"/{MEMBER}", _("Hier gehört eine Liste hin."))
    places = ((one, step(f"/{MEMBER}", place)) for place, one in enumerate(told))
    taken = sum(_taken(one, ids, games, pointer) for one, pointer in places)
    return {MEMBER: taken} if taken else {}


def _taken(told: Document, ids: Mapping[str, str], games: set[str], pointer: str) -> bool:
    rows = Rows.of_one(SheetPhoto, told, pointer)
    text = _("Dieses Archiv ist nicht lesbar; es wurde nichts übernommen.")
    Invalid.raise_for(rows.faults, text)
    (photo,) = rows.all(SheetPhoto)
    photo.pk = UUID(ids.get(str(photo.pk), str(photo.pk)))
    game_id = ids.get(str(photo.game_id), str(photo.game_id))
    if game_id not in games:
        missing = _("Die Partie dieses Fotos fehlt im Archiv.")
        Invalid.raise_for([Finding("unknown", step(pointer, "game"), missing)], text)
    here = SheetPhoto.objects.filter(game=UUID(game_id))
    if SheetPhoto.objects.filter(pk=photo.pk).exists() or here.count() >= MOST:
        return False
    photo.game = Game.objects.get(pk=game_id)
    photo.club_id = photo.game.club_id
    photo.picture, photo.width, photo.height = remade(bytes(photo.picture))
    photo.save(force_insert=True)
    return True
