"""A slip of a Differenzler hand as typed values; one missing number of points is derived."""

from dataclasses import dataclass, field

from referee.rules.profile_fields import SUITS
from scoring.games.base import State, Table
from scoring.games.card_sums import Numbers, filled
from scoring.games.differenzler.deck import KEY, Left, dealt_at, read_differences, read_left_out
from scoring.games.reading import Reader

FIELDS = ("trump", "predictions", "sealed", "left_out", "points", "stoeck", "won_trick")
"""The members of a slip that tells the whole hand."""


@dataclass(frozen=True, kw_only=True)
class Stoeck:
    """Stöck declared by a seat: `sign` +1 or -1 was chosen with the second card."""

    seat: int
    sign: int


@dataclass(frozen=True, kw_only=True)
class DifferenzlerSlip:
    """Values per seat, None where nothing was written. `won_trick`: took a trick worth 0.

    `expected` is the control sum, None where nobody knows which cards were not dealt.
    `differences` is None in a slip that tells the whole hand, else all that is known of it.
    `sealed`: whose number lies sealed on his phone; as long as one does, no difference is known.
    """

    trump: str | None = None
    predictions: Numbers = ()
    sealed: tuple[bool, ...] = ()
    points: Numbers = ()
    expected: int | None = None
    left: Left = field(default_factory=Left)
    stoeck: Stoeck | None = None
    won_trick: tuple[bool | None, ...] = ()
    differences: tuple[int, ...] | None = None

    def made(self, seat: int, stoeck_points: int) -> int:
        """The points the prediction is compared with: cards, and Stöck as declared."""
        mine = self.stoeck is not None and self.stoeck.seat == seat
        sign = self.stoeck.sign if self.stoeck is not None and mine else 0
        return (self.points[seat] or 0) + sign * stoeck_points


def read_slip(reader: Reader, _state: State, table: Table) -> DifferenzlerSlip:
    """The slip as typed values; what could not be read left a finding."""
    if reader.has(KEY):
        return DifferenzlerSlip(differences=read_differences(reader, table, FIELDS))
    none = (None,) * table.players
    trump = reader.choice("trump", SUITS[table.deck])
    predictions = read_predictions(reader, table)
    sealed = read_sealed(reader, table, predictions)
    left = read_left_out(reader, table, trump)
    expected = None if left.points is None else dealt_at(table).total - left.points
    written = read_points(reader, table, gaps=expected is not None or left.faulty)
    return DifferenzlerSlip(
        trump=trump,
        predictions=predictions,
        sealed=sealed,
        points=filled(written, expected),
        expected=expected,
        left=left,
        stoeck=_stoeck(reader, table),
        won_trick=reader.flags("won_trick", table.players) or none,
    )


def read_predictions(reader: Reader, table: Table) -> Numbers:
    """One number from 0 to all the points of the cards, or null, for each seat."""
    found = reader.numbers("predictions", table.players, low=0, high=dealt_at(table).highest)
    if found is None and not reader.out.at(reader.where("predictions")):
        reader.out.error("predictions_missing", reader.where("predictions"))
    return found or (None,) * table.players


def read_sealed(reader: Reader, table: Table, predictions: Numbers) -> tuple[bool, ...]:
    """Whose number lies sealed; nothing where none does. Who has sealed one is told no other."""
    if not reader.has("sealed"):
        return ()
    options = table.profile.differenzler
    if (options.predictions, options.sealed_entry) != ("hidden", "phone"):
        reader.out.error("unknown_field", reader.where("sealed"), field="sealed")
        return ()
    sealed = tuple(flag is True for flag in reader.flags("sealed", table.players) or ())
    for seat, number in enumerate(predictions):
        if number is not None and seat < len(sealed) and sealed[seat]:
            reader.out.error("predictions_sealed", reader.where("predictions", seat))
    return sealed if any(sealed) else ()


def read_points(reader: Reader, table: Table, *, gaps: int) -> Numbers:
    """The points as written; at most so many seats' may be left out."""
    found = reader.numbers("points", table.players, low=0, high=dealt_at(table).highest)
    missing = table.players if found is None else found.count(None)
    if not reader.out.at(reader.where("points")) and missing > gaps:
        reader.out.error("points_missing", reader.where("points"))
    return found or (None,) * table.players


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
