"""What follows from the cards of a trick: what was played and what was legal.

Articles nichtangeben, untertrumpfen, trumpfbauer. `trick` holds the cards that lay before the
card in question, `holding` the cards that its player had then.
"""

from dataclasses import replace
from functools import reduce
from operator import or_

from referee.rules.cards import CINQ_CENTS_32, JASS_36, Rank
from referee.rules.legality import FollowRule, legal_mask
from referee.rules.modes import Ranking, ranking
from referee.rulings.case import (
    Binding,
    Case,
    Derivation,
    avoidance,
    given,
    jass_cards,
    mask,
    named,
    of_jass_cards,
    trick_indices,
)
from referee.rulings.facts import SUITS, UNKNOWN


def ranks(case: Case) -> Ranking:
    """The ranks of the trick; where the direction changes, those of the first one."""
    deck = CINQ_CENTS_32 if case.get("game") == "cinq-cents" else JASS_36
    return ranking(case.mode().start, deck)


def follow_rule(case: Case) -> FollowRule:
    """Which cards may be played at this table and in this game, with what its players agreed."""
    rule = FollowRule.of(case.profile)
    if case.get("game") == "cinq-cents":
        rule = FollowRule(undertrump=rule.undertrump, bauer_must_follow=True)
    if isinstance(bound := case.told.get("bauer_bound"), bool):
        rule = replace(rule, bauer_must_follow=bound)
    if case.told.get("must_over") is True:
        rule = replace(rule, only_trumps_must_overtrump=True)
    return rule.avoiding() if avoiding(case) else rule


def play_kind(case: Case) -> str:
    """How the card stands to what was led and to what its player had; UNKNOWN if that is open."""
    if not jass_cards(case):
        return UNKNOWN
    if not case.cards("trick"):
        return "lead"
    table = ranks(case)
    suit = table.suit[trick_indices(case)[0]]
    return (_on_trump if suit == table.trumps else _on_side_suit)(case, table, suit)


def _on_trump(case: Case, table: Ranking, suit: int) -> str:
    if mask(case, "card") & suit:
        return "trump_given"
    if not case.has("holding"):
        return UNKNOWN
    trumps = mask(case, "holding") & suit
    if not trumps:
        return "void"
    must = trumps & table.binding or follow_rule(case).bauer_must_follow
    return "trump_withheld" if must else "only_bauer"


def _on_side_suit(case: Case, table: Ranking, suit: int) -> str:
    card = mask(case, "card")
    if card & suit:
        return "followed"
    ruff, under = card & table.trumps, card & _under_the_ruff(case, table)
    if ruff and not under and not follow_rule(case).strict_follow:
        return "ruffed"
    if not case.has("holding"):
        return UNKNOWN
    hand = mask(case, "holding", "card")
    if hand & suit:
        return "under_holding_suit" if under else "side_withheld"
    if under:
        return "under_void" if hand & ~table.trumps else "under_only_trumps"
    return "ruffed" if ruff else "void"


def _under_the_ruff(case: Case, table: Ranking) -> int:
    return reduce(or_, (table.below[card] for card in trick_indices(case)), 0)


def legal_now(case: Case) -> int | None:
    """The cards (mask) that might have been played; None if that is not known."""
    if not case.has("mode", "trick", "holding") or not jass_cards(case):
        return None
    hand = mask(case, "holding", "card", "cards")
    return legal_mask(hand, trick_indices(case), ranks(case), follow_rule(case))


def _legal_cards(case: Case) -> object:
    legal = legal_now(case)
    return UNKNOWN if legal is None else named(case, legal)


def _correct_cards(case: Case) -> object:
    """What is given in place of a wrong card: the suit led, if he has it; he may not ruff now."""
    legal = legal_now(case)
    if not legal:
        return UNKNOWN
    cards = trick_indices(case)
    suit = ranks(case).suit[cards[0]] if cards else 0
    return named(case, legal & suit or legal)


@given("card")
def _is_legal(case: Case) -> object:
    legal = legal_now(case)
    return UNKNOWN if legal is None else bool(legal & mask(case, "card"))


_SHOWN_BY_KEPT = ("side_withheld", "trump_withheld", "only_bauer", "under_holding_suit")


def _kind_by_kept(case: Case) -> str:
    """How the card stands to the lead, by the whole hand or by what was kept back of it."""
    if case.has("holding") or not case.has("held_back"):
        return play_kind(case)
    kind = play_kind(replace(case, told={**case.told, "holding": case.get("held_back")}))
    return kind if kind in _SHOWN_BY_KEPT else play_kind(case)


def _gave(case: Case) -> object:
    """Whether somebody did not follow (article nichtangeben)."""
    kind = _kind_by_kept(case)
    if kind == "under_holding_suit":
        return "ruffed" if follow_rule(case).undertrump == "free" else "side_withheld"
    if kind.startswith("under_"):
        return "undertrump"
    return "followed" if kind in ("lead", "trump_given") else kind


def _undertrumping(case: Case) -> object:
    kind = play_kind(case)
    if kind.startswith("under_") or kind == UNKNOWN:
        return kind
    return {"ruffed": "over", "trump_given": "trump_led"}.get(kind, "other")


@of_jass_cards()
def _must_go_over(case: Case) -> object:
    """Whether one with nothing but trumps has to go over the ruff, where a table agreed so."""
    table = ranks(case)
    over = mask(case, "holding") & table.trumps & ~_under_the_ruff(case, table)
    return bool(over) and follow_rule(case).only_trumps_must_overtrump


def _on_trump_lead(case: Case) -> object:
    """What was given to a trump lead (article trumpfbauer)."""
    kind = play_kind(case)
    if kind in ("trump_given", UNKNOWN):
        return kind
    table = ranks(case)
    trick = trick_indices(case)
    if not trick or table.suit[trick[0]] != table.trumps:
        return "not_trump"
    trumps = mask(case, "holding") & table.trumps
    if not trumps:
        return "none_held"
    return "others_held" if trumps & table.binding else "only_bauer"


def _bauer_bound(case: Case) -> object:
    """Whether even the Bauer must be given to a trump lead; a table may say so itself."""
    return follow_rule(case).bauer_must_follow or case.told.get("bauer_bound", False)


@of_jass_cards()
def _is_trump(case: Case) -> object:
    return bool(mask(case, "card") & ranks(case).trumps)


@given("card")
def _suit_of_card(case: Case) -> object:
    text = str(case.get("card"))
    return text[:2] if text[:2] in SUITS else text[0]


@given("mode", "card")
@of_jass_cards()
def _points_of_card(case: Case) -> object:
    return ranks(case).points[case.card("card").index]


_RANK_NAMES = dict(
    zip(
        (rank for rank in Rank if rank >= Rank.SIX),
        ("six", "seven", "eight", "nine", "ten", "under", "ober", "king", "ace"),
        strict=True,
    )
)


@of_jass_cards()
def _rank_of_card(case: Case) -> object:
    return _RANK_NAMES[case.card("card").rank]


def _standing_of_card(case: Case) -> object:
    """What decides the value of a card: the direction, else whether it is of the trumps."""
    if direction := {"O": "obenabe", "U": "undenufe"}.get(str(case.get("mode"))):
        return direction
    if not case.has("card") or not jass_cards(case) or not ranks(case).trumps:
        return UNKNOWN
    return "trump" if mask(case, "card") & ranks(case).trumps else "plain"


@given("mode", "trick")
@of_jass_cards()
def _points_of_trick(case: Case) -> object:
    return sum(ranks(case).points[card] for card in trick_indices(case))


def avoiding(case: Case) -> bool:
    """Whether tricks are avoided in this game, so that a dead card would help."""
    return avoidance(case) is True


_HAND = ("holding", "held_back", "game", "avoidance")
READS = (
    *("mode", "trick", "card", "cards", "exchanged", "still_held", *_HAND),
    *("bauer_bound", "must_over"),
)
"""What legality is worked out from."""


def from_play(find: Binding) -> Derivation:
    """What follows from how a card stands to the trick and to the hand it came from."""
    return Derivation(needs=("mode", "trick", "card"), also=_HAND, find=find, reads=READS)


def _or_choosing(axis: str, find: Binding) -> Derivation:
    """The same, or "choosing" where a player with his hand before him has not played yet."""

    def find_or_choosing(case: Case) -> object:
        if "card" in case.told:
            return find(case)
        sound = case.has("holding") and axis not in case.told and jass_cards(case)
        return "choosing" if sound else None

    return Derivation(
        needs=("mode", "trick"), also=("card", *_HAND), find=find_or_choosing, reads=READS
    )


DERIVATIONS = {
    "gave": _or_choosing("gave", _gave),
    "undertrumping": _or_choosing("play", _undertrumping),
    "on_trump_lead": _or_choosing("given", _on_trump_lead),
    "bauer_bound": Derivation(needs=("game",), find=_bauer_bound, reads=READS),
    "must_go_over": Derivation(needs=("mode", "trick", "holding"), find=_must_go_over, reads=READS),
    "is_trump": Derivation(needs=("mode", "card"), find=_is_trump, reads=READS),
    "rank_of_card": Derivation(needs=("card",), find=_rank_of_card, reads=READS),
    "standing_of_card": Derivation(
        needs=("mode",), also=("card",), find=_standing_of_card, reads=READS
    ),
}

BINDINGS: dict[str, Binding] = {
    "legal_cards": _legal_cards,
    "correct_cards": _correct_cards,
    "is_legal": _is_legal,
    "suit_of_card": _suit_of_card,
    "points_of_card": _points_of_card,
    "points_of_trick": _points_of_trick,
}
