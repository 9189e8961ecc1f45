"""Chance that anybody can work out again from the seed, with a hash and paper."""

from collections.abc import Iterable
from hashlib import sha256

MODULUS = 2_147_483_647
MULTIPLIER = 48_271
"""Park and Miller's minimal generator: the state is its own next number, 1 to MODULUS - 1."""


def commitment(seed: str) -> str:
    """What is shown before the draw: nobody can change the seed afterwards."""
    return _digest(seed)


def lot(people: Iterable[int], *, seed: str, topic: str = "lot") -> list[int]:
    """The people in the order of the hashes of `topic:seed:person`."""
    return sorted(people, key=lambda person: (_digest(f"{topic}:{seed}:{person}"), person))


def stream(seed: str, *, topic: str) -> int:
    """First state of a generator of its own for the topic."""
    return int(_digest(f"{topic}:{seed}"), 16) % (MODULUS - 1) + 1


def following(state: int) -> int:
    return state * MULTIPLIER % MODULUS


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
