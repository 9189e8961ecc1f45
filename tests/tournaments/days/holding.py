"""What is true of a tournament at any moment of any day, counted without its own code."""

from collections import Counter, defaultdict
from dataclasses import replace
from typing import Any

from tournaments.core.models import Tournament
from tournaments.core.selectors import verify
from tournaments.format.selectors import format_of
from tournaments.results.models import PasseSheet
from tournaments.rounds.models import Draw, Passe, Round
from tournaments.standings.contests import day_of
from tournaments.standings.models import Ranking
from tournaments.standings.pure import day_standings
from tournaments.standings.rankings import content_of

Seats = dict[int, list[tuple[Any, ...]]]
HAND = 157


class Memory:
    """What was seen before and must still be so; `holds` looks at everything."""

    def __init__(self, tournament: Tournament) -> None:
        self.ident = tournament.pk
        self.draws: dict[int, tuple[Any, ...]] = {}
        self.sheets: dict[Any, tuple[Any, ...]] = {}
        self.rankings: dict[tuple[int, int], tuple[Any, ...]] = {}
        self.seats: Seats = {}
        self.log: list[str] = []
        self.state = ""

    @property
    def tournament(self) -> Tournament:
        """As it is stored now."""
        return Tournament.objects.select_related("club").get(pk=self.ident)

    def holds(self, *, seats_move: bool) -> None:
        """Everything at once; `seats_move` where a command was about who sits where."""
        tournament = self.tournament
        assert list(verify(tournament)) == []
        self._only_grew(tournament)
        seats = seats_of(tournament)
        for seated in seats.values():
            assert max(Counter(number for _at, number, *_rest in seated).values()) == 1
        if not seats_move:
            stayed = {number: seated for number, seated in seats.items() if number in self.seats}
            assert stayed == {n: s for n, s in self.seats.items() if n in seats}
        self.seats, self.state = seats, tournament.state
        _results_are_those_that_count(tournament)

    def _only_grew(self, tournament: Tournament) -> None:
        """Draws, versions of sheets, kept rankings and the log are as they were, or longer."""
        for known, now in (
            (self.draws, _draws(tournament)),
            (self.sheets, _sheets(tournament)),
            (self.rankings, _kept(tournament)),
        ):
            _grew(known, now)
        numbers = sorted(self.draws)
        assert numbers == list(range(1, len(numbers) + 1))
        revisions: dict[int, list[int]] = defaultdict(list)
        for after, revision in sorted(self.rankings):
            revisions[after].append(revision)
        assert all(found == list(range(1, len(found) + 1)) for found in revisions.values())
        log = list(tournament.log.order_by("seq").values_list("hash", flat=True))
        assert log[: len(self.log)] == self.log
        self.log = log


def _grew(known: dict[Any, Any], now: dict[Any, Any]) -> None:
    assert {key: now.get(key) for key in known} == known
    known.update(now)


def seats_of(tournament: Tournament) -> Seats:
    """By round: everybody's number with where he sits, who plays for him, and who is credited."""
    found: Seats = {}
    for round_ in tournament.rounds.order_by("number"):
        rows = round_.sittings.values_list(
            "passe__table__number", "index", "entry__number", "substitute__number", "credited"
        )
        seated = [((table, index), *rest) for table, index, *rest in rows]
        out = round_.sitting_out.values_list("entry__number", "joker")
        found[round_.number] = sorted([*seated, *((("out",), *row) for row in out)], key=str)
    return found


def people_of(seated: list[tuple[Any, ...]]) -> set[int]:
    """The numbers of a round, those who sit out with them."""
    return {number for _at, number, *_rest in seated}


def _draws(tournament: Tournament) -> dict[int, tuple[Any, ...]]:
    rows = Draw.objects.filter(tournament=tournament)
    return {d.number: (d.rounds, d.certificate, d.asked, d.reason, d.actor, d.at) for d in rows}


def _sheets(tournament: Tournament) -> dict[Any, tuple[Any, ...]]:
    """Versions without their state; one of an open round may go with a round called back."""
    rows = PasseSheet.objects.filter(passe__round__tournament=tournament)
    found = {}
    for s in rows:
        assert s.reason.strip() or not s.after_closing
        found[s.passe_id, s.number] = (s.sheet, s.counted, s.reason, s.actor, s.at, s.origin)
    return found


def _kept(tournament: Tournament) -> dict[tuple[int, int], tuple[Any, ...]]:
    rows = Ranking.objects.filter(tournament=tournament).exclude(after_round=Ranking.LIVE)
    return {
        (r.after_round, r.revision): (r.rows, r.findings, r.reason, r.results_version) for r in rows
    }


def _results_are_those_that_count(tournament: Tournament) -> None:
    """Every ranking is made of the confirmed sheets and of nothing else, in whatever order."""
    day = day_of(tournament)
    contest, format_ = day.contest, day.format
    played = [result for result in contest.results if not result.sat_out]
    credited: dict[tuple[int, int], int] = {}
    for passe, sheet in _counted(tournament):
        for number, points in _credits(passe, sheet):
            credited[number, passe.round.number] = points
    assert {(int(r.player), r.round): r.points for r in played} == credited
    assert all(result.confirmed for result in played)
    backwards = replace(
        contest, results=contest.results[::-1], entrants=contest.entrants[::-1],
        rounds=contest.rounds[::-1],
    )  # fmt: skip
    rows = day_standings(contest, format_, finalists=day.finalists)
    assert day_standings(backwards, format_, finalists=day.finalists) == rows
    closed = tournament.rounds.filter(state=Round.State.CLOSED).order_by("number")
    for round_ in closed:
        _kept_ranking_says_what_counts(tournament, round_, credited)
    if closed:
        _last_ranking_is_as_it_would_be_now(tournament, list(closed)[-1])


def _kept_ranking_says_what_counts(
    tournament: Tournament, round_: Round, credited: dict[tuple[int, int], int]
) -> None:
    """The last revision of a closed round has everybody's points as they count now."""
    told = {
        (row["number"], int(unit["unit"])): unit["points"]
        for row in _last_kept(tournament, round_).rows
        for unit in row["units"]
        if unit["kind"] == "played"
    }
    assert told == {key: p for key, p in credited.items() if key[1] <= round_.number}


def _last_ranking_is_as_it_would_be_now(tournament: Tournament, round_: Round) -> None:
    """Penalties of the whole event too, for everybody who was entered when it was kept."""
    content = content_of(day_of(tournament, through=round_.number))
    now = {row["number"]: row for row in content["rows"]}
    for row in _last_kept(tournament, round_).rows:
        same = ("value", "points", "penalties", "stand_in")
        listed = now.get(row["number"])
        assert listed or not row["units"], "only who has no results leaves a ranking"
        if listed:
            assert [row[name] for name in same] == [listed[name] for name in same]


def _last_kept(tournament: Tournament, round_: Round) -> Ranking:
    return tournament.rankings.filter(after_round=round_.number).latest("revision")


def _counted(tournament: Tournament) -> list[tuple[Passe, PasseSheet]]:
    rows = PasseSheet.objects.filter(passe__round__tournament=tournament, state="confirmed")
    found = [(sheet.passe, sheet) for sheet in rows.select_related("passe__round")]
    assert len({passe.pk for passe, _sheet in found}) == len(found), "two sheets of a table count"
    for _passe, sheet in found:
        _sum_is_right(tournament, sheet)
    return found


def _credits(passe: Passe, sheet: PasseSheet) -> list[tuple[int, int]]:
    sittings = passe.sittings.select_related("entry", "substitute").order_by("index")
    found = []
    for sitting in sittings:
        helped = sitting.credited == "substitute" and sitting.substitute is not None
        who = sitting.substitute if helped else sitting.entry
        found.append((who.number, sheet.counted["points"][sitting.index % 2]))
    return found


def _sum_is_right(tournament: Tournament, sheet: PasseSheet) -> None:
    """What counts adds up to the cards that were played, unless a director let it stand."""
    format_, written = format_of(tournament), sheet.sheet
    matsches = sum(line["matsches"] for line in written["lines"])
    expected = written["hands"] * HAND + matsches * format_.matsch_bonus
    if sheet.origin != PasseSheet.Origin.CORRECTION:
        assert sum(sheet.counted["points"]) == expected
