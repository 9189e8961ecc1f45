"""The season over its tournaments: what was played and ended, read from the rows."""

from datetime import timedelta
from fractions import Fraction

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from jassclub.clubs.models import Membership, Player, Season, User
from tests.cast import Caller
from tests.scoring.table import house
from tests.tournaments.events import Event
from tests.tournaments.playing import correct, play, the_round
from tournaments.desk import services as desk
from tournaments.entries import services as entries
from tournaments.entries.entrants import Person
from tournaments.results import penalties
from tournaments.seasons.events import events_etag, season_events

pytestmark = pytest.mark.django_db
FOUR = ("Anna", "Beat", "Chlöe", "Dario")


class Year:
    """A club whose tournaments belong to one season."""

    def __init__(self):
        self.house = house()
        self.season = self.house.season

    def day(self, number, names=FOUR, *, preset="einzelschieber-4x12", points=None,
            end=True, settings=None, **description):  # fmt: skip
        """A tournament of one round with four at a table, played and ended."""
        rounds = {"rounds": 1, "hands": 4, **(settings or {})}
        tournament = desk.create_tournament(
            actor=self.house.official("director"),
            club_id=self.house.club.pk,
            preset=preset,
            settings=rounds,
            description={
                "name": f"Tag {number}", "slug": f"tag-{number}-{self.house.club.slug}",
                "played_on": self.season.starts + timedelta(days=number),
                "season_id": self.season.pk, **description,
            },
        )  # fmt: skip
        day = Event(self.house, tournament)
        entries.add_entries(**day.ids, people=[Person(name) for name in names], present=True)
        play(day, points) if points else play(day)
        if end:
            desk.finish(**day.ids)
        return day

    def games(self):
        return season_events(Season.objects.get(pk=self.season.pk))

    def rows(self):
        (found,) = self.games()
        return {row["name"]: row for row in found["rows"]}


def _caller(own):
    user = User.objects.create_user(f"reader-{own.club.slug}", password="x")
    Membership.objects.create(club=own.club, user=user, role="member")
    return Caller(user=user)


@pytest.fixture
def year():
    return Year()


def test_days_that_are_over_are_added_up_and_open_ones_are_not(year):
    year.day(2)
    year.day(1)
    once = {name: row["value"] for name, row in year.rows().items()}
    year.day(3, end=False)
    (found,) = year.games()
    assert [event["name"] for event in found["events"]] == ["Tag 1", "Tag 2"]
    assert {row["name"]: row["value"] for row in found["rows"]} == once
    assert (found["game"], found["origin"], found["by_name"]) == ("schieber", "sum", False)
    for row in found["rows"]:
        assert row["hands"] == 8
        assert row["value"] == sum(event["points"] for event in row["events"])
    assert sum(once.values()) == 2 * 2 * 628


def test_the_points_by_the_hand_of_a_season_are_after_the_penalties_as_its_value_is(year):
    day = year.day(1, end=False)
    penalties.give_penalty(**day.ids, number=1, points=20, reason="geredet", round_number=1)
    desk.finish(**day.ids)
    for row in year.rows().values():
        assert Fraction(row["average"]) == Fraction(row["value"]) / row["hands"]
    assert [row["penalties"] for row in year.rows().values()].count(20) == 1


def test_the_rule_of_the_season_comes_before_that_of_an_event(year):
    year.day(1, preset="season-average")
    assert year.games()[0]["origin"] == "event"
    Season.objects.filter(pk=year.season.pk).update(
        rules={"events": {"count": "best:1"}}, version=2
    )
    found = year.games()[0]
    assert (found["origin"], found["rule"]["count"]) == ("season", "best:1")


@pytest.mark.parametrize(
    ("rule", "pointer"),
    [
        ({"count": "manche"}, "/rules/events/count"),
        ({"unit": "round"}, "/rules/events/unit"),
        ({"lower_wins": True}, "/rules/events/lower_wins"),
        ([], "/rules/events"),
    ],
)
def test_a_rule_that_cannot_be_used_is_told(year, rule, pointer):
    year.day(1)
    Season.objects.filter(pk=year.season.pk).update(rules={"events": rule}, version=2)
    found = year.games()[0]
    assert found["origin"] == "sum"
    assert [f["pointer"] for f in found["findings"]] == [pointer]


def test_the_final_of_the_season_counts_twice(year):
    year.day(1, preset="season-best-3-double-final")
    year.day(2, preset="season-best-3-double-final", season_final=True)
    (found,) = year.games()
    assert [event["final"] for event in found["events"]] == [False, True]
    for row in found["rows"]:
        first, final = row["events"]
        assert row["value"] == first["points"] + 2 * final["points"]


def test_games_are_never_added_up_together(year):
    year.day(1)
    year.day(2, [f"Gast {n}" for n in range(8)], preset="differenzler-4x4",
             settings={"writing": "totals"},
             points=lambda seated: [10 * number for number in seated])  # fmt: skip
    found = year.games()
    assert [game["game"] for game in found] == ["differenzler", "schieber"]
    low = found[0]["rows"]
    assert [(row["rank"], row["value"]) for row in low] == [(n, 10 * n) for n in range(1, 9)]


def test_merged_rows_are_one_person(year):
    year.day(1)
    year.day(2, names=("Elena", "Beat", "Chlöe", "Dario"))
    assert len(year.rows()) == 5
    anna, elena = (Player.objects.get(club=year.house.club, name=n) for n in ("Anna", "Elena"))
    Player.objects.filter(pk=elena.pk).update(
        merged_into=anna, active=False, version=elena.version + 1
    )
    assert len(year.rows()["Anna"]["events"]) == 2
    assert "Elena" not in year.rows()


def test_who_is_no_player_is_known_by_the_exact_name_and_that_is_told(year):
    year.day(1, names=("Gast A", "Gast B", "Gast C", "Gast D"))
    year.day(2, names=("Gast A", "Gast b", "Gast C", "Gast E"))
    (found,) = year.games()
    assert found["by_name"]
    days = {row["name"]: len(row["events"]) for row in found["rows"]}
    assert days == {
        "Gast A": 2, "Gast B": 1, "Gast b": 1, "Gast C": 2, "Gast D": 1, "Gast E": 1,
    }  # fmt: skip


def test_stand_ins_are_left_out(year):
    day = year.day(1)
    day.tournament.entries.filter(name="Dario").update(kind="stand_in", version=9)
    assert set(year.rows()) == {"Anna", "Beat", "Chlöe"}


def test_the_number_of_queries_does_not_grow_with_people(year):
    def cost():
        with CaptureQueriesContext(connection) as found:
            year.games()
        return len(found)

    year.day(1)
    few = cost()
    assert cost() < few, "a second reading takes what is kept"
    year.day(2, names=[f"Gast {n}" for n in range(12)])
    with_two = cost()
    Season.objects.filter(pk=year.season.pk).update(version=7)
    assert cost() == with_two
    year.day(3)
    assert cost() - with_two == with_two - few


def test_the_api_shows_it_to_members_and_says_when_nothing_changed(year):
    year.day(1)
    reader = _caller(year.house)
    address = f"seasons/{year.season.pk}/events"
    answer = reader.get(address)
    assert answer.status_code == 200
    assert answer.json()["games"][0]["rows"][0]["rank"] == 1
    assert reader.get(address, etag=answer["ETag"]).status_code == 304
    year.day(2)
    assert events_etag(year.season) != answer["ETag"]
    assert _caller(house("Fremde")).get(address).status_code == 404


def test_the_page_of_the_season_shows_its_tournaments(year):
    empty = _page(year)
    year.day(1)
    page = _page(year)
    assert "Turniere der Saison" not in empty
    assert "Turniere der Saison" in page
    assert "Tag 1" in page
    assert page.count("Anna") == 2
    assert "am genauen Namen" not in page


def _page(year):
    name = f"leserin-{User.objects.count()}"
    user = User.objects.create_user(name, password="x")
    Membership.objects.create(club=year.house.club, user=user, role="member")
    client = Client()
    client.force_login(user)
    return client.get(f"/seasons/{year.season.pk}/").content.decode()


def test_a_correction_and_a_new_name_are_seen_at_once(year):
    day = year.day(1)
    before = year.rows()["Anna"]["value"]
    seat = [row.entry.name for row in the_round(day).passen.get().sittings.order_by("index")]
    ahead = seat.index("Anna") % 2
    correct(day, 1, [628 * (side == ahead) for side in (0, 1)])
    Player.objects.filter(name="Anna").update(name="Anna B.", version=2)
    assert before < year.rows()["Anna B."]["value"] == 628
    assert "Anna" not in year.rows()


def test_a_final_of_the_same_day_does_not_count_for_the_season(year):
    settings = {"rounds": 2, "final": {"places": 4, "rounds": 1, "carried": "nothing"}}
    names = [f"Gast {n}" for n in range(8)]
    day = year.day(1, names, settings=settings, end=False)
    play(day)
    desk.finish(**day.ids)
    assert {row["hands"] for row in year.rows().values()} == {4}


def test_two_of_the_same_name_on_a_day_stay_two(year):
    names = ("Gast A", "Gast B", "Gast C", "Gast D")
    days = [year.day(1, names), year.day(2, names)]
    days[0].tournament.entries.filter(name="Gast B").update(name="Gast A", version=9)
    (found,) = year.games()
    same = [row for row in found["rows"] if row["name"] == "Gast A"]
    assert [len(row["events"]) for row in same] == [1, 1, 1]
    assert [one["code"] for one in found["findings"]] == ["name_twice"]


def test_the_page_of_a_season_shows_the_value_that_ranks_at_once(year):
    year.day(1)
    year.day(2)
    user = User.objects.create_user("leserin", password="x")
    Membership.objects.create(club=year.house.club, user=user, role="member")
    client = Client()
    client.force_login(user)
    page = client.get(f"/seasons/{year.season.pk}/").content.decode()
    first = page.split("Turniere der Saison")[1].split("<details")[0]
    best = max(row["value"] for row in year.rows().values())
    assert "Wertung" in first
    assert f'<td class="num total">{best}</td>' in first
