"""A claim while a trick lies open: the claimer must take it in every course, and all the rest.

Where no card of the others beats any of his, nothing has to be tried. Else the trick is completed
in every legal way, if all hands are known.
"""

from collections.abc import Iterator
from typing import NamedTuple

from referee.rules.cards import indices_of, mask_at
from referee.rules.legality import legal_mask
from referee.rules.modes import ranking
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

Hands = tuple[int, ...]


class Completed(NamedTuple):
    """A way to complete the open trick: its cards, and what each seat has left."""

    trick: tuple[int, ...]
    hands: Hands


def judge_open_trick(claim: RestClaim) -> RestVerdict:
    """Judge a claim of one who is not on lead. Hands that are not known make it `undecided`
    where they matter."""
    if _nothing_touches(claim):
        return STANDS
    if claim.open:
        return _by_completions(claim)
    if claim.place > len(claim.trick):
        return judge_before_his_turn(claim)
    return judge_by_possibilities(claim)


def completions(claim: RestClaim) -> Iterator[Completed]:
    """Every legal way to complete the open trick; all hands must be known."""
    hands = tuple(
        claim.holding if seat == claim.claimer else hand or 0
        for seat, hand in enumerate(claim.hands)
    )
    yield from _completed(claim, hands, claim.trick)


def _completed(claim: RestClaim, hands: Hands, trick: tuple[int, ...]) -> Iterator[Completed]:
    if len(trick) == claim.players:
        yield Completed(trick, hands)
        return
    seat = claim.seat(len(trick))
    table = ranking(claim.modes[0])
    for card in indices_of(legal_mask(hands[seat], trick, table, claim.rule)):
        left = (*hands[:seat], hands[seat] ^ 1 << card, *hands[seat + 1 :])
        yield from _completed(claim, left, (*trick, card))


def _by_completions(claim: RestClaim) -> RestVerdict:
    reached: dict[int, int] = {}
    foes = [seat for seat in range(claim.players) if claim.is_foe(seat)]
    pairs = beaters(claim.modes[0])
    verdict = STANDS
    for trick, hands in completions(claim):
        place = taker(claim, trick)
        if place != claim.place:
            verdict = worse(verdict, overtaken(claim, trick, place))
        else:
            rest = hands[claim.claimer]
            if rest not in reached:
                reached[rest] = reach(rest, pairs)
            others = mask_at_all(hands) & ~(rest | claim.dead)
            if reached[rest] & others:
                against = others & mask_at_all([hands[seat] for seat in foes])
                verdict = worse(verdict, _rest_beaten(claim, rest, (against, others), pairs))
        if verdict.result == "falls":
            return verdict
    return verdict


def judge_trick_alone(claim: RestClaim) -> RestVerdict:
    """Only whether the claimer takes the open trick in every course; all hands must be known."""
    verdict = STANDS
    for trick, _ in completions(claim):
        place = taker(claim, trick)
        if place != claim.place:
            verdict = worse(verdict, overtaken(claim, trick, place))
        if verdict.result == "falls":
            break
    return verdict


def _rest_beaten(
    claim: RestClaim, rest: int, against: tuple[int, int], table: Beaters
) -> RestVerdict:
    """After the trick a card of the foes, or else of all others, beats one of the rest."""
    foes, others = against
    by_foe = first_pair(rest, foes, table)
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
