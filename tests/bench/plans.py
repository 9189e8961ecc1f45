"""Seating plans beside a random lot, in repeats, and how long a large event takes."""

import random
from collections.abc import Iterator
from time import perf_counter

from tests.bench import Figure
from tournaments.draw.pure import Certificate, Round, certify, make_plan

SEED = 20_261_121
LOTS = 20
"""Random lots whose mean is compared."""
PLANS_A_SECOND = 1 / 5
"""400 people and eight rounds are planned in under five seconds."""
REPLANS_A_SECOND = 1.0
"""The next round is shown in under a second, whoever left."""
JOINT_ANNEALING = {
    (16, 4): 12, (24, 4): 0, (24, 5): 0, (28, 4): 0, (28, 6): 11, (32, 5): 0, (32, 6): 1,
    (32, 8): 27, (36, 6): 0, (36, 8): 23, (40, 8): 6, (48, 8): 0,
}  # fmt: skip
"""Repeated tables that minutes of annealing people and tables together left in a fast program;
written down once, not measured in this run."""
PUBLISHED = {
    (16, 6): 24, (16, 7): 48, (16, 8): 72, (20, 6): 22, (20, 7): 41, (20, 8): 67, (24, 7): 0,
    (24, 8): 33, (28, 8): 0, (32, 8): 0, (32, 10): 0,
}  # fmt: skip
"""Repeated meetings of plans that others published, counted once, not measured in this run."""


ANNEALER = {
    (22, 6): (0, 24), (33, 8): (0, 32), (46, 12): (0, 75), (30, 9): (5, 53), (18, 7): (22, 40),
}  # fmt: skip
"""Repeated meetings and tables where some sit out, as a plain annealer found them; noted."""


def measure(*, full: bool) -> Iterator[Figure]:
    """Repeats of a random lot for each one of ours, then plans of 400 a second."""
    cells = [(16, 6), (20, 8), (24, 8), (33, 8), (64, 8)]
    for players, rounds in [*cells, (128, 8), (400, 8)] if full else cells:
        yield from _repeats(players, rounds)
    for (players, rounds), tables in JOINT_ANNEALING.items():
        yield _beside(players, rounds, "table_repeats", "joint annealing, noted", tables)
    for (players, rounds), meetings in PUBLISHED.items():
        yield _beside(players, rounds, "meeting_repeats", "published plan, noted", meetings)
    for (players, rounds), (meetings, tables) in ANNEALER.items():
        yield _beside(players, rounds, "meeting_repeats", "plain annealer, noted", meetings)
        yield _beside(players, rounds, "table_repeats", "plain annealer, noted", tables)
    yield _beside(17, 8, "opponent_repeats", "plain annealer, noted", 1)
    for players in (400, 402, 1_000) if full else (400, 402):
        yield _speed(players)
    yield _replanned()


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


def _beside(players: int, rounds: int, kind: str, peer: str, theirs: int) -> Figure:
    """Repeats per event beside a noted count; one is added on both sides."""
    ours = make_plan(players, rounds, seed=SEED).certificate
    return Figure(
        name=f"{kind} and 1 more, {players} players, {rounds} rounds",
        value=1 / (1 + getattr(ours, kind)),
        unit="events/repeat",
        peer=peer,
        peer_value=1 / (1 + theirs),
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


def _replanned() -> Figure:
    """Somebody out of 400 leaves after three rounds: the rest of the event is planned anew."""
    played = make_plan(400, 8, seed=SEED).rounds[:3]
    start = perf_counter()
    make_plan(range(399), 8, seed=SEED, frozen=played)
    return Figure(
        name="rest of 8 rounds planned anew, 399 of 400 players",
        value=1 / (perf_counter() - start),
        unit="plans/s",
        floor=REPLANS_A_SECOND,
    )
