"""Sidi Barrani: card points to both sides, and the bid to the one that won it.

A bid is made with card points alone; doubled it counts twice or four times, while what had to be
made stays. Every hand is played to its last trick, and the account after it decides the game.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from jassclub.core.errors import pointer
from referee.rules.profile import Profile, SheetSwitch
from referee.rules.profile_fields import SUITS, UNTRUMPED
from referee.rules.profile_kinds import Choice, Number
from scoring.games.base import (
    Control,
    Findings,
    HandScore,
    Line,
    PlayedHand,
    Reader,
    Row,
    Sheet,
    State,
    Table,
)
from scoring.games.card_sums import (
    Numbers,
    check_contract,
    check_matsch,
    check_stoeck,
    check_sum,
    filled,
    hand_total,
    must_stand,
    only,
    possible,
    totals,
)
from scoring.games.endings import Ending, Finish, stakes_of
from scoring.games.kind import (
    CONTRACT,
    PLAYED_WITH_CARDS,
    POINTS,
    Field,
    GameKind,
    Words,
    gettext_noop,
    length,
    number,
    pair,
)
from scoring.games.sheet import Game

MATSCH = 157
"""The highest bid: all tricks."""
DOUBLES = (1, 2, 4)
MOST_WEIS = 600


@dataclass(frozen=True, kw_only=True)
class SidiSlip:
    """`points` are card points with the last trick; `double` 1, 2 or 4 multiplies the bid alone.

    `matsch`: the side that took all tricks, which is never concluded from 157 points.
    """

    contract: str | None = None
    declared_by: int = 0
    bid: int = 0
    double: int = 1
    points: Numbers = (None, None)
    matsch: int | None = None
    weis: tuple[int, int] = (0, 0)
    stoeck: int | None = None

    @property
    def cards(self) -> tuple[int, int]:
        """Points of both sides; only for a slip without errors."""
        return self.points[0] or 0, self.points[1] or 0

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
    weis = reader.numbers("weis", 2, low=0, high=MOST_WEIS) or (0, 0)
    return SidiSlip(
        contract=contract,
        declared_by=reader.number("declared_by", low=0, high=table.players - 1) or 0,
        bid=reader.number("bid", low=0, high=MATSCH) or 0,
        double=reader.number("double", low=1, high=4) or 1,
        points=_points(reader, matsch, contract, table),
        matsch=matsch,
        weis=(weis[0] or 0, weis[1] or 0),
        stoeck=reader.number("stoeck", low=0, high=table.players - 1),
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


def _check_contract(slip: SidiSlip, table: Table, out: Findings) -> None:
    if slip.contract is not None:
        check_contract(slip.contract, table, out)
    elif not out.at("/contract"):
        cited = table.profile.citation("contracts").article
        out.error("contract_missing", "/contract", cited)


def _check_bid(slip: SidiSlip, table: Table, out: Findings) -> None:
    least, step = (table.profile.value(f"sidi.{name}") for name in ("least_bid", "bid_step"))
    fits = slip.bid == MATSCH or slip.bid in range(least, MATSCH, step)
    if not fits and not out.at("/bid"):
        out.error("bid_not_allowed", "/bid", least=least, step=step)
    if slip.double not in DOUBLES:
        out.error("not_a_choice", "/double", options=", ".join(map(str, DOUBLES)))


def _check_points(slip: SidiSlip, table: Table, out: Findings) -> None:
    expected = totals(slip.contract, table.profile)
    if out.at("/points"):
        return
    refuse = must_stand(table)
    add = out.error if refuse else out.warn
    check_sum(slip.cards, expected, out, refuse=refuse)
    for side, points in enumerate(slip.cards):
        if not possible(points, slip.contract, table.profile):
            add("impossible_points", pointer("points", side), points=points)


def _check_matsch(slip: SidiSlip, _table: Table, out: Findings) -> None:
    if not out.at("/points"):
        check_matsch(slip.matsch, slip.cards, out, "turnier.matsch-sidi")


def _check_weis(slip: SidiSlip, table: Table, out: Findings) -> None:
    profile = table.profile
    if any(slip.weis) and not profile.weis:
        out.error("weis_not_allowed", "/weis", profile.citation("weis").article)
    elif all(slip.weis) and not profile.weis_both_sides:
        out.error("weis_one_side_only", "/weis", "weisregeln")
    check_stoeck(slip.stoeck, slip.contract, table, out)


SIDES = (0, 1)
SEAT = number(0, 3)


class Sidi(Game[SidiSlip]):
    """Columns are the sides 0+2 and 1+3."""

    name = "sidi"
    schema = {
        "contract": CONTRACT,
        "declared_by": SEAT,
        "bid": number(0, MATSCH),
        "double": {"enum": [*DOUBLES, None]},
        "points": pair(number(0, 220)),
        "matsch": number(0, 1),
        "weis": pair(number(0, MOST_WEIS)),
        "stoeck": SEAT,
    }
    typed = staticmethod(read_slip)
    checks = (_check_contract, _check_bid, _check_points, _check_matsch, _check_weis)

    def told(self, normal: dict[str, object], slip: SidiSlip, table: Table) -> dict[str, object]:
        """All but the seats: which side bid and which had the Stöck is enough."""
        stoeck = None if slip.stoeck is None else table.column_of(slip.stoeck)
        return {**normal, "declared_by": slip.bidder, "stoeck": stoeck}

    def worth(self, slip: SidiSlip, table: Table) -> HandScore:
        total, expected = sum(slip.cards), totals(slip.contract, table.profile)
        return HandScore(
            state="complete",
            lines=tuple(_line(slip, table, side) for side in SIDES),
            control=Control(sum=total, expected=total if total in expected else max(expected)),
            matsch=slip.matsch,
            kontermatsch=slip.matsch is not None and slip.matsch != slip.bidder,
        )

    def ended(self, sheet: Sheet, hands: Sequence[PlayedHand], table: Table) -> Sheet:
        """Over with the first hand after which one side alone has the target, or more."""
        slips = {hand.number: hand.slip for hand in hands}
        for row in sheet.rows:
            winner = self._winner(row, slips[row.number], table)
            if winner is not None:
                finish = _finish(sheet, row, winner, table)
                return replace(sheet, finish=finish, finished=True)
        return sheet

    def _winner(self, row: Row, slip: object, table: Table) -> int | None:
        """Who has the target once a hand is counted: the higher total where both have it."""
        profile, (first, second) = table.profile, row.running
        counts = row.score is not None and row.score.counts
        if not counts or not 0 < profile.target <= max(first, second) or first == second:
            return None
        winner = int(second > first)
        _state, last = self._readable(slip, table)
        by_bid = last is not None and last.made and last.bidder == winner
        return None if profile.value("sidi.end") == "bonus" and not by_bid else winner


def _finish(sheet: Sheet, last: Row, winner: int, table: Table) -> Finish:
    profile, (first, second) = table.profile, last.running
    rows = [row for row in sheet.rows if row.number <= last.number]
    made = [row.score.matsch for row in rows if row.score is not None]
    schneider = profile.schneider and 2 * min(first, second) < profile.target
    ending = Ending(
        hand=last.number,
        winner=winner,
        outcome="reached",
        article=profile.citation("finish").article,
        counts=(first, second),
        target=profile.target,
        schneider=schneider,
    )
    matsches = [made.count(side) for side in SIDES]
    stakes = stakes_of(profile, winner=winner, schneider=schneider, matsches=matsches)
    return Finish(ending=ending, stakes=stakes)


def _line(slip: SidiSlip, table: Table, side: int) -> Line:
    winner = slip.bidder if slip.made else 1 - slip.bidder
    has_stoeck = slip.stoeck is not None and table.column_of(slip.stoeck) == side
    parts = {
        "cards": slip.cards[side],
        "bid": (side == winner) * slip.bid * slip.double,
        "weis": slip.weis[side],
        "stoeck": has_stoeck * table.profile.stoeck_points,
        "matsch": (slip.matsch == side) * table.profile.matsch_bonus,
    }
    return Line(total=sum(parts.values()), parts=parts, card_points=slip.cards[side])


def _agreed(profile: Profile) -> Iterator[Words]:
    yield length(profile)
    least = {"points": profile.value("sidi.least_bid")}
    yield Words(gettext_noop("Gebote ab %(points)d Punkten"), least)
    yield Words(gettext_noop("mit Weis und Stöck") if profile.weis else gettext_noop("ohne Weis"))


SIDI = GameKind(
    game=Sidi(),
    title=gettext_noop("Sidi Barrani"),
    agreed=_agreed,
    sentences={
        "bidder_missing": gettext_noop("Es fehlt, wer am höchsten geboten hat."),
        "bid_missing": gettext_noop("Es fehlt, wie viel geboten wurde."),
        "bid_not_allowed": gettext_noop(
            "Geboten wird ab %(least)s Punkten in Schritten von %(step)s, oder der Matsch mit 157."
        ),
    },
    switches=(
        *PLAYED_WITH_CARDS,
        "contracts",
        "slalom_values",
        "weis",
        "weis_both_sides",
        "stoeck",
        "stoeck_points",
        "matsch_bonus",
        "target",
        "schneider",
        "stakes",
    ),
    own_switches={
        "least_bid": SheetSwitch(
            kind=Number(0, 157),
            value=50,
            house="Üblich sind mindestens 50 Punkte",
            words=gettext_noop("Kleinstes Gebot"),
        ),
        "bid_step": SheetSwitch(
            kind=Number(1, 50),
            value=5,
            house="Üblich sind Schritte von fünf Punkten",
            words=gettext_noop("Um so viel wird überboten"),
        ),
        "end": SheetSwitch(
            kind=Choice(("normal", "bonus")),
            value="normal",
            house="Es zählt, wer nach dem Spiel am Ziel ist",
            words=gettext_noop("Wer am Ziel gewinnt"),
            answers={
                "normal": gettext_noop("wer dort ist"),
                "bonus": gettext_noop("wer dazu sein letztes Gebot erfüllt hat"),
            },
        ),
    },
    fields=(
        POINTS,
        Field(key="contract", kind="trump", words=gettext_noop("Trumpf")),
        Field(key="declared_by", kind="seat", words=gettext_noop("Wer hat geboten?")),
        Field(key="bid", kind="number", words=gettext_noop("Gebot (Matsch: 157)")),
        Field(
            key="double",
            kind="choice",
            words=gettext_noop("Gedoppelt"),
            options=(
                (1, gettext_noop("nein")),
                (2, gettext_noop("gedoppelt")),
                (4, gettext_noop("zurückgedoppelt")),
            ),
        ),
        Field(
            key="matsch",
            kind="column",
            words=gettext_noop("Matsch"),
            nobody=gettext_noop("kein Matsch"),
        ),
        Field(
            key="weis",
            kind="points",
            words=gettext_noop("Weis"),
            asked=lambda profile: profile.weis,
        ),
        Field(
            key="stoeck",
            kind="seat",
            words=gettext_noop("Stöck"),
            nobody=gettext_noop("niemand"),
            asked=lambda profile: profile.stoeck,
        ),
    ),
    whole=lambda table: hand_total(table.profile),
    slated=True,
    tournament=None,  # who bids too high gives the points away: no hall could check a sum
)
