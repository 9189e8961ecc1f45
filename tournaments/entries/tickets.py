"""Start numbers that are drawn: in what order, which are left, who gets which.

The order follows from the seed of the event, whose hash is public from the start: the numbers by
the hashes of `ticket:<seed>:<number>`. Whoever is entered next draws the next one that is left, so
neither the desk nor anybody else can choose. In a tournament of fixed pairs the pairs draw theirs,
as the numbers of their teams. docs/decisions/tournament-draws.md.
"""

from collections.abc import Collection
from hashlib import sha256
from itertools import count, islice

from django.db.models import Max

from tournaments.core.models import Tournament
from tournaments.entries.models import HERE, Entry
from tournaments.format.pure import Numbers, Seating
from tournaments.format.selectors import format_of

PAIR = 2


def ticket_order(tickets: int, *, seed: str) -> list[int]:
    """The numbers from 1 on in the order in which they are drawn."""
    hashes = {n: sha256(f"ticket:{seed}:{n}".encode()).hexdigest() for n in range(1, tickets + 1)}
    return sorted(hashes, key=lambda number: (hashes[number], number))


def tickets_of(tournament: Tournament) -> int:
    """How many numbers there are to draw: one a place, or a pair; none where nobody draws."""
    format_ = format_of(tournament)
    if format_.numbers is Numbers.ORDER or tournament.capacity is None:
        return 0
    return tournament.capacity // PAIR if format_.seating is Seating.PAIRS else tournament.capacity


def left_over(tournament: Tournament, taken: Collection[int]) -> list[int]:
    """The numbers that nobody has drawn, in the order in which they will be."""
    order = ticket_order(tickets_of(tournament), seed=tournament.seed)
    return [number for number in order if number not in taken]


def next_entry_numbers(tournament: Tournament, kinds: list[str]) -> list[int]:
    """The numbers of new entries of these kinds: players draw; stand-ins, who comes when all are
    drawn, and in a tournament of pairs everybody get the next ones in order. The tournament must
    be locked."""
    drawn = format_of(tournament).seating is not Seating.PAIRS
    most = tickets_of(tournament) if drawn else 0
    last = tournament.entries.aggregate(last=Max("number"))["last"] or 0
    in_order = count(max(last, most) + 1)
    taken = set(tournament.entries.values_list("number", flat=True)) if most else set()
    left = iter(left_over(tournament, taken) if most else ())
    return [
        next(left, None) or next(in_order) if kind == Entry.Kind.PLAYER else next(in_order)
        for kind in kinds
    ]


def next_team_number(tournament: Tournament) -> int:
    """The number of a new pair or team; pairs draw it. The tournament must be locked."""
    taken = set(tournament.teams.values_list("number", flat=True))
    pairs = format_of(tournament).seating is Seating.PAIRS
    left = left_over(tournament, taken) if pairs else []
    return left[0] if left else max({*taken, tickets_of(tournament) if pairs else 0}) + 1


def expected_numbers(tournament: Tournament) -> list[int]:
    """Start numbers that may still be drawn before the first round: as many as there are places."""
    most = 0 if format_of(tournament).in_teams else tickets_of(tournament)
    if not most or tournament.rounds.exists():
        return []
    rows = tournament.entries.filter(kind=Entry.Kind.PLAYER)
    here = rows.filter(state__in=HERE).count()
    taken = set(tournament.entries.values_list("number", flat=True))
    return sorted(islice(left_over(tournament, taken), max(0, most - here)))
