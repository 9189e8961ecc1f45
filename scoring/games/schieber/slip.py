"""A slip of a Schieber hand as typed values, and how the missing ones follow from the others.

A claim on it (a side said that it is out, or that it has the Berg) is an object: `{"seat",
"other_claims", "other_played_on", "wrong_card", "trick", "stoeck_written", "agreed"}`; only the
seat is needed. A claim to the Berg, made while play went on, also says where the hand stood:
`"points": [a, b], "tricks": n`. Source: bedanken, ausmachregel.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from referee.rules.profile_fields import SUITS, UNTRUMPED
from scoring.games.base import STATES, Reader, State, Table
from scoring.games.card_sums import Numbers, filled, only, totals
from scoring.games.schieber.weis import HIGHEST, Weis, per_side, read_weis

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


CONTRACTS = {deck: (*letters, *UNTRUMPED) for deck, letters in SUITS.items()}
"""Every contract that can be written with a deck, allowed or not."""
SCHIEBER_STATES: tuple[State, ...] = (*STATES, "ended", "approximate")
ALL_TRICKS = 9
MOST_WRITTEN = 2000


@dataclass(frozen=True, kw_only=True)
class SchieberSlip:
    """`points` are card points with the last trick, never with a bonus; None is not known.

    `written` is what stood on the paper. Where all tricks went to one side it may hold the
    bonus (257); `points` is then without. `tricks`: how many were complete when the game ended
    within the hand; `claim`: who said then, or after it, that his side is out. `unfinished`:
    whether tricks were left then. `cards`: the points of both sides, only for a slip without
    errors; `sums`: what they can make together.
    """

    state: State
    contract: str | None = None
    declared_by: int | None = None
    pushed: bool = False
    written: Numbers = (None, None)
    points: Numbers = (None, None)
    matsch: int | None = None
    weis: tuple[int, int] = (0, 0)
    weise: tuple[Weis, ...] = ()
    stoeck: int | None = None
    last_trick: int | None = None
    tricks: int = ALL_TRICKS
    claim: Claim | None = None
    berg: Claim | None = None
    unfinished: bool = False
    cards: tuple[int, int] = (0, 0)
    sums: frozenset[int] = frozenset()


def read_slip(reader: Reader, state: State, table: Table) -> SchieberSlip:
    """The slip as typed values; what could not be read left a finding."""
    contract = reader.choice("contract", CONTRACTS[table.deck])
    matsch = reader.number("matsch", low=0, high=1)
    tricks = _tricks(reader, state)
    written = _pair(reader, tricks)
    said = [key for key in CLAIMS if reader.values.get(key) is not None]
    sums = totals(contract, table.profile)
    points = filled(written, only(sums)) if tricks == ALL_TRICKS and matsch is None else written
    if tricks == ALL_TRICKS and matsch is not None:
        points = _of_matsch(written, matsch, sums, table.profile.matsch_bonus)
    weis, weise = _weise(reader, table)
    return SchieberSlip(
        state=state,
        contract=contract,
        declared_by=reader.number("declared_by", low=0, high=table.players - 1),
        pushed=reader.flag("pushed"),
        written=written,
        points=points,
        matsch=matsch,
        weis=weis,
        weise=weise,
        stoeck=reader.number("stoeck", low=0, high=table.players - 1),
        last_trick=reader.number("last_trick", low=0, high=1),
        tricks=tricks,
        **{key: read_claim(reader, key, table) for key in said},
        unfinished=state == "ended" and tricks < ALL_TRICKS,
        cards=(points[0] or 0, points[1] or 0),
        sums=sums,
    )


def _tricks(reader: Reader, state: State) -> int:
    """Complete tricks: all of them, but where the game ended within the hand."""
    if state != "ended":
        if reader.has("tricks"):
            reader.out.error("tricks_only_when_ended", reader.where("tricks"))
        return ALL_TRICKS
    if not reader.has("tricks"):
        reader.out.error("field_missing", reader.where("tricks"), "bedanken", field="tricks")
    tricks = reader.number("tricks", low=0, high=ALL_TRICKS)
    return ALL_TRICKS if tricks is None else tricks


def _pair(reader: Reader, tricks: int) -> Numbers:
    before = len(reader.out.items)
    if tricks == 0 and not reader.has("points"):
        return 0, 0
    read = reader.numbers("points", 2, low=0, high=MOST_WRITTEN)
    pair = (read[0], read[1]) if read else (None, None)
    if pair == (None, None) and not reader.has("matsch") and len(reader.out.items) == before:
        reader.out.error("points_missing", reader.where("points"))
    return pair


def _weise(reader: Reader, table: Table) -> tuple[tuple[int, int], tuple[Weis, ...]]:
    """Points per side, and the single Weise where they were written one by one."""
    value = reader.values.get("weis")
    if isinstance(value, list | tuple) and all(isinstance(item, Mapping) for item in value):
        weise = tuple(filter(None, (read_weis(reader, table, at) for at in range(len(value)))))
        return per_side(weise, table), weise
    sides = reader.numbers("weis", 2, low=0, high=HIGHEST) or (0, 0)
    return (sides[0] or 0, sides[1] or 0), ()


def _of_matsch(written: Numbers, matsch: int, sums: frozenset[int], bonus: int) -> Numbers:
    """All points are one side's; it may have written the bonus along."""
    winner, loser = written[matsch], written[1 - matsch]
    if winner is None:
        winner = only(sums)
    elif winner not in sums and winner - bonus in sums:
        winner -= bonus
    return (winner, loser or 0) if matsch == 0 else (loser or 0, winner)
