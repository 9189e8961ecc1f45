"""What a seating plan is.

Who sits out, or sits at a table of three, in turn.

Chance that anybody can work out again from the seed, with a hash and paper.

Why no plan can be made, or what is wrong with one: a code with its figures, and a text.

A reason is its text in English, for commands and logs; who speaks other languages makes a
sentence of `code` and `params`.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from operator import attrgetter

TEXTS: Mapping[str, str] = {
    "too_few": "{count} players: at least {least} are needed",
    "too_many": "{count} players: {most} at most",
    "twice_in_list": "somebody is in the list of players twice",
    "no_rounds": "{rounds} rounds: at least one is needed",
    "too_many_rounds": "{rounds} rounds: {most} at most",
    "all_played": "all rounds are played already",
    "too_few_pairs": "{count} pairs: at least two are needed",
    "too_few_for_groups": "{count} pairs are too few for {groups} groups",
    "pairs_for_movement": "{count} pairs: {least} to {most} can move so",
    "rounds_of_movement": "{pairs} pairs: {most} rounds are played, not {rounds}",
    "no_place_in_movement": "pair {pair} finds no empty place in what is being played",
    "all_have_met": "nobody is left whom everybody could meet for the first time",
    "not_both_there": "{one} and {other} are not both in round {round}",
    "wish_of_absent": "wishes name {people}, who do not take part",
    "wishes_compete": "two wishes want the same partner or the same place",
    "apart_and_together": "two people wish to be apart and together",
    "couple_elsewhere": (
        "a couple can neither have a fixed place nor play a game without partners"
    ),
    "no_such_place": "a fixed place does not exist",
    "wrong_rounds": "{found} rounds instead of {wanted}",
    "seated_twice": "round {round}: {person} comes {times} times",
    "missing": "round {round}: {person} is missing",
    "unknown": "round {round}: {person} is unknown",
    "table_size": "round {round}: table {table} has {seats} seats",
    "out_of_turn": "round {round}: {person} sits out again before others",
    "not_apart": "round {round}: {one} and {other} wish to be apart",
    "not_partners": "round {round}: {one} and {other} wish to be partners",
    "not_in_place": "round {round}: {person} has a fixed place",
}
"""By code. People are numbers; rounds count from 1, tables from 0."""


class Reason(str):
    """One reason; equal to its English text."""

    code: str
    params: Mapping[str, object]

    def __new__(cls, code: str, **params: object) -> "Reason":
        reason = super().__new__(cls, TEXTS[code].format(**params))
        reason.code, reason.params = code, params
        return reason

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, object]]:
        """A copy is made of the code, too."""
        return (self.code,), dict(self.params)


class UnusableRequestError(ValueError):
    """No plan can be made for what was asked; the message gives all `reasons`."""

    def __init__(self, *reasons: Reason) -> None:
        self.reasons = reasons
        super().__init__("; ".join(reasons))


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


FOUR = 4
THREE = 3

IN_TURN = {
    (7, 4): (17, "0123456 0124356 0156234 3456012"),
    (13, 4): (6, "0123456789abc 047a39c26b158 159b28a04c367 468c17b35a029"),
}
"""For people and rounds of games without partners the repeats that every plan has in which tables
of three come in turn, as trying all of them has shown, and a plan with no more: the seats of each
round, one digit a person, tables of three last."""
NONE_IN_TURN = (0, "")

Seats = tuple[int, ...]
"""The people of a table in playing order: four with the sides 0+2 and 1+3, or three alone."""


@dataclass(frozen=True, slots=True)
class Round:
    """Tables in the order of their numbers, and who sits out."""

    tables: tuple[Seats, ...]
    byes: tuple[int, ...] = ()

    @property
    def people(self) -> tuple[int, ...]:
        return (*(person for table in self.tables for person in table), *self.byes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """Numbers of repeats that no plan for the same people and rounds gets below.

    `meeting_repeats_in_order` holds among the plans in which nobody has the same partner or
    the same opponent twice; None where this plan is not one of them.
    """

    partner_repeats: int
    opponent_repeats: int
    meeting_repeats: int
    meeting_repeats_in_order: int | None
    table_repeats: int
    sitting_out_spread: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """What an independent count found in a plan.

    Repeats are summed over pairs, max(0, times - 1), for tables over (person, table).
    `faults` names what makes a plan unusable; a plan with faults must not be published.
    """

    partner_repeats: int
    opponent_repeats: int
    meeting_repeats: int
    table_repeats: int
    sitting_out_spread: int
    faults: tuple[Reason, ...]
    lower_bounds: Bounds

    @property
    def order(self) -> tuple[int, ...]:
        """The lower the better: faults, then partners before opponents, meetings and tables."""
        return (
            len(self.faults),
            self.partner_repeats,
            self.opponent_repeats,
            self.meeting_repeats,
            self.table_repeats,
        )

    @property
    def reaches_its_bounds(self) -> bool:
        """True where no plan has fewer repeats of any kind."""
        bounds = self.lower_bounds
        return not self.faults and (
            self.partner_repeats <= bounds.partner_repeats
            and self.opponent_repeats <= bounds.opponent_repeats
            and self.meeting_repeats
            <= max(bounds.meeting_repeats, bounds.meeting_repeats_in_order or 0)
            and self.table_repeats <= bounds.table_repeats
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """What people ask for.

    `apart`: never at one table. `together`: partners in every round. `fixed`: person to
    (table, seat), kept in every round, for somebody who cannot change places.
    """

    apart: Collection[tuple[int, int]] = ()
    together: Collection[tuple[int, int]] = ()
    fixed: Mapping[int, tuple[int, int]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.apart or self.together or self.fixed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A certified seating of a whole event; `origin` names how it was made."""

    rounds: tuple[Round, ...]
    seed: str
    origin: str
    certificate: Certificate


def tables_of(rows: Sequence[int], sizes: Sequence[int]) -> tuple[Seats, ...]:
    """Cuts the seats of a round, one after the other, into tables."""
    ends = [sum(sizes[: number + 1]) for number in range(len(sizes))]
    return tuple(tuple(rows[end - size : end]) for end, size in zip(ends, sizes, strict=True))


def times_out(people: Sequence[int], frozen: Sequence[Round]) -> dict[int, int]:
    """How often each sat out; who comes late starts level with the luckiest."""
    return _times(people, frozen, attrgetter("byes"))


def last_in_turn(order: Sequence[int], places: int, times: Mapping[int, int]) -> list[int]:
    """Who sits out next to a ranking: of those who did so least the lowest, as many as `places`."""
    lowest_first = order[::-1]
    return sorted(lowest_first, key=lambda person: times.get(person, 0))[:places]


def turns(
    people: Sequence[int],
    *,
    frozen: Sequence[Round],
    rounds: int,
    seed: str,
    topic: str,
    places: int,
    whose: Callable[[Round], Seats],
) -> list[Seats]:
    """For each round still to come whose turn it is: nobody's again before all have had one.

    `whose` says whose it was in a round; each time it is that of as many as there are `places`.
    """
    times = _times(people, frozen, whose)
    return [
        _next_in_turn(times, places, seed=seed, topic=f"{topic} {number}")
        for number in range(len(frozen), rounds)
    ]


def at_three(r: Round) -> Seats:
    """Who sat at a table of three."""
    return tuple(p for table in r.tables if len(table) == THREE for p in table)


def _times(
    people: Sequence[int], frozen: Sequence[Round], whose_turn: Callable[[Round], tuple[int, ...]]
) -> dict[int, int]:
    times: dict[int, int] = {}
    for r in frozen:
        _welcome(times, r.people)
        for person in whose_turn(r):
            times[person] += 1
    times = {person: count for person, count in times.items() if person in set(people)}
    _welcome(times, people)
    return times


def _welcome(times: dict[int, int], people: Sequence[int]) -> None:
    fewest = min([times[person] for person in people if person in times], default=0)
    for person in people:
        times.setdefault(person, fewest)


def _next_in_turn(times: dict[int, int], count: int, *, seed: str, topic: str) -> tuple[int, ...]:
    turn = sorted(lot(times, seed=seed, topic=topic), key=lambda person: times[person])[:count]
    for person in turn:
        times[person] += 1
    return tuple(sorted(turn))
