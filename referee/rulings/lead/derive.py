"""What follows from who led and who should have (falsch-gespielte-karte, stich-gestochen), and
from who announced what (trumpf-ansagen).
"""

from referee.rules.cards import after, mask_of, read_card
from referee.rules.legality import DeadRule, winner
from referee.rules.modes import ranking
from referee.rulings.case import (
    Binding,
    Case,
    Derivation,
    as_told,
    given,
    has_sides,
    in_pairs,
    jass_cards,
    mask,
    matter_by,
    of_jass_cards,
    opponents_text,
    seat_after,
    side_text,
    trick_indices,
)
from referee.rulings.facts import UNKNOWN

PLAYERS = 4


def _relation(case: Case) -> object:
    """How the player who led stands to the one who should have."""
    apart = (case.number("offender") - case.number("entitled")) % PLAYERS
    if apart == 0:
        return "winner"
    return "partner" if apart == 2 and in_pairs(case) else "opponent"


def _who_led(case: Case) -> object:
    """The same for a lead that was wrong; where everybody plays for himself, an opponent's."""
    if not in_pairs(case):
        return "opponent"
    if not case.has("offender", "entitled"):
        return case.told.get("who_led")
    relation = _relation(case)
    return UNKNOWN if relation == "winner" else relation


@as_told("entitled")
def _entitled_leader(case: Case) -> object:
    """Who has to lead: the partner of the one who led in his place."""
    return seat_after("offender", 2)(case) if in_pairs(case) else UNKNOWN


@as_told("entitled")
def _taker(case: Case) -> object:
    """Who has taken the trick: the seat of the best card in it."""
    return _best("trick_leader", case, mask(case, "dead"), sides=in_pairs(case))


def _taker_side(case: Case) -> object:
    taker = _taker(case)
    return side_text(taker) if isinstance(taker, int) and has_sides(case) else UNKNOWN


@given("trick", "mode")
@of_jass_cards("trick")
def _trick_points(case: Case) -> object:
    """What the cards of a whole trick count; a dead card counts as ever."""
    cards = trick_indices(case)
    if len(cards) != PLAYERS or case.mode().pattern:
        return UNKNOWN
    points = ranking(case.mode().start).points
    return sum(points[card] for card in cards)


def _best(leader: str, case: Case, dead: int, *, sides: bool) -> object:
    """The seat of the best card in a complete trick whose ranks are certain."""
    if not case.has(leader, "mode", "trick") or not jass_cards(case, ("trick", "dead")):
        return UNKNOWN
    cards = trick_indices(case)
    if len(cards) != PLAYERS or case.mode().pattern:
        return UNKNOWN
    rule = DeadRule(sides=sides)
    return after(case.number(leader), winner(cards, ranking(case.mode().start), dead, rule=rule))


@of_jass_cards("trick")
def _partner_ruffs(case: Case) -> object:
    """Whether the partner takes a dead lead by a ruff."""
    cards, table = trick_indices(case), ranking(case.mode().start)
    if len(cards) < 3:
        return case.told.get("partner_ruffs", UNKNOWN)
    if table.trumps >> cards[0] & 1:
        return False
    return winner(cards, table, 1 << cards[0], rule=DeadRule(partner_ruff_rescues=True)) == 2


@of_jass_cards("holding", "card")
def _only_suit(case: Case) -> object:
    """Whether the player has nothing but the barred suit."""
    suits = {card.suit for card in case.cards("holding")}
    return suits == {case.card("card").suit} if suits else UNKNOWN


_AUCTIONS = ("bieter", "pandur", "aucho", "coiffeur", "schlager")
_UNSURE = ("sidi", "misere", "other")
"""Games of which the books do not say here who leads; a player may tell."""


def _taken_on(case: Case) -> object:
    """Whether somebody has taken on the hand, and so leads."""
    game = case.get("game")
    told_only = game in _UNSURE or "game" not in case.told
    if told_only and "taken_on" in case.told:
        return case.told["taken_on"]
    if game in _UNSURE:
        return UNKNOWN if "game" in case.told else False
    return game in _AUCTIONS


def _bound_to_trump(case: Case) -> object:
    """Whether the game wants a trump led to the first trick."""
    if case.get("game") not in ("pandur", "misere"):
        return bool(case.has("mode") and case.mode().misere and case.mode().trump is not None)
    return case.mode().trump is not None if case.has("mode") else UNKNOWN


@of_jass_cards("holding")
def _has_trump(case: Case) -> object:
    return bool(mask(case, "holding") & ranking(case.mode().start).trumps)


@given("card")
def _suit_led(case: Case) -> object:
    """The suit of the card led, in the letters of its deck."""
    card, notation = read_card(case.get("card"))
    return card.suit.text(notation)


_forehand = as_told("forehand")(seat_after("offender", 2))
"""Forehand, named or found as the partner of the one who spoke in his place."""


def _opponents_of_forehand(case: Case) -> object:
    forehand = _forehand(case)
    return opponents_text(forehand) if isinstance(forehand, int) else UNKNOWN


def _speaker(case: Case) -> object:
    """How the player who spoke stands to forehand."""
    apart = (case.number("offender") - case.number("forehand")) % 4
    return {0: "forehand", 2: "partner"}.get(apart, "opponent")


def _word(case: Case) -> object:
    """Something was said with the card where an announcement is told, unless it came later; after
    a push it may be what the partner said.
    """
    if "word" in case.told or case.get("forehand_said") == "named":
        return None
    return UNKNOWN if case.get("forehand_said") == "pushed" else "with_card"


DERIVATIONS = {
    "trump_matter": matter_by(
        {"who": "speaker", "spoke": "speaker", "word": "lead", "second": "change", "card": "lead"}
    ),
    "speaker_is": Derivation(needs=("offender", "forehand"), find=_speaker),
    "word_said": Derivation(needs=("announced",), find=_word, reads=("forehand_said",)),
    "leading_matter": matter_by({"after_seat": "next_in_turn"}),
    "taken_on": Derivation(needs=("game",), find=_taken_on),
    "bound_to_trump": Derivation(needs=("game",), also=("mode",), find=_bound_to_trump),
    "leader_has_trump": Derivation(needs=("mode", "holding"), find=_has_trump),
    "lead_turned": Derivation(needs=("noticed",), find=lambda case: case.get("noticed") == "later"),
    "who_led": Derivation(needs=("game",), also=("offender", "entitled"), find=_who_led),
    "relation_to_leader": Derivation(
        needs=("offender", "entitled"), also=("game",), find=_relation
    ),
    "partner_ruffs": Derivation(needs=("mode", "trick"), find=_partner_ruffs),
    "only_suit": Derivation(needs=("card", "holding"), find=_only_suit),
}

BINDINGS: dict[str, Binding] = {
    "suit_led": _suit_led,
    "forehand": _forehand,
    "opponents_of_forehand": _opponents_of_forehand,
    "next_seat": seat_after("after_seat"),
    "next_eldest": seat_after("eldest"),
    "entitled_leader": _entitled_leader,
    "taker": _taker,
    "taker_side": _taker_side,
    "trick_points": _trick_points,
    # Who takes a dead lead where everybody plays for himself.
    "best_of_others": lambda case: _best(
        "offender", case, mask_of(case.cards("trick")[:1]), sides=False
    ),
}
