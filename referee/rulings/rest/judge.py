"""Whether a claim to all remaining tricks is good (article rest-verlangen).

The text wants every claimed card to be boss, in whatever order they are played. For a claimer on
lead that is a closed form: the claim stands exactly when no card of another player beats a claimed
card that is led. If none does, every lead takes its trick and he leads again; if one does, he may
lead just that card, and its holder may play on it: he follows suit, or ruffs, which is always
allowed. So hands need not be known; where they are not, only the owner of a card that beats is
asked for, as the text leaves open what the partner's cards may do.

Where the direction changes from trick to trick, or ruffing is restricted, a card that beats may be
forced out before; then all courses are tried.
"""

from referee.rulings.rest.claim import (
    STANDS,
    TOO_LONG,
    Beaters,
    Others,
    RestClaim,
    RestVerdict,
    beaten,
    beaters,
    beaters_in_any,
    first_pair,
    followers,
    others_of,
    reach,
    worse,
)
from referee.rulings.rest.search import (
    NODE_CAP,
    Search,
    TooLong,
    judge_open_trick,
    judge_trick_alone,
)


def judge_rest(claim: RestClaim, *, cap: int = NODE_CAP) -> RestVerdict:
    """Judge a claim by the text: every claimed card boss, in any order.

    A card without taking power among the claimed ones breaks it at once. `cap` bounds the search
    where the closed form does not reach; beyond it the verdict is undecided.
    """
    claim = claim.settled()
    if dead := claim.holding & claim.dead:
        return RestVerdict(result="falls", why="dead_card", card=(dead & -dead).bit_length() - 1)
    if claim.on_lead:
        return _on_lead(claim, cap)
    if claim.plain or not claim.open:
        return judge_open_trick(claim)
    trick = judge_trick_alone(claim)
    return trick if trick.result == "falls" else worse(trick, _searched(claim, cap))


def _on_lead(claim: RestClaim, cap: int) -> RestVerdict:
    others = others_of(claim)
    now = claim.modes[0]
    certain = followers(now) if claim.rule.strict_follow else beaters(now)
    verdict = _by_pairs(claim, others, certain)
    if claim.plain or verdict.result == "falls":
        return verdict
    threats = reach(claim.holding, beaters_in_any(claim.modes)) & others.all
    if not threats:
        return STANDS
    if claim.open:
        return _searched(claim, cap)
    return RestVerdict(result="undecided", why="who_holds", ask=threats & claim.unseen)


def _by_pairs(claim: RestClaim, others: Others, table: Beaters) -> RestVerdict:
    holding = claim.holding
    if pair := first_pair(holding, others.foes, table):
        return beaten(claim, pair)
    if threats := reach(holding, table) & others.either:
        card, by = first_pair(holding, threats, table) or (None, None)
        if threats.bit_count() > holding.bit_count():
            return RestVerdict(result="falls", why="beaten", card=card, by=by)
        return RestVerdict(result="undecided", why="who_holds", card=card, by=by, ask=threats)
    if pair := first_pair(holding, others.friends, table):
        return beaten(claim, pair, by_partner=True)
    return STANDS


def _searched(claim: RestClaim, cap: int) -> RestVerdict:
    """All courses tried: does an opponent take a trick from the claimer, or only the partner?"""
    others = frozenset(range(claim.players)) - {claim.claimer}
    foes = frozenset(seat for seat in others if claim.is_foe(seat))
    try:
        for takers, by_partner in ((foes, False), (others - foes, True)):
            if lost := Search(claim, takers, cap).loss():
                return RestVerdict(
                    result="partner_only" if by_partner else "falls",
                    why="played_out",
                    card=lost.card,
                    by=lost.by,
                    held_by=lost.seat,
                )
    except TooLong:
        return TOO_LONG
    return STANDS
