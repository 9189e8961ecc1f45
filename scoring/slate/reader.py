"""The game of a page and who reads it: the phone that a link let in there, else the account."""

from uuid import UUID

from django.http import HttpRequest

from jassclub.clubs.actors import Actor
from jassclub.clubs.phones import actor_at
from jassclub.clubs.scopes import games_in
from scoring.claims.selectors import game_of, state_of
from scoring.slate.board import Board, board_of

SCOPE = "game"
"""The kind of table link that lets a phone in to one game."""


def actor_in(request: HttpRequest, game_id: UUID) -> Actor:
    """Who acts on the pages of this game."""
    return actor_at(request, lets_in=lambda scope: game_id in games_in(scope))


def board_at(request: HttpRequest, game_id: UUID) -> Board:
    """The board of a game for its reader; NotFound where he may not even know of it."""
    game, access = game_of(actor_in(request, game_id), game_id)
    return board_of(state_of(game), access)
