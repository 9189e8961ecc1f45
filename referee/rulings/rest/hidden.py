"""A claim in an open trick where hands are not known.

A card refutes the claim as far as somebody can hold it who may still play it, or keep it.

What lies in the open trick over the card of one who claims the rest.
"""

from collections.abc import Iterator, Sequence
from functools import reduce

from referee.rules.cards import indices_of, mask_at
from referee.rules.legality import legal_mask, winner
from referee.rules.modes import ranking
from referee.rulings.rest.claim import (
    STANDS,
    RestClaim,
    RestVerdict,
    beaters_in_any,
    holder_of,
    mask_at_all,
    reach,
    worse,
)


def taker(claim: RestClaim, trick: tuple[int, ...]) -> int:
    """The place that takes the trick as it lies; after a dead lead always the second one."""
    if given_away(claim, trick):
        return 1
    return winner(trick, ranking(claim.modes[0]), claim.dead, rule=claim.dead_rule)


def given_away(claim: RestClaim, trick: tuple[int, ...]) -> bool:
    """Whether a dead lead has decided the trick already."""
    return claim.dead_rule.sides and not is_live(claim, trick[0])


def overtaken(claim: RestClaim, trick: tuple[int, ...], place: int) -> RestVerdict:
    """The trick goes to another seat; an opponent's card over the claimer's is enough to fall."""
    places = [place]
    if not given_away(claim, trick):
        row, height = heights(claim, trick)
        places += [
            laid for laid, card in enumerate(trick) if is_live(claim, card) and row[card] > height
        ]
    by_foe = next((laid for laid in places if claim.is_foe(claim.seat(laid))), None)
    taken = place if by_foe is None else by_foe
    return RestVerdict(
        result="partner_only" if by_foe is None else "falls",
        why="open_trick",
        card=trick[claim.place],
        by=trick[taken] if taken < len(trick) else None,
        held_by=claim.seat(taken),
    )


def heights(claim: RestClaim, trick: tuple[int, ...]) -> tuple[Sequence[int], int]:
    """How high each card stands in the trick, and how high the claimer's own; 0 takes nothing."""
    row, mine = ranking(claim.modes[0]).strength[trick[0]], trick[claim.place]
    return row, row[mine] if is_live(claim, mine) else 0


def lies_under(claim: RestClaim, card: int) -> RestVerdict | None:
    """A verdict if an opponent's card on the table is over `card`, which he may have to play."""
    row = ranking(claim.modes[0]).strength[claim.trick[0]]
    for place, other in enumerate(claim.trick):
        if row[other] > row[card] and claim.is_foe(claim.seat(place)) and is_live(claim, other):
            seat = claim.seat(place)
            return RestVerdict(result="falls", why="open_trick", card=card, by=other, held_by=seat)
    return None


def is_live(claim: RestClaim, card: int) -> bool:
    return not claim.dead >> card & 1


def legal_now(claim: RestClaim) -> list[int]:
    table = ranking(claim.modes[0])
    return indices_of(legal_mask(claim.holding, claim.trick, table, claim.rule))


def hidden_cards(claim: RestClaim) -> int:
    """The live cards (mask) of all others, shown or not."""
    return (claim.unseen | mask_at_all(claim.shown)) & ~claim.dead


def judge_before_his_turn(claim: RestClaim) -> RestVerdict:
    """Somebody plays before the claimer, and hands are not known.

    Certain is only that a card of his, if he may have to play it, lies under one already.
    """
    undecided = RestVerdict(result="undecided", why="who_holds", ask=claim.unseen)
    if not claim.trick or not is_live(claim, claim.trick[0]):
        return undecided
    trumps = ranking(claim.modes[0]).trumps
    trump_led = trumps >> claim.trick[0] & 1
    certain = (card for card in legal_now(claim) if trump_led or not trumps >> card & 1)
    under = (lies_under(claim, card) for card in certain)
    return next((verdict for verdict in under if verdict), undecided)


def judge_by_possibilities(claim: RestClaim) -> RestVerdict:
    """The claimer has played or is next: every card of his is known, not what lies against it."""
    verdicts = (_possible(claim, trick, rest) for trick, rest in _own_plays(claim))
    return reduce(_joined, verdicts, STANDS)


def _own_plays(claim: RestClaim) -> Iterator[tuple[tuple[int, ...], int]]:
    """The trick with the claimer's card in it, and what he has left."""
    if claim.place < len(claim.trick):
        yield claim.trick, claim.holding
        return
    for card in legal_now(claim):
        yield (*claim.trick, card), claim.holding ^ 1 << card


def _possible(claim: RestClaim, trick: tuple[int, ...], rest: int) -> RestVerdict:
    place = taker(claim, trick)
    lost = place != claim.place
    verdict = overtaken(claim, trick, place) if lost else STANDS
    if verdict.result == "falls":
        return verdict
    hidden = hidden_cards(claim)
    row, height = heights(claim, trick)
    over = mask_at(card for card, other in enumerate(row) if other > height)
    now = 0 if given_away(claim, trick) else over & hidden
    later = 0 if lost else reach(rest, beaters_in_any(claim.modes[1:] or claim.modes)) & hidden
    for card in indices_of(now | later):
        threat = _threat(
            claim, trick, card, overtakes=bool(now >> card & 1), later=bool(later >> card & 1)
        )
        verdict = _joined(verdict, threat)
        if verdict.result == "falls":
            break
    return verdict


def _joined(first: RestVerdict, second: RestVerdict) -> RestVerdict:
    """The worse verdict, with all cards to ask for."""
    verdict = worse(first, second)
    if verdict.result != "undecided":
        return verdict
    return RestVerdict(result="undecided", why="who_holds", ask=first.ask | second.ask)


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
    holder = holder_of(claim, card)
    if holder is not None:
        return [holder]
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
        row = ranking(claim.modes[0]).strength[trick[0]]
        over = row[card] > max(row[other] for other in trick)
        return "maybe" if claim.rule.strict_follow or not over else "sure"
    if not later:
        return None
    sure = "sure" if claim.plain else "maybe"
    return _keeps(claim, trick, card, seat, sure) if to_play else sure


def _keeps(claim: RestClaim, trick: tuple[int, ...], card: int, seat: int, sure: str) -> str | None:
    """Whether the seat, which has the card, can play another one to the open trick."""
    table, bit = ranking(claim.modes[0]), 1 << card
    hand = claim.hands[seat]
    if hand is not None:
        others = legal_mask(hand, trick, table, claim.rule) & ~bit
    elif claim.size_of(seat) > 1:
        pool = indices_of(claim.unseen & ~bit)
        others = mask_at(
            other
            for other in pool
            if legal_mask(bit | 1 << other, trick, table, claim.rule) >> other & 1
        )
    else:
        others = 0
    if not others:
        return None
    return sure if _is_free(claim, card, trick[0]) else "maybe"


def _is_free(claim: RestClaim, card: int, lead: int) -> bool:
    """Whether nothing can force the card out: neither following nor being barred from ruffing."""
    table = ranking(claim.modes[0])
    unruffed = table.trumps in (0, table.suit[lead])
    return unruffed and not table.suit[lead] >> card & 1
