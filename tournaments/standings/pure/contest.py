"""A tournament as its standings see it: rounds, entrants, and one result per entrant and round.

Only confirmed results count, and everything that counts goes through `Contest.counted`: the one
door, so that a draw, a ranking and a control sum can never look at different results.

What a bye is worth: the fixed points of the rule, or the mean of the entrant's other rounds.

Teams and pairs are entrants whose results are gathered from their members' results.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import attrgetter
from typing import NamedTuple

from tournaments.format.pure import Compare, LateResult, Number, RankingRule, Unit, Worth, exact
from tournaments.standings.pure.duplicate import board_worth
from tournaments.standings.pure.placing import Player


@dataclass(frozen=True, slots=True)
class Round:
    """A round of the programme. Numbers grow with time over all events.

    Who has no counted result in a `closed` round is missing it; an open one may still bring it.
    """

    number: int
    hands: int
    event: str = ""
    final: bool = False
    closed: bool = True


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody, or a team, with results.

    A `stand_in` fills a seat: his results count in sums and are never ranked. `carried` is what
    is brought along (the average of the year, say), `penalty` goes with no result, `card` the
    strength of a card drawn to break ties, the higher the better. `bound` is what of the penalty
    belongs to rounds without a result of theirs: pairs of round number and points.
    """

    player: Player
    team: str | None = None
    stand_in: bool = False
    carried: Number = 0
    penalty: Number = 0
    card: int | None = None
    bound: tuple[tuple[int, Number], ...] = ()

    def within(self, rounds: range) -> "Entrant":
        """Without the penalties that are bound to other rounds."""
        kept = tuple((number, points) for number, points in self.bound if number in rounds)
        gone = sum(points for number, points in self.bound if number not in rounds)
        return replace(self, penalty=self.penalty - gone, bound=kept)


@dataclass(frozen=True, slots=True, kw_only=True)
class PasseResult:
    """What an entrant reached in a round: a passe, in Differenzler the sum of differences.

    `points` are without penalties; the points of a side are credited to both partners. `exact`
    counts the hands of a Differenzler predicted exactly. `side`
    numbers the sides of a table and is None where everybody plays alone. A `joker` sat out and
    gets the fixed points of the rule, a `mean` that of his own other rounds: their `points` are
    not read. `day` is a date ordinal.
    """

    player: Player
    round: int
    points: Number = 0
    hands: int = 1
    matsches: int = 0
    exact: int = 0
    penalty: Number = 0
    table: int | None = None
    side: int | None = None
    day: int | None = None
    confirmed: bool = True
    late: bool = False
    joker: bool = False
    mean: bool = False
    lower: bool = False
    """Whether fewer points are better: the differences of a Differenzler."""
    boards: tuple[tuple[int, int], ...] = ()
    """Of a duplicate each board by number with its points; `compared` finds what they bring."""

    @property
    def sat_out(self) -> bool:
        """Whether nothing was played for it."""
        return self.joker or self.mean


class UnitRounds(NamedTuple):
    """The rounds that make up a unit, in order of time."""

    name: str
    rounds: tuple[Round, ...]

    @property
    def final(self) -> bool:
        return self.rounds[0].final


@dataclass(frozen=True, slots=True)
class Contest:
    """Everything a ranking is computed from; `drawn` is the number drawn after play, if any.

    ValueError for what the caller must not let happen: an entrant or a round listed twice, a
    result of nobody or of no round, a result without hands, two confirmed results of an entrant
    in one round.
    """

    rounds: tuple[Round, ...]
    entrants: tuple[Entrant, ...]
    results: tuple[PasseResult, ...]
    drawn: Number | None = None

    def __post_init__(self) -> None:
        players = _once((e.player for e in self.entrants), "entrant")
        rounds = _once((r.number for r in self.rounds), "round")
        for result in self.results:
            if result.player not in players or result.round not in rounds or result.hands < 1:
                raise ValueError(f"a result of nobody, of no round or of no hand: {result}")
        _once(((r.player, r.round) for r in self.counted()), "result")

    def counted(self) -> list[PasseResult]:
        """The confirmed results in order of rounds, whatever order they came in."""
        confirmed = (result for result in self.results if result.confirmed)
        return sorted(confirmed, key=lambda r: (r.round, str(r.player)))

    def before(self, number: int) -> "Contest":
        """The contest as if it had ended before that round; nothing later is left in it."""
        return replace(
            self,
            rounds=tuple(r for r in self.rounds if r.number < number),
            entrants=tuple(entrant.within(range(number)) for entrant in self.entrants),
            results=tuple(r for r in self.results if r.round < number),
            drawn=None,
        )

    def units(self, unit: Unit) -> list[UnitRounds]:
        """Rounds, or whole events, in order of time. ValueError for an event that is half final."""
        ordered = sorted(self.rounds, key=attrgetter("number"))
        if unit is Unit.ROUND:
            return [UnitRounds(str(r.number), (r,)) for r in ordered]
        events: dict[str, list[Round]] = defaultdict(list)
        for played in ordered:
            events[played.event].append(played)
            if played.final != events[played.event][0].final:
                raise ValueError(f"event {played.event!r} is a final only in part")
        return [UnitRounds(name, tuple(rounds)) for name, rounds in events.items()]


def _once(keys: Iterable[Hashable], what: str) -> set[Hashable]:
    seen: set[Hashable] = set()
    for key in keys:
        if key in seen:
            raise ValueError(f"{what} {key!r} comes twice")
        seen.add(key)
    return seen


Kin = tuple[Player, str, bool]
"""Whose results, of which event, of its final or not."""


def with_byes(contest: Contest, rule: RankingRule) -> list[PasseResult]:
    """The counted results, each bye with its points and hands.

    A mean is taken by the hand over the rounds that its entrant played in the same event, those
    of a final apart, without penalties. Who has played none has no mean and no result.
    """
    counted = compared(contest.counted(), rule)
    if not any(result.sat_out for result in counted):
        return counted
    rounds = {played.number: played for played in contest.rounds}
    means = _means(counted, rounds, rule)
    worth = (_worth(result, rounds[result.round], rule, means) for result in counted)
    return [
        replace(result, points=points, hands=rounds[result.round].hands, matsches=0, exact=0)
        if result.sat_out
        else result
        for result, points in zip(counted, worth, strict=True)
        if points is not None
    ]


def _against_the_field(results: Sequence[PasseResult], compare: Compare) -> list[PasseResult]:
    """Each result with what it brings against all that were made in its round, penalties included;
    so that rounds of different games can be added."""
    made: dict[int, list[Number]] = defaultdict(list)
    for result in results:
        if not result.sat_out:
            made[result.round].append(_made(result))
    worth = {number: board_worth(values, compare) for number, values in made.items()}
    return [
        result
        if result.sat_out
        else replace(result, points=exact(worth[result.round][_made(result)]))
        for result in results
    ]


def _made(result: PasseResult) -> Number:
    """What was made, more being better."""
    after = result.points + (result.penalty if result.lower else -result.penalty)
    return -after if result.lower else after


def compared(counted: Iterable[PasseResult], rule: RankingRule) -> list[PasseResult]:
    """The results; those of a duplicate with what each board brings against all who held the same
    cards. So what is left out of a contest, as before a hidden round, is compared with nothing."""
    results = list(counted)
    if rule.worth is not Worth.POINTS:
        return _against_the_field(results, Compare(rule.worth.value))
    held: dict[tuple[int, int | None], dict[tuple[int, int | None], int]] = defaultdict(dict)
    for result in results:
        for board, points in result.boards:
            # Both partners have it: it is one table all the same.
            held[board, result.side][result.round, result.table] = points
    worth = {key: board_worth(list(points.values()), rule.compare) for key, points in held.items()}
    return [
        replace(
            result,
            points=exact(
                sum((worth[board, result.side][made] for board, made in result.boards), Fraction(0))
            ),
        )
        if result.boards
        else result
        for result in results
    ]


def _worth(
    result: PasseResult, played: Round, rule: RankingRule, means: Mapping[Kin, Fraction]
) -> Number | None:
    if result.joker:
        return rule.joker.of(played.hands)
    if not result.mean:
        return result.points
    mean = means.get(_kin(result, played))
    return None if mean is None else exact(mean * played.hands)


def _means(
    counted: Iterable[PasseResult], rounds: Mapping[int, Round], rule: RankingRule
) -> dict[Kin, Fraction]:
    points: dict[Kin, Number] = defaultdict(int)
    hands: dict[Kin, int] = defaultdict(int)
    for result in counted:
        if not (result.sat_out or (result.late and rule.late is LateResult.MISSING)):
            kin = _kin(result, rounds[result.round])
            points[kin] += result.points
            hands[kin] += result.hands
    return {kin: Fraction(points[kin]) / played for kin, played in hands.items()}


def _kin(result: PasseResult, played: Round) -> Kin:
    return result.player, played.event, played.final


def team_contest(contest: Contest, rule: RankingRule, *, best: int | None = None) -> Contest:
    """The contest of the teams: in each round the points of the members together.

    Stand-ins bring their team points like everybody else. With `best`, only so many members of a
    team count in a round, chosen again each round. Byes are worth what they are to the member;
    penalties of members and results bound to no team stay what they are. Unconfirmed results
    have no part in it.
    """
    teams = {e.player: e.team for e in contest.entrants if e.team is not None}
    gathered: dict[tuple[str, int], list[PasseResult]] = defaultdict(list)
    for result in with_byes(contest, rule):
        if team := teams.get(result.player):
            gathered[team, result.round].append(result)
    results = [
        _together(team, members, best=best, lower=rule.lower_wins)
        for (team, _), members in gathered.items()
    ]
    return replace(contest, entrants=_teams(contest.entrants), results=tuple(results))


def _together(
    team: str, members: list[PasseResult], *, best: int | None, lower: bool
) -> PasseResult:
    """One result of all members; penalties count even of members whose points do not."""
    ordered = sorted(members, key=lambda r: r.points, reverse=not lower)
    kept = ordered if best is None else ordered[:best]
    return PasseResult(
        player=team,
        round=members[0].round,
        points=sum(r.points for r in kept),
        hands=sum(r.hands for r in kept),
        matsches=sum(r.matsches for r in kept),
        exact=sum(r.exact for r in kept),
        penalty=sum(r.penalty for r in members),
        late=any(r.late for r in members),
        joker=False,
    )


def _teams(entrants: Iterable[Entrant]) -> tuple[Entrant, ...]:
    carried: dict[str, Number] = defaultdict(int)
    penalties: dict[str, Number] = defaultdict(int)
    bound: dict[str, tuple[tuple[int, Number], ...]] = defaultdict(tuple)
    for entrant in entrants:
        if entrant.team is not None:
            carried[entrant.team] += entrant.carried
            penalties[entrant.team] += entrant.penalty
            bound[entrant.team] += entrant.bound
    return tuple(
        Entrant(team, carried=carried[team], penalty=penalties[team], bound=bound[team])
        for team in sorted(carried)
    )


def pair_contest(contest: Contest) -> Contest:
    """The contest of fixed pairs, named by `team`: the points of a side count once, not twice.

    What one partner is fined in a round is the pair's. ValueError when partners have different
    results of one round, since one of them is wrong.
    """
    teams = {e.player: e.team for e in contest.entrants if e.team is not None}
    results: dict[tuple[str, int], PasseResult] = {}
    fines: dict[tuple[str, int], Number] = defaultdict(int)
    for result in contest.counted():
        if team := teams.get(result.player):
            shared = replace(result, player=team, penalty=0)
            if results.setdefault((team, result.round), shared) != shared:
                raise ValueError(f"the partners of {team!r} differ in round {result.round}")
            fines[team, result.round] += result.penalty
    return replace(
        contest,
        entrants=_pairs(contest.entrants),
        results=tuple(replace(shared, penalty=fines[key]) for key, shared in results.items()),
    )


def _pairs(entrants: Iterable[Entrant]) -> tuple[Entrant, ...]:
    """One entrant a pair. What a partner brings along or is fined is the pair's."""
    members = [replace(e, player=e.team) for e in entrants if e.team is not None]
    partners: dict[Player, list[Entrant]] = defaultdict(list)
    for member in members:
        partners[member.player].append(member)
    return tuple(
        replace(
            pair,
            card=max((p.card for p in partners[pair.player] if p.card is not None), default=None),
            stand_in=all(partner.stand_in for partner in partners[pair.player]),
        )
        for pair in _teams(members)
    )
