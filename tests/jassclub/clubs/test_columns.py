"""The club of a row stands in the row: it is that of the row above, without being asked for."""

from typing import Any

import pytest
from django.apps import apps

from jassclub.clubs.columns import ClubOf
from scoring.core.models import Hand
from tests.jassclub.exchange.moving import eventful
from tests.scoring.table import house, open_table
from tests.tournaments.standings.pure.played import played_hall

pytestmark = pytest.mark.django_db

COLUMNS = [
    column
    for model in apps.get_models()
    for column in model._meta.local_fields
    if isinstance(column, ClubOf)
]


def test_whatever_is_written_belongs_to_the_club_of_the_row_above() -> None:
    eventful()
    played_hall()
    seen = set()
    for column in COLUMNS:
        rows: Any = column.model._default_manager.all()
        for row in rows:
            above = [one for name in column.above if (one := getattr(row, name)) is not None]
            assert row.club_id == above[0].club_id, column
            seen.add(column.model.__name__)
    assert {"Hand", "HandEntry", "Confirmation", "GameRecord", "ScoreEvent", "Sitting"} <= seen


def test_a_club_that_is_given_is_not_asked_for(django_assert_num_queries) -> None:
    game, other = open_table(house(), "jassregeln").game, house("Jassclub Rosenau").club
    with django_assert_num_queries(1):
        given = Hand.objects.create(game_id=game.pk, number=1, club_id=other.pk)
    assert given.club == other
    with django_assert_num_queries(1):
        Hand.objects.create(game=game, number=2)
