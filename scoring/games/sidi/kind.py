"""Sidi Barrani: card points to both sides, and the bid to the one that won it.

A bid is made with card points alone; doubled it counts twice or four times, while what had to be
made stays. Every hand is played to its last trick, and the account after it decides the game.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from referee.rules.profile import Profile, SheetSwitch
from referee.rules.profile_kinds import Choice, Flag, Number
from scoring.games.base import (
    Control,
    HandScore,
    Line,
    PlayedHand,
    Row,
    Sheet,
    Table,
)
from scoring.games.card_sums import (
    hand_total,
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
from scoring.games.sidi.slip import CHECKS, DOUBLES, MATSCH, MOST_WEIS, SidiSlip, read_slip

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
        "misere": {"enum": ["yes", None]},
    }
    typed = staticmethod(read_slip)
    checks = CHECKS

    def told(self, normal: dict[str, object], slip: SidiSlip, table: Table) -> dict[str, object]:
        """All but the seats: which side bid and which had the Stöck is enough."""
        stoeck = None if slip.stoeck is None else table.column_of(slip.stoeck)
        return {**normal, "declared_by": slip.bidder, "stoeck": stoeck}

    def worth(self, slip: SidiSlip, table: Table) -> HandScore:
        total, expected = sum(slip.cards), totals(slip.contract, table.profile)
        return HandScore(
            state="complete",
            lines=_lines(slip, table, self._led(table)),
            control=Control(sum=total, expected=total if total in expected else max(expected)),
            matsch=slip.matsch,
            kontermatsch=slip.matsch is not None and slip.matsch != slip.bidder,
        )

    def _led(self, table: Table) -> int | None:
        """The side that was ahead before this hand, where it matters; None where neither was."""
        if table.profile.value("sidi.end") != "overbid":
            return None
        totals, told = [0, 0], sorted(table.others, key=lambda other: other.number)
        for other in told:
            _state, slip, out = self._read(other.slip, table)
            if slip is not None and not out.blocked and other.number < table.hand_number:
                for side, line in enumerate(_lines(slip, table, _ahead(totals))):
                    totals[side] += line.total
        return _ahead(totals)

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


def _ahead(totals: Sequence[int]) -> int | None:
    """The side with more, None where both have as many."""
    return None if totals[0] == totals[1] else int(totals[1] > totals[0])


def _lines(slip: SidiSlip, table: Table, led: int | None) -> tuple[Line, ...]:
    return tuple(_line(slip, table, side, led) for side in SIDES)


def _line(slip: SidiSlip, table: Table, side: int, led: int | None) -> Line:
    """`led`: the side that was ahead, where a bid that it then misses is taken off both sides."""
    winner = slip.bidder if slip.made else 1 - slip.bidder
    has_stoeck = slip.stoeck is not None and table.column_of(slip.stoeck) == side
    overbid = not slip.made and slip.bidder == led and slip.double == 1
    parts = {
        "cards": slip.cards[side],
        "bid": -slip.bid if overbid else (side == winner) * slip.bid * slip.double,
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
        "misere_not_played": gettext_noop("Misère gibt es an diesem Tisch nicht."),
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
            kind=Choice(("normal", "bonus", "overbid")),
            value="normal",
            house="Es zählt, wer nach dem Spiel am Ziel ist",
            words=gettext_noop("Wer am Ziel gewinnt"),
            answers={
                "normal": gettext_noop("wer dort ist"),
                "bonus": gettext_noop("wer dazu sein letztes Gebot erfüllt hat"),
                "overbid": gettext_noop(
                    "wer dort ist; verfehlt der Führende ein ungedoppeltes Gebot, geht es beiden ab"
                ),
            },
        ),
        "misere": SheetSwitch(
            kind=Flag(),
            value=False,
            house="Geboten wird auf Farben",
            words=gettext_noop("Es gibt auch Misère"),
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
            key="misere",
            kind="word",
            words=gettext_noop("Misère"),
            nobody=gettext_noop("nein"),
            options=(("yes", gettext_noop("ja")),),
            asked=lambda profile: bool(profile.value("sidi.misere")),
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
