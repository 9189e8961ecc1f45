"""Every version of the master data can be read back."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from jassclub.api.models import IdempotencyRecord
from jassclub.api.tasks import forget_old_answers
from jassclub.clubs.models import Change
from jassclub.clubs.services import clubs, people
from jassclub.clubs.services.people import difference, record

pytestmark = pytest.mark.django_db


def versions(item):
    rows = Change.objects.filter(object_id=item.pk).order_by("version")
    return [(row.version, row.diff) for row in rows]


def test_the_first_version_holds_everything(season):
    assert versions(season) == [
        (
            1,
            {
                "name": [None, "2026"],
                "starts": [None, "2026-01-01"],
                "ends": [None, "2026-12-31"],
                "rules": [None, {}],
            },
        )
    ]


def test_the_versions_together_give_the_present_state(chloe, season):
    changes: list[dict[str, Any]] = [
        {"name": "A"},
        {"ends": date(2026, 6, 30)},
        {"rules": {"schieber": {"drop": 2}}, "name": "B", "reason": "GV"},
    ]
    for version, values in enumerate(changes, start=1):
        clubs.change_season(actor=chloe.actor, season_id=season.pk, version=version, values=values)
    state: dict[str, Any] = {}
    for _version, diff in versions(season):
        assert all(state.get(name) == before for name, (before, _after) in diff.items())
        state |= {name: after for name, (_before, after) in diff.items()}
    assert state == {
        "name": "B",
        "starts": "2026-01-01",
        "ends": "2026-06-30",
        "rules": {"schieber": {"drop": 2}},
    }


def test_it_is_kept_who_changed_it_and_in_which_club(anna, beat, club):
    people.change_player(
        actor=anna.actor, player_id=beat.seat_taker.pk, version=1, values={"guest": True}
    )
    row = Change.objects.get(object_id=beat.seat_taker.pk, version=2)
    assert (row.actor, row.club, row.model) == (str(anna.actor), club, "player")


def test_the_database_keeps_one_row_per_version(club, emma):
    with pytest.raises(IntegrityError), transaction.atomic():
        record(club, actor=emma.actor, diff={})


def test_a_difference_names_what_differs_only():
    assert difference({"a": 1, "b": 2}, {"a": 1, "b": 3}) == {"b": [2, 3]}
    assert difference({}, {"a": None, "b": 1}) == {"b": [None, 1]}


def test_answers_to_repeated_requests_are_forgotten_after_two_days():
    for days in (1, 3):
        IdempotencyRecord.objects.create(
            actor="user:1",
            key=str(days),
            method="POST",
            path="/",
            fingerprint="0" * 64,
            status=201,
            created_at=timezone.now() - timedelta(days=days),
        )
    assert forget_old_answers() == 1
    assert IdempotencyRecord.objects.get().key == "1"
