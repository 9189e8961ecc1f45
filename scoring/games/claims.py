"""Claims on a slip: a side said that it is out, or that it has the Berg.

A claim is an object: `{"seat", "other_claims", "other_played_on", "wrong_card", "trick",
"stoeck_written", "agreed"}`; only the seat is needed. A claim to the Berg, made while play went
on, also says where the hand stood: `"points": [a, b], "tricks": n`. Source: bedanken,
ausmachregel.
"""

from dataclasses import asdict, dataclass

from scoring.games.base import Reader, Table
from scoring.games.kind import FLAG, members, number, pair

CLAIMS = ("claim", "berg")
"""Where they stand on a slip."""
COMMON = (
    "seat",
    "other_claims",
    "other_played_on",
    "wrong_card",
    "trick",
    "stoeck_written",
    "agreed",
)
MOST_CARDS = 201
"""All card points of a hand whose direction turns, at the most."""
ALL_TRICKS = 9


@dataclass(frozen=True, kw_only=True)
class LastTrick:
    """The last complete trick: whose it is, its card points, and whether it was turned."""

    side: int
    points: int
    turned: bool


@dataclass(frozen=True, kw_only=True)
class Claim:
    """Who claimed (`seat`), and what the others did.

    `other_claims`: the other side says so too or comes back to the order of the finish,
    `other_played_on`: after giving a card to the next trick. `wrong_card`: card points that fell
    away since a card of the opponents was wrong. `stoeck_written`: announced in an earlier
    trick. `agreed`: the side that the table takes to be right where the law has two readings.
    `points` and `tricks` say where the hand stood, and belong to a claim to the Berg.
    """

    seat: int
    other_claims: bool = False
    other_played_on: bool = False
    wrong_card: int = 0
    trick: LastTrick | None = None
    stoeck_written: bool = False
    agreed: int | None = None
    points: tuple[int, int] | None = None
    tricks: int | None = None

    def to_json(self) -> dict[str, object]:
        """The claim as it stands on a slip, without what was not said."""
        plain = {key: value for key, value in asdict(self).items() if value is not None}
        return plain | ({"points": list(self.points)} if self.points else {})


def read_claim(reader: Reader, key: str, table: Table) -> Claim | None:
    """The claim under a key that holds one, None (with findings) if it cannot be read."""
    item = reader.inner(key)
    if item is None:
        return None
    berg = key == "berg"
    item.only(*COMMON, *(("points", "tricks") if berg else ()))
    before = len(reader.out.items)
    for field in ("seat", *(("points", "tricks") if berg else ())):
        if not item.has(field):
            reader.out.error("field_missing", item.where(field), field=field)
    claim = _claim(item, table)
    return None if len(reader.out.items) > before else claim


def _claim(item: Reader, table: Table) -> Claim:
    return Claim(
        seat=item.number("seat", low=0, high=table.players - 1) or 0,
        other_claims=item.flag("other_claims"),
        other_played_on=item.flag("other_played_on"),
        wrong_card=item.number("wrong_card", low=0, high=MOST_CARDS) or 0,
        trick=_trick(item),
        stoeck_written=item.flag("stoeck_written"),
        agreed=item.number("agreed", low=0, high=1),
        points=_points(item),
        tricks=item.number("tricks", low=0, high=9),
    )


def _points(item: Reader) -> tuple[int, int] | None:
    read = item.numbers("points", 2, low=0, high=MOST_CARDS)
    if read is None:
        return None
    first, second = read
    if first is None or second is None:
        item.out.error("ended_points_needed", item.where("points"), "bedanken")
        return None
    return first, second


def _trick(item: Reader) -> LastTrick | None:
    if not item.has("trick"):
        return None
    inner = item.inner("trick")
    if inner is None:
        return None
    inner.only("side", "points", "turned")
    for field in ("side", "points"):
        if not inner.has(field):
            item.out.error("field_missing", inner.where(field), field=field)
    side = inner.number("side", low=0, high=1)
    points = inner.number("points", low=0, high=MOST_CARDS)
    return LastTrick(side=side or 0, points=points or 0, turned=inner.flag("turned"))


SEAT, SIDE, CARDS = number(0, 3), number(0, 1), number(0, 300)
CLAIM = {
    "seat": SEAT,
    "other_claims": FLAG,
    "other_played_on": FLAG,
    "wrong_card": CARDS,
    "trick": members({"side": SIDE, "points": CARDS, "turned": FLAG}),
    "stoeck_written": FLAG,
    "agreed": SIDE,
}
SCHEMA = {
    "claim": members(CLAIM),
    "berg": members({**CLAIM, "points": pair(CARDS), "tricks": number(0, ALL_TRICKS)}),
}
"""What a slip may hold of them."""
