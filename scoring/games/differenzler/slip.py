"""The cards of a Differenzler: how many are dealt, what they total, which points are possible.

Three and four players deal all 36 cards (differenzler.geben). The others are customs of the
house: two players take 12 each, five or more play with two packs, whose cards total 309, and
what cannot be dealt evenly stays out.

A Differenzler hand of which only the differences are known, as old spreadsheets keep them.

They count like any other hand; what was predicted and made, and whether the sum stood, nobody
can tell any more. A profile allows it (`differenzler.differences_alone`), none that is played by.

The cards that nobody was dealt in a Differenzler: named one by one or as their points.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from jassclub.core.errors import echo
from referee.rules.cards import PACK, Card, NotationError, Rank, Suit, read_card
from referee.rules.modes import TrickMode, ranking
from referee.rules.profile_fields import SUITS
from scoring.games.base import Control, HandScore, Line, Reader, State, Table
from scoring.games.card_sums import CARDS_TOTAL, Numbers, filled, masks_by_count, values_of


@dataclass(frozen=True, kw_only=True)
class Dealt:
    """What is dealt at a table: `packs` of 36 cards, `each` to a player, `left` to nobody."""

    packs: int
    players: int
    each: int
    last_trick: int

    @property
    def left(self) -> int:
        return PACK * self.packs - self.each * self.players

    @property
    def uneven(self) -> bool:
        """Whether some cards are left since they cannot be dealt evenly."""
        return 0 < self.left < self.players

    @property
    def total(self) -> int:
        """All cards and the last trick: 157, or 309 with two packs."""
        return CARDS_TOTAL * self.packs + self.last_trick

    @property
    def highest(self) -> int:
        """The most that can be made, and so predicted."""
        return self._sums_of_dealt().bit_length() - 1

    def can_be_left(self, points: int) -> bool:
        """Whether the cards that were not dealt can be worth that many points."""
        return bool(_masks(self.packs)[self.left] >> points & 1)

    def can_be_dealt(self, points: int) -> bool:
        """Whether all players together can make that many points."""
        return bool(self._sums_of_dealt() >> points & 1)

    def can_be_made(self, points: int) -> bool:
        """Whether some whole tricks are worth that many points."""
        return bool(_sums_of_tricks(self) >> points & 1)

    def _sums_of_dealt(self) -> int:
        return _masks(self.packs)[self.each * self.players] << self.last_trick


def dealt_at(table: Table) -> Dealt:
    """The cards that are dealt at a table."""
    options = table.profile.differenzler
    packs = 2 if table.players >= options.two_packs_from else 1
    each = PACK * packs // table.players
    return Dealt(
        packs=packs,
        players=table.players,
        each=min(each, options.cards_for_two) if table.players == 2 else each,
        last_trick=table.profile.last_trick,
    )


def card_points(card: Card, trump: Suit) -> int:
    """What a card counts when `trump` is trump."""
    return ranking(TrickMode(trump)).points[card.index % PACK]


@lru_cache(maxsize=4)
def _masks(packs: int) -> list[int]:
    """For each number of cards, bit n is set when that many can be worth n."""
    return masks_by_count(values_of("trump") * packs)


@lru_cache(maxsize=32)
def _sums_of_tricks(dealt: Dealt) -> int:
    without = 0
    for count in range(dealt.players, dealt.each * dealt.players + 1, dealt.players):
        without |= _masks(dealt.packs)[count]
    return 1 | without | without << dealt.last_trick


KEY = "differences"


def read_differences(reader: Reader, table: Table, others: Sequence[str]) -> tuple[int, ...]:
    """The difference of each seat as it was booked; what is wrong leaves findings.

    `others` are the members of a slip that tells the whole hand: they do not go with it.
    """
    options, out = table.profile.differenzler, reader.out
    if not options.differences_alone:
        out.error("differences_not_here", reader.where(KEY))
    for member in (name for name in others if reader.has(name)):
        out.error("differences_with_more", reader.where(member), field=member)
    high = dealt_at(table).highest
    found = reader.numbers(KEY, table.players, low=-options.exact_bonus, high=high) or ()
    for seat in (seat for seat, difference in enumerate(found) if difference is None):
        out.error("difference_missing", reader.where(KEY, seat))
    if not out.blocked:
        out.warn("differences_alone", reader.where(KEY))
    return tuple(difference or 0 for difference in found)


def score_differences(differences: Sequence[int]) -> HandScore:
    """The hand as it counts; a difference of nothing, or below it by a premium, was exact."""
    lines = tuple(
        Line(total=n, parts={"difference": n}, card_points=None, exact=n <= 0) for n in differences
    )
    return HandScore(state="complete", lines=lines, control=Control(sum=0, expected=0))


LeftOut = int | tuple[str, ...]
"""As it was written: points, or the cards."""


@dataclass(frozen=True, kw_only=True)
class Left:
    """What was left out: `written` as in the slip, `points` None where nobody knows.

    `faulty`: something is written that cannot be right.
    """

    written: LeftOut | None = None
    points: int | None = None
    faulty: bool = False


def read_left_out(reader: Reader, table: Table, trump: str | None) -> Left:
    """What the slip says of the cards that were not dealt; faults leave findings."""
    dealt, where = dealt_at(table), reader.where("left_out")
    if not dealt.left:
        if reader.has("left_out"):
            reader.out.error("nothing_left_out", where)
        return Left(points=0)
    if isinstance(reader.values.get("left_out"), list | tuple):
        return _cards(reader, table, trump)
    if not reader.has("left_out"):
        if dealt.uneven:
            reader.out.warn("left_out_unknown", where, count=dealt.left)
        return Left()
    return _points(reader, dealt)


def _points(reader: Reader, dealt: Dealt) -> Left:
    points = reader.number("left_out", low=0, high=dealt.total)
    if points is None:
        return Left(faulty=True)
    if not dealt.can_be_left(points):
        where = reader.where("left_out")
        reader.out.error("left_out_impossible", where, count=dealt.left, points=points)
        return Left(faulty=True)
    return Left(written=points, points=points)


def _cards(reader: Reader, table: Table, trump: str | None) -> Left:
    value, dealt = reader.values["left_out"], dealt_at(table)
    assert isinstance(value, list | tuple)  # noqa: S101
    if len(value) != dealt.left:
        reader.out.error("wrong_length", reader.where("left_out"), count=dealt.left)
        return Left(faulty=True)
    cards = [_card(item, table) for item in value]
    for at, card in enumerate(cards):
        if card is None:
            reader.out.error("card_unknown", reader.where("left_out", at), card=echo(value[at]))
    _check_copies(value, cards, reader, dealt)
    if trump is None:
        reader.out.error("trump_missing", reader.where("trump"))
    known = [card for card in cards if card is not None]
    if trump is None or reader.out.at(reader.where("left_out")):
        return Left(faulty=True)
    suit = Suit(SUITS[table.deck].index(trump))
    points = sum(card_points(card, suit) for card in known)
    return Left(written=tuple(map(str, value)), points=points)


def _card(value: object, table: Table) -> Card | None:
    """A card in the letters of the table's deck, None for anything else."""
    try:
        card, notation = read_card(value)
    except NotationError:
        return None
    in_deck = notation.value == table.deck and card.rank >= Rank.SIX
    return card if in_deck and card.copy < dealt_at(table).packs else None


def _check_copies(
    texts: Sequence[object], cards: Sequence[Card | None], reader: Reader, dealt: Dealt
) -> None:
    """No card more often than there are packs; the mark of the second pack may be missing."""
    before: list[Card] = []
    for at, card in enumerate(cards):
        if card is None:
            continue
        same = [each for each in before if (each.suit, each.rank) == (card.suit, card.rank)]
        if len(same) >= dealt.packs or (card.copy and card in same):
            reader.out.error("card_twice", reader.where("left_out", at), card=echo(texts[at]))
        before.append(card)


FIELDS = ("trump", "predictions", "sealed", "left_out", "points", "stoeck", "won_trick")
"""The members of a slip that tells the whole hand."""


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
    stoeck: Mapping[str, int] | None = None
    won_trick: tuple[bool | None, ...] = ()
    differences: tuple[int, ...] | None = None

    def made(self, seat: int, stoeck_points: int) -> int:
        """The points the prediction is compared with: cards, and Stöck as declared."""
        declared = self.stoeck or {}
        sign = declared["sign"] if declared.get("seat") == seat else 0
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
    if options.predictions != "hidden" or options.sealed_entry == "paper":
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


def _stoeck(reader: Reader, table: Table) -> Mapping[str, int] | None:
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
    return None if seat is None or sign not in (1, -1) else {"seat": seat, "sign": sign}
