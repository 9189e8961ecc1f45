"""A claim to the rest as it is told, put before the exact judge (article rest-verlangen)."""

from collections.abc import Callable
from typing import Literal

from referee.rules.cards import PACK, indices_of, mask_at, read_card, side_of
from referee.rules.legality import FollowRule
from referee.rules.modes import LAST_TRICK, ranking
from referee.rulings.case import (
    Binding,
    Case,
    Derivation,
    given,
    in_pairs,
    jass_cards,
    mask,
    named,
    opponents_text,
    side_text,
)
from referee.rulings.facts import UNKNOWN
from referee.rulings.rest.claim import (
    FULL_PACK,
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
    mask_at_all,
    others_of,
    reach,
    worse,
)
from referee.rulings.rest.search import (
    NODE_CAP,
    Search,
    TooLong,
    judge_completions,
    judge_open_trick,
)

NOTHING: Beaters = (0,) * PACK
"""What beats a card where only the open trick is looked at."""


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
    trick = judge_completions(claim, NOTHING)
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


PLAYERS = 4
_CARDS = ("shown", "trick", "gone", "dead", "opponents_hold", "hands")
_OTHER_PACKS = (
    "pandur",
    "aucho",
    "bieter",
    "zuger",
    "schaggi-haas",
    "schlager",
    "cinq-cents",
    "hae",
)


def _hands(case: Case) -> dict[int, int]:
    """The holdings that are told, as masks by seat."""
    hands = case.get("hands")
    return {
        seat: mask_at(read_card(text)[0].index for text in cards)
        for seat, cards in (hands.items() if isinstance(hands, dict) else ())
    }


def _holding(case: Case) -> int:
    """What the claimer has: the cards he showed, or his hand."""
    return mask(case, "shown") or _hands(case).get(case.number("claimant"), 0)


def _sound(case: Case) -> bool:
    return jass_cards(case, _CARDS) and case.get("game") not in _OTHER_PACKS


def claim_of(case: Case) -> RestClaim | None:
    """The claim, None where too little is told or the cards do not fit together."""
    if not case.has("mode", "claimant") or not _sound(case) or not _holding(case):
        return None
    hands = _hands(case)
    mine = case.number("claimant")
    others = tuple(None if seat == mine else hands.get(seat) for seat in range(PLAYERS))
    try:
        return RestClaim(
            holding=_holding(case),
            mode=case.mode(),
            claimer=mine,
            leader=case.number("trick_leader", mine),
            trick=tuple(card.index for card in case.cards("trick")),
            gone=_gone(case, hands),
            hands=others,
            dead=mask(case, "dead"),
            single=not in_pairs(case),
            rule=FollowRule.of(case.profile),
        )
    except ValueError:
        return None


def _gone(case: Case, hands: dict[int, int]) -> int:
    """The cards of turned tricks: told, or all the others where every hand is known."""
    if case.has("gone"):
        return mask(case, "gone")
    if len({*hands, case.number("claimant")}) < PLAYERS:
        return 0
    return FULL_PACK & ~mask_at_all([_holding(case), mask(case, "trick"), *hands.values()])


def _verdict(case: Case) -> RestVerdict | None:
    claim = claim_of(case)
    verdict = judge_rest(claim) if claim else None
    if verdict is None or verdict.result == "undecided":
        return _beaten_by_told_card(case) or verdict
    return verdict


def _beaten_by_told_card(case: Case) -> RestVerdict | None:
    """What falls by the few cards that are told of the opponents."""
    if not case.has("mode") or not _sound(case) or case.mode().pattern:
        return None
    if not case.has("claimant") and (_hands(case) or not case.has("shown")):
        return None
    if FollowRule.of(case.profile).strict_follow:
        return None
    pair = first_pair(_holding(case), _against(case), beaters(case.mode().start))
    return pair and RestVerdict(result="falls", why="beaten", card=pair[0], by=pair[1])


def _against(case: Case) -> int:
    """The cards that are told of the opponents."""
    cards, mine = mask(case, "opponents_hold"), case.number("claimant")
    alone = not in_pairs(case)
    for seat, hand in _hands(case).items():
        if side_of(seat, PLAYERS, single=alone) != side_of(mine, PLAYERS, single=alone):
            cards |= hand
    return cards & ~mask(case, "dead")


def _boss(case: Case) -> object:
    """Whether every claimed card is boss."""
    verdict = _verdict(case)
    if verdict is None:
        return case.told.get("boss")
    if verdict.result == "falls":
        return "dead_shown" if verdict.why == "dead_card" else "opponent_beats"
    return {"stands": "all", "partner_only": "partner_only"}.get(verdict.result, UNKNOWN)


def _card_of(part: Literal["card", "by"]) -> Binding:
    """The claimed card that is beaten, or what beats it, as it was written."""

    def find(case: Case) -> object:
        index = getattr(_verdict(case), part, None)
        return UNKNOWN if index is None else named(case, 1 << index, _CARDS)[0]

    return find


def _points(case: Case) -> object:
    """All points that are not turned yet, with those of the last trick."""
    claim = claim_of(case)
    if claim is None or not _all_is_told(claim):
        return UNKNOWN
    points = rest_points(claim, last_trick=case.profile.last_trick)
    return UNKNOWN if points is None else points


def _all_is_told(claim: RestClaim) -> bool:
    """Whether the cards that are not gone are those that the seats hold or have laid."""
    others = sum(claim.size_of(seat) for seat in range(PLAYERS) if seat != claim.claimer)
    held = claim.holding.bit_count() + others
    return (claim.pack & ~claim.gone).bit_count() == held + len(claim.trick)


def _side(text: Callable[[int], str]) -> Binding:
    """The claimer's side or the one against it, where two seats are a side."""

    @given("claimant")
    def find(case: Case) -> object:
        paired = in_pairs(case) and case.get("game") not in _OTHER_PACKS
        return text(case.number("claimant")) if paired else UNKNOWN

    return find


_WITH_PARTNER = ("schieber", "kreuzjass", "sidi", "coiffeur")


"""Games whose name alone says that nobody plays alone."""


def _mid_trick(case: Case) -> object:
    """Whether a trick lies open: by its cards, or by hands of different length."""
    if case.has("trick"):
        return 0 < len(case.cards("trick")) < PLAYERS
    hands = case.get("hands")
    if not isinstance(hands, dict) or len(hands) < PLAYERS:
        return None
    return len({len(cards) for cards in hands.values()}) > 1


DERIVATIONS = {
    "claim_soloist": Derivation(
        needs=("game",),
        find=lambda case: False if case.told.get("game") in _WITH_PARTNER else None,
    ),
    "claim_boss": Derivation(
        needs=("mode",),
        also=("claimant", "trick_leader", "game", *_CARDS),
        find=_boss,
    ),
    "claim_mid_trick": Derivation(needs=(), also=("trick", "hands"), find=_mid_trick),
}

BINDINGS: dict[str, Binding] = {
    "claim_side": _side(side_text),
    "claim_opponents": _side(opponents_text),
    "claim_points": _points,
    "claim_beaten": _card_of("card"),
    "claim_beater": _card_of("by"),
}
