"""Which games there are. A new game is one module, one line here and a profile file."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from referee.rules.finding import Finding
from referee.rules.profile import Profile
from scoring.games.base import Game, Table
from scoring.games.coiffeur.game import Coiffeur
from scoring.games.differenzler.game import Differenzler, check_predictions
from scoring.games.free.game import FREE_GAMES
from scoring.games.hae.game import HaeJass, check_bids
from scoring.games.handjass.game import Handjass
from scoring.games.passen.game import Passen, played_together
from scoring.games.schieber.game import Schieber

GAMES: dict[str, Game] = {
    game.name: game
    for game in (
        Schieber(),
        Passen(),
        Handjass(),
        Differenzler(),
        HaeJass(),
        Coiffeur(),
        *FREE_GAMES,
    )
}


def game_for(profile: Profile) -> Game:
    """The game a profile belongs to; KeyError when no module plays it."""
    return GAMES[profile.game]


@dataclass(frozen=True)
class Speaking:
    """What is said before a hand is played: the member of the slip that holds it (a number a
    seat), and its findings while some are still to speak."""

    member: str
    check: Callable[[object, Table], list[Finding]]


SPEAKING = {
    Differenzler.name: Speaking("predictions", check_predictions),
    HaeJass.name: Speaking("bids", check_bids),
}


def speaking_for(profile: Profile) -> Speaking | None:
    """How numbers are said before a hand, None where nothing is said."""
    return SPEAKING.get(profile.game)


PARTNERS: dict[str, Callable[[Mapping[str, object], int, int], bool]] = {
    Passen.name: played_together
}
"""Games whose partners stand on the slip: whether two seats played together in it."""
