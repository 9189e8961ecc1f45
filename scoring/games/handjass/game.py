"""Handjass or Bodenjass: everybody for himself, the bottom card is trump, 157 points a hand."""

from collections.abc import Sequence
from dataclasses import dataclass

from jassclub.core.errors import Finding, pointer
from referee.rules.profile_fields import SUITS
from scoring.games.base import (
    Control,
    Findings,
    HandScore,
    Line,
    PlayedHand,
    Sheet,
    State,
    Table,
    readable,
)
from scoring.games.card_sums import hand_total, possible
from scoring.games.reading import Reader, open_slip, read_state
from scoring.games.sheet import after_the_last, build_sheet, check_seats, nothing

FIELDS = ("trump", "points", "last_trick")


@dataclass(frozen=True, kw_only=True)
class HandjassSlip:
    """Card points per seat with the last trick, one of them derived; `last_trick` is a seat."""

    state: State
    trump: str | None = None
    points: tuple[int | None, ...] = ()
    last_trick: int | None = None

    @property
    def cards(self) -> tuple[int, ...]:
        """The points of all seats; only for a slip without errors."""
        return tuple(points or 0 for points in self.points)


class Handjass:
    """See `Game`. Slips are described in `how-to-add-a-game`; columns are the seats."""

    name = "handjass"
    lower_wins = False

    def check_table(self, table: Table) -> list[Finding]:
        return check_seats(table)

    def check(self, slip: object, table: Table) -> list[Finding]:
        return _read(slip, table)[1].items + after_the_last(table)

    def normalise(self, slip: object, table: Table) -> dict[str, object]:
        """The points of all seats, null for what is unknown."""
        read = readable(_read(slip, table))
        if read.state != "complete":
            return {"state": read.state}
        return {
            "state": read.state,
            "trump": read.trump,
            "points": list(read.cards),
            "last_trick": read.last_trick,
        }

    def numbers(self, slip: object, table: Table) -> dict[str, object]:
        """The points; trump and last trick are remarks."""
        normal = self.normalise(slip, table)
        return {key: normal[key] for key in ("state", "points") if key in normal}

    def score(self, slip: object, table: Table) -> HandScore:
        read = readable(_read(slip, table))
        if read.state != "complete":
            return nothing(read.state, table)
        return HandScore(
            state=read.state,
            lines=tuple(Line(total=n, parts={"cards": n}, card_points=n) for n in read.cards),
            control=Control(sum=sum(read.cards), expected=hand_total(table.profile)),
        )

    def sheet(self, hands: Sequence[PlayedHand], table: Table) -> Sheet:
        return build_sheet(self, hands, table)


def _read(slip: object, table: Table) -> tuple[HandjassSlip | None, Findings]:
    out = Findings()
    reader = open_slip(slip, out, FIELDS)
    if reader is None:
        return None, out
    state = read_state(reader)
    if state != "complete":
        return HandjassSlip(state=state), out
    read = HandjassSlip(
        state=state,
        trump=reader.choice("trump", SUITS[table.deck]),
        points=_points(reader, table),
        last_trick=reader.number("last_trick", low=0, high=table.players - 1),
    )
    if not out.at("/points"):
        _check_points(read, table, out)
    return read, out


def _points(reader: Reader, table: Table) -> tuple[int | None, ...]:
    """A number for each seat; one may be left out and is what the others leave of 157."""
    total = hand_total(table.profile)
    read = reader.numbers("points", table.players, low=0, high=total)
    if not reader.out.at("/points") and (read is None or read.count(None) > 1):
        reader.out.error("points_missing", "/points")
    rest = total - sum(points or 0 for points in read or ())
    return tuple(rest if points is None else points for points in read or ())


def _check_points(slip: HandjassSlip, table: Table, out: Findings) -> None:
    total, profile = hand_total(table.profile), table.profile
    add = out.error if profile.control_sum == "refuse" else out.warn
    if min(slip.cards) < 0:
        made = sum(points for points in slip.cards if points > 0)
        out.error("sum_too_high", "/points", "letzter-stich", sum=made, expected=total)
        return
    if sum(slip.cards) != total:
        add("sum_wrong", "/points", "letzter-stich", sum=sum(slip.cards), expected=total)
    for seat, points in enumerate(slip.cards):
        if not possible(points, slip.trump, profile, players=table.players):
            add("impossible_points", pointer("points", seat), points=points)
    if slip.last_trick is not None and slip.cards[slip.last_trick] < profile.last_trick:
        out.error("last_trick_points", "/last_trick", "letzter-stich", points=profile.last_trick)
