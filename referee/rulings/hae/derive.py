"""What decides disputes at HAE Jass: cards of a round, bids, tricks, summit duels, Härpfl.

Cards are told as ranks from 2 to 14 (Ass), in the order in which they were played; a joker is the
rank it was named as. On the forehead a joker is 15. Articles hae.geben to hae.spielende.
"""

from collections.abc import Mapping

from referee.rulings.case import Binding, Case, Derivation, agreed, as_told, given
from referee.rulings.differenzler.derive import beside_dealer, fewest
from referee.rulings.facts import UNKNOWN

PACK = 54
_JOKER = 15
"""The rank of a joker on the forehead."""


def _first_cards(case: Case) -> int:
    """Cards of each player in the first round."""
    return min(case.profile.hae.most_cards, PACK // _players(case))


def _players(case: Case) -> int:
    """How many play, or the most of those that are told together."""
    told = case.get("players")
    return _TOLD_AS.get(told, 4) if isinstance(told, str) else case.number("players", 4)


_TOLD_AS = {"few": 3, "five": 5, "six": 6, "seven": 7, "eight": 9, "ten": 10, "twelve": 12}


@given("round", "players")
def _cards_of_round(case: Case) -> object:
    left = _first_cards(case) - case.number("round") + 1
    return left if left > 0 else UNKNOWN


_tricks = as_told("tricks")(_cards_of_round)
"""Tricks of the round: as told, or by the number of players in the first one."""


def _bids_fit(case: Case) -> object:
    """Whether the bids of all are the tricks of the round (hae.ansage)."""
    tricks, bids = _tricks(case), case.numbers("bids")
    open_ = tricks == UNKNOWN or len(bids) < case.number("players")
    return UNKNOWN if open_ else sum(bids) == tricks


def _others(case: Case) -> tuple[int, ...]:
    """What all but the dealer have bid: where one bid is missing it is his, who bids last."""
    bids = case.numbers("bids")
    without = bids if len(bids) < case.number("players") else bids[:-1]
    return case.numbers("others") or without


def _forbidden(case: Case) -> object:
    """The number the dealer, who bids last, may not say; UNKNOWN if he may say any."""
    tricks, others = _tricks(case), _others(case)
    if not isinstance(tricks, int) or not others or _more_to_bid(case):
        return UNKNOWN
    banned = tricks - sum(others)
    return banned if banned >= 0 else UNKNOWN


def _one_banned(case: Case) -> object:
    """Whether the bids of the others leave a number that would make the sum fit."""
    tricks, told = _tricks(case), sum(case.numbers("others"))
    if not isinstance(tricks, int) or (told <= tricks and _more_to_bid(case)):
        return UNKNOWN
    return told <= tricks


def _more_to_bid(case: Case) -> bool:
    """Whether fewer bids are told than there are players beside the dealer."""
    return len(_others(case)) < case.number("players") - 1


def _seats(case: Case) -> tuple[int, ...]:
    """The seats of the cards told; the places in the trick where nobody named seats."""
    return case.numbers("seats") or tuple(range(len(case.numbers("ranks"))))


def _by_seat(case: Case) -> Mapping[int, int]:
    """Seat -> rank of those whose cards count, in playing order."""
    counting = case.numbers("duelists") or _seats(case)
    cards = zip(_seats(case), case.numbers("ranks"), strict=False)
    return {seat: rank for seat, rank in cards if seat in counting}


def _highest(case: Case) -> tuple[int, ...]:
    cards = _by_seat(case)
    return tuple(seat for seat, rank in cards.items() if rank == max(cards.values()))


def _how_it_stands(case: Case) -> object:
    """One card on top, all of those that counted equal, or only some of them."""
    cards, highest = _by_seat(case), _highest(case)
    if len(highest) < 2:
        return "one" if highest else UNKNOWN
    return "all" if len(highest) == len(cards) else "some"


def _tie_on_top(case: Case) -> object:
    stands = _how_it_stands(case)
    return stands if stands == UNKNOWN else stands != "one"


def _single(find: Binding) -> Binding:
    """The seat that is found, where it is a single one."""

    def single(case: Case) -> object:
        seats = find(case)
        return seats[0] if isinstance(seats, tuple) and len(seats) == 1 else UNKNOWN

    return single


def _tie_at_the_end(case: Case) -> object:
    level = fewest(case)
    return len(level) > 1 if isinstance(level, tuple) else UNKNOWN


def _fewest_misses(case: Case) -> object:
    """Of those with the fewest Härpfl, the seats that missed the fewest bids."""
    misses, level = case.numbers("misses"), fewest(case)
    if not isinstance(level, tuple) or len(misses) != len(case.numbers("totals")):
        return UNKNOWN
    best = min(misses[seat] for seat in level)
    return tuple(seat for seat in level if misses[seat] == best)


def _jokers_shown(case: Case) -> object:
    """How many jokers are on foreheads, in words of the axis (hae.stirnkarte)."""
    return ("none", "one", "two")[min(sum(rank >= _JOKER for rank in case.numbers("ranks")), 2)]


DERIVATIONS: dict[str, Derivation] = {
    "hae_round_exists": Derivation(
        needs=("round", "players"),
        find=lambda case: 1 <= case.number("round") <= _first_cards(case),
    ),
    "hae_bids_fit": Derivation(
        needs=("bids",), also=("tricks", "round", "players"), find=_bids_fit
    ),
    "hae_one_banned": Derivation(
        needs=("others",), also=("bids", "tricks", "round", "players"), find=_one_banned
    ),
    "hae_last_round": Derivation(needs=("tricks",), find=lambda case: case.number("tricks") == 1),
    "hae_tie": Derivation(needs=("ranks",), also=("duelists", "seats"), find=_tie_on_top),
    "hae_stands": Derivation(needs=("ranks",), also=("duelists", "seats"), find=_how_it_stands),
    "hae_hit": Derivation(
        needs=("bid", "taken"), find=lambda case: case.get("bid") == case.get("taken")
    ),
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
    "hae_bids_total": given("bids")(lambda case: sum(case.numbers("bids"))),
    "hae_forbidden_bid": _forbidden,
    "hae_tricks": _tricks,
    "hae_winner": _single(_highest),
    "hae_last_of_highest": lambda case: next(reversed(_highest(case)), UNKNOWN),
    "hae_still_tied": lambda case: _highest(case) or UNKNOWN,
    "hae_all_duelists": given("ranks")(lambda case: tuple(_by_seat(case))),
    "hae_stake": lambda case: case.get("stake"),
    "hae_stake_of_trick": lambda case: case.number("stake", 1),
    "hae_next_stake": given("stake")(lambda case: case.number("stake") + 1),
    "hae_next_leader": lambda case: case.get("winner"),
    "hae_right_of_dealer": beside_dealer(1, lambda case: case.number("players", 4)),
    "haerpfl": given("bid", "taken")(lambda case: abs(case.number("bid") - case.number("taken"))),
    "hae_fewest": fewest,
    "hae_fewest_misses": _fewest_misses,
    "hae_single_winner": _single(fewest),
}
