"""The slip of a Sidi Barrani: what is told of a hand, and what can be wrong with it."""

from dataclasses import dataclass

from referee.rules.profile_fields import SUITS, UNTRUMPED
from scoring.games.base import Findings, Reader, State, Table
from scoring.games.card_sums import (
    Numbers,
    check_contract,
    check_matsch,
    check_possible,
    check_stoeck,
    check_sum,
    filled,
    must_stand,
    only,
    totals,
)

MATSCH = 157
"""The highest bid: all tricks."""
DOUBLES = (1, 2, 4)
MOST_WEIS = 600


@dataclass(frozen=True, kw_only=True)
class SidiSlip:
    """`points` are card points with the last trick; `double` 1, 2 or 4 multiplies the bid alone.

    `matsch`: the side that took all tricks, which is never concluded from 157 points. `misere`:
    the bidder wants few points; `matsch` is then the side that took no trick.
    """

    contract: str | None = None
    declared_by: int = 0
    bid: int = 0
    double: int = 1
    points: Numbers = (None, None)
    matsch: int | None = None
    weis: tuple[int, int] = (0, 0)
    stoeck: int | None = None
    misere: str | None = None

    @property
    def cards(self) -> tuple[int, int]:
        """What both sides write of the cards, in a Misère what the other took; only for a slip
        without errors."""
        first, second = self.points[0] or 0, self.points[1] or 0
        return (second, first) if self.misere else (first, second)

    @property
    def bidder(self) -> int:
        """The side that bid highest."""
        return self.declared_by % 2

    @property
    def made(self) -> bool:
        """Whether the bid was reached with card points alone; a Matsch takes all tricks."""
        if self.bid == MATSCH:
            return self.matsch == self.bidder
        return self.cards[self.bidder] >= self.bid


def read_slip(reader: Reader, _state: State, table: Table) -> SidiSlip:
    """The slip as typed values; what could not be read left a finding."""
    out = reader.out
    if not reader.has("declared_by"):
        out.error("bidder_missing", "/declared_by")
    if not reader.has("bid"):
        out.error("bid_missing", "/bid")
    contract = reader.choice("contract", (*SUITS[table.deck], *UNTRUMPED))
    matsch = reader.number("matsch", low=0, high=1)
    misere = reader.choice("misere", ("yes",))
    if misere and not table.profile.value("sidi.misere"):
        out.error("misere_not_played", "/misere")
    weis = reader.numbers("weis", 2, low=0, high=MOST_WEIS) or (0, 0)
    return SidiSlip(
        contract=contract,
        declared_by=reader.number("declared_by", low=0, high=table.players - 1) or 0,
        bid=reader.number("bid", low=0, high=MATSCH) or 0,
        double=reader.number("double", low=1, high=4) or 1,
        points=_points(
            reader, matsch if misere is None or matsch is None else 1 - matsch, contract, table
        ),
        matsch=matsch,
        weis=(weis[0] or 0, weis[1] or 0),
        stoeck=reader.number("stoeck", low=0, high=table.players - 1),
        misere=misere,
    )


def _points(reader: Reader, matsch: int | None, contract: str | None, table: Table) -> Numbers:
    """Points of both sides; one follows from the other where all cards make one sum."""
    expected = totals(contract, table.profile)
    read = reader.numbers("points", 2, low=0, high=max(expected)) or (None, None)
    if read == (None, None) and matsch is not None:
        read = (0, None) if matsch else (None, 0)
    if read == (None, None) and not reader.out.at("/points"):
        reader.out.error("points_missing", reader.where("points"))
    if len(expected) > 1 and None in read and not reader.out.at("/points"):
        reader.out.error("points_both_needed", reader.where("points"))
    return filled(read, only(expected))


def _named(slip: SidiSlip, table: Table, out: Findings) -> None:
    if slip.contract is not None:
        check_contract(slip.contract, table, out)
    elif not out.at("/contract"):
        cited = table.profile.citation("contracts").article
        out.error("contract_missing", "/contract", cited)


def _bid_fits(slip: SidiSlip, table: Table, out: Findings) -> None:
    least, step = (table.profile.value(f"sidi.{name}") for name in ("least_bid", "bid_step"))
    fits = slip.bid == MATSCH or slip.bid in range(least, MATSCH, step)
    if not fits and not out.at("/bid"):
        out.error("bid_not_allowed", "/bid", least=least, step=step)
    if slip.double not in DOUBLES:
        out.error("not_a_choice", "/double", options=", ".join(map(str, DOUBLES)))


def _points_fit(slip: SidiSlip, table: Table, out: Findings) -> None:
    expected = totals(slip.contract, table.profile)
    if out.at("/points"):
        return
    check_sum(slip.cards, expected, out, refuse=must_stand(table))
    check_possible(slip.points, slip.contract, table, out, refuse=must_stand(table))


def _matsch_fits(slip: SidiSlip, _table: Table, out: Findings) -> None:
    if not out.at("/points"):
        check_matsch(slip.matsch, slip.cards, out, "turnier.matsch-sidi")


def _weis_fits(slip: SidiSlip, table: Table, out: Findings) -> None:
    profile = table.profile
    if any(slip.weis) and not profile.weis:
        out.error("weis_not_allowed", "/weis", profile.citation("weis").article)
    elif all(slip.weis) and not profile.weis_both_sides:
        out.error("weis_one_side_only", "/weis", "weisregeln")
    check_stoeck(slip.stoeck, slip.contract, table, out)


CHECKS = (_named, _bid_fits, _points_fit, _matsch_fits, _weis_fits)
"""What can be wrong with a slip, in the order of its members."""
