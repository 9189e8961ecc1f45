"""What follows from a misplayed card: what dies, what may stay, what goes back.

Articles falsch-gespielte-karte, nichtangeben, vorspielen, zwei-karten-gespielt.
"""

from referee.rules.cards import indices_of, mask_at
from referee.rules.legality import legal_mask, winner
from referee.rules.modes import Ranking
from referee.rulings.case import (
    Binding,
    Case,
    Derivation,
    jass_cards,
    mask,
    named,
    of_jass_cards,
    texts_of,
    trick_indices,
)
from referee.rulings.facts import UNKNOWN
from referee.rulings.play.derive import (
    READS,
    avoiding,
    follow_rule,
    from_play,
    legal_now,
    play_kind,
    ranks,
)


def dead_after_revoke(held: int, lead: int, table: Ranking) -> int:
    """The dead cards (mask) of one who did not give the suit led (article nichtangeben).

    `held`: the cards (mask) that were left. Of a side suit the highest dies, of trumps all but
    the Bauer.
    """
    suit = held & table.suit[lead]
    if table.suit[lead] == table.trumps:
        return suit & table.binding
    return mask_at(sorted(indices_of(suit), key=lambda card: table.strength[card][card])[-1:])


_STRICT = ("pandur", "schlager")


def _early(case: Case) -> object:
    """Whether a card played too early may stay (article vorspielen)."""
    kind = play_kind(case)
    if kind == "under_void":
        return "undertrump" if follow_rule(case).undertrump == "only_trumps" else "legal"
    if kind == "under_holding_suit":
        return "legal" if follow_rule(case).undertrump == "free" else "must_follow"
    if kind in ("side_withheld", "trump_withheld"):
        return "must_follow"
    if kind == "lead":
        return "lead"
    return kind if kind == UNKNOWN else "legal"


def _held(case: Case) -> int | None:
    """What the offender had left of his cards after the wrong one; None if nobody says."""
    if case.has("holding"):
        return mask(case, "holding") & ~mask(case, "card")
    return mask(case, "held_back") if case.has("held_back") else None


def _dead(case: Case, held: int | None, *, wrong: bool) -> object:
    if held is None or not case.has("mode") or not jass_cards(case):
        return UNKNOWN
    led = trick_indices(case)[:1] or indices_of(mask(case, "held_back"))[:1]
    if not led or (wrong and not case.has("card")):
        return UNKNOWN
    dead = dead_after_revoke(held, led[0], ranks(case))
    return named(case, dead | (mask(case, "card") if wrong else 0))


def _dead_in_open_trick(case: Case) -> object:
    """The wrong card and the highest of the suit; of trumps all but the Bauer (s8 of article
    falsch-gespielte-karte: the wrong card dies whatever was led).
    """
    return _dead(case, _held(case), wrong=True)


def _dead_later(case: Case) -> object:
    """The highest of the suit that is left; of trumps all but the Bauer."""
    held = mask(case, "still_held") if case.has("still_held") else _held(case)
    return _dead(case, held, wrong=False)


_WITHHELD = {
    "trump_withheld": "trump",
    "only_bauer": "only_bauer",
    "side_withheld": "side_suit",
    "under_holding_suit": "side_suit",
    "under_void": "none",
}


def _withheld(case: Case) -> object:
    """What kind of card was held back by mistake (article falsch-gespielte-karte)."""
    cards_told = case.told.keys() & {"held_back", "trick", "holding"}
    if not cards_told and ("card" not in case.told or avoiding(case)):
        return None
    if not case.has("mode") or not jass_cards(case):
        return UNKNOWN
    if case.has("held_back"):
        return _kind_held_back(case)
    if not case.has("trick", "card"):
        return UNKNOWN
    return _WITHHELD.get(play_kind(case) if case.has("holding") else _seen_in_trick(case), UNKNOWN)


def _kind_held_back(case: Case) -> str:
    table = ranks(case)
    trumps = mask(case, "held_back") & table.trumps
    if not trumps:
        return "side_suit"
    bound = trumps & table.binding or follow_rule(case).bauer_must_follow
    return "trump" if bound else "only_bauer"


def _seen_in_trick(case: Case) -> str:
    """What a wrong card shows by itself; UNKNOWN where it may be a ruff or an undertrump."""
    table, card = ranks(case), mask(case, "card")
    led = table.suit[trick_indices(case)[0]] if case.cards("trick") else 0
    if not led or card & (led | table.trumps):
        return UNKNOWN
    return "trump_withheld" if led == table.trumps else "side_withheld"


def _ruffs(case: Case, name: str) -> bool:
    """Whether a card is a trump on a trick that began with a side suit."""
    if not case.has("mode") or not case.cards("trick") or not jass_cards(case):
        return False
    table = ranks(case)
    on_trumps = table.suit[trick_indices(case)[0]] == table.trumps
    return bool(mask(case, name) & table.trumps) and not on_trumps


def _exchanged(case: Case) -> object:
    """The card given in place of the early one: as told, or the only one that may be given. Nobody
    who has to exchange his card may ruff with the next one.
    """
    if case.has("exchanged") and not _ruffs(case, "exchanged"):
        return case.get("exchanged")
    legal = legal_now(case)
    if legal is None or not case.cards("trick"):
        return UNKNOWN
    suit = legal & ranks(case).suit[trick_indices(case)[0]]
    return named(case, suit)[0] if suit.bit_count() == 1 else UNKNOWN


def _of_two(case: Case) -> object:
    """How many of the cards played at once are legal."""
    if not case.get("trick"):
        return "both"
    legal = _legal_among(case)
    if legal is None:
        return case.told.get("legal_cards", UNKNOWN if case.has("holding") else None)
    return ("none", "one", "both")[min(2, (legal & mask(case, "cards")).bit_count())]


def _legal_among(case: Case) -> int | None:
    """The legal cards: by the whole hand, or by the two themselves where one has to follow."""
    if case.has("holding") or not case.has("mode", "trick", "cards") or not jass_cards(case):
        return legal_now(case)
    table, cards, trick = ranks(case), mask(case, "cards"), trick_indices(case)
    if not trick:
        return None
    led = table.suit[trick[0]]
    must = cards & led & (table.binding if led == table.trumps else led)
    return legal_mask(cards, trick, table, follow_rule(case)) if must else None


def _legal_one(case: Case) -> object:
    legal = named(case, (_legal_among(case) or 0) & mask(case, "cards"))
    return legal[0] if len(legal) == 1 else UNKNOWN


def _other_one(case: Case) -> object:
    kept = _legal_one(case)
    others = [text for text in texts_of(case, "cards") if text != kept]
    return others[0] if kept != UNKNOWN and len(others) == 1 else UNKNOWN


def _strict_game(case: Case) -> object:
    """Whether it is one of the games that some books judge more strictly; a player may say so."""
    if "game" in case.told or case.get("game") in _STRICT:
        return case.get("game") in _STRICT
    return case.told.get("strict_game", False)


@of_jass_cards()
def _has_smaller(case: Case) -> object:
    """Whether he can follow suit with a card that does not take the trick as it lies."""
    legal, lies = legal_now(case), trick_indices(case)
    held = mask(case, "held_back") if legal is None else legal
    if not held or not lies or not case.has("mode"):
        return UNKNOWN
    table = ranks(case)
    follow = indices_of(held & table.suit[lies[0]])
    return any(winner([*lies, card], table) != len(lies) for card in follow)


DERIVATIONS = {
    "early": from_play(_early),
    "withheld": Derivation(
        needs=(),
        also=("mode", "held_back", "trick", "card", "holding", "game", "avoidance"),
        find=_withheld,
        reads=READS,
    ),
    "unnamed_game": Derivation(needs=("game",), find=lambda case: case.get("game") == "other"),
    "strict_game": Derivation(needs=("game",), find=_strict_game),
    "has_smaller": Derivation(
        needs=("mode", "trick"),
        also=("holding", "held_back", "card"),
        find=_has_smaller,
        reads=READS,
    ),
    "leads_two": Derivation(needs=("trick",), find=lambda case: not case.get("trick")),
    "legal_of_two": Derivation(
        needs=("cards", "trick"),
        also=("mode", "holding", "avoidance"),
        find=_of_two,
        reads=READS,
    ),
}

BINDINGS: dict[str, Binding] = {
    "dead_in_open_trick": _dead_in_open_trick,
    "dead_later": _dead_later,
    "exchanged_card": _exchanged,
    "legal_one": _legal_one,
    "other_one": _other_one,
}
