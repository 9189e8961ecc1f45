"""What decides disputes at HAE Jass: cards of a round, bids, tricks, summit duels, Härpfl.

Cards are told as ranks from 2 to 14 (Ass), in the order in which they were played; a joker is the
rank it was named as. On the forehead a joker is 15. Articles hae.geben to hae.spielende.
"""

from collections.abc import Mapping

from referee.rulings.case import Binding, Case, Derivation
from referee.rulings.differenzler.derive import fewest, numbers
from referee.rulings.shared import agreed
from referee.rulings.vocabulary import UNKNOWN

PACK = 54
_DUEL = 2
"""Tricks that the first card of a summit duel is about."""


def _first_cards(case: Case) -> int:
    """Cards of each player in the first round."""
    return min(case.profile.hae.most_cards, PACK // case.number("players", 4))


def _cards_of_round(case: Case) -> object:
    if not case.has("round", "players"):
        return UNKNOWN
    left = _first_cards(case) - case.number("round") + 1
    return left if left > 0 else UNKNOWN


def _round_exists(case: Case) -> object:
    return 1 <= case.number("round") <= _first_cards(case)


def _tricks(case: Case) -> object:
    """Tricks of the round: as told, or by the number of players in the first one."""
    if case.has("tricks"):
        return case.get("tricks")
    return _cards_of_round(case)


def _bids_fit(case: Case) -> object:
    """Whether the bids of all are the tricks of the round (hae.ansage)."""
    tricks = _tricks(case)
    return UNKNOWN if tricks == UNKNOWN else sum(numbers(case, "bids")) == tricks


def _bids_total(case: Case) -> object:
    return sum(numbers(case, "bids")) if case.has("bids") else UNKNOWN


def _forbidden(case: Case) -> object:
    """The number the dealer, who bids last, may not say; UNKNOWN if he may say any."""
    tricks = _tricks(case)
    others = numbers(case, "others") or numbers(case, "bids")[:-1]
    if not isinstance(tricks, int) or not others:
        return UNKNOWN
    banned = tricks - sum(others)
    return banned if banned >= 0 else UNKNOWN


def _one_banned(case: Case) -> object:
    """Whether the bids of the others leave a number that would make the sum fit."""
    tricks = _tricks(case)
    if not isinstance(tricks, int):
        return UNKNOWN
    return sum(numbers(case, "others")) <= tricks


def _last_round(case: Case) -> object:
    return case.number("tricks") == 1


def _seats(case: Case) -> tuple[int, ...]:
    """The seats of the cards told; the places in the trick where nobody named seats."""
    return numbers(case, "seats") or tuple(range(len(numbers(case, "ranks"))))


def _by_seat(case: Case) -> Mapping[int, int]:
    """Seat -> rank of those whose cards count, in playing order."""
    counting = numbers(case, "duelists") or _seats(case)
    cards = zip(_seats(case), numbers(case, "ranks"), strict=False)
    return {seat: rank for seat, rank in cards if seat in counting}


def _highest(case: Case) -> tuple[int, ...]:
    cards = _by_seat(case)
    return tuple(seat for seat, rank in cards.items() if rank == max(cards.values()))


def _how_it_stands(case: Case) -> object:
    """One card on top, all of those that counted equal, or only some of them."""
    cards, highest = _by_seat(case), _highest(case)
    if not highest:
        return UNKNOWN
    if len(highest) == 1:
        return "one"
    return "all" if len(highest) == len(cards) else "some"


def _tie_on_top(case: Case) -> object:
    stands = _how_it_stands(case)
    return stands if stands == UNKNOWN else stands != "one"


def _winner(case: Case) -> object:
    highest = _highest(case)
    return highest[0] if len(highest) == 1 else UNKNOWN


def _last_of_highest(case: Case) -> object:
    highest = _highest(case)
    return highest[-1] if highest else UNKNOWN


def _still_tied(case: Case) -> object:
    return _highest(case) or UNKNOWN


def _all_duelists(case: Case) -> object:
    return tuple(_by_seat(case)) if case.has("ranks") else UNKNOWN


def _stake(case: Case) -> int:
    """Tricks that the cards on the table are about."""
    return case.number("stake", _DUEL)


def _next_leader(case: Case) -> object:
    return case.get("winner") if case.has("winner") else UNKNOWN


def _right_of_dealer(case: Case) -> object:
    if not case.has("dealer"):
        return UNKNOWN
    return (case.number("dealer") + 1) % case.number("players", 4)


def _haerpfl(case: Case) -> object:
    if not case.has("bid", "taken"):
        return UNKNOWN
    return abs(case.number("bid") - case.number("taken"))


def _bid_hit(case: Case) -> object:
    return case.get("bid") == case.get("taken")


def _tie_at_the_end(case: Case) -> object:
    level = fewest(case)
    return UNKNOWN if level == UNKNOWN else len(level) > 1  # type: ignore[arg-type]


def _fewest_misses(case: Case) -> object:
    """Of those with the fewest Härpfl, the seats that missed the fewest bids."""
    misses, level = numbers(case, "misses"), fewest(case)
    if not isinstance(level, tuple) or len(misses) != len(numbers(case, "totals")):
        return UNKNOWN
    best = min(misses[at] for at in level)
    return tuple(at for at in level if misses[at] == best)


def _single_winner(case: Case) -> object:
    level = fewest(case)
    return level[0] if isinstance(level, tuple) and len(level) == 1 else UNKNOWN


def _jokers_shown(case: Case) -> object:
    """How many jokers are on foreheads, in words of the axis (hae.stirnkarte)."""
    jokers = sum(rank > max(_RANKS) for rank in numbers(case, "ranks"))
    return ("none", "one", "two")[min(jokers, 2)]


_RANKS = range(2, 15)

DERIVATIONS: dict[str, Derivation] = {
    "hae_round_exists": Derivation(needs=("round", "players"), find=_round_exists),
    "hae_bids_fit": Derivation(needs=("bids",), also=("tricks", "round"), find=_bids_fit),
    "hae_one_banned": Derivation(
        needs=("others",), also=("tricks", "round", "players"), find=_one_banned
    ),
    "hae_last_round": Derivation(needs=("tricks",), find=_last_round),
    "hae_tie": Derivation(needs=("ranks",), also=("duelists", "seats"), find=_tie_on_top),
    "hae_stands": Derivation(needs=("ranks",), also=("duelists", "seats"), find=_how_it_stands),
    "hae_hit": Derivation(needs=("bid", "taken"), find=_bid_hit),
    "hae_final_tie": Derivation(needs=("totals",), find=_tie_at_the_end),
    "hae_jokers": Derivation(needs=("ranks",), find=_jokers_shown),
    "hae_next_lead_agreed": agreed("next_lead", "hae.next_lead", str),
    "hae_duel_agreed": agreed("again", "hae.duel_again", str),
    "hae_joker_agreed": agreed("unnamed", "hae.joker_unnamed", str),
    "hae_ties_agreed": agreed("ties", "hae.ties", str),
    "hae_fit_agreed": agreed("may_fit", "hae.bids_may_fit", str),
}

BINDINGS: dict[str, Binding] = {
    "hae_first_cards": lambda case: _first_cards(case) if case.has("players") else UNKNOWN,
    "hae_cards_of_round": _cards_of_round,
    "hae_bids_total": _bids_total,
    "hae_forbidden_bid": _forbidden,
    "hae_tricks": _tricks,
    "hae_winner": _winner,
    "hae_last_of_highest": _last_of_highest,
    "hae_still_tied": _still_tied,
    "hae_all_duelists": _all_duelists,
    "hae_stake": _stake,
    "hae_stake_of_trick": lambda case: case.number("stake", 1),
    "hae_next_stake": lambda case: _stake(case) + 1,
    "hae_next_leader": _next_leader,
    "hae_right_of_dealer": _right_of_dealer,
    "haerpfl": _haerpfl,
    "hae_fewest": fewest,
    "hae_fewest_misses": _fewest_misses,
    "hae_single_winner": _single_winner,
}
