"""An evening of the games that are played beside the Schieber, as the books tell them."""

from collections.abc import Sequence

from django.db import transaction

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Player, Season
from scoring.claims.entries import record_hand
from scoring.games.evenings import EVENINGS
from scoring.tables.games import close_game, open_game
from scoring.tables.how_said import HOUSE


@transaction.atomic
def play_other_games(*, desk: Actor, season: Season, players: Sequence[Player]) -> None:
    """On the first day of a season, a table each, at which people of the club play what is told."""
    for slug, evening in EVENINGS.items():
        agreed = {path: {"value": value, "house": HOUSE} for path, value in evening.agreed.items()}
        game = open_game(
            actor=desk,
            club_id=season.club_id,
            season_id=season.pk,
            profile_slug=slug,
            player_ids=[player.pk for player in players[: evening.players]],
            played_on=season.starts,
            first_dealer=evening.dealer,
            house_rules=agreed,
        )
        for number, slip in enumerate(evening.hands, 1):
            record_hand(actor=desk, game_id=game.pk, number=number, slip=dict(slip), source="paper")
        close_game(actor=desk, game_id=game.pk)
