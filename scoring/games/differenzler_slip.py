"""A slip of a Differenzler hand as typed values; one missing number of points is derived."""

from dataclasses import dataclass

from referee.rules.profile_fields import SUITS
from scoring.games.base import Findings, State, Table
from scoring.games.card_sums import hand_total
from scoring.games.reading import Reader, open_slip, read_state

FIELDS = ("trump", "predictions", "points", "stoeck", "won_trick")
Numbers = tuple[int | None, ...]


@dataclass(frozen=True, kw_only=True)
class Stoeck:
    """Stöck declared by a seat: `sign` +1 or -1 was chosen with the second card."""

    seat: int
    sign: int


@dataclass(frozen=True, kw_only=True)
class DifferenzlerSlip:
    """Values per seat, None where nothing was written. `won_trick`: took a trick worth 0."""

    state: State
    trump: str | None = None
    predictions: Numbers = ()
    written: Numbers = ()
    points: Numbers = ()
    stoeck: Stoeck | None = None
    won_trick: tuple[bool | None, ...] = ()

    def made(self, seat: int, stoeck_points: int) -> int:
        """The points the prediction is compared with: cards, and Stöck as declared."""
        mine = self.stoeck is not None and self.stoeck.seat == seat
        sign = self.stoeck.sign if self.stoeck is not None and mine else 0
        return (self.points[seat] or 0) + sign * stoeck_points


def read_slip(slip: object, table: Table, out: Findings) -> DifferenzlerSlip | None:
    """The slip as typed values; what could not be read left a finding. None if it is no object."""
    reader = open_slip(slip, out, FIELDS)
    if reader is None:
        return None
    state = read_state(reader)
    if state != "complete":
        return DifferenzlerSlip(state=state)
    none = (None,) * table.players
    written = read_points(reader, table)
    return DifferenzlerSlip(
        state=state,
        trump=reader.choice("trump", SUITS[table.deck]),
        predictions=read_predictions(reader, table),
        written=written,
        points=derived(written, table),
        stoeck=_stoeck(reader, table),
        won_trick=reader.flags("won_trick", table.players) or none,
    )


def read_predictions(reader: Reader, table: Table) -> Numbers:
    """One number from 0 to 157 or null for each seat."""
    high = hand_total(table.profile)
    found = reader.numbers("predictions", table.players, low=0, high=high)
    if found is None and not reader.out.at(reader.where("predictions")):
        reader.out.error("predictions_missing", reader.where("predictions"))
    return found or (None,) * table.players


def read_points(reader: Reader, table: Table) -> Numbers:
    """The points as written; at most one seat's may be left out."""
    high = hand_total(table.profile)
    found = reader.numbers("points", table.players, low=0, high=high)
    if not reader.out.at(reader.where("points")) and (found is None or found.count(None) > 1):
        reader.out.error("points_missing", reader.where("points"))
    return found or (None,) * table.players


def derived(written: Numbers, table: Table) -> Numbers:
    """The points with the one that was left out, so that all make 157."""
    if written.count(None) != 1:
        return written
    rest = hand_total(table.profile) - sum(points or 0 for points in written)
    return tuple(rest if points is None else points for points in written)


def _stoeck(reader: Reader, table: Table) -> Stoeck | None:
    if not reader.has("stoeck"):
        return None
    inner = reader.inner("stoeck")
    if inner is None:
        return None
    inner.only("seat", "sign")
    seat = inner.number("seat", low=0, high=table.players - 1)
    sign = inner.number("sign", low=-1, high=1)
    if seat is None and not inner.has("seat"):
        reader.out.error("field_missing", inner.where("seat"), field="seat")
    if sign not in (1, -1) and not reader.out.at(inner.where("sign")):
        reader.out.error("stoeck_sign", inner.where("sign"), "differenzler.stoecke")
    return None if seat is None or sign not in (1, -1) else Stoeck(seat=seat, sign=sign)
