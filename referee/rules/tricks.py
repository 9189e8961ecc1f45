"""Who takes a trick, also where cards have lost their taking power.

A card without Stechwert ("dead", article falsch-gespielte-karte) takes nothing but keeps its
points. A dead lead gives the trick to the other side and its right neighbour leads next. In
games where losing the Stechwert would help the offender the caller passes no dead cards.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.rules.ranking import LAST_TRICK, Ranking


@dataclass(frozen=True, slots=True)
class DeadRule:
    """How dead cards work where the books differ.

    `sides`: seats two apart are partners; False where each plays for himself.
    `partner_ruff_rescues`: a dead lead that the partner ruffs stays with his side.
    `first_twin_takes`: of two identical cards (two packs) the first one played is the better.
    """

    sides: bool = True
    partner_ruff_rescues: bool = False
    first_twin_takes: bool = True


STRICT = DeadRule()


def winner(trick: Sequence[int], table: Ranking, dead: int = 0, *, rule: DeadRule = STRICT) -> int:
    """Position in `trick` (0 = leader) of the card that takes it and leads next.

    `trick` holds card indices in order of play, at least one; `dead` is a mask.
    """
    if dead or rule is not STRICT:
        return _winner_with_dead(trick, table, dead, rule)
    row = table.strength[trick[0]]
    heights = [row[card] for card in trick]
    return heights.index(max(heights))


def trick_points(trick: Sequence[int], table: Ranking, *, last: bool = False) -> int:
    """Card points of a trick, with the five of the last one; dead cards count in full."""
    points = table.points
    total = LAST_TRICK if last else 0
    for card in trick:
        total += points[card]
    return total


def next_leader(leader: int, position: int, players: int = 4) -> int:
    """The seat that leads next when `position` took a trick that `leader` led."""
    return (leader + position) % players


def _winner_with_dead(trick: Sequence[int], table: Ranking, dead: int, rule: DeadRule) -> int:
    row = table.strength[trick[0]]
    live = [0 if dead >> card & 1 else row[card] for card in trick]
    highest = max(live)
    last = len(live) - 1 - live[::-1].index(highest)
    best = live.index(highest) if rule.first_twin_takes else last
    if not dead >> trick[0] & 1:
        return best
    if not rule.sides:
        return best if live[best] else _right_neighbour(trick)
    rescued = rule.partner_ruff_rescues and best == 2 and table.trumps >> trick[2] & 1
    return 2 if rescued else _right_neighbour(trick)


def _right_neighbour(trick: Sequence[int]) -> int:
    return min(1, len(trick) - 1)
