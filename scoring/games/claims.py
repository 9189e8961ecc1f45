"""Claims on a slip: a side said that it is out, or that it has the Berg.

A claim is an object: `{"seat", "other_claims", "other_played_on", "wrong_card", "trick",
"stoeck_written", "agreed"}`; only the seat is needed. A claim to the Berg, made while play went
on, also says where the hand stood: `"points": [a, b], "tricks": n`. Source: bedanken,
ausmachregel.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from jassclub.core.errors import pointer
from scoring.games.base import Findings, Reader, State, Table
from scoring.games.card_sums import possible_after
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


def read_course(reader: Reader, state: State, table: Table) -> dict[str, Any]:
    """How far a hand went and who said then, or after it, that he is out: the complete `tricks`,
    `unfinished` where some were left, and the claims, None where they are none."""
    tricks = _tricks(reader) if state == "ended" else None
    if state != "ended" and reader.has("tricks"):
        reader.out.error("tricks_only_when_ended", reader.where("tricks"))
    tricks = ALL_TRICKS if tricks is None else tricks
    found = {key: read_claim(reader, key, table) for key in CLAIMS}
    return {**found, "tricks": tricks, "unfinished": tricks < ALL_TRICKS}


def _tricks(reader: Reader) -> int | None:
    if not reader.has("tricks"):
        reader.out.error("field_missing", reader.where("tricks"), "bedanken", field="tricks")
    return reader.number("tricks", low=0, high=ALL_TRICKS)


def read_claim(reader: Reader, key: str, table: Table) -> Claim | None:
    """The claim under a key that holds one, None (with findings) if it cannot be read."""
    moment, before = (("points", "tricks") if key == "berg" else ()), len(reader.out.items)
    item = reader.inner(key, (*COMMON, *moment), ("seat", *moment))
    claim = None if item is None else _claim(item, table)
    faults = [it for it in reader.out.items[before:] if it.code != "unknown_field"]
    return None if faults else claim


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
    known = ("side", "points", "turned")
    inner = item.inner("trick", known, known[:2])
    if inner is None:
        return None
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

Slip = Mapping[str, Any]
"""A slip as it was read, with `claim` and `berg`, the complete `tricks`, the `cards` of both sides
and what all cards can make (`sums`)."""


def check_unfinished(slip: Slip, table: Table, out: Findings) -> None:
    """Points of a hand whose last tricks were not played: turned and complete open tricks only."""
    if slip["last_trick"] is not None:
        out.error("last_trick_unplayed", "/last_trick", "letzter-stich")
    if slip["matsch"] is not None:
        out.error("matsch_unfinished", "/matsch", "matchpraemie")
    if any(slip["weis"]) and slip["tricks"] == 0:
        out.error("weis_undecided", "/weis", "weisregeln")
    if None in slip["points"] and not out.at("/points"):
        out.error("ended_points_needed", "/points", "bedanken")
    if not out.at("/points") and not out.at("/tricks"):
        _check_open_points(slip["cards"], slip["tricks"], slip, table, out, at="/points")


def check_ended(slip: Slip, table: Table, out: Findings) -> None:
    """Whether a hand may end before its last trick here, and whether it says by whom."""
    profile = table.profile
    if slip["state"] != "ended" or out.at("/tricks"):
        return
    if profile.finish == "bedanken":
        if slip["claim"] is None and not out.at("/claim"):
            out.error("field_missing", "/claim", "bedanken", field="claim")
    elif not (profile.stoeck_before_play and slip["tricks"] == 0 and slip["stoeck"] is not None):
        out.error("ended_not_allowed", "/state", profile.citation("finish").article)


def check_claims(slip: Slip, table: Table, out: Findings) -> None:
    """Claims say nothing that the hand contradicts."""
    if slip["claim"] is not None:
        _check_trick(slip["claim"], slip["tricks"], slip["cards"], out, at="/claim")
    if slip["berg"] is not None:
        _check_berg(slip["berg"], slip, table, out)


def _check_berg(claim: Claim, slip: Slip, table: Table, out: Findings) -> None:
    points, tricks = claim.points or (0, 0), claim.tricks or 0
    if tricks > slip["tricks"]:
        out.error("out_of_range", "/berg/tricks", low=0, high=slip["tricks"])
    elif not out.at("/points") and any(
        at_claim > written for at_claim, written in zip(points, slip["cards"], strict=True)
    ):
        out.error("berg_points_too_many", "/berg/points")
    elif tricks < ALL_TRICKS:
        _check_open_points(points, tricks, slip, table, out, at="/berg/points")
    elif sum(points) != sum(slip["cards"]):
        out.error("sum_wrong", "/berg/points", sum=sum(points), expected=sum(slip["cards"]))
    _check_trick(claim, tricks, points, out, at="/berg")


def _check_open_points(
    points: tuple[int, int], tricks: int, slip: Slip, table: Table, out: Findings, *, at: str
) -> None:
    """No last five, and the cards of that many tricks at both sides together."""
    profile = table.profile
    most = max(slip["sums"]) - profile.last_trick
    if sum(points) > most:
        out.error("sum_too_high", at, "bedanken", sum=sum(points), expected=most)
    elif not possible_after(sum(points), tricks, slip["contract"], profile):
        out.error("impossible_after", at, "bedanken", points=sum(points), tricks=tricks)
    else:
        for side, own in enumerate(points):
            if not any(
                possible_after(own, count, slip["contract"], profile) for count in range(tricks + 1)
            ):
                told = {"points": own, "tricks": tricks}
                out.error("impossible_after", at + pointer(side), "bedanken", **told)


def _check_trick(
    claim: Claim, tricks: int, points: tuple[int, int], out: Findings, *, at: str
) -> None:
    trick = claim.trick
    if trick is not None and (tricks == 0 or trick.points > points[trick.side]):
        out.error("trick_points_too_many", at + "/trick", "bedanken")
