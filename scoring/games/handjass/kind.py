"""Handjass, everybody for himself."""

from scoring.games.card_sums import hand_total
from scoring.games.handjass.game import Handjass
from scoring.games.kind import (
    ALONE,
    MOST_SEATS,
    PLAYED_WITH_CARDS,
    POINTS,
    TRUMP,
    Field,
    GameKind,
    TournamentUse,
    gettext_noop,
    length,
    number,
    several,
    slip_schema,
)

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
