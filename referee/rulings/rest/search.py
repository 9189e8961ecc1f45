"""Whether anybody can take a trick from the claimer, tried out card by card.

Everybody plays any legal card, the claimer too: an order that loses is enough. Two cuts keep it
short, and neither changes the answer: nothing of the takers beats anything of the claimer; of
neighbouring cards in one hand only one is tried.

A claim while a trick lies open: the claimer must take it in every course, and all the rest.

Where no card of the others beats any of his, nothing has to be tried. Else the trick is completed
in every legal way, if all hands are known.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from referee.rules.cards import PACK, SUIT_SIZE, indices_of, mask_at
from referee.rules.legality import legal_mask, winner
from referee.rules.modes import Ranking, TrickMode, ranking
from referee.rulings.rest.claim import (
    STANDS,
    Beaters,
    RestClaim,
    RestVerdict,
    beaten,
    beaters,
    beaters_in_any,
    first_pair,
    mask_at_all,
    reach,
    worse,
)
from referee.rulings.rest.hidden import (
    hidden_cards,
    is_live,
    judge_before_his_turn,
    judge_by_possibilities,
    legal_now,
    overtaken,
    taker,
)

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
        if claim.on_lead and self._safe(claim.known_hands, 0):
            return None
        return self._play(claim.known_hands, claim.first, claim.trick, 0)

    def _play(self, hands: Hands, leader: int, trick: tuple[int, ...], number: int) -> Loss | None:
        if len(trick) == len(hands):
            return self._turn(hands, leader, trick, number)
        seat = (leader + len(trick)) % len(hands)
        for card in self._choices(hands, seat, trick, number):
            self.nodes += 1
            if self.nodes > self.cap:
                raise TooLong
            left = (*hands[:seat], hands[seat] ^ 1 << card, *hands[seat + 1 :])
            loss = self._play(left, leader, (*trick, card), number)
            if loss:
                return loss
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
        others = mask_at_all([hand for index, hand in enumerate(hands) if index != seat])
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


Completed = tuple[tuple[int, ...], Hands]
"""A way to complete the open trick: its cards, and what each seat has left."""


def judge_open_trick(claim: RestClaim) -> RestVerdict:
    """Judge a claim of one who is not on lead. Hands that are not known make it `undecided`
    where they matter."""
    if _nothing_touches(claim):
        return STANDS
    if claim.open:
        return judge_completions(claim, beaters(claim.modes[0]))
    if claim.place > len(claim.trick):
        return judge_before_his_turn(claim)
    return judge_by_possibilities(claim)


def _completed(claim: RestClaim, hands: Hands, trick: tuple[int, ...]) -> Iterator[Completed]:
    if len(trick) == claim.players:
        yield trick, hands
        return
    seat = claim.seat(len(trick))
    table = ranking(claim.modes[0])
    for card in indices_of(legal_mask(hands[seat], trick, table, claim.rule)):
        left = (*hands[:seat], hands[seat] ^ 1 << card, *hands[seat + 1 :])
        yield from _completed(claim, left, (*trick, card))


def judge_completions(claim: RestClaim, table: Beaters) -> RestVerdict:
    """The open trick completed in every legal way: whether the claimer takes it, and whether a card
    of the others then beats, by this table, what he has left. All hands must be known.
    """
    verdict = STANDS
    for trick, hands in _completed(claim, claim.known_hands, claim.trick):
        place = taker(claim, trick)
        mine = place == claim.place
        found = _rest_beaten(claim, hands, table) if mine else overtaken(claim, trick, place)
        verdict = worse(verdict, found)
        if verdict.result == "falls":
            break
    return verdict


def _rest_beaten(claim: RestClaim, hands: Hands, table: Beaters) -> RestVerdict:
    """After the trick a card of the foes, or else of all others, beats one of the rest."""
    rest = hands[claim.claimer]
    others = mask_at_all(hands) & ~(rest | claim.dead)
    foes = mask_at_all(hand for seat, hand in enumerate(hands) if claim.is_foe(seat))
    by_foe = first_pair(rest, others & foes, table)
    pair = by_foe or first_pair(rest, others, table)
    return beaten(claim, pair, by_partner=not by_foe) if pair else STANDS


def _nothing_touches(claim: RestClaim) -> bool:
    """Whether no card of the others beats any that he may have to play, now or later.

    Ruffs of those who play before him only take choices from him.
    """
    if not claim.trick or not is_live(claim, claim.trick[0]):
        return False
    if claim.place < len(claim.trick):
        return _untouched(claim, claim.trick[claim.place])
    return all(_untouched(claim, card) for card in legal_now(claim))


def _untouched(claim: RestClaim, card: int) -> bool:
    """Whether `card` takes the open trick whatever falls, and the rest all others."""
    mode = claim.modes[0]
    if not is_live(claim, card) or not ranking(mode).strength[claim.trick[0]][card]:
        return False
    hidden = hidden_cards(claim)
    if beaters(mode)[card] & (hidden | mask_at(claim.trick) & ~claim.dead):
        return False
    later = beaters_in_any(claim.modes[1:] or claim.modes)
    return not reach(claim.holding & ~(1 << card), later) & hidden
