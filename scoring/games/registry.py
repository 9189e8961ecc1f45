"""Which games there are. A new game is one module, one line here and a profile file."""

from referee.rules.profile import Profile
from scoring.games.base import Game
from scoring.games.coiffeur import Coiffeur
from scoring.games.differenzler import Differenzler
from scoring.games.free import FREE_GAMES
from scoring.games.hae import HaeJass
from scoring.games.handjass import Handjass
from scoring.games.schieber import Schieber

GAMES: dict[str, Game] = {
    game.name: game
    for game in (Schieber(), Handjass(), Differenzler(), HaeJass(), Coiffeur(), *FREE_GAMES)
}


def game_for(profile: Profile) -> Game:
    """The game a profile belongs to; KeyError when no module plays it."""
    return GAMES[profile.game]
