"""A claim while a trick lies open: the claimer must take it in every course, and all the rest.

Where all hands are known the trick is completed in every legal way. Where they are not, a card
refutes the claim as far as somebody can hold it who may still play it, or keep it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from referee.rules.cards import indices_of
from referee.rules.legality import legal_mask
from referee.rules.ranking import ranking
from referee.rules.tricks import winner
from referee.rulings.exact.beaten import (
    Beaters,
    beaters,
    beaters_in_any,
    first_pair,
    mask_at_all,
    reach,
)
from referee.rulings.exact.rest_claim import STANDS, RestClaim, RestVerdict, holder_of, worse

Hands = tuple[int, ...]


class Completed(NamedTuple):
    """A way to complete the open trick: its cards, and what each seat has left."""

    trick: tuple[int, ...]
    hands: Hands


def judge_open_trick(claim: RestClaim) -> RestVerdict:
    """Judge a claim of one who is not on lead. Hands that are not known make it `undecided`
    where they matter."""
    if claim.open:
        return _by_completions(claim)
    if claim.place > len(claim.trick):
        return _before_his_turn(claim)
    return _by_possibilities(claim)


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
    table, reached = ranking(claim.modes[0]), dict[int, int]()
    foes = [seat for seat in range(claim.players) if claim.is_foe(seat)]
    pairs = beaters(claim.modes[0])
    verdict = STANDS
    for trick, hands in completions(claim):
        place = winner(trick, table, claim.dead, rule=claim.dead_rule)
        if place != claim.place:
            verdict = worse(verdict, _overtaken(claim, trick, place))
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


def _overtaken(claim: RestClaim, trick: tuple[int, ...], place: int) -> RestVerdict:
    """The trick goes to another seat; an opponent's card over the claimer's is enough to fall."""
    places = [place, *(at for at in range(len(trick)) if _lies_over(claim, trick, at))]
    best = next((at for at in places if claim.is_foe(claim.seat(at))), None)
    found = place if best is None else best
    return RestVerdict(
        result="partner_only" if best is None else "falls",
        why="open_trick",
        card=trick[claim.place],
        by=trick[found],
        held_by=claim.seat(found),
    )


def _lies_over(claim: RestClaim, trick: tuple[int, ...], place: int) -> bool:
    row = ranking(claim.modes[0]).strength[trick[0]]
    return _live(claim, trick[place]) and row[trick[place]] > row[trick[claim.place]]


def _rest_beaten(
    claim: RestClaim, rest: int, against: tuple[int, int], table: Beaters
) -> RestVerdict:
    """After the trick a card of the foes, or else of all others, beats one of the rest."""
    foes, others = against
    by_foe = first_pair(rest, foes, table)
    card, by = by_foe or first_pair(rest, others, table) or (None, None)
    return RestVerdict(
        result="falls" if by_foe else "partner_only",
        why="beaten",
        card=card,
        by=by,
        held_by=None if by is None else holder_of(claim, by),
    )


def _before_his_turn(claim: RestClaim) -> RestVerdict:
    """Somebody plays before the claimer, and hands are not known.

    Certain is a claim that nothing can touch, and a card of his that lies under one already.
    """
    asked = RestVerdict(result="undecided", why="who_holds", ask=claim.unseen)
    if not claim.trick or claim.dead >> claim.trick[0] & 1:
        return asked
    table = ranking(claim.modes[0])
    legal = indices_of(legal_mask(claim.holding, claim.trick, table, claim.rule))
    for card in legal:
        if not table.trumps >> card & 1 or table.trumps >> claim.trick[0] & 1:
            found = _lies_under(claim, card)
            if found is not None:
                return found
    return STANDS if all(_untouched(claim, card) for card in legal) else asked


def _lies_under(claim: RestClaim, card: int) -> RestVerdict | None:
    """A verdict if an opponent's card on the table is over `card`, which he may have to play."""
    row = ranking(claim.modes[0]).strength[claim.trick[0]]
    for place, other in enumerate(claim.trick):
        if row[other] > row[card] and claim.is_foe(claim.seat(place)) and _live(claim, other):
            seat = claim.seat(place)
            return RestVerdict(result="falls", why="open_trick", card=card, by=other, held_by=seat)
    return None


def _live(claim: RestClaim, card: int) -> bool:
    return not claim.dead >> card & 1


def _untouched(claim: RestClaim, card: int) -> bool:
    """Whether `card` takes the open trick whatever falls, and the rest all others."""
    row = ranking(claim.modes[0]).strength[claim.trick[0]]
    hidden = (claim.unseen | mask_at_all(claim.shown)) & ~claim.dead
    against = [*claim.trick, *indices_of(hidden)]
    if any(row[other] >= row[card] for other in against if _live(claim, other)):
        return False
    later = beaters_in_any(claim.modes[1:] or claim.modes)
    return not reach(claim.holding ^ 1 << card, later) & hidden


def _by_possibilities(claim: RestClaim) -> RestVerdict:
    """The claimer has played or is next: every card of his is known, not what lies against it."""
    verdict = STANDS
    for trick, rest in _own_plays(claim):
        verdict = _joined(verdict, _possible(claim, trick, rest))
    return verdict


def _own_plays(claim: RestClaim) -> Iterator[tuple[tuple[int, ...], int]]:
    """The trick with the claimer's card in it, and what he has left."""
    if claim.place < len(claim.trick):
        yield claim.trick, claim.holding
        return
    legal = legal_mask(claim.holding, claim.trick, ranking(claim.modes[0]), claim.rule)
    for card in indices_of(legal):
        yield (*claim.trick, card), claim.holding ^ 1 << card


def _possible(claim: RestClaim, trick: tuple[int, ...], rest: int) -> RestVerdict:
    table = ranking(claim.modes[0])
    place = winner(trick, table, claim.dead, rule=claim.dead_rule)
    lost = place != claim.place
    verdict = _overtaken(claim, trick, place) if lost else STANDS
    if verdict.result == "falls":
        return verdict
    decided = claim.dead >> trick[0] & 1 and claim.dead_rule.sides
    row = table.strength[trick[0]]
    mine = row[trick[claim.place]] if _live(claim, trick[claim.place]) else 0
    later = 0 if lost else reach(rest, beaters_in_any(claim.modes[1:] or claim.modes))
    for card in indices_of((claim.unseen | mask_at_all(claim.shown)) & ~claim.dead):
        overtakes = row[card] > mine and not decided
        if overtakes or later >> card & 1:
            found = _threat(claim, trick, card, overtakes=overtakes, later=bool(later >> card & 1))
            verdict = _joined(verdict, found)
    return verdict


def _joined(one: RestVerdict, other: RestVerdict) -> RestVerdict:
    """The worse verdict, with all cards to ask for."""
    found = worse(one, other)
    if found.result != "undecided":
        return found
    return RestVerdict(result="undecided", why="who_holds", ask=one.ask | other.ask)


def _threat(
    claim: RestClaim, trick: tuple[int, ...], card: int, *, overtakes: bool, later: bool
) -> RestVerdict:
    """What one card does: certain where every seat that may hold it can use it against him."""
    seats = _owners(claim, card)
    uses = [_use(claim, trick, card, seat, overtakes=overtakes, later=later) for seat in seats]
    if not any(uses):
        return STANDS
    if all(use == "sure" for use in uses) and len({claim.is_foe(seat) for seat in seats}) == 1:
        return RestVerdict(
            result="falls" if claim.is_foe(seats[0]) else "partner_only",
            why="open_trick" if overtakes else "beaten",
            card=trick[claim.place] if overtakes else None,
            by=card,
            held_by=seats[0] if len(seats) == 1 else None,
        )
    return RestVerdict(result="undecided", why="who_holds", ask=1 << card)


def _owners(claim: RestClaim, card: int) -> list[int]:
    """The seats that hold the card or may hold it."""
    known = holder_of(claim, card)
    if known is not None:
        return [known]
    return [
        seat
        for seat, hand in enumerate(claim.hands)
        if seat != claim.claimer and hand is None and claim.size_of(seat)
    ]


def _use(
    claim: RestClaim,
    trick: tuple[int, ...],
    card: int,
    seat: int,
    *,
    overtakes: bool,
    later: bool,
) -> str | None:
    """How a seat that has the card can use it: now, or by keeping it; "sure" or "maybe"."""
    to_play = (seat - claim.first) % claim.players >= len(trick)
    if overtakes and to_play:
        table = ranking(claim.modes[0])
        row = table.strength[trick[0]]
        over = row[card] > max(row[other] for other in trick)
        return "maybe" if claim.rule.strict_follow or not over else "sure"
    if not later:
        return None
    sure = "sure" if claim.plain else "maybe"
    if not to_play:
        return sure
    return _keeps(claim, trick, card, seat, sure)


def _keeps(claim: RestClaim, trick: tuple[int, ...], card: int, seat: int, sure: str) -> str | None:
    """Whether the seat, which has the card, can play another one to the open trick."""
    table = ranking(claim.modes[0])
    hand = claim.hands[seat]
    if hand is not None:
        return sure if legal_mask(hand, trick, table, claim.rule) & ~(1 << card) else None
    if claim.size_of(seat) < 2:
        return None
    pool = indices_of(claim.unseen & ~(1 << card))
    forced = table.suit[trick[0]] >> card & 1 or table.trumps >> card & 1
    if not forced:
        return sure
    can = any(
        legal_mask(1 << card | 1 << other, trick, table, claim.rule) >> other & 1 for other in pool
    )
    return "maybe" if can else None
