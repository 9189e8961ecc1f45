"""What photos hold about a person: the sheets of games at which he sat have his name on them."""

from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse

from jassclub.clubs.naming import Naming
from jassclub.clubs.personal_data import DataSubject
from scoring.photos.models import SheetPhoto


def export(whose: DataSubject) -> list[dict[str, Any]]:
    """Each photo with the address at which he finds it."""
    return [
        {
            "photo": str(photo.pk),
            "game": str(photo.game_id),
            "address": reverse("photo", args=[photo.game_id, photo.pk]),
            "taken_by_him": photo.created_by in whose.actors,
            "kept_at": photo.created_at,
        }
        for photo in _of(whose).defer("picture")
    ]


def anonymise(whose: DataSubject, naming: Naming) -> int:
    """Delete them: nobody can blank a name in a picture."""
    gone, _by_model = _of(whose).delete()
    return gone


def _of(whose: DataSubject) -> QuerySet[SheetPhoto]:
    his = Q(game__seats__player__in=whose.rows) | Q(created_by__in=list(whose.actors))
    return SheetPhoto.objects.filter(pk__in=SheetPhoto.objects.filter(his).values("pk"))
