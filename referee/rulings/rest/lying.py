"""What lies in the open trick over the card of one who claims the rest."""

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
        places += [at for at in range(len(trick)) if _lies_over(claim, trick, at)]
    best = next((at for at in places if claim.is_foe(claim.seat(at))), None)
    found = place if best is None else best
    return RestVerdict(
        result="partner_only" if best is None else "falls",
        why="open_trick",
        card=trick[claim.place],
        by=trick[found] if found < len(trick) else None,
        held_by=claim.seat(found),
    )


def _lies_over(claim: RestClaim, trick: tuple[int, ...], place: int) -> bool:
    row = ranking(claim.modes[0]).strength[trick[0]]
    mine = row[trick[claim.place]] if is_live(claim, trick[claim.place]) else 0
    return is_live(claim, trick[place]) and row[trick[place]] > mine


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
