"""Which games there are. A new game is one folder, one line here and a profile file.

Which switches mean something in which game: a club has one layer for all that it plays. Without
this a club that agrees on a Matsch of 50 could not open a Differenzler any more, where a Matsch is
a contradiction.
"""

from collections.abc import Mapping

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


_SWITCHES = {
    name: frozenset([*kind.switches, *([name] if kind.own_switches else [])])
    for name, kind in GAMES.items()
}
_OF_SOME = frozenset[str]().union(*_SWITCHES.values())


def bears_on(path: str, game: str) -> bool:
    """Whether a switch means something in a game; one that no game names always does."""
    name = path.partition(".")[0]
    return name not in _OF_SOME or name in _SWITCHES.get(game, ())


def within(values: Mapping[str, object], game: str) -> dict[str, object]:
    """The part of a layer that bears on a game, groups nested or dotted."""
    return {path: value for path, value in values.items() if bears_on(str(path), game)}
