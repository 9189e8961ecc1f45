"""Coiffeur: each side plays each line of the sheet once."""

from scoring.games.coiffeur.game import Coiffeur
from scoring.games.coiffeur.grid import grid
from scoring.games.kind import GameKind
from scoring.games.words import gettext_noop

COIFFEUR = GameKind(game=Coiffeur(), title=gettext_noop("Coiffeur"), family="coiffeur", grid=grid)
