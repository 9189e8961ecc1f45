"""What goes over after a claim to the rest (articles rest-verlangen, letzter-stich)."""

from referee.rules.cards import indices_of
from referee.rules.ranking import LAST_TRICK, ranking
from referee.rulings.rest.claim import RestClaim


def rest_points(claim: RestClaim, *, last_trick: int = LAST_TRICK) -> int | None:
    """The card points at stake, without multiplier: all cards that are not turned, with those of
    the last trick. They go to the claimer's side where the claim stands, and to the opponents
    where it falls.

    None where the direction changes before the end: a card then counts by the trick it falls in.
    """
    if len(set(claim.modes)) > 1:
        return None
    points = ranking(claim.modes[0]).points
    return sum(points[card] for card in indices_of(claim.pack & ~claim.gone)) + last_trick
