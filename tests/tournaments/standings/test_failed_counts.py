"""What cannot be counted is set aside, said, and keeps nobody else waiting."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from jassclub.clubs.models import User
from scoring.core.models import ScoreEvent
from tests.cast import Caller
from tests.jassclub.office import words
from tests.jassclub.test_query_counts import REPEATS
from tests.scoring.table import house, open_table, schieber
from tests.tournaments.halls import hall
from tournaments.core.models import Tournament
from tournaments.results import services as results
from tournaments.seasons import services as seasons
from tournaments.seasons.models import StandingsSnapshot
from tournaments.standings import services as standings
from tournaments.standings.models import FailedCount
from tournaments.standings.services import attempt, recount_waiting

pytestmark = pytest.mark.django_db


@pytest.fixture
def broken(monkeypatch):
    """A season that no worker can count, with more waiting events than a sweep takes in."""
    monkeypatch.setattr(seasons, "BATCH", 5)
    table = open_table(house("Klub Pech"), "schieber-1000")
    table.write(1, schieber(90))
    events = [
        ScoreEvent(club_id=table.game.club_id, game=table.game, kind="entered")
        for _event in range(3 * seasons.BATCH)
    ]
    ScoreEvent.objects.bulk_create(events)
    whole = seasons.add_up

    def add_up(season, played):
        if season == table.house.season and broken_still:
            raise ZeroDivisionError
        return whole(season, played)

    broken_still = [True]
    monkeypatch.setattr(seasons, "add_up", add_up)
    return table, broken_still.clear


def user_of(actor):
    return User.objects.get(pk=actor.user_id)


def later():
    """All that rests may be tried again."""
    FailedCount.objects.update(again_at=timezone.now() - timedelta(seconds=1))


def test_a_season_that_fails_with_many_events_keeps_no_other_club_waiting(broken):
    seasons.count_events()
    other = open_table(house("Klub Glück"), "schieber-1000")
    other.write(1, schieber(90))
    assert seasons.count_events() == 1
    assert StandingsSnapshot.objects.filter(season=other.house.season).exists()
    for _sweep in range(3):
        later()
        other.write(2, schieber(80))
        seasons.count_events()
        waiting = ScoreEvent.objects.filter(counted_at=None)
        assert not waiting.filter(game=other.game).exists()


def test_what_failed_rests_longer_each_time_and_never_more_than_a_quarter_of_an_hour(broken):
    rests = []
    for _sweep in range(8):
        seasons.count_events()
        failed = FailedCount.objects.get()
        rests.append(round((failed.again_at - failed.failed_at).total_seconds() / 60))
        later()
    assert rests == [1, 2, 4, 8, 15, 15, 15, 15]
    assert failed.error == "ZeroDivisionError"


def test_a_resting_season_is_not_tried(broken):
    table, _mend = broken
    seasons.count_events()
    StandingsSnapshot.objects.create(
        club_id=table.house.season.club_id,
        season=table.house.season,
        variant="schieber",
        computed_at=timezone.now(),
    )
    seasons.count_events()
    assert FailedCount.objects.get().tries == 1


def test_once_it_can_be_counted_nothing_is_left_of_the_failure(broken):
    _table, mend = broken
    seasons.count_events()
    later()
    mend()
    for _sweep in range(4):
        seasons.count_events()
    assert not FailedCount.objects.exists()
    assert not ScoreEvent.objects.filter(counted_at=None).exists()


def test_a_tournament_that_fails_rests_too_and_others_are_ranked(monkeypatch):
    bad, good = hall(writing="totals"), hall(writing="totals")
    for saal in (bad, good):
        saal.call()
        data = {"lines": [{"points": 400}, {"points": 228}]}
        desk = saal.official("scribe")
        results.type_sheet(actor=desk, passe_id=saal.passe(1).pk, data=data)
    whole = standings.recount

    def recount(ident):
        if ident == bad.tournament.pk:
            raise KeyError("nobody")
        return whole(ident)

    monkeypatch.setattr(standings, "recount", recount)
    assert recount_waiting() == 1
    assert recount_waiting() == 0
    failed = FailedCount.objects.get()
    assert (failed.tournament, failed.tries) == (bad.tournament, 1)


def test_a_season_says_that_it_is_behind_and_that_it_could_not_be_counted(broken):
    table, mend = broken
    season = table.house.season
    caller = Caller(user=user_of(table.house.official("member")))
    tables = f"seasons/{season.pk}/standings"
    told = caller.get(tables)
    assert (told.json()["pending"], told.json()["failed"]) == (True, False)
    seasons.count_events()
    told = caller.get(tables, etag=told.headers["ETag"])
    assert (told.json()["pending"], told.json()["failed"]) == (True, True)
    later()
    mend()
    for _sweep in range(4):
        seasons.count_events()
    told = caller.get(tables, etag=told.headers["ETag"])
    assert (told.json()["pending"], told.json()["failed"]) == (False, False)


def test_the_pages_of_a_season_and_its_club_say_since_when_their_tables_are(broken):
    table, _mend = broken
    season = table.house.season
    at = timezone.localtime().replace(hour=20, minute=14)
    StandingsSnapshot.objects.create(
        club_id=season.club_id, season=season, variant="schieber", computed_at=at
    )
    pages = [f"/seasons/{season.pk}/", f"/clubs/{season.club.slug}/"]
    browser = Caller(user=user_of(table.house.official("member"))).client
    for page in pages:
        assert "20:14, wird nachgeführt" in words(browser.get(page))
    seasons.count_events()
    for page in pages:
        assert "20:14. Was neuer ist, konnte nicht" in words(browser.get(page))


def test_the_hall_and_the_desk_see_that_a_ranking_could_not_be_counted():
    saal = hall(writing="totals")
    bounds = {**REPEATS, "meeting_repeats_in_order": 0}
    saal.draw.certificate = {**REPEATS, "lower_bounds": bounds}
    saal.draw.save(update_fields=["certificate"])
    saal.call()
    Tournament.objects.filter(pk=saal.tournament.pk).update(public=True)
    now = timezone.now()
    FailedCount.objects.create(
        club_id=saal.tournament.club_id, tournament=saal.tournament, failed_at=now, again_at=now
    )
    event = f"/t/{saal.tournament.slug}/"
    said = "Konnte nicht gerechnet werden"
    assert said in words(Client().get(event))
    browser = Caller(user=user_of(saal.official("director"))).client
    desk = f"/clubs/{saal.tournament.club.slug}/tournaments/{saal.tournament.slug}/"
    assert said in words(browser.get(desk))
    board = Client().get(f"/api/v1/tournaments/{saal.tournament.pk}/board").json()
    assert board["ranking"]["failed"]


def test_what_is_deleted_while_it_is_counted_is_not_set_aside():
    assert attempt("tournament", uuid4(), _fails) is None
    assert not FailedCount.objects.exists()


def _fails():
    raise ZeroDivisionError
