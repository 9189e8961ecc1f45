"""Whether anybody can take a trick from a player or a side, tried out card by card.

Everybody plays any legal card, the claimer too: an order that loses is enough. Three cuts keep it
short, and none changes the answer: nothing of the takers beats anything of the keepers; the
leader's cards are unbeatable; of neighbouring cards in one hand only one is tried.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from referee.rules.cards import PACK, SUIT_SIZE, indices_of, mask_at
from referee.rules.legality import legal_mask
from referee.rules.modes import TrickMode
from referee.rules.ranking import Ranking, ranking
from referee.rules.tricks import winner
from referee.rulings.rest.beaten import Beaters, beaters_in_any, mask_at_all, reach
from referee.rulings.rest.claim import RestClaim

NODE_CAP = 60_000
"""Cards tried before the search gives up."""

Hands = tuple[int, ...]


class TooLong(Exception):
    """The cap was reached before there was an answer."""


class Loss(NamedTuple):
    """The keepers' card that was beaten, what took the trick, and the seat that took it."""

    card: int
    by: int
    seat: int


@dataclass(slots=True)
class Search:
    """One question: can a seat of `takers` win a trick before anybody but `keepers` has?

    `number` below is the number of a trick counted from the open one.
    """

    claim: RestClaim
    keepers: frozenset[int]
    takers: frozenset[int]
    cap: int = NODE_CAP
    nodes: int = 0
    seen: set[tuple[Hands, int]] = field(default_factory=set)

    def loss(self) -> Loss | None:
        """How the keepers lose a trick, None where they cannot; TooLong at the cap."""
        claim = self.claim
        hands = tuple(
            claim.holding if seat == claim.claimer else hand or 0
            for seat, hand in enumerate(claim.hands)
        )
        leads = not claim.trick and claim.first in self.keepers
        if leads and self._safe(hands, claim.first, 0):
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
            return Loss(self._kept(trick, leader), trick[place], seat)
        if seat not in self.keepers or not hands[seat] or (hands, seat) in self.seen:
            return None
        self.seen.add((hands, seat))
        if self._safe(hands, seat, number + 1):
            return None
        return self._play(hands, seat, (), number + 1)

    def _kept(self, trick: Sequence[int], leader: int) -> int:
        """The card of the trick that the keepers lost: the claimer's."""
        return trick[(self.claim.claimer - leader) % len(trick)]

    def _safe(self, hands: Hands, leader: int, number: int) -> bool:
        table = self._beaters(number)
        ours = mask_at_all([hands[seat] for seat in self.keepers])
        theirs = mask_at_all([hands[seat] for seat in self.takers])
        dead = self.claim.dead
        if not ours & dead and not reach(ours, table) & theirs & ~dead:
            return True
        everybody = mask_at_all(hands) & ~hands[leader]
        return not hands[leader] & dead and not reach(hands[leader], table) & everybody & ~dead

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

    def _beaters(self, number: int) -> Beaters:
        modes = self.claim.modes
        return beaters_in_any(modes[min(number, len(modes) - 1) :])


def _without_neighbours(ladder: Sequence[int], legal: int, between: int) -> Iterator[int]:
    """Of the legal cards one of each row that no card of `between` parts."""
    fresh = True
    for card in ladder:
        if between >> card & 1:
            fresh = True
        elif legal >> card & 1:
            alone = _is_under(card)
            if fresh or alone:
                yield card
            fresh = alone


def _is_under(card: int) -> bool:
    """The Bauer has no neighbours: he need not follow."""
    return card % SUIT_SIZE == 5


@cache
def _ladders(mode: TrickMode) -> tuple[tuple[int, ...], ...]:
    """The cards of each suit, the best first; trumps before the others."""
    table = ranking(mode)
    suits = [range(start, start + SUIT_SIZE) for start in range(0, PACK, SUIT_SIZE)]
    ladders = [tuple(sorted(suit, key=lambda card: -table.strength[card][card])) for suit in suits]
    return tuple(sorted(ladders, key=lambda ladder: not table.trumps >> ladder[0] & 1))
