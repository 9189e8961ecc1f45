"""Handjass, everybody for himself."""

from scoring.games.card_sums import hand_total
from scoring.games.fields import POINTS, Field
from scoring.games.handjass.game import Handjass
from scoring.games.kind import PLAYED_WITH_CARDS, GameKind, TournamentUse
from scoring.games.schema import MOST_SEATS, TRUMP, number, several, slip_schema
from scoring.games.words import ALONE, gettext_noop, length

SLIP = slip_schema(
    {
        "trump": TRUMP,
        "points": several(number(0, 172)),
        "last_trick": number(0, MOST_SEATS - 1),
    }
)


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
    tournament=TournamentUse(rules=("bodentrumpf",)),
)
