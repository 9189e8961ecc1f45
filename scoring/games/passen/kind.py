"""Schieber in blocks of hands, told by their sums."""

from scoring.games.kind import GameKind
from scoring.games.passen.game import Passen, played_together
from scoring.games.words import gettext_noop

PASSEN = GameKind(
    game=Passen(),
    title=gettext_noop("Schieber in Passen"),
    family="event",
    partners=played_together,
)
