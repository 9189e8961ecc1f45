"""What no plan can do better, by counting."""

from collections import defaultdict
from collections.abc import Sequence
from math import comb

from tournaments.draw.pure.plan import FOUR, Bounds, Round, Wishes


def lower_bounds(
    rounds: Sequence[Round], *, alone: bool, clean: bool, wishes: Wishes, wished_from: int
) -> Bounds:
    """Bounds for all plans that seat the same people in each round at tables of the same sizes.

    `clean` says that the plan repeats neither partners nor opponents; wishes bind from round
    `wished_from` on.
    """
    wished = rounds[wished_from:]
    couples = sum(max(0, len(_shared(wished, pair)) - 1) for pair in wishes.together)
    crowding = _excess(rounds, {3: 2, FOUR: 3})
    # How many pairs must meet in both of two rounds: those of one table who spread over too few.
    forced = [
        [max(_squeezed(early, late), _squeezed(late, early)) for early in rounds[:number]]
        for number, late in enumerate(rounds)
    ]
    return Bounds(
        partner_repeats=0 if alone else max(couples, _excess(rounds, {3: 0, FOUR: 1})),
        opponent_repeats=crowding if alone else _excess(rounds, {3: 2, FOUR: 2}),
        meeting_repeats=max(couples, crowding, sum(max(row, default=0) for row in forced)),
        meeting_repeats_in_order=max(crowding, sum(map(sum, forced))) if clean else None,
        table_repeats=_worn_tables(rounds) + _kept_tables(wished, wishes),
        sitting_out_spread=_uneven(rounds),
    )


def _excess(rounds: Sequence[Round], met_at: dict[int, int]) -> int:
    """Everybody meets `met_at[size]` people a round, of those who ever play when he does.

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
    total = sum(max(0, met[person] - len(peers[person]) + 1) for person in met)
    return (total + 1) // 2


def _squeezed(one: Round, other: Round) -> int:
    if not other.tables or len(other.tables) >= FOUR:
        return 0
    playing = {person for table in other.tables for person in table}
    shares = (divmod(len(playing.intersection(table)), len(other.tables)) for table in one.tables)
    return sum(
        rest * comb(share + 1, 2) + (len(other.tables) - rest) * comb(share, 2)
        for share, rest in shares
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
    turns = sum(len(r.sitting_out) for r in rounds)
    return int(len(people) == 1 and turns % len(next(iter(people))) > 0)
