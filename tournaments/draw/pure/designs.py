"""The library of plans that need no search: closed forms, turned first rounds, stored plans."""

from collections.abc import Callable

from tournaments.draw.pure.cubes import cubes
from tournaments.draw.pure.developed import developed
from tournaments.draw.pure.lattices import lattice
from tournaments.draw.pure.numbering import renumber
from tournaments.draw.pure.plan import FOUR, Seats
from tournaments.draw.pure.spreads import spread
from tournaments.draw.pure.stored_plans import STORED_PLANS
from tournaments.draw.pure.whist import whist

Design = Callable[[int, int], list[list[Seats]] | None]


def stored(players: int, rounds: int) -> list[list[Seats]] | None:
    words = STORED_PLANS.get((players, rounds), "").split()
    seats = [[int(digit, 36) for digit in word] for word in words]
    starts = range(0, players, FOUR)
    return [[tuple(row[at : at + FOUR]) for at in starts] for row in seats] or None


PERFECT: tuple[tuple[str, Design], ...] = (
    ("lattice", lattice),
    ("stored", stored),
    ("developed", lambda players, rounds: _renumbered(developed(players, rounds))),
    ("cubes", lambda players, rounds: _renumbered(cubes(players, rounds))),
    ("spread", lambda players, rounds: _renumbered(spread(players, rounds))),
)
"""In the order of what they promise."""


def design(players: int, rounds: int) -> tuple[str, list[list[Seats]]] | None:
    """The name and the tables of the first design that fits, or None."""
    found = ((name, make(players, rounds)) for name, make in PERFECT)
    return next(((name, plan) for name, plan in found if plan), None)


def complete(players: int, rounds: int) -> list[list[Seats]] | None:
    """A whist tournament: opponents come twice, but nobody has a partner again."""
    return _renumbered(whist(players, rounds))


def _renumbered(rounds: list[list[Seats]] | None) -> list[list[Seats]] | None:
    return renumber(rounds) if rounds else None
