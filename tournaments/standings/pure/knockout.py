"""A knock-out: who meets whom, who is through, and the places that follow.

A stage is one round of it. The next one follows from the stage as it was played and from who won
there, never from the start: what was played stays as it was, whatever is corrected later.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.format.pure import DuelTies, Knockout
from tournaments.standings.pure.contest import PasseResult

Side = int
"""A pair or a team, by its number."""
Duel = tuple[Side | None, Side | None]
"""Who meets; with None on one side the other is through without playing."""
FINAL, SEMIFINALS = 1, 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """Matches of a round: `main` in the order of the bracket, neighbours meet next.

    `fresh` are those who have not played yet: who loses then goes into the consolation.
    """

    main: tuple[Duel, ...]
    third: tuple[Duel, ...] = ()
    consolation: tuple[Duel, ...] = ()
    fresh: frozenset[Side] = frozenset()

    @property
    def parts(self) -> Mapping[str, tuple[Duel, ...]]:
        return {"main": self.main, "third": self.third, "consolation": self.consolation}

    @property
    def meetings(self) -> list[tuple[Side, Side]]:
        """The duels that need a table."""
        return [(a, b) for a, b in self._all() if a is not None and b is not None]

    @property
    def waiting(self) -> list[Side]:
        """Who is through without playing."""
        return [a if b is None else b for a, b in self._all() if (a is None) != (b is None)]  # type: ignore[misc]

    def _all(self) -> tuple[Duel, ...]:
        return self.main + self.third + self.consolation


def stage_as_json(stage: Stage) -> dict[str, Any]:
    """A stage as it is stored beside the draw that made it."""
    parts = {name: [list(duel) for duel in duels] for name, duels in stage.parts.items()}
    return {**parts, "fresh": sorted(stage.fresh)}


def stage_from_json(stored: Mapping[str, Any]) -> Stage:
    """The inverse of `stage_as_json`."""
    parts = {
        name: tuple((a, b) for a, b in stored[name]) for name in ("main", "third", "consolation")
    }
    return Stage(**parts, fresh=frozenset(stored["fresh"]))


def stages_needed(sides: int) -> int:
    """Rounds until one is left."""
    return max(0, sides - 1).bit_length()


def opening(seeded: Sequence[Side]) -> Stage:
    """The first stage: best against last, so that first and second can meet in the final only.

    Where the number is no power of two, the best have no opponent; two of them never share a
    duel of this stage.
    """
    places = [0]
    while len(places) < len(seeded):
        last = 2 * len(places) - 1
        places = [place for seed in places for place in (seed, last - seed)]
    sides = [seeded[place] if place < len(seeded) else None for place in places]
    return Stage(main=_paired(sides), fresh=frozenset(seeded))


def following(
    stage: Stage,
    won: Collection[Side],
    *,
    rules: Knockout,
    order: Sequence[Side],
    times_out: Mapping[Side, int],
    gone: Collection[Side] = (),
) -> Stage | None:
    """The next stage with a duel to play; None once there is none.

    `won` are the winners of its duels, `order` all sides, best seeded first. Who is `gone` has
    no opponent to beat any more: the other is through. In the consolation the best seeded of
    those who sat out least waits where the number is odd.
    """
    through = [_here(_winner(duel, won), gone) for duel in stage.main]
    lost = [_here(loser(duel, won), gone) for duel in stage.main]
    main = _paired(through) if len(through) > FINAL else ()
    third = _paired(lost) if rules.third_place and len(stage.main) == SEMIFINALS else ()
    fresh = stage.fresh.intersection(side for side in through if side is not None)
    fresh -= {side for duel in stage.main if None not in duel for side in duel}
    pool: list[Side | None] = []
    if rules.consolation:
        pool = [_here(_winner(duel, won), gone) for duel in stage.consolation]
        if len(stage.main) > SEMIFINALS:
            pool += [side for side in lost if side in stage.fresh]
    left = sorted((side for side in pool if side is not None), key=order.index)
    more_to_come = len(main) > SEMIFINALS and bool(fresh)
    consolation = _consoled(left, times_out) if len(left) > 1 or more_to_come else ()
    after = Stage(main=main, third=third, consolation=consolation, fresh=fresh)
    if after.meetings:
        return after
    if not any(side is not None for duel in main for side in duel):
        return None
    return following(after, won, rules=rules, order=order, times_out=times_out, gone=gone)


def _consoled(left: Sequence[Side], times_out: Mapping[Side, int]) -> tuple[Duel, ...]:
    """Best against last of those left; with an odd number one waits."""
    odd = len(left) % 2
    waits = sorted(left, key=lambda side: times_out.get(side, 0))[:odd]
    playing = [side for side in left if side not in waits]
    half = len(playing) // 2
    folded = zip(playing[:half], reversed(playing[half:]), strict=True)
    return (*folded, *((side, None) for side in waits))


def _paired(sides: Sequence[Side | None]) -> tuple[Duel, ...]:
    return tuple(zip(sides[::2], sides[1::2], strict=True))


def _here(side: Side | None, gone: Collection[Side]) -> Side | None:
    return None if side in gone else side


def _winner(duel: Duel, won: Collection[Side]) -> Side | None:
    one, other = duel
    if one is None or other is None:
        return other if one is None else one
    return next((side for side in duel if side in won), None)


def loser(duel: Duel, won: Collection[Side]) -> Side | None:
    """Who is out; None where nobody played, or nobody has won yet."""
    one, other = duel
    if one is None or other is None:
        return None
    return other if one in won else one if other in won else None


def winner_of(
    meeting: tuple[Side, Side],
    results: Mapping[Side, PasseResult],
    *,
    rules: Knockout,
    lower_wins: bool,
    order: Sequence[Side],
    cards: Mapping[Side, int | None],
) -> Side | None:
    """Who has won a duel, penalties included; None as long as nobody can say.

    A side without a result has lost against one that has it. Equals are parted as the rules say.
    """
    there = [side for side in meeting if side in results]
    if len(there) < len(meeting):
        return there[0] if there else None
    sign = 1 if lower_wins else -1
    points = {side: sign * results[side].points + results[side].penalty for side in meeting}
    equal: dict[Side, tuple[int, ...]] = dict.fromkeys(meeting, ())
    if rules.ties is DuelTies.MATSCHES:
        equal = {side: (-results[side].matsches, order.index(side)) for side in meeting}
    elif rules.ties is DuelTies.SEED:
        equal = {side: (order.index(side),) for side in meeting}
    elif None not in (drawn := [cards.get(side) for side in meeting]):
        equal = {side: (-(card or 0),) for side, card in zip(meeting, drawn, strict=True)}
    first, second = sorted(meeting, key=lambda side: (points[side], equal[side]))
    return None if (points[first], equal[first]) == (points[second], equal[second]) else first


def places(played: Sequence[tuple[Stage, Collection[Side]]]) -> dict[Side, int]:
    """The place of each side: who goes out in the same stage shares it, who is still in is first.

    With each stage come the sides that won there. Who really went on is in, whatever was
    corrected later. The consolation changes no place.
    """
    found: dict[Side, int] = {}
    after = [stage for stage, _won in played[1:]]
    for nth, (stage, won) in enumerate(played):
        through = went_on(stage, won, after[nth] if after[nth:] else None)
        for duel in stage.main:
            out = loser(duel, through)
            for side in filter(None, duel):
                found[side] = 1 + len(stage.main) if side == out else 1
        for duel in stage.third:
            for side in filter(None, duel):
                found[side] = 4 if side == loser(duel, won) else 3
        if nth:
            # Who won and did not come back has lost the duel that he did not play.
            there = {side for duel in stage.main for side in duel}
            for side, place in found.items():
                if place == 1 and side not in there:
                    found[side] = 1 + len(stage.main)
    return found


def went_on(stage: Stage, won: Collection[Side], after: Stage | None) -> set[Side]:
    """The sides of a stage that are in the next one, or will be."""
    kept = after.parts if after else {}
    through: set[Side] = set()
    for name, duels in stage.parts.items():
        there = {side for duel in kept.get(name, ()) for side in duel if side is not None}
        for duel in duels:
            sides = {side for side in duel if side is not None}
            through |= there & sides or set(won) & sides
    return through
