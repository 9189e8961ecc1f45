"""HAE Jass: bids of tricks."""

from scoring.games.hae.game import HaeJass, check_bids
from scoring.games.kind import GameKind, Speaking
from scoring.games.words import gettext_noop

HAE = GameKind(
    game=HaeJass(),
    title=gettext_noop("HAE Jass"),
    speaking=Speaking(member="bids", check=check_bids),
)
