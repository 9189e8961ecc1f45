"""What the cards of a hand add up to, and which sums no set of tricks can have."""

from functools import lru_cache

from referee.rules.profile import Profile

CARDS_TOTAL = 152
"""All cards of a hand that keeps its direction, without the last trick."""

_SIDE = (11, 4, 3, 2, 10, 0, 0, 0, 0)
_TRUMP = (11, 4, 3, 20, 10, 14, 0, 0, 0)
_OBENABE = (11, 4, 3, 2, 10, 0, 8, 0, 0)
_UNDENUFE = (0, 4, 3, 2, 10, 0, 8, 0, 11)
_TURNING_BASE = 108
"""All cards but the Asses and Sixes, where the direction turns; those count 11 or nothing."""


def turns(contract: str | None) -> bool:
    """Whether the direction changes within a hand of this contract."""
    return contract is not None and "_" in contract


def totals(contract: str | None, profile: Profile) -> frozenset[int]:
    """Sums that the points of all players can have: one, or 113 + 11k where values turn.

    Source: letzter-stich; profile switches `last_trick` and `slalom_values`.
    """
    if turns(contract) and profile.slalom_values == "own":
        return frozenset(_TURNING_BASE + profile.last_trick + 11 * k for k in range(9))
    return frozenset({CARDS_TOTAL + profile.last_trick})


def hand_total(profile: Profile) -> int:
    """The control sum of a hand that keeps its direction: 157."""
    return CARDS_TOTAL + profile.last_trick


def possible(points: int, contract: str | None, profile: Profile, *, players: int = 4) -> bool:
    """Whether some set of tricks with these players is worth that many points."""
    return bool(_sums(_kind(contract, profile), players, profile.last_trick) >> points & 1)


def possible_after(points: int, tricks: int, contract: str | None, profile: Profile) -> bool:
    """Whether exactly so many tricks of four cards, none of them the last, can be worth that."""
    return bool(_masks(_kind(contract, profile))[4 * tricks] >> points & 1)


def _kind(contract: str | None, profile: Profile) -> str:
    if turns(contract):
        return "turning" if profile.slalom_values == "own" else str(contract)[-1]
    return contract if contract in ("O", "U") else "trump"


@lru_cache(maxsize=64)
def _sums(kind: str, trick_size: int, last_trick: int) -> int:
    """Bit n is set when whole tricks can be worth n, with or without the last one."""
    by_count = _masks(kind)
    without = 0
    for count in range(trick_size, len(by_count), trick_size):
        without |= by_count[count]
    return 1 | without | without << last_trick


@lru_cache(maxsize=8)
def _masks(kind: str) -> list[int]:
    return masks_by_count(values_of(kind))


def masks_by_count(cards: list[tuple[int, ...]]) -> list[int]:
    """For each number of cards, a mask of the sums they can have; a card may have two values."""
    masks = [1] + [0] * len(cards)
    for values in cards:
        for count in range(len(cards), 0, -1):
            for value in values:
                masks[count] |= masks[count - 1] << value
    return masks


def values_of(kind: str) -> list[tuple[int, ...]]:
    """What each of the 36 cards can count: for "trump", "O", "U", or "turning" directions."""
    if kind == "turning":
        return [tuple({oben, unden}) for oben, unden in zip(_OBENABE, _UNDENUFE, strict=True)] * 4
    suits = {"O": (_OBENABE,) * 4, "U": (_UNDENUFE,) * 4}.get(kind, (_TRUMP, *(_SIDE,) * 3))
    return [(value,) for suit in suits for value in suit]
