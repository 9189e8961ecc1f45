"""A claim to all remaining tricks as it is put before the referee (article rest-verlangen).

Which cards take a trick away from a card that is led, as masks.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, reduce
from operator import or_
from typing import Literal, NamedTuple

from referee.rules.cards import PACK, after, indices_of, mask_at, side_of
from referee.rules.legality import JASSREGELN, DeadRule, FollowRule, winner
from referee.rules.modes import Mode, TrickMode, ranking

Beaters = tuple[int, ...]


@cache
def beaters(mode: TrickMode) -> Beaters:
    """For each card (index) the cards (mask) that take a trick that it leads."""
    return tuple(
        mask_at(other for other in range(PACK) if row[other] > row[card])
        for card, row in enumerate(ranking(mode).strength)
    )


@cache
def beaters_in_any(modes: tuple[TrickMode, ...]) -> Beaters:
    """The same where a card may be led in any of several tricks."""
    tables = [beaters(mode) for mode in set(modes)]
    return tuple(mask_at_all(row) for row in zip(*tables, strict=True))


@cache
def followers(mode: TrickMode) -> Beaters:
    """For each card the cards of its own suit that take a trick that it leads."""
    suit = ranking(mode).suit
    return tuple(mask & suit[card] for card, mask in enumerate(beaters(mode)))


def mask_at_all(masks: Iterable[int]) -> int:
    """The union of masks."""
    return reduce(or_, masks, 0)


def reach(holding: int, table: Beaters) -> int:
    """All cards (mask) that take a trick from some card of the holding."""
    union = 0
    while holding:
        low = holding & -holding
        union |= table[low.bit_length() - 1]
        holding ^= low
    return union


def first_pair(holding: int, against: int, table: Beaters) -> tuple[int, int] | None:
    """A card of the holding and one of `against` that beats it when it is led; None if none does.

    The first in the order of indices; of the cards that beat it one of its own suit, if any.
    """
    for card in indices_of(holding):
        if by := table[card] & against:
            suit = 0b111111111 << card - card % 9
            return card, indices_of(by & suit or by)[0]
    return None


FULL_PACK = (1 << PACK) - 1

Result = Literal["stands", "falls", "partner_only", "undecided"]
Why = Literal["boss", "dead_card", "beaten", "open_trick", "played_out", "who_holds", "too_long"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RestClaim:
    """Who claims with which cards, and what is known of the others.

    Cards are indices, sets of cards masks, seats count from 0. `holding`: the claimer's cards.
    `trick`: the cards that lie open, leader first; `leader`: who led or leads it, the claimer
    where it is None. `gone`: the cards of turned tricks. `hands`: the others' cards by seat, None
    where nobody has shown them. `dead`: cards without taking power. `single`: no partners.
    """

    holding: int
    mode: Mode
    claimer: int = 0
    leader: int | None = None
    trick: tuple[int, ...] = ()
    gone: int = 0
    hands: tuple[int | None, ...] = (None, None, None, None)
    dead: int = 0
    single: bool = False
    rule: FollowRule = JASSREGELN
    pack: int = FULL_PACK

    def __post_init__(self) -> None:
        parts = [self.holding, self.gone, *(1 << card for card in self.trick), *self.shown]
        if sum(part.bit_count() for part in parts) != mask_at_all(parts).bit_count():
            raise ValueError("a card is in two places")
        if len(self.trick) > self.players or not 0 <= self.claimer < self.players:
            raise ValueError("more cards or seats than players")
        if any(hand.bit_count() != self.size_of(seat) for seat, hand in self.shown_by_seat()):
            raise ValueError("the hands do not fit together")

    @property
    def players(self) -> int:
        return len(self.hands)

    @property
    def shown(self) -> tuple[int, ...]:
        """The known holdings of the others."""
        return tuple(hand for _, hand in self.shown_by_seat())

    @property
    def known_hands(self) -> tuple[int, ...]:
        """The cards of each seat, as far as they are known."""
        return tuple(
            self.holding if seat == self.claimer else hand or 0
            for seat, hand in enumerate(self.hands)
        )

    @property
    def open(self) -> bool:
        """True where all cards of the others are known."""
        return len(self.shown) == self.players - 1

    @property
    def first(self) -> int:
        """The seat that led or leads the open trick."""
        return self.claimer if self.leader is None else self.leader

    @property
    def place(self) -> int:
        """The claimer's place in the open trick, 0 where he leads."""
        return (self.claimer - self.first) % self.players

    @property
    def on_lead(self) -> bool:
        return self.place == 0 and not self.trick

    @property
    def unseen(self) -> int:
        """The cards (mask) that some other player holds, nobody knows who."""
        lying = mask_at(self.trick)
        return self.pack & ~(self.holding | self.gone | lying | mask_at_all(self.shown))

    @property
    def number(self) -> int:
        """The number of the open trick, from 0."""
        laid = self.place < len(self.trick)
        return self.pack.bit_count() // self.players - self.holding.bit_count() - laid

    @property
    def modes(self) -> tuple[TrickMode, ...]:
        """What rules the open trick and each that follows; at least one."""
        tricks = self.pack.bit_count() // self.players
        numbers = range(max(0, min(self.number, tricks - 1)), tricks)
        return tuple(self.mode.of_trick(number, tricks) for number in numbers)

    @property
    def plain(self) -> bool:
        """True where a card that beats another can be played on it whenever it is led."""
        return len(set(self.modes)) == 1 and not self.rule.strict_follow

    @property
    def dead_rule(self) -> DeadRule:
        return DeadRule(sides=self.players == 4 and not self.single)

    def size_of(self, seat: int) -> int:
        """How many cards the seat holds."""
        ahead = self.place < len(self.trick)
        laid = (seat - self.first) % self.players < len(self.trick)
        return self.holding.bit_count() + ahead - laid

    def seat(self, place: int) -> int:
        """Who plays at this place of the open trick."""
        return after(self.first, place, self.players)

    def is_foe(self, seat: int) -> bool:
        """Whether the seat plays against the claimer."""
        mine = side_of(self.claimer, self.players, single=self.single)
        return side_of(seat, self.players, single=self.single) != mine

    def shown_by_seat(self) -> Iterator[tuple[int, int]]:
        """The known holdings of the others, each with its seat."""
        for seat, hand in enumerate(self.hands):
            if seat != self.claimer and hand is not None:
                yield seat, hand

    def settled(self) -> "RestClaim":
        """The claim after a complete trick has been given to whom it belongs."""
        if len(self.trick) < self.players:
            return self
        place = winner(self.trick, ranking(self.modes[0]), self.dead, rule=self.dead_rule)
        gone = self.gone | mask_at(self.trick)
        return replace(self, trick=(), gone=gone, leader=self.seat(place))


@dataclass(frozen=True, slots=True, kw_only=True)
class RestVerdict:
    """What becomes of a claim.

    `stands`: no card can take a trick from the claimer, in whatever order he plays. `falls`: an
    opponent's can. `partner_only`: nothing but the partner's can, which the text leaves open.
    `undecided`: it depends on who holds the cards of `ask` (mask), or nobody can tell in time.
    `card` is the claimed card that is beaten, `by` what beats it, `held_by` the seat that has it,
    None where that is not known or not needed.
    """

    result: Result
    why: Why
    card: int | None = None
    by: int | None = None
    held_by: int | None = None
    ask: int = 0


STANDS = RestVerdict(result="stands", why="boss")
TOO_LONG = RestVerdict(result="undecided", why="too_long")


def worse(verdict: RestVerdict, other: RestVerdict) -> RestVerdict:
    """The verdict that speaks more against the claim, the first where they are equal."""
    return max(verdict, other, key=lambda each: _RESULTS.index(each.result))


_RESULTS: tuple[Result, ...] = ("stands", "partner_only", "undecided", "falls")


class Others(NamedTuple):
    """The live cards of the others by owner (masks); `either` may be the partner's or not."""

    foes: int
    friends: int
    either: int

    @property
    def all(self) -> int:
        return self.foes | self.friends | self.either


def others_of(claim: RestClaim) -> Others:
    """Who has what, as far as it can be told from what is known."""
    held = {True: 0, False: 0}
    hidden = set()
    for seat, hand in enumerate(claim.hands):
        if seat != claim.claimer and hand is None:
            hidden.add(claim.is_foe(seat))
        elif seat != claim.claimer:
            held[claim.is_foe(seat)] |= hand or 0
    if len(hidden) == 1:
        held[hidden.pop()] |= claim.unseen
    live = ~claim.dead
    return Others(held[True] & live, held[False] & live, (claim.unseen if hidden else 0) & live)


def holder_of(claim: RestClaim, card: int) -> int | None:
    """The seat that is known to hold the card."""
    return next((seat for seat, hand in claim.shown_by_seat() if hand >> card & 1), None)


def beaten(claim: RestClaim, pair: tuple[int, int], *, by_partner: bool = False) -> RestVerdict:
    """The verdict where the first card of the pair is beaten by the second when it is led."""
    card, by = pair
    return RestVerdict(
        result="partner_only" if by_partner else "falls",
        why="beaten",
        card=card,
        by=by,
        held_by=holder_of(claim, by),
    )
