"""Several tournaments put together to one contest, each an event of it.

Round numbers grow over all events. What a day has ruled stays ruled: its jokers are worth what
its own rule says, its byes the mean of the day, its penalties belong to it. Nothing is brought
along from another day, and no card of a day parts the season: both would count twice.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from tournaments.format.pure import Joker, RankingRule
from tournaments.format.pure.ranking_rule import Number
from tournaments.standings.pure import Contest, Entrant, PasseResult, Round

Bound = tuple[int, Number]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedEvent:
    """A tournament that is over. `people` says who stands behind an entry number; whoever is
    not in it (a stand-in) is left out. `name` is unique among the events."""

    name: str
    contest: Contest
    joker: Joker
    people: Mapping[int, str]
    final: bool = False


def joined(events: Sequence[PlayedEvent], rule: RankingRule) -> Contest:
    """One contest over events in order of time, of everybody with a result, by person.

    Who has two entries in one event has the result of the lower number in each round.
    """
    placed = list(zip(events, list(accumulate(map(_last, events), initial=0))[:-1], strict=True))
    results: list[PasseResult] = []
    bound: dict[str, list[Bound]] = defaultdict(list)
    for event, offset in placed:
        of_day, left = _fined(_results(event, rule), event)
        results += [replace(result, round=result.round + offset) for result in of_day.values()]
        if not rule.rank_points:
            for person, points in left.items():
                bound[person].append((_last(event) + offset, points))
    people = sorted({str(result.player) for result in results})
    return Contest(
        rounds=tuple(r for event, offset in placed for r in _rounds(event, offset)),
        entrants=tuple(
            Entrant(
                player=person,
                penalty=sum(points for _, points in bound[person]),
                bound=tuple(bound[person]),
            )
            for person in people
        ),
        results=tuple(results),
    )


def _last(event: PlayedEvent) -> int:
    return max((played.number for played in event.contest.rounds), default=0)


def _rounds(event: PlayedEvent, offset: int) -> Iterable[Round]:
    for played in event.contest.rounds:
        yield replace(played, number=played.number + offset, event=event.name, final=event.final)


DayResults = dict[tuple[str, int], PasseResult]
"""By person and round of the event."""


def _results(event: PlayedEvent, rule: RankingRule) -> DayResults:
    hands = {played.number: played.hands for played in event.contest.rounds}
    results: DayResults = {}
    for result in sorted(event.contest.counted(), key=lambda r: (r.round, int(r.player))):
        if (person := event.people.get(int(result.player))) is not None:
            valued = _valued(result, hands[result.round], event.joker, rule.joker)
            results.setdefault((person, result.round), replace(valued, player=person))
    return results


def _valued(result: PasseResult, hands: int, joker: Joker, other: Joker) -> PasseResult:
    """A joker where both rules give it the same; else the points of its own day as a result."""
    if not result.joker or joker.of(hands) == other.of(hands):
        return result
    return replace(result, joker=False, points=joker.of(hands), hands=hands)


def _fined(results: DayResults, event: PlayedEvent) -> tuple[DayResults, Mapping[str, Number]]:
    """Penalties that go with no result: on the last result of the day, or else left by person."""
    fined, left = dict(results), defaultdict[str, Number](int)
    last = dict(sorted(results))
    for entrant in event.contest.entrants:
        person = event.people.get(int(entrant.player))
        if person is None or not entrant.penalty:
            continue
        if person in last:
            key = (person, last[person])
            fined[key] = replace(fined[key], penalty=fined[key].penalty + entrant.penalty)
        else:
            left[person] += entrant.penalty
    return fined, left
