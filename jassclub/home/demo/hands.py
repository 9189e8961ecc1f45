"""Hands played out by the rules kernel, and the slips that a scorekeeper would write."""

from random import Random
from typing import Any

from referee.rules.cards import mask_at
from referee.rules.legality import FollowRule
from referee.rules.modes import Mode, read_mode
from referee.rules.playout import Playout, play_out
from referee.rules.profile import Profile
from referee.rules.stoeck import stoeck_holder
from referee.rules.weis import settle
from referee.rules.weistables import WeisRule

CARDS = 36
SUITS = ("EI", "SI", "RO", "SE")
LIKED = (*SUITS, *SUITS, "O", "U")
"""Trumps are declared more often than the two directions."""


def deal(random: Random, players: int) -> list[int]:
    """All cards dealt: a mask for each seat."""
    cards = list(range(CARDS))
    random.shuffle(cards)
    each = CARDS // players
    return [mask_at(cards[seat * each : (seat + 1) * each]) for seat in range(players)]


def schieber_slip(random: Random, profile: Profile, forehand: int) -> dict[str, Any]:
    """Four players, any contract; Weise, Stöck and matsch as they came."""
    holdings = deal(random, 4)
    contract = random.choice(LIKED)
    mode, _notation = read_mode(contract)
    played = _played(random, holdings, forehand, mode, FollowRule.of(profile))
    points = [played.points[0] + played.points[2], played.points[1] + played.points[3]]
    takers = {winner % 2 for winner in played.winners}
    slip: dict[str, Any] = {
        "contract": contract,
        "declared_by": forehand,
        "points": points,
        "matsch": takers.pop() if len(takers) == 1 else None,
    }
    if random.random() < 0.3:
        slip |= {"pushed": True, "declared_by": (forehand + 2) % 4}
    if profile.weis:
        slip["weis"] = list(settle(holdings, mode, forehand, rule=WeisRule.of(profile)).sides)
    if profile.stoeck and mode.trump is not None:
        slip["stoeck"] = stoeck_holder(holdings, mode.trump)
    return slip


def differenzler_slip(
    random: Random, profile: Profile, forehand: int, skills: list[float]
) -> dict[str, Any]:
    """Three or four players; who knows the game predicts nearer to what he makes."""
    players = len(skills)
    trump = random.choice(SUITS)
    mode, _notation = read_mode(trump)
    played = _played(random, deal(random, players), forehand, mode, FollowRule.of(profile))
    return {
        "trump": trump,
        "predictions": [
            _prediction(random, made, skill)
            for made, skill in zip(played.points, skills, strict=True)
        ],
        "points": list(played.points),
    }


def _prediction(random: Random, made: int, skill: float) -> int:
    """`skill` 0 to 1: how much of the usual miss of some twenty points is spared."""
    miss = random.gauss(1.5, 22 * (1 - skill))
    return min(157, max(0, round(made + miss)))


def _played(
    random: Random, holdings: list[int], forehand: int, mode: Mode, rule: FollowRule
) -> Playout:
    choices = [random.randrange(1 << 16) for _card in range(CARDS)]
    return play_out(holdings, forehand, mode, choices, rule)
