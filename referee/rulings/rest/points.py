"""What goes over after a claim to the rest (articles rest-verlangen, letzter-stich)."""

from dataclasses import dataclass

from referee.rules.cards import indices_of
from referee.rules.ranking import LAST_TRICK, ranking
from referee.rulings.rest.claim import RestClaim


@dataclass(frozen=True, slots=True, kw_only=True)
class RestPoints:
    """Card points without multiplier.

    `side`: what the claimer and his partner still hold or have in the open trick, None while the
    partner's cards are not known. `remaining`: all cards that are not turned, with `last_trick`.
    """

    side: int | None
    remaining: int
    last_trick: int


def rest_points(claim: RestClaim, *, last_trick: int = LAST_TRICK) -> RestPoints | None:
    """The points at stake: all that remain go to the claimer's side where the claim stands, and
    to the opponents where it falls.

    None where the direction changes before the end: a card then counts by the trick it falls in.
    """
    if len(set(claim.modes)) > 1:
        return None
    points = ranking(claim.modes[0]).points
    left = indices_of(claim.pack & ~claim.gone)
    ours = _side_cards(claim)
    return RestPoints(
        side=None if ours is None else sum(points[card] for card in ours),
        remaining=sum(points[card] for card in left) + last_trick,
        last_trick=last_trick,
    )


def matsch_is_open(*, taken: int, opponents_taken: int, stands: bool) -> bool:
    """Whether one side then has every trick of the hand (articles matchpraemie, kontermatch).

    Tricks turned before the claim. Where the claim falls it is the opponents' matsch, on which
    the text says nothing.
    """
    return opponents_taken == 0 if stands else taken == 0


def _side_cards(claim: RestClaim) -> list[int] | None:
    """The claimer's and his partner's cards, laid and held; None where some are not known."""
    mask = claim.holding
    for seat, hand in enumerate(claim.hands):
        if seat != claim.claimer and not claim.is_foe(seat):
            if hand is None and claim.size_of(seat):
                return None
            mask |= hand or 0
    laid = [card for at, card in enumerate(claim.trick) if not claim.is_foe(claim.seat(at))]
    return [*indices_of(mask), *laid]
