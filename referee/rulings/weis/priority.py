"""Announced Weise compared (articles weisregeln, gleich-hohe-weise)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from referee.rules.cards import Card, Rank, mask_at, side_of
from referee.rules.modes import Mode, TrickMode
from referee.rules.weis import (
    JASSREGELN_WEIS,
    SHORTEST,
    Meld,
    WeisRule,
    WeisTable,
    melds_of,
    strength,
    weis_points,
)

Step = Literal["alone", "points", "count", "height", "trump", "first_announced"]
_STEPS: tuple[Step, ...] = ("points", "count", "height", "trump")


@dataclass(frozen=True, slots=True)
class Announced:
    """One Weis of one seat; a list of them stands in the order in which they were announced."""

    seat: int
    meld: Meld


@dataclass(frozen=True, slots=True, kw_only=True)
class WeisPriority:
    """The highest Weis: its seat and side, its place in the list, and what put it above the best
    of any other side ("alone" where no other side has one)."""

    seat: int
    side: int
    place: int
    decided_by: Step


def compare(
    announced: Sequence[Announced], mode: Mode, *, players: int = 4, single: bool = False
) -> WeisPriority | None:
    """Whose Weis is highest: points, number of cards, height, trump, then who spoke first.

    Height turns round where the hand starts undenufe. None where nothing was announced.
    """
    if not announced:
        return None
    best = _best(range(len(announced)), announced, mode)
    side = _side(announced[best], players, single)
    rivals = [place for place, item in enumerate(announced) if _side(item, players, single) != side]
    step: Step = "alone"
    if rivals:
        step = _step(announced[best], announced[_best(rivals, announced, mode)], mode)
    return WeisPriority(seat=announced[best].seat, side=side, place=best, decided_by=step)


def run_down_from(top: Card, length: int, rule: WeisRule = JASSREGELN_WEIS) -> Meld:
    """The run of `length` cards with `top` as its highest; ValueError where there is none.

    One longer than any that the table of values lists is worth the best runs within it.
    """
    if length < SHORTEST or top.rank - length + 1 < Rank.SIX:
        raise ValueError(f"no run of {length} from {top}")
    cards = mask_at(range(top.index - length + 1, top.index + 1))
    return Meld(cards, weis_points(cards, rule), Rank(top.rank - length + 1), top.rank, top.suit)


def quartet_of(rank: Rank, rule: WeisRule = JASSREGELN_WEIS) -> Meld:
    """The four cards of a rank; ValueError where they are no Weis."""
    if rank not in rule.table.quartets:
        raise ValueError(f"four of {rank.name} count nothing")
    cards = mask_at(rank - Rank.SIX + 9 * suit for suit in range(4))
    return Meld(cards, rule.table.quartets[rank], rank, rank)


def named_by(meld: Meld, mode: Mode) -> Rank:
    """The card a Weis is named by: the highest in the order of what is played.

    Article gleich-hohe-weise: undenufe 8-9-Banner is three "from the 8".
    """
    return meld.low if mode.start is TrickMode.UNDENUFE else meld.high


def value_that_counts(announced: int, held: int, rule: WeisRule = JASSREGELN_WEIS) -> int:
    """What a wrongly announced Weis is worth once it can no longer be corrected.

    `held`: the cards (mask). The announced value where some Weis held has it or contains a
    shorter run of that value, else nothing (article weisregeln).
    """
    melds = melds_of(held, rule)
    return announced if any(_contains(meld, announced, rule.table) for meld in melds) else 0


def can_never_win(
    spoken: Mapping[int, int], seat: int, value: int, *, players: int = 4, single: bool = False
) -> bool:
    """Whether announcing `value` betrays cards for nothing (article weisregeln).

    `spoken`: points announced so far by seat, 0 for a seat that had none. True where another side
    stands higher than all of the own side and no partner is left to speak. Equal points are
    settled by what the Weise are, so they are never hopeless.
    """
    sides = {other: side_of(other, players, single=single) for other in range(players)}
    mine = sides[seat]
    partners = [other for other in sides if sides[other] == mine and other != seat]
    if any(other not in spoken for other in partners):
        return False
    own = max([value, *(spoken[other] for other in partners)])
    return any(points > own for other, points in spoken.items() if sides[other] != mine)


def _side(item: Announced, players: int, single: bool) -> int:
    return side_of(item.seat, players, single=single)


def _best(places: Sequence[int], announced: Sequence[Announced], mode: Mode) -> int:
    """The place of the strongest, the earliest of equals."""
    return max(places, key=lambda place: (strength(announced[place].meld, mode), -place))


def _step(best: Announced, rival: Announced, mode: Mode) -> Step:
    pairs = zip(strength(best.meld, mode), strength(rival.meld, mode), strict=True)
    differing = (step for step, (mine, theirs) in zip(_STEPS, pairs, strict=True) if mine != theirs)
    return next(differing, "first_announced")


def _contains(meld: Meld, points: int, table: WeisTable) -> bool:
    if meld.points == points:
        return True
    if meld.suit is None:
        return False
    return any(table.run_points(length) == points for length in range(SHORTEST, meld.count))
