"""Sums of earlier seasons: taken over, corrected, and counted in the all-time table alone."""

from decimal import Decimal
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from jassclub.clubs.models import User
from scoring.tables.games import close_game
from tests.cast import Caller, pointers, problem
from tests.scoring.table import differenzler, house, open_table
from tournaments.seasons.models import (
    OpeningBalance,
    SeasonAverage,
    SeasonOpening,
    StandingsSnapshot,
)
from tournaments.seasons.services import count_events

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
    """Four hands of Differenzler, signed off and counted."""
    table = open_table(house(), "differenzler-verdeckt")
    for number, slip in enumerate(SLIPS, start=1):
        table.write(number, differenzler(*slip))
    close_game(actor=table.house.official("scribe"), game_id=table.game.pk)
    count_events()
    return table


def caller(table, role):
    return Caller(user=User.objects.get(pk=table.house.official(role).ident))


def line(table, seat, hands=100, total=900, exact_hits=12, **more):
    player = table.house.people[seat].pk
    return {
        "player": player, "hands": hands, "total": total, "exact_hits": exact_hits, **more
    }  # fmt: skip


def take_over(table, *lines, label="2015 bis 2025", role="director", **more):
    data = {"label": label, "balances": lines, **more}
    return caller(table, role).post(f"clubs/{table.house.club.pk}/openings", data)


def all_time(table, **params):
    answer = caller(table, "member").get(f"clubs/{table.house.club.pk}/averages", **params)
    return {row["name"]: row for row in answer.json()["results"]}


def test_the_all_time_average_counts_what_was_carried_over(evening):
    assert take_over(evening, line(evening, 0, evenings=9)).status_code == 201
    anna = all_time(evening)["Anna"]
    assert (anna["hands"], anna["total"], anna["exact_hits"]) == (104, 935, 13)
    assert (anna["average"]["mean"], anna["evenings"]) == ("8.99", 10)
    assert anna["on_file"] == {"hands": 4, "total": 35, "exact_hits": 1}
    assert anna["carried_over"] == {"hands": 100, "total": 900, "exact_hits": 12}


def test_the_standard_error_covers_the_hands_on_file_and_says_so(evening):
    take_over(evening, line(evening, 0))
    path = f"clubs/{evening.house.club.pk}/averages"
    answer = caller(evening, "member").get(path).json()
    anna = next(row for row in answer["results"] if row["name"] == "Anna")
    assert (anna["standard_error"], anna["standard_error_hands"]) == ("6.17", 4)
    assert "Standardfehler" in answer["note"]


def test_the_table_of_the_season_does_not_know_it(evening):
    season = evening.house.season
    before = StandingsSnapshot.objects.get(season=season).rows
    take_over(evening, line(evening, 0), season=season.pk)
    count_events()
    assert StandingsSnapshot.objects.get(season=season).rows == before
    anna = SeasonAverage.objects.get(player=evening.house.people[0], table_size=0)
    assert (anna.hands, anna.mean) == (4, Decimal("8.75"))


def test_dropped_evenings_count_over_the_years(evening):
    season = evening.house.season
    type(season).objects.filter(pk=season.pk).update(
        rules={"differenzler": {"count": "best:1+average"}}, version=2
    )
    second = open_table(evening.house, "differenzler-verdeckt", played_on=season.starts)
    second.write(1, differenzler([157, 0, 0, 0], [57, 60, 20]))
    close_game(actor=evening.house.official("scribe"), game_id=second.game.pk)
    count_events()
    anna = SeasonAverage.objects.get(player=evening.house.people[0], table_size=0)
    assert (anna.hands, all_time(evening)["Anna"]["hands"]) == (4, 5)


def test_who_plays_no_more_stands_in_the_all_time_table(evening):
    take_over(evening, line(evening, 5, total=100))
    fritz = all_time(evening)["Fritz"]
    assert (fritz["rank"], fritz["standard_error"], fritz["on_file"]["hands"]) == (1, None, 0)


def test_a_rank_may_ask_for_hands(evening):
    take_over(evening, line(evening, 0))
    rows = all_time(evening, minimum_hands=50)
    assert (rows["Anna"]["rank"], rows["Beat"]["rank"]) == (1, None)
    assert rows["Beat"]["hands_missing"] == 46


def test_all_that_is_wrong_is_named_at_once(evening):
    answer = take_over(
        evening,
        line(evening, 0, exact_hits=101),
        line(evening, 0),
        line(evening, 1, total=15_701),
        line(evening, 2, evenings=101),
        {**line(evening, 3), "player": uuid4()},
        season=uuid4(),
    )
    assert pointers(problem(answer, 422, "invalid")) == {
        "/balances/0/exact_hits",
        "/balances/1/player",
        "/balances/2/total",
        "/balances/3/evenings",
        "/balances/4/player",
        "/season",
    }
    assert not SeasonOpening.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [("hands", -1), ("hands", "viele"), ("exact_hits", -1), ("total", 10**12), ("more", 1)],
)
def test_a_line_has_numbers(evening, field, value):
    answer = take_over(evening, line(evening, 0, **{field: value}))
    members = problem(answer, 400, "malformed")
    assert pointers(members) == {f"/balances/0/{field}"}


def test_an_empty_list_is_no_season(evening):
    assert pointers(problem(take_over(evening), 400, "malformed")) == {"/balances"}


def test_a_season_is_taken_over_once(evening):
    take_over(evening, line(evening, 0))
    problem(take_over(evening, line(evening, 1)), 409, "label_taken")
    season = evening.house.season.pk
    take_over(evening, line(evening, 1), label="Herbst", season=season)
    answer = take_over(evening, line(evening, 1), label="Winter", season=season)
    problem(answer, 409, "season_taken")


def test_taking_over_needs_the_director(evening):
    problem(take_over(evening, line(evening, 0), role="scribe"), 403, "role_missing")
    foreign = house("Anderswo")
    stranger = Caller(user=User.objects.get(pk=foreign.official("admin").ident))
    path = f"clubs/{evening.house.club.pk}/openings"
    data = {"label": "x", "balances": [line(evening, 0)]}
    problem(stranger.post(path, data), 404, "not_found")
    problem(stranger.get(path), 404, "not_found")


def balances(table, opening):
    return f"clubs/{table.house.club.pk}/openings/{opening}/balances"


def correct(table, opening, role="director", **more):
    data = {**line(table, 0, total=800), "version": 1, "reason": "verrechnet", **more}
    return caller(table, role).post(balances(table, opening), data)


def test_a_correction_keeps_the_old_balance(evening):
    opening = take_over(evening, line(evening, 0)).json()["id"]
    answer = correct(evening, opening)
    assert (answer.status_code, answer.json()["version"]) == (201, 2)
    assert all_time(evening)["Anna"]["carried_over"]["total"] == 800
    rows = caller(evening, "member").get(balances(evening, opening)).json()["results"]
    assert [(row["version"], row["current"], row["total"]) for row in rows] == [
        (1, False, 900),
        (2, True, 800),
    ]
    assert rows[1]["reason"] == "verrechnet"


def test_a_correction_against_an_old_version_is_refused(evening):
    opening = take_over(evening, line(evening, 0)).json()["id"]
    correct(evening, opening)
    assert problem(correct(evening, opening), 412, "stale")["version"] == 2


def test_somebody_who_was_forgotten_is_added_against_version_nought(evening):
    opening = take_over(evening, line(evening, 0)).json()["id"]
    added = correct(evening, opening, version=0, player=evening.house.people[1].pk)
    assert added.json()["version"] == 1
    assert all_time(evening)["Beat"]["carried_over"]["hands"] == 100


def test_a_balance_that_was_wrong_altogether_is_corrected_to_nothing(evening):
    opening = take_over(evening, line(evening, 5)).json()["id"]
    nothing = {"hands": 0, "total": 0, "exact_hits": 0, "player": evening.house.people[5].pk}
    assert correct(evening, opening, **nothing).status_code == 201
    assert "Fritz" not in all_time(evening)


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"exact_hits": 200}, "/exact_hits"),
        ({"hands": 0}, "/total"),
        ({"player": str(uuid4())}, "/player"),
    ],
)
def test_a_correction_that_cannot_be_is_refused(evening, change, pointer):
    opening = take_over(evening, line(evening, 0)).json()["id"]
    assert pointer in pointers(problem(correct(evening, opening, **change), 422, "invalid"))


def test_correcting_needs_the_director_of_the_club(evening):
    opening = take_over(evening, line(evening, 0)).json()["id"]
    problem(correct(evening, opening, role="scribe"), 403, "role_missing")
    foreign = Caller(user=User.objects.get(pk=house("Anderswo").official("admin").ident))
    problem(foreign.get(balances(evening, opening)), 404, "not_found")


def test_earlier_seasons_are_marked_as_carried_over(evening):
    take_over(evening, line(evening, 0), note="aus der Tabelle von Beat")
    path = f"clubs/{evening.house.club.pk}/openings"
    (row,) = caller(evening, "member").get(path).json()["results"]
    assert (row["carried_over"], row["label"], row["note"]) == (
        True,
        "2015 bis 2025",
        "aus der Tabelle von Beat",
    )
    assert [balance["name"] for balance in row["balances"]] == ["Anna"]


@pytest.mark.parametrize("values", [{"exact_hits": 101}, {"hands": 0}])
def test_the_database_keeps_balances_possible(evening, values):
    take_over(evening, line(evening, 0))
    with pytest.raises(IntegrityError), transaction.atomic():
        OpeningBalance.objects.update(**values)


def test_the_database_keeps_one_current_balance_a_player(evening):
    take_over(evening, line(evening, 0))
    row = OpeningBalance.objects.get()
    row.pk, row.version = uuid4(), 2
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save(force_insert=True)


def test_hits_that_nobody_counted_are_unknown_and_not_none(evening):
    assert take_over(evening, line(evening, 0, exact_hits=None)).status_code == 201
    anna = all_time(evening)["Anna"]
    assert (anna["hands"], anna["exact_hits"]) == (104, None)
    assert anna["on_file"]["exact_hits"] == 1


def test_schieber_of_an_earlier_season_counts_by_its_points(evening):
    """And for nothing in the averages, which are of differences."""
    sums = line(evening, 0, hands=200, total=16_000, exact_hits=None)
    assert take_over(evening, sums, variant="schieber").status_code == 201
    answer = caller(evening, "member").get(f"clubs/{evening.house.club.pk}/side-averages")
    (anna,) = answer.json()["results"]
    assert (anna["hands"], anna["carried_over"], anna["points"]) == (200, 200, 16_000)
    assert (anna["average"]["mean"], anna["wins"]) == ("80.00", 0)
    assert all_time(evening)["Anna"]["hands"] == 4


def test_points_have_another_limit_than_differences(evening):
    sums = line(evening, 0, hands=10, total=10 * 200, exact_hits=None)
    assert pointers(take_over(evening, sums).json()) == {"/balances/0/total"}
    assert take_over(evening, sums, variant="schieber").status_code == 201
    more = line(evening, 0, hands=10, total=10 * 2_001, exact_hits=None)
    refused = take_over(evening, more, variant="schieber", label="x")
    assert pointers(refused.json()) == {"/balances/0/total"}
