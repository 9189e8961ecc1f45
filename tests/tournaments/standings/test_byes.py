"""A bye costs nobody the ranking: by default it is worth the mean of one's own other rounds."""

from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from tests.jassclub.office import words
from tests.tournaments.fair import fair
from tests.tournaments.office import Office
from tests.tournaments.standings.pure.contests import contest, result, rounds
from tournaments.format.pure import Format, Joker, RankingRule
from tournaments.rounds.models import SittingOut
from tournaments.seasons.joined_events import PlayedEvent, joined
from tournaments.standings.models import Ranking
from tournaments.standings.pure import (
    Contest,
    Entrant,
    PasseResult,
    Round,
    pair_contest,
    team_contest,
    tournament_standings,
)
from tournaments.standings.services import recount


def sat_out(player: str | int, number: int, **more: Any) -> PasseResult:
    return PasseResult(player=player, round=number, mean=True, **more)


def values(found: Contest, **rule: Any) -> dict[Any, Any]:
    rows = tournament_standings(found, RankingRule(**{"ties": ("shared",)} | rule))
    return {row.player: row.value for row in rows}


def test_a_bye_is_the_mean_of_ones_own_other_rounds_by_the_hand():
    programme = (Round(1, 12), Round(2, 8), Round(3, 12))
    found = contest(
        {"A": [], "B": []},
        programme=programme,
        extra=[
            result("A", 1, 1000, hands=12), result("A", 2, 600, hands=8), sat_out("A", 3),
            sat_out("B", 1), result("B", 2, 400, hands=8), result("B", 3, 601, hands=12),
        ],
    )  # fmt: skip
    assert values(found) == {"A": 1600 + 960, "B": 1001 + Fraction(1001 * 12, 20)}


def test_a_penalty_of_another_round_is_paid_once():
    found = contest(
        {"A": [800, 700]}, programme=rounds(3),
        extra=[sat_out("A", 3)],
    )  # fmt: skip
    fined = [r if r.round != 1 else result("A", 1, 800, penalty=50) for r in found.results]
    assert values(found)["A"] == 2250
    assert values(Contest(found.rounds, found.entrants, tuple(fined)))["A"] == 2200


def test_the_hall_learns_nothing_of_a_hidden_round_from_a_bye():
    found = contest({"A": [800, None, 1200]}, extra=[sat_out("A", 2)])
    assert values(found.before(3))["A"] == 1600
    assert values(found)["A"] == 3000


def test_a_final_has_no_part_in_the_mean_of_the_rounds_before_it():
    programme = (Round(1, 12), Round(2, 12), Round(3, 12, final=True))
    found = contest({"A": [800, None, 1500]}, programme=programme, extra=[sat_out("A", 2)])
    assert values(found)["A"] == 800 + 800 + 1500


def test_a_bye_is_no_best_passe_no_hand_played_and_no_missed_round():
    found = contest({"A": [None, 800], "B": [900, 700]}, extra=[sat_out("A", 1)])
    rule = RankingRule(ties=("best", "shared"))
    first, second = tournament_standings(found, rule)
    assert [(row.player, row.value, row.rank) for row in (first, second)] == [
        ("B", 1600, 1), ("A", 1600, 2),
    ]  # fmt: skip
    assert (second.hands, second.missing_rounds) == (12, 0)
    assert [str(score.kind) for score in second.scores] == ["mean", "played"]


def test_who_has_played_nothing_yet_has_nothing_for_a_bye():
    assert values(contest({"A": []}, programme=rounds(1), extra=[sat_out("A", 1)])) == {"A": None}


def test_a_pair_has_its_mean_once_and_a_team_that_of_each_member():
    people = (Entrant("A", team="1"), Entrant("B", team="1"))
    results = (
        result("A", 1, 800, table=1, side=0), result("B", 1, 800, table=1, side=0),
        sat_out("A", 2), sat_out("B", 2),
    )  # fmt: skip
    found = Contest(rounds(2), people, results)
    assert values(pair_contest(found)) == {"1": 1600}
    assert values(team_contest(found, RankingRule())) == {"1": 3200}


def test_in_a_season_a_bye_is_worth_the_mean_of_its_own_day():
    def day(name: str, points: int) -> PlayedEvent:
        own = contest({1: [points, None]}, extra=[sat_out(1, 2)])
        return PlayedEvent(name=name, contest=own, joker=Joker(), people={1: "nina"}, final=False)

    rule = RankingRule()
    found = joined([day("one", 800), day("two", 1000)], rule)
    assert values(found) == {"nina": 1600 + 2000}


pytestmark = pytest.mark.django_db


def _byes(own: Any) -> Any:
    return SittingOut.objects.filter(round__tournament=own.tournament).select_related(
        "round", "entry"
    )


def _five(**settings: Any) -> Any:
    own = fair(5, played=2, **{"rounds": 4, **settings})
    return own, own.tournament.rankings.get(after_round=Ranking.LIVE)


def test_by_default_who_sat_out_has_the_mean_of_what_he_played():
    assert Format().odd == "mean"
    own, live = _five()
    out = {row.round.number: row.entry.number for row in _byes(own)}
    rows = {row["number"]: row for row in live.rows}
    assert len(out) == 2
    for round_, number in out.items():
        units = {unit["unit"]: unit for unit in rows[number]["units"]}
        assert units[str(round_)]["kind"] == "mean"
        assert units["1"]["value"] == units["2"]["value"]
        assert rows[number]["value"] == 2 * units["1"]["value"]
        assert rows[number]["hands"] == 12
    assert live.findings == []


def test_points_that_were_set_for_a_bye_count_instead():
    own, live = _five(odd="joker", ranking={"joker": {"points": 1000, "hands": 12}})
    out = {row.entry.number for row in _byes(own)}
    kinds = {row["number"]: {unit["value"] for unit in row["units"]
                             if unit["kind"] == "joker"} for row in live.rows}  # fmt: skip
    assert {number for number, found in kinds.items() if found} == out
    assert set().union(*kinds.values()) == {1000}


def test_a_bye_that_brings_nothing_in_a_sum_is_a_finding():
    own, live = _five(odd="sit_out")
    out = {f"/entries/{row.entry.number}/rounds/{row.round.number}" for row in _byes(own)}
    assert {finding["pointer"] for finding in live.findings} == out
    assert {finding["code"] for finding in live.findings} == {"bye_counts_nothing"}


def test_where_the_mean_ranks_a_bye_costs_nothing_and_is_no_finding():
    assert _five(odd="sit_out", ranking={"count": "average"})[1].findings == []


def test_the_desk_says_who_has_nothing_yet_for_sitting_out():
    office = Office()
    office.running(9)
    for table in (1, 2):
        office.director.type(table, 600, 656)
    office.director.do("close", number=1)
    own = office.round().sitting_out.get().entry
    recount(office.tournament.pk)
    told = f"Fürs Aussetzen zählt in der Summe noch nichts: {own.number} {own.name}"
    assert told in office.scribe.text()


def test_the_public_ranking_marks_the_mean_and_says_what_it_is():
    fair(5, played=2, rounds=4)
    text = words(Client().get("/t/herbst/"))
    assert "Ø: Schnitt der eigenen anderen Runden fürs Aussetzen." in text
    assert text.count(" Ø ") == 2
