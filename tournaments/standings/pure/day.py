"""The ranking of one day by its format: everybody, the teams, and those of a final on top.

Who plays a final is ranked by it, ahead of everybody else; the others keep the order of the
preliminary rounds. As long as no result of the final counts, the preliminary rounds say it all.

What a sheet gives to the people of the table, as the standings read it.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from types import MappingProxyType

from tournaments.format.pure import Carried, Format, Number, Prize, PrizeKind, Seating
from tournaments.results.pure.sheet import Settled, Sheet, Terms
from tournaments.standings.pure.contest import Contest, PasseResult, pair_contest, team_contest
from tournaments.standings.pure.groups import GroupStanding, ranks_within
from tournaments.standings.pure.placing import Player
from tournaments.standings.pure.scores import TournamentStanding
from tournaments.standings.pure.tournament import hall_view, tournament_standings

Rows = list[TournamentStanding]


def day_standings(contest: Contest, format_: Format, *, finalists: Collection[Player] = ()) -> Rows:
    """Everybody's row, best first, who has no rank after them, stand-ins at the end.

    `finalists` are those whose result the final is; their preliminary rounds are marked as not
    counting where they bring nothing along.
    """
    start, rule = format_.final_from, format_.day_ranking
    if (
        start is None
        or not any(result.round >= start for result in contest.counted())
        or not finalists
    ):
        return _ordered(tournament_standings(contest, rule))
    before = tournament_standings(replace(contest.before(start), drawn=contest.drawn), rule)
    final = _final_contest(contest, format_, before, finalists)
    rows = tournament_standings(final, replace(rule, minimum_units=0))
    if format_.final is not None and format_.final.carried is not Carried.ALL:
        rows = _with_earlier_rounds(rows, before)
    return _ordered([*rows, *_behind(before, rows)])


def day_hall(contest: Contest, format_: Format) -> Rows:
    """What the hall may see of it once a hidden round has results: no ranks."""
    rows = hall_view(contest, format_.day_ranking)
    return sorted(rows, key=lambda row: (row.stand_in, _by_number(row.player)))


def of_teams(contest: Contest, format_: Format) -> Contest | None:
    """The contest of the pairs or teams; None where everybody plays on his own account.

    ValueError where partners of a pair have different results in a round.
    """
    if format_.seating is Seating.PAIRS:
        return pair_contest(contest)
    if format_.seating is Seating.TEAMS:
        return team_contest(contest, format_.day_ranking, best=format_.team_best)
    return None


def _final_contest(
    contest: Contest,
    format_: Format,
    before: Iterable[TournamentStanding],
    people: Collection[Player],
) -> Contest:
    """What those of the final are ranked by: all rounds, or the final with what they bring."""
    carried = format_.final.carried if format_.final else Carried.ALL
    entrants = [entrant for entrant in contest.entrants if entrant.player in people]
    if carried is Carried.AVERAGE:
        means = {row.player: row.mean or 0 for row in before}
        entrants = [replace(e, carried=e.carried + means.get(e.player, 0)) for e in entrants]
    start = 1 if carried is Carried.ALL else format_.final_from or 1
    entrants = [entrant.within(range(start, format_.rounds + 1)) for entrant in entrants]
    return Contest(
        rounds=tuple(played for played in contest.rounds if played.number >= start),
        entrants=tuple(entrants),
        results=tuple(r for r in contest.results if r.round >= start and r.player in people),
        drawn=contest.drawn,
    )


def _with_earlier_rounds(rows: Rows, before: Iterable[TournamentStanding]) -> Rows:
    earlier = {row.player: row.scores for row in before}
    return [
        replace(row, scores=(*(replace(s, counts=False) for s in earlier[row.player]), *row.scores))
        for row in rows
    ]


def _behind(before: Sequence[TournamentStanding], rows: Rows) -> Rows:
    """Those who are not in the final, ranked from the first place behind it."""
    inside = {row.player for row in rows}
    places = sum(not row.stand_in for row in rows)
    others = [row for row in before if row.player not in inside]
    ranks = sorted(row.rank for row in others if row.rank is not None)
    return [
        row if row.rank is None else replace(row, rank=places + ranks.index(row.rank) + 1)
        for row in others
    ]


def by_places(rows: Rows, places: Mapping[Player, int]) -> Rows:
    """The rows with the places of a knock-out; the others, who were not in it, stay behind."""
    return _ordered(
        replace(row, rank=places[row.player], decided_by=KNOCKOUT) if row.player in places else row
        for row in rows
    )


KNOCKOUT = "knockout"
"""What `decided_by` says of a place in a knock-out."""


def _ordered(rows: Iterable[TournamentStanding]) -> Rows:
    """By rank, equals and those without a rank by number."""
    return sorted(
        rows,
        key=lambda row: (row.stand_in, row.rank is None, row.rank or 0, _by_number(row.player)),
    )


def _by_number(player: Player) -> tuple[int, str]:
    name = str(player)
    return (int(name), "") if name.isdecimal() else (0, name)


def passe_results(
    sheet: Sheet,
    settled: Settled,
    terms: Terms,
    players: Sequence[Player],
    *,
    round: int,
    table: int,
    day: int | None = None,
    late: bool = False,
    boards: Sequence[int] = (),
) -> tuple[PasseResult, ...]:
    """A result for each of the players that it is credited to, in order of the seats; both partners
    are credited those of their side. `day` is a date ordinal, `boards` are the numbers of those of
    a duplicate.

    Penalties are no part of them. A sheet that does not count (held, rejected) gives results that
    are not confirmed. ValueError for another number of players.
    """
    if len(players) != terms.seats:
        raise ValueError(f"{len(players)} people at a table of {terms.seats}")
    return tuple(
        PasseResult(
            player=player,
            round=round,
            points=settled.points[column],
            hands=sheet.hands,
            matsches=sheet.lines[column].matsches,
            exact=sheet.lines[column].exact or 0,
            table=table,
            side=column if terms.partners else None,
            day=day,
            confirmed=settled.state == "counts",
            late=late,
            lower=terms.counts == "differences",
            boards=tuple(
                (board, both[column])
                for board, both in zip(boards, sheet.boards, strict=False)
                if both is not None
            ),
        )
        for player, column in zip(players, map(terms.column_of, count()), strict=False)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """What one player gets of one kind; the things in `texts` are shared by `among` players.

    `category` is that of the prize, `rank` the one it is for, if any. What a club or a team wins
    (`group`) its best player gets."""

    player: Player
    kind: PrizeKind
    rappen: int
    texts: tuple[str, ...] = ()
    among: int = 1
    category: str = ""
    group: str = ""
    rank: int | None = None


Ranked = Sequence[TournamentStanding]


def prizes_for(
    rows: Iterable[TournamentStanding],
    prizes: Sequence[Prize],
    *,
    numbers: Mapping[Player, int],
    drawn: Number | None = None,
    members: Mapping[str, Collection[Player]] = MappingProxyType({}),
    groups: Mapping[PrizeKind, Sequence[GroupStanding]] = MappingProxyType({}),
) -> list[Award]:
    """Who gets what: of everybody, then of each category among its `members`, then the clubs and
    teams; in the order of kinds and ranks.

    Only who has a rank can win, so stand-ins never do. `numbers` are the entry numbers; `drawn`
    is the number drawn after play, without it nobody is nearest. Nobody is the last where all
    share the first rank, and nobody wins a count of none.
    """
    ranked = [row for row in rows if row.rank is not None]
    given: dict[str, list[Prize]] = defaultdict(list)
    for prize in prizes:
        given[prize.category].append(prize)
    awards = _among(ranked, given.pop("", ()), numbers, drawn)
    for category, listed in given.items():
        inside = [row for row in ranked if row.player in members.get(category, ())]
        ranks = ranks_within({row.player: row.rank or 0 for row in inside})
        inside = [replace(row, rank=ranks[row.player]) for row in inside]
        won = _among(inside, listed, numbers, drawn)
        awards += [replace(award, category=category) for award in won]
    for kind, standings in groups.items():
        awards += _by_group(standings, [prize for prize in prizes if prize.kind is kind], kind)
    return awards


def _among(
    ranked: Ranked,
    listed: Sequence[Prize],
    numbers: Mapping[Player, int],
    drawn: Number | None,
) -> list[Award]:
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


def _by_rank(ranked: Ranked, prizes: list[Prize], numbers: Mapping[Player, int]) -> list[Award]:
    awards: list[Award] = []
    for rank in sorted({row.rank or 0 for row in ranked}):
        sharing = [row for row in ranked if row.rank == rank]
        won = prizes_of_rank(rank, len(sharing), prizes)
        shared = _shared(sharing, won, kind=PrizeKind.RANK, numbers=numbers)
        awards += [replace(award, rank=rank) for award in shared]
    return awards


def _by_group(
    standings: Sequence[GroupStanding], prizes: Sequence[Prize], kind: PrizeKind
) -> list[Award]:
    """What a club or a team wins, given to the best of those who count; equals share."""
    awards = []
    for rank in sorted({row.rank for row in standings if row.rank is not None}):
        sharing = [row for row in standings if row.rank == rank]
        won = prizes_of_rank(rank, len(sharing), prizes)
        share, rest = divmod(sum(prize.rappen for prize in won), len(sharing))
        texts = tuple(prize.text for prize in won if prize.text)
        awards += [
            Award(player=row.counted[0], kind=kind, rappen=share + (0 if place else rest),
                  texts=texts, among=len(sharing), group=row.name, rank=rank)
            for place, row in enumerate(sharing) if won
        ]  # fmt: skip
    return awards


def _nearest(ranked: Ranked, drawn: Number | None) -> Ranked:
    if drawn is None:
        return []
    return _most(ranked, lambda row: min(row.points - drawn, drawn - row.points))


def _most(ranked: Ranked, measure: Callable[[TournamentStanding], Number]) -> Ranked:
    most = max(map(measure, ranked), default=0)
    return [row for row in ranked if measure(row) == most]


def _shared(
    winners: Ranked, prizes: list[Prize], *, kind: PrizeKind, numbers: Mapping[Player, int]
) -> list[Award]:
    """The prizes split among the winners, the lowest entry number first."""
    if not winners or not prizes:
        return []
    share, rest = divmod(sum(prize.rappen for prize in prizes), len(winners))
    texts = tuple(prize.text for prize in prizes if prize.text)
    return [
        Award(
            player=row.player,
            kind=kind,
            rappen=share + (0 if place else rest),
            texts=texts,
            among=len(winners),
        )
        for place, row in enumerate(sorted(winners, key=lambda row: numbers[row.player]))
    ]
