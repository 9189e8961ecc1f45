"""Differenzler: predictions, aloud or sealed; averages of all years."""

from scoring.games.differenzler.game import Differenzler, check_predictions
from scoring.games.kind import GameKind, Speaking
from scoring.games.words import gettext_noop

DIFFERENZLER = GameKind(
    game=Differenzler(),
    title=gettext_noop("Differenzler"),
    family="differenzler",
    speaking=Speaking(member="predictions", check=check_predictions, sealable=True),
    averaged=True,
)
