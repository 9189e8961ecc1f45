"""How strong somebody is, what he foresees and who rises: asked over the API."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from jassclub.clubs.models import Player, Season, User
from jassclub.clubs.services.merging import merge_players
from scoring.tables.games import close_game
from tests.cast import Caller, problem
from tests.scoring.table import differenzler, house, open_table, schieber
from tournaments.format.pure import as_decimal
from tournaments.seasons.carrying import next_season
from tournaments.seasons.collecting import season_results
from tournaments.seasons.models import StandingsSnapshot
from tournaments.seasons.regulation import regulation
from tournaments.seasons.selectors import leagues_of
from tournaments.seasons.services import count_events
from tournaments.standings.pure import Scored, additive_ratings, ratings

pytestmark = pytest.mark.django_db

SLIPS = [
    ([20, 40, 30, 50], [25, 52, 40]),
    ([10, 70, 40, 30], [10, 90, 40]),
    ([0, 60, 45, 55], [3, 57, 44]),
    ([33, 33, 33, 33], [60, 40, 30]),
]
"""Differences by seat: (5, 12, 10, 10), (0, 20, 0, 13), (3, 3, 1, 2), (27, 7, 3, 6)."""
DIFFERENCES = {"Anna": (5, 0, 3, 27), "Beat": (12, 20, 3, 7), "Chlöe": (10, 0, 1, 3),
               "Dario": (10, 13, 2, 6)}  # fmt: skip


@pytest.fixture
def evening():
    """Four hands of Differenzler, signed off and counted."""
    table = open_table(house(), "differenzler-verdeckt")
    for number, slip in enumerate(SLIPS, start=1):
        table.write(number, differenzler(*slip))
    close_game(actor=table.house.official("scribe"), game_id=table.game.pk)
    count_events()
    return table


@pytest.fixture
def schieber_evening():
    """Two hands of Schieber, 97 and 60 for the first side."""
    table = open_table(house(), "schieber-1000")
    for number, points in enumerate((97, 60), start=1):
        table.write(number, schieber(points))
    close_game(actor=table.house.official("scribe"), game_id=table.game.pk)
    count_events()
    return table


def caller(table, role="member"):
    return Caller(user=User.objects.get(pk=table.house.official(role).ident))


def ratings_of(table, **asked):
    return caller(table).get(f"seasons/{table.house.season.pk}/ratings", **asked)


def calibration_of(table, seat=0, **asked):
    player = table.house.people[seat].pk
    return caller(table).get(f"players/{player}/calibration", **asked)


class TestRatings:
    def test_the_estimates_are_those_of_the_pure_rating(self, evening):
        scores = [Scored(name, d) for name, all_ in DIFFERENCES.items() for d in all_]
        expected = {row.player: row for row in ratings(scores, lower_wins=True)}
        answer = ratings_of(evening).json()
        assert (answer["kind"], answer["variant"]) == ("shrunk", "differenzler")
        (four,) = answer["tables"]
        assert four["table_size"] == 4
        found = {row["name"]: row for row in four["results"]}
        assert found.keys() == expected.keys()
        for name, row in found.items():
            assert row["value"] == str(as_decimal(expected[name].shrunk))
            assert row["margin"] == str(expected[name].margin)
            assert row["rank"] == expected[name].rank
            assert row["hands"] == 4

    def test_tables_of_three_are_estimated_apart(self, evening):
        three = open_table(evening.house, "differenzler-verdeckt", seats=3)
        three.write(1, differenzler([50, 50, 50], [57, 60]))
        close_game(actor=evening.house.official("scribe"), game_id=three.game.pk)
        count_events()
        tables = ratings_of(evening).json()["tables"]
        assert [(t["table_size"], len(t["results"])) for t in tables] == [(3, 3), (4, 4)]

    def test_a_schieber_season_has_one_table_of_points_per_hand(self, schieber_evening):
        (table,) = ratings_of(schieber_evening, variant="schieber").json()["tables"]
        assert table["table_size"] is None
        assert {row["name"]: row["average"]["mean"] for row in table["results"]} == {
            "Anna": "78.50", "Beat": "78.50", "Chlöe": "78.50", "Dario": "78.50",
        }  # fmt: skip

    def test_the_additive_rating_is_there_for_fixed_pairs(self, schieber_evening):
        season = schieber_evening.house.season
        (game,) = season_results(season, "schieber").encounters
        people = [str(person.pk) for person in schieber_evening.house.people]
        assert (game.first, game.second) == ((people[0], people[2]), (people[1], people[3]))
        assert (game.margin, game.hands) == (97 - 60 + 60 - 97, 2)
        answer = ratings_of(schieber_evening, variant="schieber", kind="additive").json()
        expected = additive_ratings([game])
        (table,) = answer["tables"]
        assert [(r["player"], r["value"], r["margin"]) for r in table["results"]] == [
            (row.player, f"{row.skill:.2f}", f"{row.margin:.2f}") for row in expected
        ]

    def test_who_plays_alone_has_no_additive_rating(self, evening):
        assert ratings_of(evening, kind="additive").json()["tables"] == []

    def test_an_unchanged_table_is_not_sent_again(self, evening):
        first = ratings_of(evening)
        path = f"seasons/{evening.house.season.pk}/ratings"
        assert caller(evening).get(path, etag=first["ETag"]).status_code == 304

    def test_an_unknown_kind_or_variant_is_refused(self, evening):
        problem(ratings_of(evening, kind="elo"), 400, "malformed")
        problem(ratings_of(evening, variant="poker"), 404, "table_missing")

    def test_strangers_find_nothing(self, evening):
        path = f"seasons/{evening.house.season.pk}/ratings"
        elsewhere = open_table(house("Anderswo"), "differenzler-verdeckt")
        assert caller(elsewhere).get(path).status_code == 404
        assert Caller().get(path).status_code in {401, 403}


class TestCalibration:
    def test_predictions_are_laid_beside_what_was_made(self, evening):
        found = calibration_of(evening).json()
        # Anna predicted 20 10 0 33 and made 25 10 3 60
        assert (found["hands"], found["exact_hits"], found["exact_share"]) == (4, 1, "0.250")
        assert found["bias"] == {"mean": "-8.75", "count": 4}
        assert found["distance"] == {"mean": "8.75", "count": 4}
        assert (found["shift"], found["gain"]) == (-3, "1.50")
        assert found["few"] is True
        assert [(b["low"], b["hands"], b["made"]["mean"]) for b in found["bands"]] == [
            (0, 2, "6.50"),
            (20, 2, "42.50"),
        ]

    def test_only_the_season_asked_for_counts(self, evening):
        house_ = evening.house
        today = timezone.localdate()
        other = Season.objects.create(
            club=house_.club,
            name="Nachher",
            starts=today + timedelta(days=101),
            ends=today + timedelta(days=200),
        )
        assert calibration_of(evening, season=house_.season.pk).json()["hands"] == 4
        nothing = calibration_of(evening, season=other.pk).json()
        assert (nothing["hands"], nothing["bands"]) == (0, [])
        assert nothing["bias"] == {"mean": None, "count": 0}

    def test_a_hand_nobody_agreed_to_betrays_no_prediction(self):
        table = open_table(house(), "differenzler-verdeckt")
        table.write(1, differenzler(*SLIPS[0]))
        assert calibration_of(table).json()["hands"] == 0
        table.confirm(1, seat=1)
        assert calibration_of(table).json()["hands"] == 1

    def test_who_was_merged_is_asked_about_as_one_person(self, evening):
        old, kept = evening.house.people[0], evening.house.people[4]
        merge_players(actor=evening.house.official("admin"), player_id=old.pk, into_id=kept.pk)
        assert calibration_of(evening, 0).json()["player"] == str(kept.pk)
        assert calibration_of(evening, 4).json()["hands"] == 4

    def test_a_season_that_is_none_is_refused(self, evening):
        problem(calibration_of(evening, season="nix"), 400, "malformed")

    def test_strangers_find_nothing(self, evening):
        elsewhere = open_table(house("Anderswo"), "differenzler-verdeckt")
        path = f"players/{evening.house.people[0].pk}/calibration"
        assert caller(elsewhere).get(path).status_code == 404

    def test_the_questions_to_the_database_do_not_grow_with_the_games(
        self, evening, django_assert_num_queries
    ):
        asking = caller(evening)
        path = f"players/{evening.house.people[0].pk}/calibration"
        with CaptureQueriesContext(
            connection,
        ) as once:
            asking.get(path)
        for _ in range(3):
            more = open_table(evening.house, "differenzler-verdeckt")
            more.write(1, differenzler(*SLIPS[0]))
            close_game(actor=evening.house.official("scribe"), game_id=more.game.pk)
        with django_assert_num_queries(len(once)):
            assert asking.get(path).json()["hands"] == 7


class TestLeagues:
    def leagues(self, table, settings, variant="differenzler"):
        Season.objects.filter(pk=table.house.season.pk).update(
            rules={"leagues": {variant: settings}}
        )
        return caller(table).get(f"seasons/{table.house.season.pk}/leagues").json()["results"]

    def ids(self, table, *seats):
        return [str(table.house.people[seat].pk) for seat in seats]

    def test_a_season_without_leagues_has_none(self, evening):
        path = f"seasons/{evening.house.season.pk}/leagues"
        assert caller(evening).get(path).json()["results"] == []

    def test_each_league_is_ranked_and_the_edges_move(self, evening):
        # means: Anna 8.75, Beat 10.5, Chlöe 3.5, Dario 7.75
        settings = {"players": [self.ids(evening, 0, 2), self.ids(evening, 1, 3)]}
        (found,) = self.leagues(evening, settings)
        assert [[(r["name"], r["rank"]) for r in league] for league in found["leagues"]] == [
            [("Chlöe", 1), ("Anna", 2)],
            [("Dario", 1), ("Beat", 2)],
        ]
        assert [(m["name"], m["league"], m["to"], m["open"]) for m in found["moves"]] == [
            ("Anna", 0, 1, False),
            ("Dario", 1, 0, False),
        ]
        assert found["final"] is False

    def test_a_season_that_is_over_is_final_unless_hands_wait(self, evening):
        yesterday = timezone.localdate() - timedelta(days=1)
        Season.objects.filter(pk=evening.house.season.pk).update(ends=yesterday)
        settings = {"players": [self.ids(evening, 0, 2), self.ids(evening, 1, 3)]}
        assert self.leagues(evening, settings)[0]["final"] is True
        StandingsSnapshot.objects.update(open_hands=1)
        assert self.leagues(evening, settings)[0]["final"] is False

    def test_settings_that_cannot_be_used_are_named(self, evening):
        (found,) = self.leagues(evening, {"players": []})
        assert [f["code"] for f in found["findings"]] == ["leagues_unreadable"]
        assert (found["leagues"], found["moves"]) == ([], [])

    @pytest.mark.parametrize(
        ("guests", "playing"), [("ranked", [2, 2]), ("unranked", [2, 1]), ("absent", [2, 1])]
    )
    def test_a_guest_plays_in_none_where_guests_have_no_rank(self, evening, guests, playing):
        players = [self.ids(evening, 0, 2), self.ids(evening, 1, 3)]
        Player.objects.filter(pk=players[1][0]).update(guest=True)
        season = evening.house.season
        season.rules = {"guests": guests, "leagues": {"differenzler": {"players": players}}}
        leagues = leagues_of(season, StandingsSnapshot.objects.get())
        assert [len(table) for table in leagues.standing.tables] == playing
        said = " ".join(str(point.text) for point in regulation(season, []))
        assert ("Liga 2: Beat, Dario." in said) is (playing[1] == 2)
        season.save()
        after = next_season(season).rules["leagues"]["differenzler"]["players"]
        assert len(after[0] + after[1]) == sum(playing)

    def test_no_name_of_another_club_is_told(self, evening):
        stranger = house("Anderswo").people[0]
        settings = {"players": [[str(stranger.pk)], self.ids(evening, 0)], "up": 0, "down": 0}
        (found,) = self.leagues(evening, settings)
        assert [league[0]["name"] for league in found["leagues"]] == ["", "Anna"]
