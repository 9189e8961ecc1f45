"""Schieber, with two sides on a slate."""

from scoring.games.kind import PLAYED_WITH_CARDS, GameKind
from scoring.games.schieber.agreed import agreed
from scoring.games.schieber.game import Schieber
from scoring.games.schieber.schema import SLIP
from scoring.games.schieber.sentences import SENTENCES
from scoring.games.words import gettext_noop

SCHIEBER = GameKind(
    game=Schieber(),
    slip=SLIP,
    title=gettext_noop("Schieber"),
    agreed=agreed,
    sentences=SENTENCES,
    switches=(
        *PLAYED_WITH_CARDS,
        "contracts",
        "push",
        "slalom_values",
        "multipliers",
        "weis",
        "weis_table",
        "kreuzweis",
        "weis_both_sides",
        "weis_multiplied",
        "stoeck",
        "stoeck_points",
        "stoeck_multiplied",
        "stoeck_before_play",
        "matsch_bonus",
        "matsch_multiplied",
        "target",
        "finish",
        "finish_order",
        "ausmach_trick",
        "both_reach",
        "schneider",
        "berg",
        "berg_decided",
        "stakes",
    ),
    family="schieber",
    event_family="event",
    slated=True,
    unmultiplied=True,
)
