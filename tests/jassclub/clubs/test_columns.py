"""The club of a row stands in the row, and whatever the row points to is of the same club."""

from typing import Any

import pytest
from django.apps import apps

from jassclub.clubs.columns import ClubColumn
from tests.jassclub.exchange.moving import eventful
from tests.tournaments.standings.pure.played import played_hall

pytestmark = pytest.mark.django_db

BELOW = [
    model
    for model in apps.get_models()
    if any(isinstance(column, ClubColumn) for column in model._meta.local_fields)
]


def test_whatever_is_written_belongs_to_the_club_of_all_that_it_points_to() -> None:
    eventful()
    played_hall()
    seen = set()
    for model in BELOW:
        rows: Any = model._default_manager.all()
        keys = [field.name for field in model._meta.local_fields if field.is_relation]
        for row in rows:
            pointed = [getattr(row, name) for name in keys]
            clubs = {one.club_id for one in pointed if hasattr(one, "club_id")}
            assert clubs == {row.club_id}, row
            seen.add(model.__name__)
    assert {"Hand", "HandEntry", "Confirmation", "GameRecord", "ScoreEvent", "Sitting"} <= seen
