"""Schieber over all seasons: pure sums, the API and the page."""

from datetime import timedelta
from fractions import Fraction

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import given, strategies as st

from jassclub.clubs.models import Season, User
from scoring.tables.games import close_game
from tests.cast import Caller
from tests.scoring.table import house, open_table, schieber
from tournaments.seasons.services import count_events
from tournaments.standings.pure import SideSums, all_time_sides

SUMS = st.builds(SideSums, *[st.integers(0, 9)] * 6)
SEASONS = st.lists(st.tuples(st.sampled_from("ABC"), SUMS), max_size=8)


@given(SEASONS, st.integers(0, 12))
def test_every_row_is_the_sum_of_the_seasons_and_ranks_follow_the_means(seasons, minimum):
    rows = all_time_sides(seasons, minimum_hands=minimum)
    assert all_time_sides(seasons[::-1], minimum_hands=minimum) == rows
    means = {}
    for row in rows:
        mine = [sums for player, sums in seasons if player == row.player]
        assert row.sums == tuple(map(sum, zip(*mine, strict=True)))
        means[row.player] = Fraction(row.sums.points, row.sums.hands)
        assert (row.rank is None) == (row.sums.hands < minimum)
    ranked = [row for row in rows if row.rank is not None]
    for row in ranked:
        better = sum(means[other.player] > means[row.player] for other in ranked)
        assert row.rank == better + 1


def play(of, season, day, points):
    table = open_table(of, "schieber-1000", season_id=season.pk, played_on=day)
    for number, made in enumerate(points, start=1):
        table.write(number, schieber(made))
    close_game(actor=of.official("scribe"), game_id=table.game.pk)


@pytest.fixture
def seasons(db):
    """Two evenings in a season that drops the worse one, one in the season before."""
    of = house()
    today = timezone.localdate()
    before = Season.objects.create(
        club=of.club,
        name="Vorher",
        starts=of.season.starts - timedelta(days=300),
        ends=of.season.starts - timedelta(days=1),
    )
    Season.objects.filter(pk=of.season.pk).update(rules={"schieber": {"drop": 1}})
    play(of, of.season, today, [100, 100])
    play(of, of.season, today - timedelta(days=1), [57])
    play(of, before, before.starts, [97])
    count_events()
    return of


def test_evenings_that_were_dropped_count_over_all_years(seasons):
    user = User.objects.get(pk=seasons.official("member").ident)
    answer = Caller(user=user).get(f"clubs/{seasons.club.pk}/side-averages")
    anna = next(row for row in answer.json()["results"] if row["name"] == "Anna")
    assert (anna["evenings"], anna["hands"], anna["points"]) == (3, 4, 354)
    assert (anna["average"]["mean"], anna["games"], anna["wins"], anna["rank"]) == (
        "88.50",
        3,
        2,
        1,
    )


def test_who_has_too_few_hands_has_no_rank(seasons):
    user = User.objects.get(pk=seasons.official("member").ident)
    asked = Caller(user=user).get(f"clubs/{seasons.club.pk}/side-averages", minimum_hands=9)
    assert {(row["rank"], row["hands_missing"]) for row in asked.json()["results"]} == {(None, 5)}


def test_strangers_find_nothing(seasons):
    user = User.objects.get(pk=house("Anderswo").official("member").ident)
    assert Caller(user=user).get(f"clubs/{seasons.club.pk}/side-averages").status_code == 404


def test_the_page_shows_it_beside_the_differenzler(seasons):
    client = Client()
    client.force_login(User.objects.get(pk=seasons.official("member").ident))
    page = client.get(f"/clubs/{seasons.club.slug}/averages/")
    assert page.status_code == 200
    assert "88.50" in page.content.decode()
