"""Which games there are. A new game is one folder, one line here and a profile file."""

from referee.rules.profile import hand_over
from scoring.games.coiffeur.kind import COIFFEUR
from scoring.games.differenzler.kind import DIFFERENZLER
from scoring.games.free.kind import FREE, FREE_LOWEST
from scoring.games.hae.kind import HAE
from scoring.games.handjass.kind import HANDJASS
from scoring.games.kind import GameKind
from scoring.games.passen.kind import PASSEN
from scoring.games.schieber.kind import SCHIEBER
from scoring.games.sidi.kind import SIDI

GAMES: dict[str, GameKind] = {
    kind.name: kind
    for kind in (
        SCHIEBER,
        PASSEN,
        HANDJASS,
        DIFFERENZLER,
        HAE,
        COIFFEUR,
        SIDI,
        FREE,
        FREE_LOWEST,
    )
}
TOURNAMENT_GAMES = {name: kind.tournament for name, kind in GAMES.items() if kind.tournament}
"""Those of which tournaments are held."""
AVERAGED = next(name for name, kind in GAMES.items() if kind.averaged)
"""Where the averages of all years and the predictions of a person are asked for."""
UNMULTIPLIED = next(name for name, kind in GAMES.items() if kind.unmultiplied)
"""Where it is asked what partners make together."""
for _kind in GAMES.values():
    hand_over(_kind.name, _kind.own_switches)
