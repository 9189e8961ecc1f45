"""How strong the players of a season are: estimates that go into its table with the rest."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from tournaments.format.pure import as_decimal
from tournaments.seasons.collecting import SeasonResults
from tournaments.standings.pure import Player, Scored, ratings


def strengths(collected: SeasonResults) -> dict[Player, list[dict[str, Any]]]:
    """The shrunk averages of each player: one for each size of table, since their spreads differ.

    Where sides play there is one for all tables, with `table_size` None.
    """
    found: dict[Player, list[dict[str, Any]]] = defaultdict(list)
    for size, scores in sorted(_scores(collected).items(), key=lambda part: part[0] or 0):
        for rating in ratings(scores, lower_wins=collected.lowest_wins):
            found[rating.player].append(
                {
                    "table_size": size,
                    "rank": rating.rank,
                    "hands": rating.hands,
                    "mean": str(as_decimal(rating.mean)),
                    "shrunk": str(as_decimal(rating.shrunk)),
                    "margin": None if rating.margin is None else str(rating.margin),
                }
            )
    return found


def _scores(collected: SeasonResults) -> dict[int | None, list[Scored]]:
    scores: dict[int | None, list[Scored]] = defaultdict(list)
    for size, score in (*_alone(collected), *_of_sides(collected)):
        scores[size].append(score)
    return scores


def _alone(collected: SeasonResults) -> Iterable[tuple[int | None, Scored]]:
    for hand in collected.player_hands:
        yield hand.table_size, Scored(hand.player, hand.difference)


def _of_sides(collected: SeasonResults) -> Iterable[tuple[int | None, Scored]]:
    for hand in collected.side_hands:
        yield None, Scored(hand.player, hand.points_for, hand.hands)
