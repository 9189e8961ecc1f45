"""A free sheet: points for each side or player, so that any Jass can be written down.

The game comes twice, since its name says who wins: `free` goes to the most points,
`free-lowest` to the fewest.
"""

from collections.abc import Iterator
from dataclasses import replace

from referee.rules.profile import Profile
from scoring.games.base import Control, HandScore, Line, Reader, State, Table
from scoring.games.card_sums import check_sum, filled, must_stand
from scoring.games.kind import (
    ALONE,
    POINTS,
    GameKind,
    Words,
    gettext_noop,
    number,
    several,
)
from scoring.games.sheet import Game

MOST_POINTS = 100_000


class FreeSheet(Game[list[int]]):
    """Columns are sides or seats; a slip is its points."""

    schema = {"points": several(number(-MOST_POINTS, MOST_POINTS))}

    def __init__(self, name: str, *, lower_wins: bool) -> None:
        self.name, self.lower_wins = name, lower_wins

    def typed(self, reader: Reader, _state: State, table: Table) -> list[int]:
        options, out = table.profile.free, reader.out
        most = options.most or MOST_POINTS
        low = -most if options.negative else 0
        read = reader.numbers("points", table.columns, low=low, high=most)
        points = filled(read or (None, None), options.control_total or None)
        if None in points and not out.at("/points"):
            out.error("points_missing", "/points")
        whole = [number or 0 for number in points]
        if options.control_total and not out.at("/points"):
            check_sum(
                whole,
                frozenset({options.control_total}),
                out,
                refuse=must_stand(table),
                article=None,
                signed=options.negative,
            )
        return whole

    def normal(self, points: list[int], _table: Table) -> dict[str, object]:
        return {"points": points}

    def worth(self, points: list[int], table: Table) -> HandScore:
        total = sum(points)
        lines = tuple(Line.of({"points": made}, made) for made in points)
        control = Control(sum=total, expected=table.profile.free.control_total or total)
        return HandScore(lines=lines, control=control)


def _agreed(profile: Profile) -> Iterator[Words]:
    yield Words(gettext_noop("für jedes Spiel: nur die Punkte schreiben"))
    yield Words(gettext_noop("zwei gegen zwei")) if profile.sides == "pairs" else ALONE
    if profile.free.most:
        most = {"points": profile.free.most}
        yield Words(gettext_noop("höchstens %(points)s Punkte in einem Spiel"), most)


def _agreed_lowest(profile: Profile) -> Iterator[Words]:
    yield from _agreed(profile)
    yield Words(gettext_noop("wenig gewinnt"))


FREE = GameKind(
    game=FreeSheet("free", lower_wins=False),
    title=gettext_noop("Freies Blatt"),
    agreed=_agreed,
    switches=("free", "target"),
    fields=(replace(POINTS, signed=True),),
    whole=lambda table: table.profile.free.control_total,
    plain=True,
    anything=True,
)
FREE_LOWEST = replace(
    FREE,
    game=FreeSheet("free-lowest", lower_wins=True),
    title=gettext_noop("Freies Blatt, wenig gewinnt"),
    agreed=_agreed_lowest,
)
