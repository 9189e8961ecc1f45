"""Makes a certified plan: a design where one fits, else annealing around what is fixed.

The next round by the standings: neighbours in rank at one table. Of fixed pairs and teams, who
plays whom.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, count
from operator import attrgetter, itemgetter

from tournaments.draw.pure.annealing import Costs, Shape, anneal, start
from tournaments.draw.pure.checking import certify
from tournaments.draw.pure.designs import complete, design, without_partners
from tournaments.draw.pure.plan import (
    FOUR,
    THREE,
    Certificate,
    Plan,
    Reason,
    Round,
    Seats,
    UnusableRequestError,
    Wishes,
    last_in_turn,
    lot,
    stream,
    tables_of,
    turns,
)

Meeting = tuple[int, int]
"""Two pairs or teams at one table."""
PATIENCE = 20_000
"""Choices tried before a round by standing is allowed one repeat more."""


def round_robin(sides: Collection[int], *, seed: str) -> list[list[Meeting]]:
    """Everybody against everybody once, by the circle method; with an odd number one sits out."""
    circle: list[int | None] = list(lot(sides, seed=seed))
    if len(circle) < 2:
        raise UnusableRequestError(Reason("too_few_pairs", count=len(circle)))
    circle += [None] * (len(circle) % 2)
    rounds = []
    for _ in range(len(circle) - 1):
        opposite = zip(circle[: len(circle) // 2], reversed(circle), strict=False)
        rounds.append([(a, b) for a, b in opposite if a is not None and b is not None])
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return rounds


def swiss(
    order: Sequence[int],
    *,
    played: Collection[Meeting],
    times_out: Mapping[int, int] | None = None,
) -> tuple[list[Meeting], int | None]:
    """The next round of a Swiss tournament: neighbours in the standings who have not met.

    With an odd number one of those sits out who did so least (`times_out`): the lowest whose
    absence spares the others a repeat. Where every choice repeats a meeting, the fewest are
    repeated. Gives the meetings and who sits out; raises UnusableRequestError where all have
    met all.
    """
    met = Counter(map(frozenset, played))
    if all(frozenset(two) in met for two in combinations(order, 2)):
        raise UnusableRequestError(Reason("all_have_met"))
    benches = _benches(order, times_out or {})
    for repeats in count():
        for out in benches:
            if meetings := _paired([side for side in order if side != out], met, repeats):
                return meetings, out
    raise AssertionError("enough repeats allow every pairing")


def by_standing(
    order: Sequence[int],
    *,
    played: Collection[Meeting],
    times_out: Mapping[int, int] | None = None,
) -> tuple[list[Meeting], int | None]:
    """Neighbours in the standings (1-2, 3-4 ...), even if they have met; and who sits out."""
    out = _benches(order, times_out or {})[0]
    sides = [side for side in order if side != out]
    return list(zip(sides[::2], sides[1::2], strict=True)), out


def _benches(order: Sequence[int], times_out: Mapping[int, int]) -> Sequence[int | None]:
    """Who may sit out, the lowest first; nobody in an even field."""
    if len(order) % 2 == 0:
        return [None]
    least = min(times_out.get(side, 0) for side in order)
    return [side for side in reversed(order) if times_out.get(side, 0) == least]


def _paired(sides: list[int], met: Counter[frozenset[int]], repeats: int) -> list[Meeting]:
    """The first pairing, best placed first, with at most so many repeats; empty without one."""
    budget = [PATIENCE]

    def pair(left: list[int], repeats: int) -> list[Meeting] | None:
        if not left:
            return []
        first, *others = left
        for other in others:
            budget[0] -= 1
            if budget[0] < 0:
                return None
            spare = repeats - met[frozenset((first, other))]
            if spare >= 0:
                rest = pair([side for side in others if side != other], spare)
                if rest is not None:
                    return [(first, other), *rest]
        return None

    return pair(sides, repeats) or []


MOST_PLAYERS, MOST_ROUNDS = 2_000, 100
MOVES = 600_000
"""Exchanges tried at most, over all attempts: about a second."""
ATTEMPTS = 3

_Candidate = tuple[tuple[int, ...], str, tuple[Round, ...]]
"""Order, origin, rounds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Task:
    """What is to be planned; people sorted, so that the order of arrival does not matter."""

    people: tuple[int, ...]
    rounds: int
    seed: str
    frozen: tuple[Round, ...]
    wishes: Wishes
    alone: bool

    @property
    def sizes(self) -> tuple[int, ...]:
        """Sizes of the tables: all of four, for Differenzler up to three of three."""
        short = -len(self.people) % FOUR if self.alone else 0
        return (FOUR,) * ((len(self.people) - THREE * short) // FOUR) + (THREE,) * short


def make_plan(
    players: int | Collection[int],
    rounds: int,
    *,
    seed: str | int,
    frozen: Sequence[Round] = (),
    wishes: Wishes | None = None,
    alone: bool = False,
    moves: int = MOVES,
) -> Plan:
    """A certified plan of `rounds` rounds in all, the `frozen` ones first and untouched.

    `players` are those who take part from now on (a number stands for 0 .. n - 1). `alone` is
    for games without partners: tables of three instead of sitting out. The same arguments give
    the same plan. Raises UnusableRequestError, in words, where no plan can be made.
    """
    task = _Task(
        people=_people(players), rounds=rounds, seed=str(seed), frozen=tuple(frozen),
        wishes=wishes or Wishes(), alone=alone,
    )  # fmt: skip
    _refuse(task)
    origin, planned = _designed(task) or _annealed(task, moves)
    return Plan(
        rounds=task.frozen + planned, seed=task.seed, origin=origin,
        certificate=_certificate(task, planned),
    )  # fmt: skip


def _people(players: int | Collection[int]) -> tuple[int, ...]:
    if not isinstance(players, int):
        return tuple(sorted(players))
    if players > MOST_PLAYERS:
        raise UnusableRequestError(Reason("too_many", count=players, most=MOST_PLAYERS))
    return tuple(range(players))


def exchange(plan: Plan, *, number: int, pair: tuple[int, int], alone: bool = False) -> Plan:
    """The plan with two people of round `number` (from 0) in each other's place, counted again."""
    round_, (first, second) = plan.rounds[number], pair
    if not set(pair) <= set(round_.people):
        raise UnusableRequestError(
            Reason("not_both_there", one=first, other=second, round=number + 1)
        )
    places = {first: second, second: first}
    swapped = Round(
        tuple(tuple(places.get(p, p) for p in table) for table in round_.tables),
        tuple(places.get(p, p) for p in round_.byes),
    )
    rounds = (*plan.rounds[:number], swapped, *plan.rounds[number + 1 :])
    return Plan(
        rounds=rounds, seed=plan.seed, origin=f"{plan.origin}, exchanged",
        certificate=certify(rounds, alone=alone),
    )  # fmt: skip


def _refuse(task: _Task) -> None:
    count, least = len(task.people), 6 if task.alone else FOUR
    rounds = task.rounds
    faults: Iterable[tuple[bool, Reason]] = (
        (count < least, Reason("too_few", count=count, least=least)),
        (count > MOST_PLAYERS, Reason("too_many", count=count, most=MOST_PLAYERS)),
        (len(set(task.people)) < count, Reason("twice_in_list")),
        (rounds < 1, Reason("no_rounds", rounds=rounds)),
        (
            task.rounds > MOST_ROUNDS,
            Reason("too_many_rounds", rounds=task.rounds, most=MOST_ROUNDS),
        ),
        (len(task.frozen) >= rounds, Reason("all_played")),
    )
    problems = [reason for wrong, reason in faults if wrong] or list(_clashes(task))
    if problems:
        raise UnusableRequestError(*problems)


def _clashes(task: _Task) -> Iterable[Reason]:
    """Wishes that cannot be kept together."""
    wishes, people = task.wishes, set(task.people)
    coupled = [p for pair in wishes.together for p in pair]
    named = {p for pair in (*wishes.apart, *wishes.together) for p in pair} | set(wishes.fixed)
    if named - people:
        yield Reason("wish_of_absent", people=sorted(named - people))
    if len(set(coupled)) < len(coupled) or len(set(wishes.fixed.values())) < len(wishes.fixed):
        yield Reason("wishes_compete")
    if {frozenset(pair) for pair in wishes.apart} & {frozenset(p) for p in wishes.together}:
        yield Reason("apart_and_together")
    if set(coupled) & set(wishes.fixed) or (coupled and task.alone):
        yield Reason("couple_elsewhere")
    if any(not 0 <= t < len(task.sizes) or not 0 <= s < task.sizes[t]
           for t, s in wishes.fixed.values()):  # fmt: skip
        yield Reason("no_such_place")


def _designed(task: _Task) -> tuple[str, tuple[Round, ...]] | None:
    """A design without chance but the lot; none where something is played or wished."""
    if task.frozen or task.wishes:
        return None
    if task.alone and len(task.people) % FOUR:
        # Nobody sits out, so that a design for fewer seats than people does not fit.
        stored = without_partners(len(task.people), task.rounds)
        return ("stored", _drawn(task, stored)) if stored else None
    named = design(len(task.people), task.rounds)
    return (named[0], _drawn(task, named[1])) if named else None


def _drawn(task: _Task, rounds: Iterable[Iterable[Seats]]) -> tuple[Round, ...]:
    """Numbers of a design become people by the lot."""
    drawn = lot(task.people, seed=task.seed)
    seated = []
    for design_tables in rounds:
        tables = tuple(tuple(drawn[number] for number in table) for table in design_tables)
        seated.append(Round(tables, tuple(sorted(set(drawn).difference(*tables)))))
    return tuple(seated)


def _annealed(task: _Task, moves: int) -> tuple[str, tuple[Round, ...]]:
    """The best of a few attempts, each with another lot; one that cannot be bettered ends it."""
    candidates = _whist(task)
    for attempt in range(ATTEMPTS):
        rounds = _attempt(task, topic=f"attempt {attempt}", moves=moves // ATTEMPTS)
        certificate = _certificate(task, rounds)
        candidates.append((certificate.order, "annealed", rounds))
        if certificate.reaches_its_bounds:
            break
    return min(candidates, key=itemgetter(0))[1:]


def _whist(task: _Task) -> list[_Candidate]:
    plain = not (task.frozen or task.wishes or task.alone)
    tables = complete(len(task.people), task.rounds) if plain else None
    if not tables:
        return []
    rounds = _drawn(task, tables)
    return [(_certificate(task, rounds).order, "whist", rounds)]


def _attempt(task: _Task, *, topic: str, moves: int) -> tuple[Round, ...]:
    benches = turns(
        task.people, frozen=task.frozen, rounds=task.rounds, seed=task.seed, topic=f"{topic} bench",
        places=len(task.people) - sum(task.sizes), whose=attrgetter("byes"),
    )  # fmt: skip
    seating = start(
        task.people, frozen=task.frozen, rounds=task.rounds, wishes=task.wishes,
        shape=Shape.of(task.sizes, alone=task.alone), costs=Costs(task.rounds),
        benches=benches, seed=task.seed, topic=topic, alone=task.alone,
    )  # fmt: skip
    tight = 3 * task.rounds > len(task.people) // 2
    rows = anneal(
        seating,
        state=stream(task.seed, topic=topic),
        moves=moves,
        warm=6.0 if tight else 1.0,
    )
    return tuple(
        Round(tables_of([task.people[p] for p in row], task.sizes), bench)
        for row, bench in zip(rows, benches, strict=True)
    )


def _certificate(task: _Task, planned: tuple[Round, ...]) -> Certificate:
    present = [r.people for r in task.frozen] + [task.people for _ in planned]
    return certify(
        task.frozen + planned, present=present, alone=task.alone, wishes=task.wishes,
        wished_from=len(task.frozen),
    )  # fmt: skip


_SIDES = ((0, 1, 3, 2), (0, 1, 2, 3), (0, 2, 1, 3))
"""Orders of four neighbours around a table, the favourite first: best with last, best with
third, best with second."""


def by_rank(
    order: Sequence[int],
    *,
    partners: Collection[frozenset[int]] = (),
    times_out: Mapping[int, int] | None = None,
    teams: Mapping[int, int] | None = None,
    alone: bool = False,
) -> Round:
    """Four neighbours in the standings at each table, the leaders at the first.

    The best plays with the last of the four, unless that repeats one of `partners`. Of each of the
    `teams`, told by person, at most two sit at a table where that can be, as partners. Games
    without partners (`alone`) seat one of each and fill up with tables of three at the end; else
    the lowest of those who sat out least (`times_out`) sit out. Raises UnusableRequestError for
    fewer people than a table needs.
    """
    least = 6 if alone else FOUR
    if len(order) < least:
        raise UnusableRequestError(Reason("too_few", count=len(order), least=least))
    out = () if alone else last_in_turn(order, len(order) % FOUR, times_out or {})
    seated = [person for person in order if person not in out]
    short = -len(seated) % FOUR
    sizes = [FOUR] * ((len(seated) - THREE * short) // FOUR) + [THREE] * short
    own = {person: (teams or {}).get(person, -person) for person in seated}
    tables = _cut(seated, sizes, own, together=1 if alone else 2)
    return Round(tuple(_around(four, partners, own) for four in tables), tuple(sorted(out)))


def seated_pairs(
    meetings: Iterable[Meeting], members: dict[int, Sequence[int]], out: Sequence[int] = ()
) -> Round:
    """Tables of meetings between pairs or teams; a team sends its pairs in their order.

    `members` are the people of each side, two for each table it sends; `out` the sides without
    a meeting, all of whose people sit out.
    """
    tables = [
        (first[n], second[n], first[n + 1], second[n + 1])
        for first, second in ((members[a], members[b]) for a, b in meetings)
        for n in range(0, len(first), 2)
    ]
    return Round(tuple(tables), tuple(sorted(person for side in out for person in members[side])))


def _cut(
    people: Sequence[int], sizes: Sequence[int], teams: Mapping[int, int], *, together: int
) -> Iterable[Sequence[int]]:
    """The tables in the order of `people`; of a team no more at one than `together`, or than it
    takes to seat all of them."""
    left = list(people)
    together = max(together, *(-(-n // len(sizes)) for n in Counter(teams.values()).values()))
    for after, size in zip(reversed(range(len(sizes))), sizes, strict=True):
        strong = Counter(teams[person] for person in left)
        due = {team: n - together * after for team, n in strong.items()}
        table: list[int] = []
        # First those for whom the tables after this one have no place, then the best placed.
        for most in (due, dict.fromkeys(strong, together)):
            for person in left:
                here = sum(teams[mate] == teams[person] for mate in table)
                if person not in table and len(table) < size and here < most[teams[person]]:
                    table.append(person)
        left = [person for person in left if person not in table]
        yield sorted(table, key=people.index)


def _around(
    people: Sequence[int], partners: Collection[frozenset[int]], teams: Mapping[int, int]
) -> Seats:
    if len(people) < FOUR:
        return tuple(people)

    def wear(seats: Seats) -> tuple[int, int]:
        opposed = sum(teams[seats[s]] == teams[seats[s - 1]] for s in range(FOUR))
        return opposed, sum(frozenset((seats[s], seats[s + 2])) in partners for s in (0, 1))

    return min((tuple(people[place] for place in places) for places in _SIDES), key=wear)
