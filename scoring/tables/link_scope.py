"""A game as a table link knows it: whose it is and which page it opens."""

from uuid import UUID

from django.urls import reverse

from scoring.core.models import Game


def club_of_game(game_id: UUID) -> UUID | None:
    """The club that a game belongs to."""
    return Game.objects.filter(pk=game_id).values_list("club_id", flat=True).first()


def page_of_game(game_id: UUID) -> str:
    """Where the phone that followed the link goes."""
    return reverse("game", args=[game_id])
