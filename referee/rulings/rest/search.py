"""Whether anybody can take a trick from the claimer, tried out card by card.

Everybody plays any legal card, the claimer too: an order that loses is enough. Two cuts keep it
short, and neither changes the answer: nothing of the takers beats anything of the claimer; of
neighbouring cards in one hand only one is tried.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from referee.rules.cards import PACK, SUIT_SIZE, indices_of, mask_at
from referee.rules.legality import legal_mask, winner
from referee.rules.modes import Ranking, TrickMode, ranking
from referee.rulings.rest.claim import RestClaim, beaters_in_any, mask_at_all, reach

NODE_CAP = 60_000
"""Cards tried before the search gives up."""

Hands = tuple[int, ...]


class TooLong(Exception):
    """The cap was reached before there was an answer."""


class Loss(NamedTuple):
    """The claimer's card that was beaten, what took the trick, and the seat that took it."""

    card: int
    by: int
    seat: int


@dataclass(slots=True)
class Search:
    """One question: can a seat of `takers` win a trick before anybody else but the claimer has?

    `number` below is the number of a trick counted from the open one.
    """

    claim: RestClaim
    takers: frozenset[int]
    cap: int = NODE_CAP
    nodes: int = 0
    seen: set[Hands] = field(default_factory=set)

    def loss(self) -> Loss | None:
        """How the claimer loses a trick, None where that cannot be; TooLong at the cap."""
        claim = self.claim
        hands = tuple(
            claim.holding if seat == claim.claimer else hand or 0
            for seat, hand in enumerate(claim.hands)
        )
        if claim.on_lead and self._safe(hands, 0):
            return None
        return self._play(hands, claim.first, claim.trick, 0)

    def _play(self, hands: Hands, leader: int, trick: tuple[int, ...], number: int) -> Loss | None:
        if len(trick) == len(hands):
            return self._turn(hands, leader, trick, number)
        seat = (leader + len(trick)) % len(hands)
        for card in self._choices(hands, seat, trick, number):
            self.nodes += 1
            if self.nodes > self.cap:
                raise TooLong
            left = (*hands[:seat], hands[seat] ^ 1 << card, *hands[seat + 1 :])
            found = self._play(left, leader, (*trick, card), number)
            if found:
                return found
        return None

    def _turn(self, hands: Hands, leader: int, trick: tuple[int, ...], number: int) -> Loss | None:
        table = self._table(number)
        place = winner(trick, table, self.claim.dead, rule=self.claim.dead_rule)
        seat = (leader + place) % len(hands)
        if seat in self.takers:
            return Loss(trick[(self.claim.claimer - leader) % len(trick)], trick[place], seat)
        if seat != self.claim.claimer or not hands[seat] or hands in self.seen:
            return None
        self.seen.add(hands)
        return None if self._safe(hands, number + 1) else self._play(hands, seat, (), number + 1)

    def _safe(self, hands: Hands, number: int) -> bool:
        """Whether nothing of the takers beats a card that the claimer may lead from now on."""
        modes, dead = self.claim.modes, self.claim.dead
        table = beaters_in_any(modes[min(number, len(modes) - 1) :])
        mine = hands[self.claim.claimer]
        theirs = mask_at_all([hands[seat] for seat in self.takers])
        return not mine & dead and not reach(mine, table) & theirs & ~dead

    def _choices(self, hands: Hands, seat: int, trick: Sequence[int], number: int) -> Iterator[int]:
        """The legal cards, the best first; of neighbours one, where no card is dead."""
        legal = legal_mask(hands[seat], trick, self._table(number), self.claim.rule)
        if self.claim.dead:
            yield from reversed(indices_of(legal))
            return
        others = mask_at_all([hand for at, hand in enumerate(hands) if at != seat])
        between = others | mask_at(trick)
        for ladder in _ladders(self._mode(number)):
            yield from _without_neighbours(ladder, legal, between)

    def _mode(self, number: int) -> TrickMode:
        modes = self.claim.modes
        return modes[min(number, len(modes) - 1)]

    def _table(self, number: int) -> Ranking:
        return ranking(self._mode(number))


def _without_neighbours(ladder: Sequence[int], legal: int, between: int) -> Iterator[int]:
    """Of the legal cards one of each row that no card of `between` parts."""
    fresh = True
    for card in ladder:
        if between >> card & 1:
            fresh = True
        elif legal >> card & 1:
            alone = card % SUIT_SIZE == 5  # the Bauer need not follow, and so has no neighbours
            if fresh or alone:
                yield card
            fresh = alone


@cache
def _ladders(mode: TrickMode) -> tuple[tuple[int, ...], ...]:
    """The cards of each suit, the best first; trumps before the others."""
    table = ranking(mode)
    suits = [range(start, start + SUIT_SIZE) for start in range(0, PACK, SUIT_SIZE)]
    ladders = [tuple(sorted(suit, key=lambda card: -table.strength[card][card])) for suit in suits]
    return tuple(sorted(ladders, key=lambda ladder: not table.trumps >> ladder[0] & 1))
