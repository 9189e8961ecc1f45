"""Season tables follow from confirmed hands, whole, whatever order things happened in."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone

from jassclub.clubs.models import Player, Season, User
from scoring.claims.agreement import contest_hand, resolve_hand
from scoring.claims.entries import correct_hand
from scoring.claims.penalties import add_penalty
from scoring.claims.selectors import state_of
from scoring.core.models import Game, ScoreEvent
from scoring.tables.games import close_game
from tests.cast import Caller
from tests.scoring.table import differenzler, house, open_table, schieber
from tournaments.seasons.models import SeasonAverage, StandingsSnapshot
from tournaments.seasons.selectors import averages_of, named_rows
from tournaments.seasons.services import count_events, recompute

pytestmark = pytest.mark.django_db

SLIPS = [
    ([20, 40, 30, 50], [25, 52, 40]),
    ([10, 70, 40, 30], [10, 90, 40]),
    ([0, 60, 45, 55], [3, 57, 44]),
    ([33, 33, 33, 33], [60, 40, 30]),
]
"""Differences by seat: (5, 12, 10, 10), (0, 20, 0, 13), (3, 3, 1, 2), (27, 7, 3, 6)."""


@pytest.fixture
def evening():
    """Four hands of Differenzler, signed off."""
    table = open_table(house(), "differenzler-verdeckt")
    for number, slip in enumerate(SLIPS, start=1):
        table.write(number, differenzler(*slip))
    close_game(actor=table.house.official("scribe"), game_id=table.game.pk)
    return table


def average(table, seat, size=0):
    return SeasonAverage.objects.get(
        season=table.house.season, player=table.house.people[seat], table_size=size
    )


def test_the_average_is_the_mean_difference_per_hand(evening):
    count_events()
    anna = average(evening, 0)
    assert (anna.hands, anna.total, anna.mean) == (4, 35, Decimal("8.75"))
    # differences 5 0 3 27: sample variance 152.25, by four hands 38.0625, its root 6.17
    assert anna.standard_error == Decimal("6.17")
    assert (anna.exact_hits, anna.best_hand, anna.worst_hand) == (1, 0, 27)
    # predicted 20 10 0 33, made 25 10 3 60: -35 over four hands
    assert anna.bias == Decimal("-8.75")
    assert [row.player.name for row in averages_of(evening.house.season)] == [
        "Chlöe",
        "Dario",
        "Anna",
        "Beat",
    ]


def test_tables_of_three_and_four_are_kept_apart(evening):
    three = open_table(evening.house, "differenzler-verdeckt", seats=3)
    three.write(1, differenzler([50, 50, 50], [57, 60]))
    close_game(actor=evening.house.official("scribe"), game_id=three.game.pk)
    count_events()
    assert (average(evening, 0).hands, average(evening, 0).total) == (5, 42)
    assert (average(evening, 0, 4).hands, average(evening, 0, 3).hands) == (4, 1)
    assert average(evening, 0, 3).mean == Decimal("7.00")
    assert average(evening, 0, 3).rank is None


def test_what_is_not_agreed_to_does_not_count():
    table = open_table(house(), "differenzler-verdeckt")
    table.write(1, differenzler(*SLIPS[0]))
    count_events()
    snapshot = StandingsSnapshot.objects.get()
    assert (snapshot.rows, snapshot.hands, snapshot.open_hands) == ([], 0, 1)
    table.confirm(1, seat=1)
    count_events()
    snapshot.refresh_from_db()
    assert (snapshot.hands, snapshot.open_hands) == (1, 0)


def test_a_contested_hand_leaves_the_table_and_comes_back(evening):
    season = evening.house.season
    count_events()
    whole = StandingsSnapshot.objects.get(season=season).rows
    desk = evening.house.official("director")
    hand = evening.hand(2)
    contest_hand(actor=desk, hand_id=hand.pk, version=1, reason_code="miscounted")
    count_events()
    assert average(evening, 0).hands == 3
    resolve_hand(actor=desk, hand_id=hand.pk, version=1, reason="stimmt")
    count_events()
    assert StandingsSnapshot.objects.get(season=season).rows == whole


def test_a_correction_reaches_the_table(evening):
    count_events()
    correct_hand(
        actor=evening.house.official("director"),
        hand_id=evening.hand(4).pk,
        base_version=1,
        slip=differenzler([33, 33, 33, 33], [33, 40, 30]),
        reason_code="miscounted",
    )
    count_events()
    assert average(evening, 0).total == 8


def test_penalty_points_count_with_their_hand(evening):
    add_penalty(
        actor=evening.house.official("referee"),
        game_id=evening.game.pk,
        seat=2,
        points=20,
        reason="falsche Karte",
        number=1,
    )
    count_events()
    assert average(evening, 2).total == 10 + 0 + 1 + 3 + 20


def test_penalty_points_of_an_annulled_hand_count_with_the_next(evening):
    """A revoke that annuls the hand costs its points, too: the sheet says so, and the season."""
    add_penalty(
        actor=evening.house.official("referee"),
        game_id=evening.game.pk,
        seat=2,
        points=20,
        reason="Farbe nicht angegeben",
        number=2,
    )
    correct_hand(
        actor=evening.house.official("director"),
        hand_id=evening.hand(2).pk,
        base_version=1,
        slip={"state": "annulled"},
        reason_code="other",
        reason_text="Farbe nicht angegeben",
    )
    count_events()
    chloe = average(evening, 2)
    assert (chloe.hands, chloe.total) == (3, 10 + 1 + 3 + 20)
    assert state_of(evening.game).totals[2] == chloe.total


def test_a_renamed_player_is_no_reason_to_answer_unchanged(evening):
    count_events()
    member = User.objects.get(pk=evening.house.official("member").user_id)
    caller, path = Caller(user=member), f"seasons/{evening.house.season.pk}/standings"
    etag = caller.get(path)["ETag"]
    assert caller.get(path, etag=etag).status_code == 304
    Player.objects.filter(pk=evening.house.people[0].pk).update(name="Anna Aregger")
    again = caller.get(path, etag=etag)
    assert again.status_code == 200
    assert "Anna Aregger" in {row["name"] for row in again.json()["tables"][0]["rows"]}


def test_counting_again_changes_nothing_but_the_moment(evening):
    count_events()
    first = StandingsSnapshot.objects.get()
    assert not ScoreEvent.objects.filter(counted_at=None).exists()
    recompute(evening.house.season.pk)
    second = StandingsSnapshot.objects.get()
    assert (second.rows, second.version) == (first.rows, first.version)
    assert SeasonAverage.objects.count() == 8


def test_new_rules_of_the_season_are_taken_in_without_a_new_hand(evening):
    count_events()
    Season.objects.filter(pk=evening.house.season.pk).update(
        rules={"differenzler": {"minimum_evenings": 2}}, version=2, to_recount=True
    )
    assert count_events() == 1
    anna = average(evening, 0)
    assert (anna.rank, anna.evenings_missing) == (None, 1)
    assert count_events() == 0


def test_faulty_rules_are_told_and_the_usual_ones_count(evening):
    Season.objects.filter(pk=evening.house.season.pk).update(
        rules={"differenzler": {"minimum_evenings": -2, "nach_lust": True}}, version=2
    )
    count_events()
    snapshot = StandingsSnapshot.objects.get()
    assert {finding["code"] for finding in snapshot.findings} == {"not_a_count", "key_unknown"}
    assert len(snapshot.rows) == 4


def test_the_worst_evening_may_be_dropped(evening):
    season = evening.house.season
    Season.objects.filter(pk=season.pk).update(rules={"differenzler": {"drop": 1}}, version=2)
    before = timezone.localdate() - timedelta(days=7)
    bad = open_table(evening.house, "differenzler-verdeckt", played_on=before)
    bad.write(1, differenzler([157, 100, 100, 100], [57, 60, 20]))
    close_game(actor=evening.house.official("scribe"), game_id=bad.game.pk)
    count_events()
    anna = average(evening, 0)
    assert (anna.hands, anna.evenings, anna.evenings_dropped) == (4, 2, 1)


def test_a_game_outside_any_season_counts_nowhere(evening):
    Game.objects.update(season=None)
    assert count_events() == 0
    assert not StandingsSnapshot.objects.exists()
    assert not ScoreEvent.objects.filter(counted_at=None).exists()


def test_names_are_those_of_today(evening):
    count_events()
    Player.objects.filter(pk=evening.house.people[0].pk).update(name="Anna Aregger")
    names = {row["name"] for row in named_rows(StandingsSnapshot.objects.get())}
    assert "Anna Aregger" in names


def test_the_schieber_table_credits_both_partners():
    table = open_table(house(), "turnier-einzelschieber")
    for number, points in enumerate((97, 157, 60), start=1):
        table.write(number, schieber(points, matsch=0 if points == 157 else None))
    close_game(actor=table.house.official("scribe"), game_id=table.game.pk)
    count_events()
    rows = {row["name"]: row for row in named_rows(StandingsSnapshot.objects.get())}
    assert (rows["Anna"]["points"], rows["Chlöe"]["points"]) == (314, 314)
    assert (rows["Beat"]["points"], rows["Beat"]["difference"]) == (157, -157)
    assert (rows["Anna"]["games"], rows["Anna"]["wins"], rows["Anna"]["matsche"]) == (1, 1, 1)
    assert (rows["Beat"]["games"], rows["Beat"]["wins"]) == (1, 0)
    assert rows["Anna"]["rank"] == rows["Chlöe"]["rank"] == 1
    assert rows["Anna"]["mean"] == "104.67"


def test_a_running_game_is_no_win_yet():
    table = open_table(house(), "schieber-1000")
    table.write(1, schieber(97))
    table.confirm(1, seat=1)
    count_events()
    (row, *_others) = StandingsSnapshot.objects.get().rows
    assert (row["games"], row["hands"]) == (0, 1)


def test_who_played_nothing_has_no_row_and_those_without_a_rank_stand_by_name():
    table = open_table(house(), "schieber-1000")
    table.house.season.rules = {"schieber": {"minimum_evenings": 2}}
    table.house.season.save()
    other = replace(table.house, people=table.house.people[2:])
    open_table(other, "schieber-1000")
    table.write(1, schieber(97))
    table.confirm(1, seat=1)
    count_events()
    rows = named_rows(StandingsSnapshot.objects.get())
    assert [row["name"] for row in rows] == ["Anna", "Beat", "Chlöe", "Dario"]
    assert {row["rank"] for row in rows} == {None}


PASSEN: list[dict[str, Any]] = [
    {"points": [1000, 884], "matsches": [2, 1]},
    {"points": [900, 984], "matsches": [0, 1], "partner": 1},
    {"points": [700, None], "hands": 8, "partner": 3},
]
"""By player: Anna 1000 + 900 + 700, Beat 884 + 900 + 556, Chlöe 1000 + 984 + 556, Dario ..."""


def test_a_passe_counts_as_all_its_hands_and_credits_everybody_with_his_side():
    table = open_table(house(), "schieber-passen")
    for number, slip in enumerate(PASSEN, start=1):
        table.write(number, slip)
    close_game(actor=table.house.official("scribe"), game_id=table.game.pk)
    count_events()
    snapshot = StandingsSnapshot.objects.get(season=table.house.season, variant="passen")
    rows = {row["name"]: row for row in named_rows(snapshot)}
    assert snapshot.hands == 32
    assert {name: (row["points"], row["hands"], row["matsche"]) for name, row in rows.items()} == {
        "Anna": (2600, 32, 2),
        "Beat": (2340, 32, 1),
        "Chlöe": (2540, 32, 3),
        "Dario": (2568, 32, 2),
    }
    assert sum(row["points"] for row in rows.values()) == 2 * 32 * 157
    assert rows["Anna"]["mean"] == "81.25"
    assert rows["Anna"]["difference"] == (1000 - 884) + (900 - 984) + (700 - 556)
    assert [rows["Anna"]["rank"], rows["Anna"]["wins"], rows["Beat"]["wins"]] == [1, 1, 0]


def test_where_everybody_plays_alone_for_most_points_the_best_stands_first():
    table = open_table(house(), "handjass")
    table.write(1, {"trump": "RO", "points": [60, 40, 30, None]})
    close_game(actor=table.house.official("scribe"), game_id=table.game.pk)
    count_events()
    snapshot = StandingsSnapshot.objects.get(season=table.house.season, variant="handjass")
    rows = [(row["name"], row["points"], row["difference"]) for row in named_rows(snapshot)]
    assert rows == [("Anna", 60, -37), ("Beat", 40, -77), ("Chlöe", 30, -97), ("Dario", 27, -103)]


def test_differences_alone_count_with_the_hands_that_are_known():
    rules = {"differenzler.differences_alone": {"value": True, "house": "alte Tabelle"}}
    table = open_table(house(), "differenzler-offen", house_rules=rules)
    table.write(1, {"differences": [5, 12, 0, 10]})
    table.write(2, differenzler(*SLIPS[1]))
    close_game(actor=table.house.official("scribe"), game_id=table.game.pk)
    count_events()
    chloe = average(table, 2)
    assert (chloe.hands, chloe.total, chloe.exact_hits) == (2, 0, 2)
    beat = average(table, 1)
    assert (beat.hands, beat.total, beat.mean) == (2, 32, Decimal("16.00"))
    # predicted 70, made 90 in the one hand of which both are known
    assert beat.bias == Decimal("-20.00")


def test_a_penalty_takes_no_exact_hit_away_from_differences_alone():
    rules = {"differenzler.differences_alone": {"value": True, "house": "alte Tabelle"}}
    table = open_table(house(), "differenzler-offen", house_rules=rules)
    table.write(1, {"differences": [5, 12, 0, 10]})
    judge = table.house.official("referee")
    add_penalty(actor=judge, game_id=table.game.pk, seat=2, points=5, reason="x", number=1)
    close_game(actor=table.house.official("scribe"), game_id=table.game.pk)
    count_events()
    chloe = average(table, 2)
    assert (chloe.hands, chloe.total, chloe.exact_hits) == (1, 5, 1)


def _season_row(season, player):
    rows = named_rows(StandingsSnapshot.objects.get(season=season, variant="schieber"))
    return next(row for row in rows if row["name"] == player)


@pytest.fixture
def factors():
    """The same four at a table with factors and at one without."""
    where = house()
    dear = open_table(where, "schieber-2500")
    dear.write(1, schieber(80, contract="O"))
    dear.write(2, schieber(70, contract="U"))
    plain = open_table(where, "schieber-1000")
    plain.write(1, schieber(90))
    plain.write(2, schieber(100, contract="O"))
    for table in (dear, plain):
        close_game(actor=where.official("scribe"), game_id=table.game.pk)
    count_events()
    return where


def test_a_hand_that_counts_three_times_weighs_no_more_in_the_table(factors):
    row = _season_row(factors.season, "Anna")
    assert (row["points"], row["hands"], row["mean"]) == (80 + 70 + 90 + 100, 4, "85.00")
    assert _season_row(factors.season, "Beat")["mean"] == "72.00"


def test_weis_stoeck_and_matsch_are_compared_before_the_factor_too():
    table = open_table(house(), "schieber-2500")
    table.write(1, schieber(157, contract="SE", matsch=0, weis=[50, 0], stoeck=0))
    close_game(actor=table.house.official("scribe"), game_id=table.game.pk)
    count_events()
    assert _season_row(table.house.season, "Anna")["points"] == 157 + 100 + 50 + 20


def test_a_table_of_unlike_agreements_says_so(factors):
    snapshot = StandingsSnapshot.objects.get(season=factors.season)
    assert snapshot.findings == []
    bare = open_table(factors, "schieber-1000", house_rules={"weis": False, "kreuzweis": False})
    bare.write(1, schieber(60))
    close_game(actor=factors.official("scribe"), game_id=bare.game.pk)
    count_events()
    snapshot.refresh_from_db()
    assert [(found["code"], "weis" in found["message"]) for found in snapshot.findings] == [
        ("agreements_differ", True)
    ]
