"""What lies in the open trick over the card of one who claims the rest."""

from collections.abc import Sequence

from referee.rules.cards import indices_of
from referee.rules.legality import legal_mask
from referee.rules.ranking import ranking
from referee.rules.tricks import winner
from referee.rulings.rest.beaten import mask_at_all
from referee.rulings.rest.claim import RestClaim, RestVerdict


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
