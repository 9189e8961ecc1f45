"""What is said of a slip of Schieber in passen and of no other."""

from scoring.games.words import gettext_noop

SENTENCES = {
    "matsches_too_many": gettext_noop("In %(hands)s Spielen gibt es nicht so viele Matsche."),
    "points_below_matsches": gettext_noop(
        "Mit %(matsches)s Matschen hat Seite %(side)s mindestens %(least)s Punkte."
    ),
    "scribe_missing": gettext_noop(
        "Die Differenz geht zu Lasten der schreibenden Seite: wer hat geschrieben?"
    ),
}
