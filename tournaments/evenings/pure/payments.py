"""Who pays whom with the fewest payments; what is paid in cash is a multiple of a coin."""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import NamedTuple, TypeVar

P = TypeVar("P", bound=Hashable)

MOST_STATES = 20_000
"""Sets of amounts that are looked through: fourteen people with as many different amounts, or far
more where partners have the same. Above that the payments are few, not surely the fewest."""


class Payment(NamedTuple):
    """One hands the other so many Rappen."""

    payer: object
    receiver: object
    amount: int


def rounded(amounts: Mapping[P, int], coin: int) -> dict[P, int]:
    """Multiples of the coin with the same sum of zero; nobody is off by a whole coin.

    Rounded down; what is left over goes, a coin each, to those who lost most by it.
    """
    down = {person: amount // coin * coin for person, amount in amounts.items()}
    lost = sorted(amounts, key=lambda person: down[person] - amounts[person])
    for person in lost[: -sum(down.values()) // coin]:
        down[person] += coin
    return down


def fewest(amounts: Mapping[P, int]) -> list[Payment]:
    """Payments after which everybody has what is his, as few as can be.

    Each group of people whose amounts sum to zero settles with one payment fewer than it has
    people: so there are as many groups as can be. Amounts sum to zero, positive is to receive.
    """
    return [one for group in _groups(amounts) for one in _within(group)]


def _groups(amounts: Mapping[P, int]) -> Iterator[list[tuple[P, int]]]:
    """People who settle among themselves. Two with opposite amounts always may."""
    left = {person: amount for person, amount in amounts.items() if amount}
    for person, amount in list(left.items()):
        other = next((one for one, his in left.items() if his == -amount), None)
        if person in left and other is not None:
            yield [(person, left.pop(person)), (other, left.pop(other))]
    people: dict[int, list[P]] = {}
    for person, amount in left.items():
        people.setdefault(amount, []).append(person)
    for group in _split(Counter(left.values())):
        yield [(people[amount].pop(), amount) for amount in group]


def _split(counts: Mapping[int, int]) -> list[list[int]]:
    """The amounts as the largest number of groups that sum to zero, by how many of each are in."""
    values = sorted(counts)
    if prod(counts[value] + 1 for value in values) > MOST_STATES:
        return [[value for value in values for _time in range(counts[value])]]
    best: dict[tuple[int, ...], tuple[int, int]] = {}
    for state in product(*(range(counts[value] + 1) for value in values)):
        before = [(best[_without(state, at)][0], at) for at, number in enumerate(state) if number]
        most, at = max(before, default=(0, -1))
        closed = at >= 0 and not sum(v * n for v, n in zip(values, state, strict=True))
        best[state] = (most + closed, at)
    return _walked(values, best, tuple(counts[value] for value in values))


def _without(state: Sequence[int], at: int) -> tuple[int, ...]:
    return (*state[:at], state[at] - 1, *state[at + 1 :])


def _walked(
    values: Sequence[int], best: Mapping[tuple[int, ...], tuple[int, int]], state: tuple[int, ...]
) -> list[list[int]]:
    """The way back: a group ends where the rest sums to zero."""
    groups: list[list[int]] = []
    while any(state):
        at = best[state][1]
        if not sum(v * n for v, n in zip(values, state, strict=True)):
            groups.append([])
        groups[-1].append(values[at])
        state = _without(state, at)
    return groups


def _within(group: Sequence[tuple[P, int]]) -> Iterator[Payment]:
    """One payment fewer than people at most: the largest debt to the largest claim."""
    left = dict(group)
    while any(left.values()):
        payer = min(left, key=lambda person: left[person])
        receiver = max(left, key=lambda person: left[person])
        amount = min(-left[payer], left[receiver])
        yield Payment(payer, receiver, amount)
        left[payer] += amount
        left[receiver] -= amount
