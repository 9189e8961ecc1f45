"""Who gets which prize, read off a finished ranking.

Where people share a rank, so do the prizes of the places they fill: two on rank 1 share the first
and the second prize. Money is split in whole rappen, what is left over goes to the lowest number
among them. A thing cannot be split: it is given to all who share it, who part it by lot.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.format.pure.choices import PrizeKind
from tournaments.format.pure.format import Prize
from tournaments.format.pure.ranking_rule import Number
from tournaments.standings.pure.placing import Player
from tournaments.standings.pure.scores import TournamentStanding


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """What one player gets of one kind; the things in `texts` are shared by `among` players."""

    player: Player
    kind: PrizeKind
    rappen: int
    texts: tuple[str, ...] = ()
    among: int = 1


Rows = Sequence[TournamentStanding]


def prizes_for(
    rows: Iterable[TournamentStanding],
    prizes: Iterable[Prize],
    *,
    numbers: Mapping[Player, int],
    drawn: Number | None = None,
) -> list[Award]:
    """Who gets what, in the order of kinds and ranks.

    Only who has a rank can win, so stand-ins never do. `numbers` are the entry numbers; `drawn`
    is the number drawn after play, without it nobody is nearest. Nobody is the last where all
    share the first rank, and nobody wins a count of none.
    """
    ranked = [row for row in rows if row.rank is not None]
    listed = list(prizes)
    awards = _by_rank(ranked, [p for p in listed if p.kind is PrizeKind.RANK], numbers)
    special = {
        PrizeKind.LAST: [row for row in _most(ranked, lambda row: row.rank or 0) if row.rank != 1],
        PrizeKind.MATSCHES: [r for r in _most(ranked, lambda r: r.matsches) if r.matsches],
        PrizeKind.EXACT: [row for row in _most(ranked, lambda row: row.exact) if row.exact],
        PrizeKind.NEAREST: _nearest(ranked, drawn),
    }
    for kind, winners in special.items():
        given = [prize for prize in listed if prize.kind is kind]
        awards += _shared(winners, given, kind=kind, numbers=numbers)
    return awards


def prizes_of_rank(rank: int, sharing: int, prizes: Sequence[Prize]) -> list[Prize]:
    """The prizes of all places that those `sharing` a rank fill, one for each place."""
    places = range(rank, rank + sharing)
    return [prize for place in places for prize in prizes if prize.first <= place <= prize.last]


def _by_rank(ranked: Rows, prizes: list[Prize], numbers: Mapping[Player, int]) -> list[Award]:
    awards: list[Award] = []
    for rank in sorted({row.rank or 0 for row in ranked}):
        sharing = [row for row in ranked if row.rank == rank]
        won = prizes_of_rank(rank, len(sharing), prizes)
        awards += _shared(sharing, won, kind=PrizeKind.RANK, numbers=numbers)
    return awards


def _nearest(ranked: Rows, drawn: Number | None) -> Rows:
    if drawn is None:
        return []
    return _most(ranked, lambda row: min(row.points - drawn, drawn - row.points))


def _most(ranked: Rows, measure: Callable[[TournamentStanding], Number]) -> Rows:
    most = max(map(measure, ranked), default=0)
    return [row for row in ranked if measure(row) == most]


def _shared(
    winners: Rows, prizes: list[Prize], *, kind: PrizeKind, numbers: Mapping[Player, int]
) -> list[Award]:
    """The prizes split among the winners, the lowest entry number first."""
    if not winners or not prizes:
        return []
    share, rest = divmod(sum(prize.rappen for prize in prizes), len(winners))
    texts = tuple(prize.text for prize in prizes if prize.text)
    ordered = sorted(winners, key=lambda row: numbers[row.player])
    return [
        Award(
            player=row.player,
            kind=kind,
            rappen=share + (0 if place else rest),
            texts=texts,
            among=len(winners),
        )
        for place, row in enumerate(ordered)
    ]
