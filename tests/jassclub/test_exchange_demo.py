"""The whole demo club goes out and comes in again."""

import json
from datetime import date

import pytest
from django.core.management import call_command

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import Club
from jassclub.clubs.services import clubs
from jassclub.pages.demo import club as demo
from jassclub.pages.exchange.importing import import_archive
from scoring.models import Game
from tests.jassclub import exchange
from tournaments.services import count_events

pytestmark = pytest.mark.django_db


@pytest.fixture
def frohsinn(db) -> Club:
    return demo.load(seed=1291, today=date(2026, 11, 20))


def test_into_an_empty_service_with_the_same_ids_hashes_and_tables(frohsinn, tmp_path):
    before = exchange.archive_of(frohsinn)
    told = [
        found(frohsinn)
        for found in (exchange.totals, exchange.standings, exchange.averages, exchange.heads)
    ]
    file = tmp_path / "frohsinn.json"
    call_command("export_club", "frohsinn", str(file))
    exchange.empty()
    assert not Game.objects.exists()
    call_command("import_archive", str(file))
    club = Club.objects.get(slug="frohsinn")
    assert exchange.archive_of(club) == before
    assert told == [
        found(club)
        for found in (exchange.totals, exchange.standings, exchange.averages, exchange.heads)
    ]
    assert exchange.broken(club) == []
    assert all(part for part in told)


def test_a_second_time_changes_nothing(frohsinn):
    archive, rows = exchange.archive_of(frohsinn), exchange.everything()
    taken = import_archive(actor=SYSTEM, archive=archive)
    assert len(taken.unchanged) == len(archive["games"]) == 47
    assert (taken.created, taken.copied, exchange.everything()) == ([], [], rows)


def test_into_another_club_with_the_same_totals_standings_and_averages(frohsinn):
    archive = exchange.archive_of(frohsinn)
    other = clubs.create_club(actor=SYSTEM, name="Jassfreunde Ilanz", slug="ilanz")
    taken = import_archive(actor=SYSTEM, archive=archive, club_id=other.pk)
    count_events()
    for found in (exchange.totals, exchange.standings, exchange.averages):
        assert found(other) == found(frohsinn) != []
    assert len(taken.copied) == len(archive["games"])
    assert exchange.broken(other) == exchange.broken(frohsinn) == []
    assert set(exchange.heads(other)).isdisjoint(exchange.heads(frohsinn))
    again = import_archive(actor=SYSTEM, archive=archive, club_id=other.pk)
    assert (again.created, again.copied, len(again.unchanged)) == ([], [], len(archive["games"]))


def test_the_archive_names_no_account_no_phone_and_no_token(frohsinn):
    from jassclub.clubs.models import Device, TableLink, User

    text = json.dumps(exchange.archive_of(frohsinn))
    hidden = [*Device.objects.values_list("token_hash", flat=True)]
    hidden += TableLink.objects.values_list("token_hash", flat=True)
    hidden += User.objects.values_list("username", flat=True)
    assert len(hidden) > 8
    assert [secret for secret in hidden if f'"{secret}"' in text] == []
