"""Which side's Weise count, from what both sides say: points first, more only if they are equal.

Source: weisregeln, gleich-hohe-weise. The slip then holds the Weise of the side that counts.
"""

from dataclasses import dataclass
from typing import Literal

from referee.rules.weis import SHORTEST, TABLES, WeisTable

KINDS = ("run", "quartet")
QUARTET_CARDS = 4

Question = Literal["kind", "top", "first"]


@dataclass(frozen=True, kw_only=True)
class AnnouncedWeis:
    """The Weise of one side: their points one by one; of the highest the kind and the top card,
    where they were said. `top` counts from 0, the lowest card."""

    points: tuple[int, ...]
    kind: str | None = None
    top: int | None = None


@dataclass(frozen=True, kw_only=True)
class Compared:
    """`side` is the one whose Weise count; else `question`: what has to be said still."""

    side: int | None = None
    question: Question | None = None


def singles(table_name: str) -> tuple[int, ...]:
    """What a single Weis can be worth, the smallest first."""
    table = TABLES[table_name]
    return tuple(sorted({*table.runs, *table.quartets.values()}))


def of_both_kinds(table_name: str) -> tuple[int, ...]:
    """Points that a run and a quartet can be worth: there the kind has to be said."""
    table = TABLES[table_name]
    return tuple(points for points in singles(table_name) if len(_kinds(points, table)) > 1)


def compare(
    said: tuple[AnnouncedWeis, AnnouncedWeis],
    *,
    table_name: str,
    upward: bool,
    four_alike: bool = False,
    first: int | None = None,
) -> Compared:
    """Whose Weise count. Points decide, then the number of cards, then the top card (at undenufe
    the lowest), and at last `first`: the side whose Weis is of trump, or that said it first.

    `four_alike`: four alike beat a run of the same points (`referee.hundreds`).
    """
    highest = [max(one.points) for one in said]
    if highest[0] != highest[1]:
        return Compared(side=highest.index(max(highest)))
    table = TABLES[table_name]
    kinds = [
        one.kind or _only_kind(points, table) for one, points in zip(said, highest, strict=True)
    ]
    if None in kinds:
        return Compared(question="kind")
    if four_alike and kinds[0] != kinds[1]:
        return Compared(side=kinds.index("quartet"))
    cards = [_cards(kind, points, table) for kind, points in zip(kinds, highest, strict=True)]
    if cards[0] != cards[1]:
        return Compared(side=cards.index(max(cards)))
    return _by_top(said, upward=upward, first=first)


def _by_top(
    said: tuple[AnnouncedWeis, AnnouncedWeis], *, upward: bool, first: int | None
) -> Compared:
    one, other = said[0].top, said[1].top
    if one is None or other is None:
        return Compared(question="top")
    if one != other:
        return Compared(side=int((other > one) == upward))
    return Compared(question="first") if first is None else Compared(side=first)


def _kinds(points: int, table: WeisTable) -> tuple[str, ...]:
    found = (points in table.runs, points in table.quartets.values())
    return tuple(kind for kind, there in zip(KINDS, found, strict=True) if there)


def _only_kind(points: int, table: WeisTable) -> str | None:
    kinds = _kinds(points, table)
    return kinds[0] if len(kinds) == 1 else None


def _cards(kind: str | None, points: int, table: WeisTable) -> int:
    """Number of cards; the shortest run where a table gives several lengths the same points."""
    return QUARTET_CARDS if kind == "quartet" else SHORTEST + table.runs.index(points)
