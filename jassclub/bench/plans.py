"""Seating plans beside a random lot, in repeats, and how long a large event takes."""

import random
from collections.abc import Iterator
from time import perf_counter

from jassclub.bench import Figure
from tournaments.planning import Certificate, Round, certify, make_plan

SEED = 20_261_121
LOTS = 20
"""Random lots whose mean is compared."""
PLANS_A_SECOND = 1 / 5
"""400 people and eight rounds are planned in under five seconds."""


def measure(*, full: bool) -> Iterator[Figure]:
    """Repeats of a random lot for each one of ours, then plans of 400 a second."""
    cells = [(16, 6), (20, 8), (24, 8), (33, 8), (64, 8)]
    for players, rounds in [*cells, (128, 8), (400, 8)] if full else cells:
        yield from _repeats(players, rounds)
    for players in (400, 402, 1_000) if full else (400, 402):
        yield _speed(players)


def _repeats(players: int, rounds: int) -> Iterator[Figure]:
    """Repeats per event; one is added on both sides, since ours may be none."""
    ours = make_plan(players, rounds, seed=SEED).certificate
    lots = [_lot(players, rounds, random.Random(SEED + number)) for number in range(LOTS)]
    for name in ("partner_repeats", "meeting_repeats"):
        mean = sum(getattr(found, name) for found in lots) / LOTS
        yield Figure(
            name=f"{name} and 1 more, {players} players, {rounds} rounds",
            value=1 / (1 + getattr(ours, name)),
            unit="events/repeat",
            peer="random lot",
            peer_value=1 / (1 + mean),
            goal=1.0,
        )


def _lot(players: int, rounds: int, chance: random.Random) -> Certificate:
    drawn = [_round(players, chance) for _ in range(rounds)]
    return certify(drawn, present=[range(players)] * rounds)


def _round(players: int, chance: random.Random) -> Round:
    people = chance.sample(range(players), players)
    seated = players - players % 4
    tables = tuple(tuple(people[at : at + 4]) for at in range(0, seated, 4))
    return Round(tables, tuple(people[seated:]))


def _speed(players: int) -> Figure:
    start = perf_counter()
    make_plan(players, 8, seed=SEED)
    return Figure(
        name=f"plans of 8 rounds, {players} players",
        value=1 / (perf_counter() - start),
        unit="plans/s",
        floor=PLANS_A_SECOND,
    )
