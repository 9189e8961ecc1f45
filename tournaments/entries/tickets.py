"""Start numbers that are drawn: in what order, which are left, who gets which.

The order follows from the seed of the event, whose hash is public from the start: the numbers by
the hashes of `ticket:<seed>:<number>`. Whoever is entered next draws the next one that is left, so
neither the desk nor anybody else can choose. In a tournament of fixed pairs the pairs draw theirs,
as the numbers of their teams: the two of pair 7 are the start numbers 13 and 14, so that a plan can
reckon with pairs that are still to come. docs/decisions/tournament-draws.md.
"""

from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256
from itertools import chain, count, islice

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


def of_pair(number: int) -> tuple[int, int]:
    """The start numbers of the two who draw the number of a pair."""
    return PAIR * number - 1, PAIR * number


def next_entry_numbers(
    tournament: Tournament, kinds: Sequence[str], *, pairs: Collection[int] = ()
) -> list[int]:
    """The numbers of new entries of these kinds: players draw, in a tournament of pairs those with
    whom one begins (`pairs`, by their places); stand-ins, who has no partner and who comes when all
    are drawn get the next ones in order. The tournament must be locked."""
    in_pairs = format_of(tournament).seating is Seating.PAIRS
    most = tickets_of(tournament) * (PAIR if in_pairs else 1)
    last = tournament.entries.aggregate(last=Max("number"))["last"] or 0
    in_order = count(max(last, most) + 1)
    taken = set(tournament.entries.values_list("number", flat=True)) if most else set()
    left = iter(
        () if not most else _pairs_left(tournament) if in_pairs else left_over(tournament, taken)
    )
    numbers: list[int] = []
    for place, kind in enumerate(kinds):
        if len(numbers) > place:  # The second of a pair.
            continue
        draws = kind == Entry.Kind.PLAYER and (place in pairs or not in_pairs)
        drawn = next(left, None) if draws else None
        own = (drawn,) if drawn and not in_pairs else of_pair(drawn) if drawn else ()
        numbers += own or [next(in_order)]
    return numbers


def _pairs_left(tournament: Tournament) -> list[int]:
    """The numbers of pairs that nobody has drawn, in the order in which they will be."""
    taken = set(tournament.teams.values_list("number", flat=True))
    numbers = set(tournament.entries.values_list("number", flat=True))
    left = left_over(tournament, taken)
    return [number for number in left if numbers.isdisjoint(of_pair(number))]


def next_team_number(tournament: Tournament, entries: Collection[int]) -> int:
    """The number of a new pair or team of these entries; pairs draw it, those that did not do so as
    they came now. The tournament must be locked."""
    taken = set(tournament.teams.values_list("number", flat=True))
    pairs = format_of(tournament).seating is Seating.PAIRS
    left = left_over(tournament, taken) if pairs else []
    drawn = [number for number in left if set(of_pair(number)) == set(entries)]
    return next(chain(drawn, left), max({*taken, tickets_of(tournament) if pairs else 0}) + 1)


def expected_teams(tournament: Tournament) -> Mapping[int, tuple[int, ...]]:
    """Pairs that may still draw a number before the first round, with their start numbers."""
    if format_of(tournament).seating is not Seating.PAIRS or not _draws(tournament):
        return {}
    free = max(0, tickets_of(tournament) - _here(tournament) // PAIR)
    return {number: of_pair(number) for number in sorted(_pairs_left(tournament)[:free])}


def expected_numbers(tournament: Tournament) -> list[int]:
    """Start numbers that may still be drawn before the first round: as many as there are places."""
    if format_of(tournament).in_teams or not _draws(tournament):
        return sorted(chain(*expected_teams(tournament).values()))
    taken = set(tournament.entries.values_list("number", flat=True))
    free = max(0, tickets_of(tournament) - _here(tournament))
    return sorted(islice(left_over(tournament, taken), free))


def _draws(tournament: Tournament) -> bool:
    return tickets_of(tournament) > 0 and not tournament.rounds.exists()


def _here(tournament: Tournament) -> int:
    return tournament.entries.filter(kind=Entry.Kind.PLAYER, state__in=HERE).count()
