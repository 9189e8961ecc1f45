"""Who sits out, or sits at a table of three, in turn."""

from collections.abc import Callable, Mapping, Sequence

from tournaments.draw.pure.chance import lot
from tournaments.draw.pure.plan import THREE, Round


def times_out(people: Sequence[int], frozen: Sequence[Round]) -> dict[int, int]:
    """How often each sat out; who comes late starts level with the luckiest."""
    return _times(people, frozen, lambda r: r.sitting_out)


def last_in_turn(order: Sequence[int], places: int, times: Mapping[int, int]) -> list[int]:
    """Who sits out next to a ranking: of those who did so least the lowest, as many as `places`."""
    lowest_first = order[::-1]
    return sorted(lowest_first, key=lambda one: times.get(one, 0))[:places]


def bench_turns(
    people: Sequence[int],
    *,
    frozen: Sequence[Round],
    rounds: int,
    seed: str,
    topic: str,
    seats: int,
) -> list[tuple[int, ...]]:
    """For each round still to come who sits out: nobody again before all have."""
    times = times_out(people, frozen)
    return [
        _chosen(times, count=len(people) - seats, seed=seed, topic=f"{topic} bench {number}")
        for number in range(len(frozen), rounds)
    ]


def short_turns(
    people: Sequence[int],
    *,
    frozen: Sequence[Round],
    rounds: int,
    seed: str,
    topic: str,
    seats: int,
) -> list[tuple[int, ...]]:
    """For each round still to come who takes the `seats` at tables of three."""
    times = _times(
        people,
        frozen,
        lambda r: tuple(p for table in r.tables if len(table) == THREE for p in table),
    )
    return [
        _chosen(times, count=seats, seed=seed, topic=f"{topic} short {number}")
        for number in range(len(frozen), rounds)
    ]


def _times(
    people: Sequence[int], frozen: Sequence[Round], chosen: Callable[[Round], tuple[int, ...]]
) -> dict[int, int]:
    times: dict[int, int] = {}
    for r in frozen:
        _welcome(times, r.people)
        for person in chosen(r):
            times[person] += 1
    times = {person: count for person, count in times.items() if person in set(people)}
    _welcome(times, people)
    return times


def _welcome(times: dict[int, int], people: Sequence[int]) -> None:
    fewest = min([times[person] for person in people if person in times], default=0)
    for person in people:
        times.setdefault(person, fewest)


def _chosen(times: dict[int, int], *, count: int, seed: str, topic: str) -> tuple[int, ...]:
    turn = sorted(lot(times, seed=seed, topic=topic), key=lambda person: times[person])[:count]
    for person in turn:
        times[person] += 1
    return tuple(sorted(turn))
