"""Handjass, everybody for himself."""

from scoring.games.card_sums import hand_total
from scoring.games.fields import POINTS, Field
from scoring.games.handjass.game import Handjass
from scoring.games.handjass.schema import SLIP
from scoring.games.kind import PLAYED_WITH_CARDS, GameKind
from scoring.games.words import ALONE, gettext_noop, length

HANDJASS = GameKind(
    game=Handjass(),
    slip=SLIP,
    title=gettext_noop("Handjass"),
    agreed=lambda profile: (ALONE, length(profile)),
    switches=PLAYED_WITH_CARDS,
    fields=(
        POINTS,
        Field(key="trump", kind="trump", words=gettext_noop("Trumpf")),
        Field(key="last_trick", kind="kept"),
    ),
    whole=lambda table: hand_total(table.profile),
    plain=True,
)
