"""Schieber in blocks of hands, told by their sums."""

from scoring.games.kind import (
    PLAYED_WITH_CARDS,
    GameKind,
    Words,
    gettext_noop,
    number,
    pair,
    slip_schema,
)
from scoring.games.passen.game import MOST_HANDS, SEATS, Passen, played_together

SLIP = slip_schema(
    {
        "partner": number(1, SEATS - 1),
        "hands": number(1, MOST_HANDS),
        "points": pair(number(0, 117_200)),
        "matsches": pair(number(0, MOST_HANDS)),
        "scribe": number(0, SEATS - 1),
    }
)


SENTENCES = {
    "matsches_too_many": gettext_noop("In %(hands)s Spielen gibt es nicht so viele Matsche."),
    "points_below_matsches": gettext_noop(
        "Mit %(matsches)s Matschen hat Seite %(side)s mindestens %(least)s Punkte."
    ),
    "scribe_missing": gettext_noop(
        "Die Differenz geht zu Lasten der schreibenden Seite: wer hat geschrieben?"
    ),
}


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
    in_blocks=True,
    blank_headings=(gettext_noop("Total"), gettext_noop("Matsche")),
    blank_columns=4,
)
