"""The one door from the rows of a tournament to its standings.

Draws, rankings, prizes and control sums all look at the contest that is made here, so they can
never look at different results. Only sheets that count are read. People are their entry numbers,
teams the text of theirs; names are put in when a ranking is shown.
"""

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from uuid import UUID

from tournaments.core.models import Tournament
from tournaments.entries.models import OUTSIDE, Entry
from tournaments.format.pure import Format, Number, Odd, exact
from tournaments.format.selectors import format_of
from tournaments.results.models import PasseSheet, PenaltyPoints
from tournaments.results.pure.sheet import settled_from_json, sheet_from_json
from tournaments.results.selectors import terms_for
from tournaments.rounds.boards import boards_in
from tournaments.rounds.models import Round as RoundRow, Sitting, SittingOut
from tournaments.standings.pure import (
    Contest,
    Entrant,
    PasseResult,
    Round,
    of_teams,
    passe_results,
)
from tournaments.standings.pure.knockout import Stage, stage_from_json, winner_of

Byes = Mapping[tuple[int, int], bool]
"""Who sat out in which round, and whether fixed points were promised for it."""
Fines = Mapping[int, Mapping[int | None, int]]
"""Points by entry and round, those of no round under None."""


@dataclass(frozen=True)
class Played:
    """A stage of a knock-out as it was called, in round `number`; `won` are the winners by what
    counts now, `order` all sides of the knock-out, the best seeded first."""

    number: int
    stage: Stage
    won: frozenset[int]
    order: tuple[int, ...]
    points: Mapping[int, Number]
    """What each side has, without a penalty; only of those with a result."""


@dataclass(frozen=True)
class Day:
    """What a tournament is ranked from. `finalists` are those whose result the final is, `seated`
    those whom the draw put into it; `revealed` says that the prize-giving has come. `byes` are
    those who sat out, with the round; `bracket` the stages of a
    knock-out that were called."""

    contest: Contest
    format: Format
    finalists: frozenset[int]
    seated: frozenset[int]
    revealed: bool
    byes: frozenset[tuple[int, int]] = frozenset()
    bracket: tuple[Played, ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()
    """Of an event with groups the teams of each, as the first rounds were drawn."""


def day_of(tournament: Tournament, *, through: int | None = None) -> Day:
    """The contest up to and with round `through`, with what else decides about its ranking."""
    format_ = format_of(tournament)
    rounds = list(tournament.rounds.select_related("draw").order_by("number"))
    if through is not None:
        rounds = [round_ for round_ in rounds if round_.number <= through]
    results = _played(tournament, format_, rounds)
    byes = _byes([r for r in rounds if not _is_knockout(format_, r.number)], results)
    at_the_end = through is None or not rounds or through >= format_.rounds
    fines = _fines(tournament, rounds, until=None if at_the_end else rounds[-1].closed_at)
    # What sitting out brings: fixed points where they were promised at the call, or the mean.
    results += [
        PasseResult(player=player, round=number, joker=joker, mean=not joker)
        for (player, number), joker in byes.items()
        if joker or format_.odd is Odd.MEAN
    ]
    results, left = _fined(results, fines)
    start = format_.final_from
    final = [round_ for round_ in rounds if start is not None and round_.number >= start]
    finalists, seated = _in_final(final)
    # The number is drawn at the end, so it says nothing as long as a later round was called.
    followed = through is not None and tournament.rounds.filter(number__gt=through).exists()
    contest = Contest(
        rounds=tuple(
            Round(
                number=round_.number,
                hands=round_.hands,
                final=round_ in final,
                closed=round_.state == RoundRow.State.CLOSED,
            )
            for round_ in rounds
        ),
        entrants=tuple(_entrants(tournament, left, played={int(r.player) for r in results})),
        results=tuple(results),
        drawn=None if followed else tournament.drawn_number,
    )
    return Day(
        contest=contest,
        format=format_,
        finalists=finalists,
        seated=seated,
        revealed=tournament.revealed_at is not None,
        byes=frozenset(byes),
        bracket=tuple(_bracket(rounds, contest, format_)),
        groups=tuple(
            tuple(map(str, group)) for group in (_groups(rounds) if format_.groups else ())
        ),
    )


def _groups(rounds: Sequence[RoundRow]) -> list[list[int]]:
    """Of the last round that was drawn in groups: who came late is in it."""
    drawn = [round_.draw.asked["groups"] for round_ in rounds if "groups" in round_.draw.asked]
    return drawn[-1] if drawn else []


def _is_knockout(format_: Format, number: int) -> bool:
    start = format_.knockout_from
    return start is not None and number >= start


def _bracket(rounds: Iterable[RoundRow], contest: Contest, format_: Format) -> Iterator[Played]:
    """Nobody is through where partners have different results: that is to be put right first."""
    stages = [
        (round_.number, round_.draw.asked["knockout"])
        for round_ in rounds
        if _is_knockout(format_, round_.number)
    ]
    try:
        teams = of_teams(contest, format_) if stages else None
    except ValueError:
        teams = None
    results: dict[int, dict[int, PasseResult]] = defaultdict(dict)
    for result in teams.counted() if teams else ():
        results[result.round][int(result.player)] = result
    cards = {int(e.player): e.card for e in teams.entrants} if teams else {}
    for number, stored in stages:
        stage, order = stage_from_json(stored["stage"]), tuple(stored["order"])
        winners = (
            winner_of(
                meeting, results[number], rules=format_.knockout, order=order, cards=cards,
                lower_wins=format_.day_ranking.lower_wins,
            )
            for meeting in stage.meetings
        )  # fmt: skip
        points = {side: result.points for side, result in results[number].items()}
        yield Played(number, stage, frozenset(w for w in winners if w), order, points)


def _entrants(tournament: Tournament, fines: Fines, *, played: Container[int]) -> Iterable[Entrant]:
    """Who waits for a place or took the entry back is in no ranking, unless there are results."""
    for entry in tournament.entries.select_related("team").order_by("number"):
        if entry.state in OUTSIDE and entry.number not in played:
            continue
        bound = fines.get(entry.number, {})
        yield Entrant(
            player=entry.number,
            team=str(entry.team.number) if entry.team else None,
            stand_in=entry.kind == Entry.Kind.STAND_IN,
            # As it is stored: nothing, `12` or `2000/3`.
            carried=exact(Fraction(entry.carried or 0)),
            penalty=sum(bound.values()),
            card=entry.card,
            bound=tuple((round_, points) for round_, points in bound.items() if round_),
        )


def _played(
    tournament: Tournament, format_: Format, rounds: Iterable[RoundRow]
) -> list[PasseResult]:
    numbers = {round_.pk: round_ for round_ in rounds}
    sheets = PasseSheet.objects.filter(
        passe__round__in=numbers, state=PasseSheet.State.CONFIRMED
    ).select_related("passe__table")
    players = _credited(numbers)
    results: list[PasseResult] = []
    for stored in sheets:
        round_, people = numbers[stored.passe.round_id], players[stored.passe_id]
        results += passe_results(
            sheet_from_json(stored.sheet),
            settled_from_json(stored.counted),
            terms_for(format_, round_, seats=len(people)),
            people,
            round=round_.number,
            table=stored.passe.table.number,
            day=tournament.played_on.toordinal(),
            late=stored.passe.late,
            boards=boards_in(round_.draw, round_.number).get(stored.passe.table.number, ()),
        )
    return results


def _credited(rounds: Iterable[UUID]) -> Mapping[UUID, list[int]]:
    """Whose results each passe is, in the order of the seats."""
    numbers: dict[UUID, list[int]] = defaultdict(list)
    rows = Sitting.objects.filter(round__in=rounds).order_by("index")
    for sitting in rows.select_related("entry", "substitute"):
        numbers[sitting.passe_id].append(sitting.counts_for.number)
    return numbers


def _byes(rounds: Iterable[RoundRow], played: Iterable[PasseResult]) -> Byes:
    """Not of who stepped in somewhere and was credited for it."""
    credited = {(result.player, result.round) for result in played}
    rows = SittingOut.objects.filter(round__in=rounds)
    byes = rows.values_list("entry__number", "round__number", "joker")
    return {
        (player, round_): joker
        for player, round_, joker in byes
        if (player, round_) not in credited
    }


def _fined(
    results: Iterable[PasseResult], fines: dict[tuple[int, int | None], int]
) -> tuple[list[PasseResult], Fines]:
    """Penalties of a round go with its result; all others with the entry, by their round."""
    fined = [_with_penalty(result, fines) for result in results]
    left: dict[int, dict[int | None, int]] = defaultdict(dict)
    for (number, round_), points in fines.items():
        left[number][round_] = points
    return fined, left


def _with_penalty(result: PasseResult, fines: dict[tuple[int, int | None], int]) -> PasseResult:
    points = fines.pop((int(result.player), result.round), 0)
    return replace(result, penalty=points) if points else result


def _fines(
    tournament: Tournament, rounds: Iterable[RoundRow], *, until: datetime | None
) -> dict[tuple[int, int | None], int]:
    """By entry and round. One without a round counts from when it was given, so what was given
    after `until` is left out."""
    fines: dict[tuple[int, int | None], int] = defaultdict(int)
    numbers = {round_.number for round_ in rounds}
    rows = PenaltyPoints.objects.filter(entry__tournament=tournament, cancelled_at__isnull=True)
    penalties = rows.values_list("entry__number", "round_number", "points", "at")
    for number, round_, points, given_at in penalties:
        if round_ in numbers or (round_ is None and (until is None or given_at <= until)):
            fines[number, round_] += points
    return fines


def _in_final(final: Sequence[RoundRow]) -> tuple[frozenset[int], frozenset[int]]:
    """Whose result the final is, and whom the draw put into it; who sits out is both."""
    waiting = set(
        SittingOut.objects.filter(round__in=final).values_list("entry__number", flat=True)
    )
    rows = Sitting.objects.filter(round__in=final).select_related("entry", "substitute")
    credited = {sitting.counts_for.number for sitting in rows}
    seated = {sitting.entry.number for sitting in rows}
    return frozenset(credited | waiting), frozenset(seated | waiting)
