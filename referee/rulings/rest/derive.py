"""A claim to the rest as it is told, put before the exact judge (article rest-verlangen)."""

from functools import partial

from referee.rules.cards import card_at, indices_of, mask_at, read_card
from referee.rules.legality import FollowRule
from referee.rules.seats import side_of
from referee.rulings.case import Binding, Case, Derivation
from referee.rulings.play.derive import jass_cards
from referee.rulings.rest.beaten import beaters, first_pair
from referee.rulings.rest.claim import FULL_PACK, RestClaim, RestVerdict
from referee.rulings.rest.judge import judge_rest
from referee.rulings.rest.points import rest_points
from referee.rulings.shared import in_pairs, other_side, side_text
from referee.rulings.vocabulary import UNKNOWN

PLAYERS = 4
_CARDS = ("shown", "trick", "gone", "dead", "opponents_hold")
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


def _mask(case: Case, name: str) -> int:
    return mask_at(card.index for card in case.cards(name))


def _hands(case: Case) -> dict[int, int]:
    """The holdings that are told, as masks by seat."""
    told = case.get("hands")
    if not isinstance(told, dict):
        return {}
    return {
        seat: mask_at(read_card(text)[0].index for text in cards) for seat, cards in told.items()
    }


def _holding(case: Case) -> int:
    """What the claimer has: the cards he showed, or his hand."""
    return _mask(case, "shown") or _hands(case).get(case.number("claimant"), 0)


def _sound(case: Case) -> bool:
    texts = [text for cards in _told_hands(case) for text in cards]
    whole = all(read_card(text)[0].rank >= 6 and not read_card(text)[0].copy for text in texts)
    return whole and jass_cards(case, _CARDS) and case.get("game") not in _OTHER_PACKS


def _told_hands(case: Case) -> list[tuple[str, ...]]:
    told = case.get("hands")
    return list(told.values()) if isinstance(told, dict) else []


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
            dead=_mask(case, "dead"),
            single=not in_pairs(case),
            rule=FollowRule.of(case.profile),
        )
    except ValueError:
        return None


def _gone(case: Case, hands: dict[int, int]) -> int:
    """The cards of turned tricks: told, or all the others where every hand is known."""
    if case.has("gone"):
        return _mask(case, "gone")
    known = {*hands, case.number("claimant")}
    if len(known) < PLAYERS:
        return 0
    left = _holding(case) | _mask(case, "trick")
    for hand in hands.values():
        left |= hand
    return FULL_PACK & ~left


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
    if pair is None:
        return None
    return RestVerdict(result="falls", why="beaten", card=pair[0], by=pair[1])


def _against(case: Case) -> int:
    """The cards that are told of the opponents."""
    cards, mine = _mask(case, "opponents_hold"), case.number("claimant")
    alone = not in_pairs(case)
    for seat, hand in _hands(case).items():
        if side_of(seat, PLAYERS, single=alone) != side_of(mine, PLAYERS, single=alone):
            cards |= hand
    return cards & ~_mask(case, "dead")


def _boss(case: Case) -> object:
    """Whether every claimed card is boss."""
    verdict = _verdict(case)
    if verdict is None:
        return case.told.get("boss")
    if verdict.result == "falls":
        return "dead_shown" if verdict.why == "dead_card" else "opponent_beats"
    return {"stands": "all", "partner_only": "partner_only"}.get(verdict.result, UNKNOWN)


def _mid_trick(case: Case) -> object:
    return 0 < len(case.cards("trick")) < PLAYERS


def _card_of(case: Case, *, beater: bool) -> object:
    verdict = _verdict(case)
    if verdict is None:
        return UNKNOWN
    index = verdict.by if beater else verdict.card
    return UNKNOWN if index is None else _written(case, index)


def _written(case: Case, index: int) -> str:
    told = [text for name in _CARDS for text in _texts(case, name)]
    told += [text for cards in _told_hands(case) for text in cards]
    names = {read_card(text)[0].index: text for text in told}
    return names.get(index, card_at(index).text())


def _texts(case: Case, name: str) -> tuple[str, ...]:
    value = case.get(name)
    return value if isinstance(value, tuple) else ()


def _points(case: Case) -> object:
    """All points that are not turned yet, with those of the last trick."""
    claim = claim_of(case)
    if claim is None or not _all_is_told(case, claim):
        return UNKNOWN
    points = rest_points(claim, last_trick=case.profile.last_trick)
    return UNKNOWN if points is None else points.remaining


def _all_is_told(case: Case, claim: RestClaim) -> bool:
    left = claim.pack & ~claim.gone
    sizes = claim.holding.bit_count() + sum(
        claim.size_of(seat) for seat in range(PLAYERS) if seat != claim.claimer
    )
    return len(indices_of(left)) == sizes + len(claim.trick)


def _claim_side(case: Case) -> object:
    paired = in_pairs(case) and case.get("game") not in _OTHER_PACKS
    if not case.has("claimant") or not paired:
        return UNKNOWN
    return side_text(case.number("claimant"))


def _claim_opponents(case: Case) -> object:
    side = _claim_side(case)
    return other_side(str(side)) if side != UNKNOWN else UNKNOWN


_WITH_PARTNER = ("schieber", "kreuzjass", "sidi-barrani", "coiffeur")


def _soloist(case: Case) -> object:
    """Whether the player plays alone, as far as the game that is named shows it."""
    return False if case.told.get("game") in _WITH_PARTNER else None


DERIVATIONS = {
    "claim_soloist": Derivation(needs=("game",), find=_soloist),
    "claim_boss": Derivation(
        needs=("mode",),
        also=(
            "claimant",
            "shown",
            "hands",
            "trick",
            "trick_leader",
            "gone",
            "dead",
            "opponents_hold",
            "game",
        ),
        find=_boss,
    ),
    "claim_mid_trick": Derivation(needs=("trick",), find=_mid_trick),
}

BINDINGS: dict[str, Binding] = {
    "claim_side": _claim_side,
    "claim_opponents": _claim_opponents,
    "claim_points": _points,
    "claim_beaten": partial(_card_of, beater=False),
    "claim_beater": partial(_card_of, beater=True),
}
