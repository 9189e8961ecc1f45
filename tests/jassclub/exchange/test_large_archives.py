"""An archive that takes longer than somebody should wait for is taken in by the worker."""

import json
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from jassclub.clubs.models import Club
from jassclub.core.errors import Conflict
from jassclub.exchange import sheets, tasks
from jassclub.exchange.archives import importing
from jassclub.exchange.archives.importing import import_archive
from jassclub.exchange.models import ArchiveImport
from scoring.core.models import Game
from tests.jassclub.exchange import moving as exchange
from tests.jassclub.exchange.spreadsheets.rows import text
from tests.jassclub.exchange.test_office_data import sent, upload
from tests.jassclub.office import Browser, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("guests", "season")]


@pytest.fixture
def emmas(emma, club):
    return Browser(emma, club.slug)


@pytest.fixture
def archive(emmas, club, monkeypatch):
    """The archive of a club, and every archive is a large one."""
    monkeypatch.setattr(importing, "AT_ONCE", 100)
    emmas.post(sent(emmas, text()), action="accept")
    return json.dumps(exchange.archive_of(club))


@pytest.fixture
def fritzs(fritz, other_club):
    return Browser(fritz, other_club.slug)


def page_of(browser, response):
    return response["Location"].removeprefix(browser.root)


def test_a_large_archive_is_kept_for_the_worker_and_its_page_says_so(archive, fritzs, other_club):
    response = upload(fritzs, archive, name="rosenau.json")
    assert (response.status_code, other_club.games.count()) == (302, 0)
    address = page_of(fritzs, response)
    assert "wartet, bis es an der Reihe ist" in fritzs.text(address)
    assert "data-waiting" in fritzs.get(address).content.decode()
    assert tasks.take_archives() == 1
    assert other_club.games.count() == 1
    assert "Partien neu: 1" in fritzs.text(address)
    assert "data-waiting" not in fritzs.get(address).content.decode()
    assert address in fritzs.get("data/").content.decode()
    assert ArchiveImport.objects.get().content == ""


@pytest.mark.parametrize("change", ["tampered", "no json"])
def test_a_refusal_of_the_worker_is_told_with_every_finding(archive, emmas, change):
    before = Game.objects.count()
    spoiled = (
        archive.replace('"points": [', '"points": [1, ', 1) if change == "tampered" else "{" * 200
    )
    address = page_of(emmas, upload(emmas, spoiled, name="club.json"))
    tasks.take_archives()
    shown = emmas.get(address)
    assert 'role="alert"' in shown.content.decode()
    assert ("nicht" in words(shown), Game.objects.count()) == (True, before)


def test_one_archive_of_a_club_waits_at_a_time(archive, emmas, emma, club):
    upload(emmas, archive, name="club.json")
    with pytest.raises(Conflict):
        importing.keep(actor=emma.actor, club_id=club.pk, content=archive.encode())
    assert upload(emmas, archive, name="club.json").status_code == 409
    tasks.take_archives()
    assert upload(emmas, archive, name="club.json").status_code == 302


def test_the_api_answers_at_once_and_says_later_what_became_of_it(archive, emma, club):
    caller = emma.api
    path = f"clubs/{club.pk}/imports"
    answer = caller.post(path, json.loads(archive))
    assert (answer.status_code, answer.json()["state"]) == (202, "waiting")
    tasks.take_archives()
    found = caller.get(f"{path}/{answer.json()['id']}").json()
    assert (found["state"], found["refusal"]) == ("taken", None)
    assert len(found["taken"]["unchanged"]) == 1
    assert caller.get(f"{path}/{uuid4()}").status_code == 404


def test_what_became_of_an_archive_is_told_to_admins_only(archive, emmas, anna, dario, club):
    address = page_of(emmas, upload(emmas, archive, name="club.json"))
    assert Browser(anna, club.slug).get(address).status_code == 403
    assert Browser(dario, club.slug).get(address).status_code == 404
    assert address not in Browser(anna, club.slug).get("data/").content.decode()


def test_a_worker_that_died_over_an_archive_gives_it_up_after_the_second_time(archive, emmas):
    upload(emmas, archive, name="club.json")
    for _death in range(importing.TRIES):
        assert importing._next() is not None
        assert importing._next() is None
        long_ago = timezone.now() - importing.PATIENCE - timedelta(seconds=1)
        ArchiveImport.objects.update(begun_at=long_ago)
    assert tasks.take_archives() == 1
    said = ArchiveImport.objects.get().refusal
    assert (said or {})["code"] == "failed"


def test_an_archive_that_fails_holds_up_no_other(archive, emmas, fritzs, monkeypatch, other_club):
    take = import_archive

    def failing(*, club_id, **more):
        if club_id != other_club.pk:
            raise RuntimeError
        return take(club_id=club_id, **more)

    monkeypatch.setattr(importing, "import_archive", failing)
    upload(emmas, archive, name="club.json")
    upload(fritzs, archive, name="rosenau.json")
    assert tasks.take_archives() == 2
    states = {found.club_id: found.state for found in ArchiveImport.objects.all()}
    assert states == {Club.objects.get(slug="rosenau").pk: "refused", other_club.pk: "taken"}


def test_what_was_said_is_forgotten_after_a_fortnight(archive, emmas):
    upload(emmas, archive, name="club.json")
    tasks.take_archives()
    ArchiveImport.objects.update(done_at=timezone.now() - tasks.KEPT_FOR)
    tasks.forget_old_spreadsheets()
    assert not ArchiveImport.objects.exists()


def test_nobody_waits_for_a_turn_inside_a_transaction(archive, emma, club, monkeypatch):
    """Eight archives at once hold two threads; the others are told to come back."""
    monkeypatch.setattr(importing, "AT_ONCE", 10**6)
    with sheets.turn(), sheets.turn(), CaptureQueriesContext(connection) as asked:
        answer = emma.api.post(f"clubs/{club.pk}/imports", json.loads(archive))
    assert answer.status_code == 429
    assert not [query for query in asked.captured_queries if "idempotency" in query["sql"]]
