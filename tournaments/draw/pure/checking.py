"""Counts again what a plan promises; shares no code with what makes plans."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from math import comb

from tournaments.draw.pure.plan import (
    FOUR,
    IN_TURN,
    NONE_IN_TURN,
    Bounds,
    Certificate,
    Reason,
    Round,
    Wishes,
)


def lower_bounds(
    rounds: Sequence[Round], *, alone: bool, clean: bool, wishes: Wishes, wished_from: int
) -> Bounds:
    """Bounds for all plans that seat the same people in each round at tables of the same sizes.

    `clean` says that the plan repeats neither partners nor opponents; wishes bind from round
    `wished_from` on.
    """
    wished = rounds[wished_from:]
    proved = _least_in_turn(rounds) if alone else 0
    couples = sum(max(0, len(_shared(wished, pair)) - 1) for pair in wishes.together)
    crowding = _excess(rounds, {3: 2, FOUR: 3})
    # Who are partners whenever both play never oppose each other.
    always = () if alone or wished_from else wishes.together
    opposing = _excess(rounds, {3: 2, FOUR: 2}, but=always)
    # How many pairs must meet in both of two rounds: those of one table who spread over too few.
    forced = [
        [max(_squeezed(early, late), _squeezed(late, early)) for early in rounds[:number]]
        for number, late in enumerate(rounds)
    ]
    return Bounds(
        partner_repeats=0 if alone else max(couples, _excess(rounds, {3: 0, FOUR: 1})),
        opponent_repeats=max(crowding, proved) if alone else opposing,
        meeting_repeats=max(
            couples + (opposing if always else 0),
            crowding,
            proved,
            sum(max(row, default=0) for row in forced),
        ),
        meeting_repeats_in_order=max(crowding, sum(map(sum, forced))) if clean else None,
        table_repeats=_worn_tables(rounds) + _kept_tables(wished, wishes),
        sitting_out_spread=_uneven(rounds),
    )


def _excess(
    rounds: Sequence[Round], met_at: dict[int, int], *, but: Collection[tuple[int, int]] = ()
) -> int:
    """Everybody meets `met_at[size]` people a round, of those who ever play when he does; the two
    of each pair in `but` are none of them to each other.

    What exceeds their number is a repeat; each repeat belongs to two people.
    """
    met: dict[int, int] = defaultdict(int)
    peers: dict[int, set[int]] = defaultdict(set)
    for r in rounds:
        playing = [person for table in r.tables for person in table]
        for table in r.tables:
            for person in table:
                met[person] += met_at.get(len(table), 0)
                peers[person].update(playing)
    for one, other in but:
        peers[one].discard(other)
        peers[other].discard(one)
    total = sum(max(0, met[person] - len(peers[person]) + 1) for person in met)
    return (total + 1) // 2


def _least_in_turn(rounds: Sequence[Round]) -> int:
    """What trying all plans has shown; nothing for a field that changes or out of turn."""
    people = set(rounds[0].people) if rounds else set()
    short = Counter(p for r in rounds for table in r.tables if len(table) == 3 for p in table)
    turns = [short[p] for p in people]
    same = all(len(r.tables) == (len(people) + 3) // 4 and set(r.people) == people for r in rounds)
    in_turn = same and max(turns) - min(turns) <= 1
    least, _plan = IN_TURN.get((len(people), len(rounds)), NONE_IN_TURN)
    return least if in_turn else 0


def _squeezed(round_: Round, other: Round) -> int:
    if not other.tables or len(other.tables) >= FOUR:
        return 0
    playing, tables = {person for table in other.tables for person in table}, len(other.tables)
    shares = (divmod(len(playing.intersection(table)), tables) for table in round_.tables)
    return sum(
        rest * comb(share + 1, 2) + (tables - rest) * comb(share, 2) for share, rest in shares
    )


def _worn_tables(rounds: Sequence[Round]) -> int:
    tables = max((len(r.tables) for r in rounds), default=0)
    played: dict[int, int] = defaultdict(int)
    for r in rounds:
        for table in r.tables:
            for person in table:
                played[person] += 1
    return sum(max(0, times - tables) for times in played.values())


def _kept_tables(rounds: Sequence[Round], wishes: Wishes) -> int:
    """Repeats that fixed places cost beyond those counted for too few tables."""
    tables = max((len(r.tables) for r in rounds), default=0)
    seated = (len(_shared(rounds, (person,))) for person in wishes.fixed)
    return sum(max(0, min(times, tables) - 1) for times in seated)


def _shared(rounds: Sequence[Round], people: Sequence[int]) -> list[int]:
    """Numbers of the rounds in which all of them play."""
    wanted = set(people)
    return [n for n, r in enumerate(rounds) if wanted <= {p for table in r.tables for p in table}]


def _uneven(rounds: Sequence[Round]) -> int:
    """1 where the same people were there all the time and the turns do not come out even."""
    people = {frozenset(r.people) for r in rounds}
    turns = sum(len(r.byes) for r in rounds)
    return int(len(people) == 1 and turns % len(next(iter(people))) > 0)


Pair = tuple[int, int]


def certify(
    rounds: Sequence[Round],
    *,
    present: Sequence[Collection[int]] | None = None,
    alone: bool = False,
    wishes: Wishes | None = None,
    wished_from: int = 0,
    in_turn: bool = True,
) -> Certificate:
    """Counts repeats and names faults.

    `present` says who takes part in each round, where it is not who is named; `alone` that
    everybody plays for himself (Differenzler), so that nobody has a partner and tables of three
    are allowed. Wishes bind from round `wished_from` on, counted from 0.
    Without `in_turn` a bracket says who sits out, not whose turn it is.
    """
    wishes = wishes or Wishes()
    present = [r.people for r in rounds] if present is None else present
    partners, opponents = _partners(rounds, alone), _opponents(rounds, alone)
    partner_repeats, opponent_repeats = _repeats(partners), _repeats(opponents)
    return Certificate(
        partner_repeats=partner_repeats,
        opponent_repeats=opponent_repeats,
        meeting_repeats=_repeats(partners + opponents),
        table_repeats=_repeats(
            Counter((p, t) for r in rounds for t, table in enumerate(r.tables) for p in table)
        ),
        sitting_out_spread=_spread(rounds),
        faults=(
            *_seating_faults(rounds, present, alone),
            *(_turn_faults(rounds) if in_turn else ()),
            *_wish_faults(rounds, wishes, wished_from),
        ),
        lower_bounds=lower_bounds(
            rounds,
            alone=alone,
            clean=partner_repeats == opponent_repeats == 0,
            wishes=wishes,
            wished_from=wished_from,
        ),
    )


def _pair(a: int, b: int) -> Pair:
    return (a, b) if a < b else (b, a)


def _partners(rounds: Iterable[Round], alone: bool) -> Counter[Pair]:
    tables = [table for r in rounds for table in r.tables if len(table) == 4 and not alone]
    return Counter(_pair(t[side], t[side + 2]) for t in tables for side in (0, 1))


def _opponents(rounds: Iterable[Round], alone: bool) -> Counter[Pair]:
    seats = [
        (table, a, b)
        for r in rounds
        for table in r.tables
        for b in range(len(table))
        for a in range(b)
        if alone or len(table) != 4 or b - a != 2
    ]
    return Counter(_pair(table[a], table[b]) for table, a, b in seats)


def _repeats(counts: Counter[Pair]) -> int:
    return sum(count - 1 for count in counts.values())


def _spread(rounds: Sequence[Round]) -> int:
    """Most less fewest times sat out among those who were there from the first round on."""
    always = set.intersection(*(set(r.people) for r in rounds)) if rounds else set()
    times = Counter(person for r in rounds for person in r.byes)
    return max((times[p] for p in always), default=0) - min((times[p] for p in always), default=0)


def _seating_faults(
    rounds: Sequence[Round], present: Sequence[Collection[int]], alone: bool
) -> Iterable[Reason]:
    sizes = {3, 4} if alone else {4}
    if len(present) != len(rounds):
        yield Reason("wrong_rounds", found=len(rounds), wanted=len(present))
    for number, (r, expected) in enumerate(zip(rounds, present, strict=False), start=1):
        seen = Counter(r.people)
        for p, times in seen.items():
            if times > 1:
                yield Reason("seated_twice", round=number, person=p, times=times)
        for p in sorted(set(expected) - set(seen)):
            yield Reason("missing", round=number, person=p)
        for p in sorted(set(seen) - set(expected)):
            yield Reason("unknown", round=number, person=p)
        yield from (
            Reason("table_size", round=number, table=t, seats=len(table))
            for t, table in enumerate(r.tables)
            if len(table) not in sizes
        )


def _turn_faults(rounds: Sequence[Round]) -> Iterable[Reason]:
    """Nobody sits out again before all have; who comes late starts level with the luckiest."""
    times: Counter[int] = Counter()
    earlier: set[int] = set()
    for number, r in enumerate(rounds, start=1):
        fewest = min((times[p] for p in r.people if p in earlier), default=0)
        times.update({p: fewest for p in r.people if p not in earlier})
        earlier.update(r.people)
        out = set(r.byes)
        waiting = min((times[p] for p in r.people if p not in out), default=0)
        yield from (
            Reason("out_of_turn", round=number, person=p) for p in out if times[p] > waiting
        )
        times.update(out)


def _wish_faults(rounds: Sequence[Round], wishes: Wishes, first: int) -> Iterable[Reason]:
    for number, r in enumerate(rounds[first:], start=first + 1):
        where = {p: (t, s) for t, table in enumerate(r.tables) for s, p in enumerate(table)}
        for a, b in wishes.apart:
            if a in where and b in where and where[a][0] == where[b][0]:
                yield Reason("not_apart", round=number, one=a, other=b)
        for a, b in wishes.together:
            if a in where and b in where and where[b] != (where[a][0], (where[a][1] + 2) % 4):
                yield Reason("not_partners", round=number, one=a, other=b)
        for p, place in wishes.fixed.items():
            if p in where and where[p] != place:
                yield Reason("not_in_place", round=number, person=p)
