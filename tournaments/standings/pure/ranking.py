"""A list of results becomes a ranking."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.format.pure.ranking_rule import SHARED, Number, Ranking
from tournaments.standings.pure.placing import Criterion, Player, place, result_criteria

NO_RESULTS = "no_results"


@dataclass(frozen=True, slots=True)
class Results:
    """What one player reached, one exact number for each round, passe or evening."""

    player: Player
    values: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of a ranking. Without results there is neither rank nor value."""

    rank: int | None
    player: Player
    value: Number | None
    decided_by: str


@dataclass(frozen=True, slots=True)
class _Counted:
    player: Player
    best_first: tuple[Number, ...]
    value: Number


def rank(results: Iterable[Results], rules: Ranking) -> list[Standing]:
    """Ranks the players, best first, whatever order they come in.

    Players whom no criterion tells apart share a rank and stand in the order of their names;
    players without results close the list. ValueError when a player comes twice.
    """
    known = _by_player(results)
    counted = [_counted(r, rules) for r in known.values() if r.values]
    places = place(counted, _criteria(counted, rules), name=lambda c: c.player)
    ranked = [Standing(p.rank, p.item.player, p.item.value, p.decided_by) for p in places]
    absent = sorted((player for player, r in known.items() if not r.values), key=str)
    return ranked + [Standing(None, player, None, NO_RESULTS) for player in absent]


def _by_player(results: Iterable[Results]) -> dict[Player, Results]:
    known: dict[Player, Results] = {}
    for result in results:
        if result.player in known:
            raise ValueError(f"player {result.player!r} comes twice")
        known[result.player] = result
    return known


def _counted(result: Results, rules: Ranking) -> _Counted:
    best_first = tuple(sorted(result.values, reverse=not rules.lower_wins))
    return _Counted(result.player, best_first, rules.count.value(best_first))


def _criteria(counted: Sequence[_Counted], rules: Ranking) -> list[Criterion[_Counted]]:
    sign = 1 if rules.lower_wins else -1
    depth = max((len(c.best_first) for c in counted), default=0)
    criteria: list[Criterion[_Counted]] = [
        Criterion(str(rules.count), lambda counted: sign * counted.value)
    ]
    for tie in rules.ties:
        if tie != SHARED:
            criteria += result_criteria(
                tie,
                best_first=lambda c: c.best_first,
                depth=depth,
                lower_wins=rules.lower_wins,
            )
    return criteria
