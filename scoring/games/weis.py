"""The Weise of a slip: per side as two numbers, or one by one with their cards.

`[50, 0]`, or a list of `{"seat", "points"}`, `{"seat", "kind": "run", "suit", "length", "top"}`
and `{"seat", "kind": "quartet", "rank"}`. Points are without multiplier. The slip
holds the Weise of the side that counts; from what both sides say it is compared: points first,
more only if they are equal. Source: weisregeln, gleich-hohe-weise.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any, Literal

from jassclub.core.errors import pointer
from referee.rules.cards import RANK_LETTERS, SUIT_LETTERS, Notation, Rank
from referee.rules.weis import SHORTEST, TABLES, WeisTable
from scoring.games.base import Findings, Reader, Table
from scoring.games.card_sums import check_melds
from scoring.games.kind import TRUMP, members, number, pair, several

HIGHEST = 600
"""Two runs of nine at one side: no side can hold more."""

MOST_CARDS = 9
"""As many as each holds."""

SEVERAL = members(
    {
        "seat": number(0, 3),
        "points": number(0, HIGHEST),
        "kind": {"enum": ["run", "quartet", None]},
        "suit": TRUMP,
        "length": number(0, 9),
        "top": {"type": ["string", "null"]},
        "rank": {"type": ["string", "null"]},
    }
)
SCHEMA = {"anyOf": [pair(number(0, HIGHEST)), several(SEVERAL, least=0, most=36)]}
"""What a slip may hold of them."""

Cards = frozenset[tuple[str, str]]


@dataclass(frozen=True)
class Weis:
    """One Weis; `cards` (suit, rank letters) is empty where only the points were written."""

    at: int
    seat: int
    points: int
    kind: str = "points"
    cards: Cards = frozenset()


def per_side(weise: Sequence[Weis], table: Table) -> tuple[int, int]:
    """What the Weise of each side are worth together."""
    sides = [0, 0]
    for weis in weise:
        sides[table.column_of(weis.seat)] += weis.points
    return sides[0], sides[1]


def read_weise(reader: Reader, table: Table) -> dict[str, Any]:
    """`weis`, the points of each side; `weise`, the single ones that were written one by one."""
    value = reader.values.get("weis")
    if isinstance(value, list | tuple) and all(isinstance(item, Mapping) for item in value):
        weise = tuple(filter(None, (_read(reader, table, at) for at in range(len(value)))))
        return {"weis": per_side(weise, table), "weise": weise}
    sides = reader.numbers("weis", 2, low=0, high=HIGHEST) or (0, 0)
    return {"weis": (sides[0] or 0, sides[1] or 0), "weise": ()}


def _read(reader: Reader, table: Table, at: int) -> Weis | None:
    """One of those that were written one by one, None (with findings) if it cannot be read."""
    items = reader.values["weis"]
    item = Reader(items[at], reader.out, ("weis", at))  # type: ignore[index]
    item.only("seat", "points", "kind", "suit", "length", "top", "rank")
    before = len(reader.out.items)
    for key in _required(item):
        if not item.has(key):
            reader.out.error("field_missing", item.where(key), field=key)
    seat = item.number("seat", low=0, high=table.players - 1)
    kind = item.choice("kind", ("run", "quartet")) or "points"
    points, cards = _READERS[kind](item, table)
    if seat is None or len(reader.out.items) > before:
        return None
    return Weis(at, seat, points, kind, cards)


def _required(item: Reader) -> tuple[str, ...]:
    by_kind = {"run": ("suit", "length", "top"), "quartet": ("rank",)}
    kind = item.values.get("kind")
    return ("seat", *(by_kind.get(kind, ()) if isinstance(kind, str) else ("points",)))


def _points_only(item: Reader, table: Table) -> tuple[int, Cards]:
    points = item.number("points", low=1, high=HIGHEST) or 0
    if not composable(points, table.profile.weis_table):
        item.out.error(
            "weis_impossible", item.where("points"), values_article(table), points=points
        )
    return points, frozenset()


def _run(item: Reader, table: Table) -> tuple[int, Cards]:
    weise, ranks = TABLES[table.profile.weis_table], _ranks(table.deck)
    suit = item.choice("suit", SUIT_LETTERS[Notation(table.deck)])
    top = item.choice("top", ranks)
    length = item.number("length", low=3, high=weise.longest)
    if suit is None or top is None or length is None:
        return 0, frozenset()
    lowest = ranks.index(top) - length + 1
    if lowest < 0:
        item.out.error("run_too_long", item.where("length"), values_article(table), top=top)
        return 0, frozenset()
    cards = frozenset((suit, rank) for rank in ranks[lowest : lowest + length])
    return _stated(item, weise.run_points(length), table), cards


def _quartet(item: Reader, table: Table) -> tuple[int, Cards]:
    weise, ranks = TABLES[table.profile.weis_table], _ranks(table.deck)
    rank = item.choice("rank", ranks)
    if rank is None:
        return 0, frozenset()
    points = weise.quartets.get(_rank(rank, ranks))
    if points is None:
        where = item.where("rank")
        item.out.error("quartet_counts_nothing", where, values_article(table), rank=rank)
        return 0, frozenset()
    suits = SUIT_LETTERS[Notation(table.deck)]
    return _stated(item, points, table), frozenset((suit, rank) for suit in suits)


def values_article(table: Table) -> str | None:
    """Where it stands what Weise are worth at this table; None by a house rule."""
    return table.profile.citation("weis_table").article


def _stated(item: Reader, points: int, table: Table) -> int:
    """The points of the cards; a finding if other points were written beside them."""
    if item.has("points") and item.number("points", low=0, high=HIGHEST) != points:
        where = item.where("points")
        item.out.error("weis_points_wrong", where, values_article(table), points=points)
    return points


def check_weise(slip: Mapping[str, Any], table: Table, out: Findings) -> None:
    """What counts here and can be: the points of each side, the cards of those that were written
    one by one, and King and Ober of trumps with whoever has the Stöck."""
    profile, matsch = table.profile, slip["matsch"]
    check_melds(slip["weis"], slip["stoeck"], slip["contract"], table, out)
    for side, points in enumerate(slip["weis"] if profile.weis else ()):
        if not composable(points, profile.weis_table):
            where = pointer("weis", side)
            out.error("weis_impossible", where, values_article(table), points=points)
    if profile.weis and matsch is not None and slip["weis"][1 - matsch]:
        out.warn("weis_without_trick", "/weis", "stoecke", side=1 - matsch)
    _check_cards(slip["weise"], table, out)
    if slip["stoeck"] is not None and not out.at("/stoeck"):
        ranks = "OK" if table.deck == "german" else "QK"
        pair_of_trump = frozenset((slip["contract"], rank) for rank in ranks)
        others = (weis.cards for weis in slip["weise"] if weis.seat != slip["stoeck"])
        if any(cards & pair_of_trump for cards in others):
            out.error("stoeck_held_by_another", "/stoeck", "stoecke")


def _check_cards(weise: Sequence[Weis], table: Table, out: Findings) -> None:
    """Nobody shows a card twice, but in a run and a quartet where that is agreed, or too many."""
    for first, second in combinations(weise, 2):
        crossing = first.seat == second.seat and first.kind != second.kind
        if first.cards & second.cards and not (crossing and table.profile.kreuzweis):
            out.error("weis_cards_twice", pointer("weis", second.at), "weisregeln")
    for seat in range(table.players):
        held = Cards().union(*(weis.cards for weis in weise if weis.seat == seat))
        if len(held) > MOST_CARDS:
            out.error("weis_too_many_cards", "/weis", "weisregeln", seat=seat, cards=len(held))


_READERS = {"points": _points_only, "run": _run, "quartet": _quartet}


def _ranks(deck: str) -> str:
    return RANK_LETTERS[Notation(deck)][-9:]


def _rank(letter: str, ranks: str) -> Rank:
    return Rank(Rank.SIX + ranks.index(letter))


def composable(points: int, table_name: str) -> bool:
    """Whether a side's Weise can add up to these points in this table of values."""
    return bool(_composable(table_name) >> points & 1)


@lru_cache(maxsize=8)
def _composable(table_name: str) -> int:
    sums = 1
    for _ in range(HIGHEST // 20):
        for value in singles(table_name):
            sums |= sums << value
    return sums & ((1 << HIGHEST + 1) - 1)


KINDS = ("run", "quartet")
QUARTET_CARDS = 4

Question = Literal["kind", "top", "first"]
"""What has to be said still before it is known whose Weis count."""


@dataclass(frozen=True, kw_only=True)
class AnnouncedWeis:
    """The Weise of one side: their points one by one; of the highest the kind and the top card,
    where they were said. `top` counts from 0, the lowest card."""

    points: tuple[int, ...]
    kind: str | None = None
    top: int | None = None


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
) -> int | Question:
    """Whose Weise count, or what has to be said before that is known. Points decide, then the
    number of cards, then the top card (at undenufe the lowest), and at last `first`: the side
    whose Weis is of trump, or that said it first.

    `four_alike`: four alike beat a run of the same points (`referee.hundreds`).
    """
    highest = [max(one.points) for one in said]
    if highest[0] != highest[1]:
        return highest.index(max(highest))
    table = TABLES[table_name]
    kinds = [
        one.kind or _only_kind(points, table) for one, points in zip(said, highest, strict=True)
    ]
    if None in kinds:
        return "kind"
    if four_alike and kinds[0] != kinds[1]:
        return kinds.index("quartet")
    cards = [_cards(kind, points, table) for kind, points in zip(kinds, highest, strict=True)]
    if cards[0] != cards[1]:
        return cards.index(max(cards))
    return _by_top(said, upward=upward, first=first)


def _by_top(
    said: tuple[AnnouncedWeis, AnnouncedWeis], *, upward: bool, first: int | None
) -> int | Question:
    one, other = said[0].top, said[1].top
    if one is None or other is None:
        return "top"
    if one != other:
        return int((other > one) == upward)
    return "first" if first is None else first


def _kinds(points: int, table: WeisTable) -> tuple[str, ...]:
    found = (points in table.runs, points in table.quartets.values())
    return tuple(kind for kind, there in zip(KINDS, found, strict=True) if there)


def _only_kind(points: int, table: WeisTable) -> str | None:
    kinds = _kinds(points, table)
    return kinds[0] if len(kinds) == 1 else None


def _cards(kind: str | None, points: int, table: WeisTable) -> int:
    """Number of cards; the shortest run where a table gives several lengths the same points."""
    return QUARTET_CARDS if kind == "quartet" else SHORTEST + table.runs.index(points)
