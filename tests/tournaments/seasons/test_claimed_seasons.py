"""Several workers at once: a season, or a game, is counted by one of them, and none waits."""

import time
from collections import Counter
from threading import Thread
from uuid import UUID

import pytest
from django.db import connection, transaction

from jassclub.clubs.models import Season
from scoring import tasks
from scoring.core.models import Game, ScoreEvent
from tests.at_once import at_once
from tests.scoring.table import TableOf, house, open_table, schieber
from tournaments.seasons import services as seasons
from tournaments.seasons.services import count_events

pytestmark = pytest.mark.django_db(transaction=True)

WORKERS, SEASONS = 4, 6


@pytest.fixture(autouse=True)
def _nobody_listens(settings):
    settings.SCORE_EVENT_TASKS = []


@pytest.fixture
def tables() -> list[TableOf]:
    """A table of each of several clubs, with a hand that nobody has counted."""
    made = [open_table(house(f"Klub {number}"), "schieber-1000") for number in range(SEASONS)]
    for table in made:
        table.write(1, schieber(90))
    return made


@pytest.fixture
def counted(monkeypatch) -> Counter[UUID]:
    """How often each season is counted; it takes a moment."""
    times: Counter[UUID] = Counter()
    whole = seasons.add_up

    def add_up(season, played):
        times[season.pk] += 1
        time.sleep(0.05)
        return whole(season, played)

    monkeypatch.setattr(seasons, "add_up", add_up)
    return times


def announced(game: Game) -> None:
    """By somebody else, who has committed."""
    ScoreEvent.objects.create(club_id=game.club_id, game=game, kind="entered")
    connection.close()


def waiting() -> int:
    return ScoreEvent.objects.filter(counted_at=None).count()


def test_of_many_workers_one_counts_a_season(tables, counted):
    done = at_once([count_events] * WORKERS)
    assert counted == {table.house.season.pk: 1 for table in tables}
    assert (sum(done), waiting()) == (SEASONS, 0)


def test_of_many_workers_one_settles_a_game(tables, settings):
    settings.SILENCE_MINUTES = 0
    assert sum(at_once([tasks.settle] * WORKERS)) == SEASONS
    for table in tables:
        assert table.states(1) == ["confirmed"]


def test_what_is_announced_while_a_season_is_counted_is_counted_too(tables, counted, monkeypatch):
    table, whole = tables[0], seasons.add_up

    def add_up(season, played):
        told = whole(season, played)
        if season == table.house.season and counted[season.pk] == 1:
            beside = Thread(target=announced, args=[table.game])
            beside.start()
            beside.join()
        return told

    if connection.vendor == "sqlite":
        pytest.skip("nobody writes there while a season is counted")
    monkeypatch.setattr(seasons, "add_up", add_up)
    assert count_events() == SEASONS + 1
    assert waiting() == 0


def test_nobody_waits_for_a_season_or_a_game_that_another_has(tables, counted, settings):
    settings.SILENCE_MINUTES = 0
    if connection.vendor == "sqlite":
        pytest.skip("one transaction that writes is at work at a time")
    table = tables[0]
    for rows, work in (
        (Season.objects.filter(games=table.game), count_events),
        (Game.objects.filter(pk=table.game.pk), tasks.settle),
    ):
        with transaction.atomic():
            list(rows.select_for_update())
            assert at_once([work]) == [SEASONS - 1]
    assert tasks.settle() == 1
    count_events()
    assert waiting() == 0
