"""Schieber in blocks of hands, told by their sums."""

from scoring.games.kind import PLAYED_WITH_CARDS, GameKind
from scoring.games.passen.game import Passen, played_together
from scoring.games.passen.schema import SLIP
from scoring.games.passen.sentences import SENTENCES
from scoring.games.words import Words, gettext_noop

SUMS = Words(gettext_noop("nur die Summe von mehreren Spielen wird geschrieben"))

PASSEN = GameKind(
    game=Passen(),
    slip=SLIP,
    title=gettext_noop("Schieber in Passen"),
    agreed=lambda _profile: (SUMS,),
    sentences=SENTENCES,
    switches=(*PLAYED_WITH_CARDS, "contracts", "push", "slalom_values", "matsch_bonus", "passe"),
    family="event",
    partners=played_together,
)
