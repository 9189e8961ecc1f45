"""What follows from who led and who should have (falsch-gespielte-karte, stich-gestochen)."""

from referee.rules.modes import Pattern
from referee.rules.ranking import ranking
from referee.rules.seats import after
from referee.rules.tricks import DeadRule, winner
from referee.rulings.case import Binding, Case, Derivation
from referee.rulings.play.derive import jass_cards, mask, trick_indices
from referee.rulings.shared import in_pairs, matter_by
from referee.rulings.vocabulary import UNKNOWN

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
        return case.told.get("who_led", "partner")
    relation = _relation(case)
    return UNKNOWN if relation == "winner" else relation


def _entitled_leader(case: Case) -> object:
    """Who has to lead: told, or the partner of the one who led for him."""
    if case.has("entitled"):
        return case.get("entitled")
    if not case.has("offender") or not in_pairs(case):
        return UNKNOWN
    return after(case.number("offender"), 2)


def _lies_whole(case: Case) -> bool:
    """Whether a complete trick is told whose ranks are certain."""
    if not case.has("mode", "trick") or not jass_cards(case, ("trick", "dead")):
        return False
    return len(case.cards("trick")) == PLAYERS and case.mode().pattern == Pattern.STRAIGHT


def _taker(case: Case) -> object:
    """Who has taken the trick: told, or the best card in it."""
    if case.has("entitled"):
        return case.get("entitled")
    if not case.has("trick_leader") or not _lies_whole(case):
        return UNKNOWN
    table = ranking(case.mode().start)
    rule = DeadRule(sides=in_pairs(case))
    place = winner(trick_indices(case), table, mask(case, "dead"), rule=rule)
    return after(case.number("trick_leader"), place)


def _partner_ruffs(case: Case) -> object:
    """Whether the partner takes a dead lead by a ruff."""
    if not jass_cards(case, ("trick",)):
        return UNKNOWN
    cards, table = trick_indices(case), ranking(case.mode().start)
    if len(cards) < 3:
        return case.told.get("partner_ruffs", False)
    if table.trumps >> cards[0] & 1:
        return False
    return winner(cards, table, 1 << cards[0], rule=DeadRule(partner_ruff_rescues=True)) == 2


def _best_of_others(case: Case) -> object:
    """Who takes a dead lead where everybody plays for himself."""
    if not case.has("offender") or not _lies_whole(case):
        return UNKNOWN
    cards = trick_indices(case)
    rule = DeadRule(sides=False)
    place = winner(cards, ranking(case.mode().start), 1 << cards[0], rule=rule)
    return after(case.number("offender"), place)


def _only_suit(case: Case) -> object:
    """Whether the player has nothing but the barred suit."""
    if not jass_cards(case, ("holding", "card")) or not case.cards("holding"):
        return UNKNOWN
    suits = {card.suit for card in case.cards("holding")}
    return suits == {case.card("card").suit}


_AUCTIONS = ("bieter", "pandur", "aucho", "coiffeur", "schlager", "zuger")
_UNSURE = ("sidi-barrani", "misere", "other")
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


def _has_trump(case: Case) -> object:
    if not jass_cards(case, ("holding",)):
        return UNKNOWN
    return bool(mask(case, "holding") & ranking(case.mode().start).trumps)


def _seat_after(fact: str) -> Binding:
    """Who comes next; seats count in the order of play, whichever way it runs."""
    return lambda case: after(case.number(fact), 1) if case.has(fact) else UNKNOWN


def _direction_matter(case: Case) -> object:
    """Where nothing went wrong the question is which way is right."""
    return None if case.told.keys() - {"after_seat"} else "which"


DERIVATIONS = {
    "direction_matter": Derivation(needs=(), find=_direction_matter),
    "leading_matter": matter_by({"after_seat": "next_in_turn"}, None),
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
    "next_seat": _seat_after("after_seat"),
    "next_eldest": _seat_after("eldest"),
    "entitled_leader": _entitled_leader,
    "taker": _taker,
    "best_of_others": _best_of_others,
}
