"""The free sheet, won by most points or by fewest."""

from scoring.games.free.game import FreeSheet
from scoring.games.kind import GameKind
from scoring.games.words import gettext_noop

FREE = GameKind(game=FreeSheet("free", lower_wins=False), title=gettext_noop("Freies Blatt"))
FREE_LOWEST = GameKind(
    game=FreeSheet("free-lowest", lower_wins=True),
    title=gettext_noop("Freies Blatt, wenig gewinnt"),
)
