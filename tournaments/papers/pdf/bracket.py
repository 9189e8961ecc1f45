"""The bracket of a knock-out for the wall: a column a stage, boxes to be filled in to the final."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A3, A4, landscape

from tournaments.papers.pdf.names import put_names
from tournaments.papers.pdf.paper import (
    BOLD,
    MARGIN,
    PENCIL,
    REGULAR,
    Event,
    Paper,
    footing,
    heading,
)
from tournaments.papers.pdf.tags import Element

GAP, FOOT = 14.0, 34.0
TALLEST, LINE = 34.0, 20.0
MOST_ON_A4 = 8
"""Duels of a stage whose names can be read there."""


@dataclass(frozen=True, kw_only=True)
class Side:
    """One side of a duel; empty where it is not known yet."""

    name: str = ""
    points: str = ""
    won: bool = False


Duel = tuple[Side, Side]


@dataclass(frozen=True, kw_only=True)
class Stage:
    """The duels of a round under their heading."""

    heading: str
    duels: Sequence[Duel]


def bracket_sheet(event: Event, main: Sequence[Stage], beside: Sequence[Stage]) -> bytes:
    """A page of A4, for many of A3, with the whole bracket; the duel for third place below the
    final, a consolation on the next page."""
    size = landscape(A4 if len(main[0].duels) <= MOST_ON_A4 else A3)
    paper = Paper(title=f"{_('K.-o.')} · {event.name}", size=size)
    lists = [stage for stage in beside if stage.duels]
    top = heading(paper, event, _("K.-o."))
    _columns(paper, main, top=top)
    if len(main) > 1 and [len(stage.duels) for stage in lists] == [1]:
        _below_the_final(paper, lists.pop(), columns=len(main))
    footing(paper, page=1, pages=1 + bool(lists))
    paper.turn()
    if lists:
        top = heading(paper, event, _("K.-o."), overleaf=True)
        _lists(paper, lists, top=top)
        footing(paper, page=2, pages=2)
        paper.turn()
    return paper.bytes()


def _columns(paper: Paper, stages: Sequence[Stage], *, top: float) -> None:
    wide = (paper.width - 2 * MARGIN) / len(stages)
    low = paper.height - MARGIN - FOOT
    room = low - top - 22
    for column, stage in enumerate(stages):
        x, step = MARGIN + column * wide, room / len(stage.duels)
        paper.shrinking(x, top + 12, stage.heading, size=10, least=6, width=wide - GAP, tag="H2")
        for place, duel in enumerate(stage.duels):
            if _nobody_plays(duel):
                continue
            both = stage.duels[place // 2 * 2 : place // 2 * 2 + 2]
            alone = any(map(_nobody_plays, both))
            middle, high = top + 22 + step * (place + 0.5), min(TALLEST, step * (1 + alone) - 3)
            _box(paper, duel, x=x, y=middle - high / 2, width=wide - GAP, height=high)
            if column + 1 < len(stages):
                mate = top + 22 + step * (place // 2 * 2 + 1)
                edge = x + wide - GAP / 2
                paper.line((x + wide - GAP, middle), (edge, middle), weight=0.6)
                paper.line((edge, middle), (edge, mate), weight=0.6)
                paper.line((edge, mate), (x + wide, mate), weight=0.6)


def _nobody_plays(duel: Duel) -> bool:
    """Who goes on unopposed stands in the next column: the first one has room for the others."""
    one, other = duel
    return one.won and not other.name


def _below_the_final(paper: Paper, stage: Stage, *, columns: int) -> None:
    wide = (paper.width - 2 * MARGIN) / columns
    x, y = paper.width - MARGIN - wide, paper.height - MARGIN - FOOT - TALLEST
    room = wide - GAP
    paper.shrinking(x, y - 8, stage.heading, size=10, least=6, width=room, tag="H2")
    _box(paper, stage.duels[0], x=x, y=y, width=room, height=TALLEST)


def _box(paper: Paper, duel: Duel, *, x: float, y: float, width: float, height: float) -> None:
    paper.frame(x, y, width=width, height=height, weight=0.8)
    paper.line((x, y + height / 2), (x + width, y + height / 2), weight=0.3, ink=PENCIL)
    size, tag = min(10.0, height * 0.36), Element("P")
    for place, side in enumerate(duel):
        base, font = y + height * (0.25 + 0.5 * place) + size * 0.35, BOLD if side.won else REGULAR
        paper.shrinking(x + 3, base, side.name, size=size, least=4, font=font, tag=tag,
                        width=width - (34 if side.points else 6))  # fmt: skip
        paper.text(x + width - 3, base, side.points, size=size, font=font, align="right", tag=tag)


def _lists(paper: Paper, stages: Sequence[Stage], *, top: float) -> None:
    wide = (paper.width - 2 * MARGIN) / 2
    x, y = MARGIN, top + 12
    for stage in stages:
        if y + LINE * (len(stage.duels) + 2) > paper.height - MARGIN - FOOT and x == MARGIN:
            x, y = MARGIN + wide, top + 12
        paper.text(x, y, stage.heading, size=11, font=BOLD, tag="H2")
        for one, other in stage.duels:
            y, tag = y + LINE, Element("P")
            text = " – ".join(f"{side.name} ✓" if side.won and other.name else side.name
                              for side in (one, other) if side.name)  # fmt: skip
            put_names(paper, x, y, text, size=10, least=8, width=wide - 90, tag=tag)
            result = f"{one.points} : {other.points}" if one.points and other.points else ""
            if _nobody_plays((one, other)):
                result = _("ohne Spiel weiter")
            paper.text(x + wide - 20, y, result, size=10, align="right", tag=tag)
        y += LINE * 1.8
