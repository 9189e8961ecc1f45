"""The free sheet, won by most points or by fewest."""

from collections.abc import Iterator
from dataclasses import replace

from referee.rules.profile import Profile
from scoring.games.free.game import MOST_POINTS, FreeSheet
from scoring.games.kind import (
    ALONE,
    POINTS,
    GameKind,
    Words,
    gettext_noop,
    number,
    several,
    slip_schema,
)

SLIP = slip_schema({"points": several(number(-MOST_POINTS, MOST_POINTS))})


def _agreed(profile: Profile) -> Iterator[Words]:
    yield Words(gettext_noop("für jedes Spiel: nur die Punkte schreiben"))
    yield Words(gettext_noop("zwei gegen zwei")) if profile.sides == "pairs" else ALONE


def _agreed_lowest(profile: Profile) -> Iterator[Words]:
    yield from _agreed(profile)
    yield Words(gettext_noop("wenig gewinnt"))


FREE = GameKind(
    game=FreeSheet("free", lower_wins=False),
    slip=SLIP,
    title=gettext_noop("Freies Blatt"),
    agreed=_agreed,
    switches=("free", "target"),
    fields=(replace(POINTS, signed=True),),
    whole=lambda table: table.profile.free.control_total,
    plain=True,
)
FREE_LOWEST = replace(
    FREE,
    game=FreeSheet("free-lowest", lower_wins=True),
    title=gettext_noop("Freies Blatt, wenig gewinnt"),
    agreed=_agreed_lowest,
)
