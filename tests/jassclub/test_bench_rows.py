"""What the benchmarks of growth write in bulk is what the services would have written."""

import random

import pytest

from scoring.claims import verification
from scoring.claims.models import HandEntry
from scoring.claims.selectors import state_of
from scoring.core.models import Game
from tests.bench import _bulk
from tests.bench._asking import Answer, percentile
from tournaments.seasons.services import recompute

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_a_season_in_bulk_has_whole_chains_and_counts(monkeypatch):
    monkeypatch.setattr(_bulk, "GAMES_A_SEASON", 4)
    _club, season = next(_bulk.clubs(random.Random(1)))
    games = Game.objects.filter(season=season)
    assert [list(verification.verify(game)) for game in games] == [[]] * 4
    assert HandEntry.objects.count() == 4 * _bulk.HANDS
    for game in games:
        assert [row.findings for row in state_of(game).sheet.rows[:3]] == [()] * 3, game.profile[
            "slug"
        ]
    assert {table.variant: table.hands for table in recompute(season.pk)} == {
        "differenzler": 2 * _bulk.HANDS,
        "schieber": 2 * _bulk.HANDS,
    }


def test_the_slowest_in_twenty() -> None:
    answers = [Answer(201, seconds / 100) for seconds in range(100)]
    assert percentile(answers, 0.95) == 0.95
    assert percentile(answers, 1.0) == 0.99
