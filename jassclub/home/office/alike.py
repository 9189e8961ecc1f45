"""Names so alike that they may be one person: Beat and Beat Meier, Ursi and Ursina Caflisch."""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from jassclub.clubs import personal_data
from jassclub.clubs.identities import rows_of
from jassclub.clubs.models import Player

MOST_PROPOSED = 6

Pair = tuple[Player, Player]
"""Who may stand twice in the books, and who remains."""


def alike(people: Sequence[Player]) -> list[Pair]:
    """Pairs that may be one person; never two accounts, and nobody who sat together."""
    return list(islice(_proposed(people), MOST_PROPOSED))


def _proposed(people: Sequence[Player]) -> Iterator[Pair]:
    for one, other in combinations(people, 2):
        accounts = one.user_id is not None and other.user_id is not None
        if accounts or not _one_shortens(_words(one), _words(other)):
            continue
        if not personal_data.meetings(rows_of(one), rows_of(other)):
            yield _who_remains_last(one, other)


def _words(player: Player) -> list[str]:
    return [word.rstrip(".") for word in player.name.casefold().split()]


def _one_shortens(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether every word of the shorter name begins the same word of the longer, or is begun."""
    pairs = zip(one, other, strict=False)
    return all(here.startswith(there) or there.startswith(here) for here, there in pairs)


def _who_remains_last(one: Player, other: Player) -> Pair:
    """Who has an account remains, else the fuller name."""
    remains = min(one, other, key=lambda row: (row.user_id is None, -len(row.name)))
    return (other, one) if remains is one else (one, other)
