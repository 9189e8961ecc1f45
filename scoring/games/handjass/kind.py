"""Handjass, everybody for himself."""

from scoring.games.handjass.game import Handjass
from scoring.games.kind import GameKind
from scoring.games.words import gettext_noop

HANDJASS = GameKind(game=Handjass(), title=gettext_noop("Handjass"))
