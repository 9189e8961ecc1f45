"""Schieber, with two sides on a slate."""

from scoring.games.kind import GameKind
from scoring.games.schieber.game import Schieber
from scoring.games.words import gettext_noop

SCHIEBER = GameKind(
    game=Schieber(),
    title=gettext_noop("Schieber"),
    family="schieber",
    event_family="event",
    slated=True,
    unmultiplied=True,
)
