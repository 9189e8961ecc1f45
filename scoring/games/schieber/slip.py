"""A slip of a Schieber hand as typed values, and how the missing ones follow from the others."""

from dataclasses import dataclass

from referee.rules.profile_fields import SUITS, UNTRUMPED
from scoring.games.base import STATES, State, Table
from scoring.games.card_sums import totals
from scoring.games.reading import Reader
from scoring.games.schieber.claim import CLAIMS, Claim, read_claim
from scoring.games.schieber.weis import Weis, read_weise

FIELDS = (
    "contract",
    "declared_by",
    "pushed",
    "points",
    "matsch",
    "weis",
    "stoeck",
    "last_trick",
    "tricks",
    "claim",
    "berg",
)
SCHIEBER_STATES: tuple[State, ...] = (*STATES, "ended", "approximate")
ALL_TRICKS = 9
MOST_WRITTEN = 2000
Pair = tuple[int | None, int | None]


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
    written: Pair = (None, None)
    points: Pair = (None, None)
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
    contract = reader.choice("contract", contracts_of(table.deck))
    matsch = reader.number("matsch", low=0, high=1)
    tricks = _tricks(reader, state)
    written = _pair(reader, tricks)
    said = [key for key in CLAIMS if reader.values.get(key) is not None]
    sums = totals(contract, table.profile)
    points = derived(written, matsch, sums, table) if tricks == ALL_TRICKS else written
    weis, weise = read_weise(reader, table) if reader.has("weis") else ((0, 0), ())
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


def contracts_of(deck: str) -> tuple[str, ...]:
    """Every contract that can be written with this deck, allowed or not."""
    return (*SUITS[deck], *UNTRUMPED)


def _pair(reader: Reader, tricks: int) -> Pair:
    before = len(reader.out.items)
    if tricks == 0 and not reader.has("points"):
        return 0, 0
    read = reader.numbers("points", 2, low=0, high=MOST_WRITTEN)
    pair = (read[0], read[1]) if read else (None, None)
    if pair == (None, None) and not reader.has("matsch") and len(reader.out.items) == before:
        reader.out.error("points_missing", reader.where("points"))
    return pair


def derived(written: Pair, matsch: int | None, expected: frozenset[int], table: Table) -> Pair:
    """Card points of both sides, as far as one follows from the other."""
    if matsch is not None:
        return _derived_matsch(written, matsch, expected, table.profile.matsch_bonus)
    if len(expected) > 1 or written.count(None) != 1:
        return written
    (total,) = expected
    return (
        total - (written[1] or 0) if written[0] is None else written[0],
        total - (written[0] or 0) if written[1] is None else written[1],
    )


def _derived_matsch(written: Pair, matsch: int, expected: frozenset[int], bonus: int) -> Pair:
    winner, loser = written[matsch], written[1 - matsch]
    if winner is None and len(expected) == 1:
        (winner,) = expected
    elif winner is not None and winner not in expected and winner - bonus in expected:
        winner -= bonus
    loser = 0 if loser is None else loser
    return (winner, loser) if matsch == 0 else (loser, winner)
