"""Files in and out on the pages: a spreadsheet is looked at first, an archive is all or nothing."""

import json
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from jassclub.api.models import Upkeep
from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import Club, Player
from jassclub.clubs.services import people
from jassclub.exchange.api.spreadsheets import SpreadsheetsView
from jassclub.exchange.backups import backup
from jassclub.exchange.models import SpreadsheetPreview
from jassclub.web.upload_quota import MOST
from scoring.core.models import Game
from tests.jassclub.exchange import moving as exchange
from tests.jassclub.exchange.spreadsheets.rows import lines, text
from tests.jassclub.office import Browser, errors, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("guests", "season")]


@pytest.fixture
def cast(anna, beat, chloe, emma, dario):
    return {"anna": anna, "beat": beat, "chloe": chloe, "emma": emma, "dario": dario, "": None}


@pytest.fixture
def as_(cast, club):
    return lambda name: Browser(cast[name], club.slug)


@pytest.fixture
def emmas(as_):
    """The admin plays nowhere, so that she may type every sheet."""
    return as_("emma")


def upload(browser, content, *, name="2026.csv", **fields):
    raw = content if isinstance(content, bytes) else content.encode()
    return browser.post("data/", file=SimpleUploadedFile(name, raw), **fields)


def sent(browser, content):
    """The address of the preview of a spreadsheet, below the club's page."""
    response = upload(browser, content)
    assert response.status_code == 302, words(response)
    return response["Location"].removeprefix(browser.root)


STRANGER = text(*lines(Süd="Reto Neu;44;41"), *lines(hand=2))
WRONG_SUM = text(*lines(), *lines(hand=2, West="Gast West;42;50"))


class TestWho:
    def test_the_page_is_for_scribes(self, as_):
        for name, status in [
            ("", 302),
            ("dario", 404),
            ("beat", 403),
            ("anna", 200),
            ("chloe", 200),
            ("emma", 200),
        ]:
            assert as_(name).get("data/").status_code == status

    @pytest.mark.parametrize(
        ("name", "status"), [("", 302), ("dario", 404), ("beat", 403), ("anna", 200)]
    )
    def test_a_preview_is_for_scribes_of_the_club(self, as_, emmas, name, status):
        address = sent(emmas, text())
        assert as_(name).get(address).status_code == status
        assert as_(name).post(address, action="accept").status_code in (302, 404, 403)
        assert Game.objects.count() == (1 if name == "anna" else 0)

    @pytest.mark.parametrize(("name", "status"), [("dario", 404), ("beat", 403)])
    def test_who_may_not_look_may_not_discard(self, as_, emmas, name, status):
        address = sent(emmas, text())
        assert as_(name).post(f"{address}discard/").status_code == status
        assert SpreadsheetPreview.objects.count() == 1

    @pytest.mark.parametrize(("name", "status"), [("anna", 403), ("chloe", 403), ("emma", 302)])
    def test_an_archive_is_for_admins(self, as_, club, name, status):
        archive = json.dumps(exchange.archive_of(club))
        assert upload(as_(name), archive, name="club.json").status_code == status

    @pytest.mark.parametrize(("name", "offered"), [("anna", False), ("chloe", True)])
    def test_exports_are_offered_to_who_may_have_them(self, as_, club, name, offered):
        html = as_(name).get("data/").content.decode()
        address = f"/api/v1/clubs/{club.pk}/export.json"
        assert (address in html) is offered
        assert (as_(name).client.get(address).status_code == 200) is offered

    def test_the_preview_of_another_club_is_not_there(self, emmas, fritz, other_club):
        theirs = sent(Browser(fritz, other_club.slug), text())
        assert emmas.get(theirs.replace("/clubs/ilanz/", "")).status_code == 404
        assert emmas.get(f"data/{uuid4()}/").status_code == 404


class TestLooking:
    def test_a_clean_spreadsheet_says_what_it_becomes_and_stores_no_game(self, emmas):
        page = emmas.text(sent(emmas, text(*lines(), *lines(hand=2))))
        assert "2 Spiele können übernommen werden. Es fehlt nichts." in page
        assert "Gast Nord, Gast Ost, Gast Süd, Gast West" in page
        assert not Game.objects.exists()

    def test_every_doubtful_row_is_named_with_what_stands_there(self, emmas):
        found = text(
            *lines(Süd="Reto Neu;44;41"),
            *lines(hand=2, West="Gast West;42;50"),
            *lines(day="31.2.2026", hand=3),
            *lines(hand=4, Ost="Reto Neu;33;30"),
        )
        page = emmas.text(sent(emmas, found))
        assert "«Reto Neu»" in page
        assert "4, 15" in page
        for number in (10, 11, 12, 13):
            assert str(number) in page
        assert "31.2.2026 · 1 · 3 · Gast Nord" in page

    def test_the_waiting_sheet_is_listed_until_it_is_accepted(self, emmas):
        address = sent(emmas, text())
        assert "Wartet auf dich 2026.csv" in emmas.text("data/")
        emmas.post(address, action="accept")
        page = emmas.text("data/")
        assert "Wartet auf dich" not in page
        assert "Übernommene Tabellen 2026.csv" in page

    def test_the_same_file_leads_to_the_same_preview(self, emmas):
        assert sent(emmas, text()) == sent(emmas, text())


class TestChoosing:
    def test_a_chosen_person_settles_the_doubt(self, emmas, guests):
        address = sent(emmas, STRANGER)
        chosen = {"name_0": "Reto Neu", "who_0": str(guests[2].pk)}
        page = words(emmas.post(address, action="look", **chosen))
        assert "2 Spiele können übernommen werden. Es fehlt nichts." in page
        assert not Game.objects.exists()
        assert emmas.post(address, action="accept", **chosen).status_code == 302
        assert Game.objects.get().hands.count() == 2

    def test_somebody_new_is_taken_into_the_club_with_the_acceptance(self, emmas):
        found = text(*lines(Süd="Reto Neu;44;41"))
        address = sent(emmas, found)
        chosen = {"name_0": "Reto Neu", "who_0": "new"}
        page = words(emmas.post(address, action="look", **chosen))
        assert "zählt erst beim Übernehmen" in page
        assert not Player.objects.filter(name="Reto Neu").exists()
        assert emmas.post(address, action="accept", **chosen).status_code == 302
        assert Game.objects.get().seats.filter(player__name="Reto Neu").exists()

    @pytest.mark.parametrize("who", ["", "x", "6f0e8a4e-0000-4000-8000-000000000000"])
    def test_a_choice_that_is_none_leaves_the_doubt(self, emmas, who):
        address = sent(emmas, STRANGER)
        response = emmas.post(address, action="accept", name_0="Reto Neu", who_0=who)
        assert response.status_code == 422
        assert "Diese Zeilen müssen zuerst stimmen" in words(response)
        assert not Game.objects.exists()

    def test_a_double_name_is_proposed_and_the_choice_survives_a_refusal(self, emmas, guests):
        found = text(*lines(Süd="Süd;44;41"), *lines(hand=2, West="Gast West;42;50"))
        address = sent(emmas, found)
        assert "Vielleicht" in emmas.get(address).content.decode()
        chosen = {"name_0": "Süd", "who_0": str(guests[2].pk)}
        html = emmas.post(address, action="accept", **chosen).content.decode()
        assert f'value="{guests[2].pk}" selected' in html


class TestAccepting:
    def test_a_faulty_sheet_is_refused_until_its_faulty_hands_are_left_out(self, emmas):
        address = sent(emmas, WRONG_SUM)
        assert emmas.post(address, action="accept").status_code == 422
        assert not Game.objects.exists()
        assert emmas.post(address, action="accept", leave_out="1").status_code == 302
        page = emmas.text(address)
        assert "1 Spiel mit Fehlern blieb weg." in page
        assert f"/games/{Game.objects.get().pk}/" in emmas.get(address).content.decode()

    def test_twice_is_once(self, emmas):
        address = sent(emmas, text())
        for _time in range(2):
            assert emmas.post(address, action="accept").status_code == 302
        assert Game.objects.count() == 1

    def test_nobody_accepts_the_sheet_of_a_table_at_which_he_sat(self, as_, anna):
        browser = as_("anna")
        address = sent(browser, text(*lines(Nord="Anna;50;47")))
        response = browser.post(address, action="accept")
        assert response.status_code == 422
        assert "An diesem Tisch hast du mitgespielt" in words(response)

    def test_a_discarded_sheet_is_gone(self, emmas):
        address = sent(emmas, text())
        response = emmas.post(f"{address}discard/")
        assert response["Location"].endswith("/data/")
        assert emmas.get(address).status_code == 404

    def test_an_accepted_sheet_is_not_discarded(self, emmas):
        address = sent(emmas, text())
        emmas.post(address, action="accept")
        response = emmas.post(f"{address}discard/")
        assert response.status_code == 409
        assert "Diese Tabelle ist schon übernommen." in words(response)


class TestRefusedFiles:
    def test_what_is_no_spreadsheet_is_said_at_the_file(self, emmas):
        for content, name in [
            ("", "leer.csv"),
            ("\n\n;;\n", "leer.csv"),
            (b"\xd0\xcf\x11\xe0rest", "alt.xls"),
            (b"PK\x03\x04broken", "kaputt.xlsx"),
            (b"\x00\x01\x02", "bild.png"),
        ]:
            response = upload(emmas, content, name=name)
            assert response.status_code == 422, words(response)
            assert "file" in errors(response)
            assert not SpreadsheetPreview.objects.exists()

    def test_no_file_at_all(self, emmas):
        assert errors(emmas.post("data/"))["file"] == "Wähle zuerst eine Datei."

    def test_strange_rules(self, emmas):
        response = upload(emmas, text(), profile="skat")
        assert "profile" in errors(response)

    def test_what_is_no_archive_is_refused_in_words(self, emmas):
        for content in [
            "{",
            '{"a": 1, "a": 2}',
            "[1]",
            "{}",
            '{"format": "jassclub", "version": 99}',
            "[" * 5_000,
            b'{"name": "\xff"}',
        ]:
            response = upload(emmas, content, name="club.json")
            assert response.status_code in (400, 422)
            assert 'role="alert"' in response.content.decode()

    def test_a_file_above_its_limit_is_refused_in_words(self, emmas, monkeypatch):
        monkeypatch.setattr(SpreadsheetsView, "largest", 100)
        assert "zu gross" in errors(upload(emmas, text()))["file"]

    def test_a_form_that_is_far_too_large_is_not_even_read(self, emmas):
        response = upload(emmas, b";" * (MOST + 1))
        assert response.status_code == 400
        assert "eine kleinere Datei wählen" in words(response)
        assert not SpreadsheetPreview.objects.exists()


class TestArchives:
    def test_an_archive_comes_back_into_its_club_once(self, emmas, club):
        emmas.post(sent(emmas, text()), action="accept")
        archive = json.dumps(exchange.archive_of(club))
        exchange_before = Game.objects.count()
        response = upload(emmas, archive, name="club.json")
        assert response.status_code == 302
        assert Game.objects.count() == exchange_before
        assert "schon da: 1" in emmas.text("data/")

    def test_the_archive_of_another_club_is_taken_in_as_a_copy(self, emmas, fritz, other_club):
        emmas.post(sent(emmas, text()), action="accept")
        archive = json.dumps(exchange.archive_of(Club.objects.get(slug="rosenau")))
        browser = Browser(fritz, other_club.slug)
        assert upload(browser, archive, name="rosenau.json").status_code == 302
        assert other_club.games.count() == 1
        assert "Partien neu: 1" in browser.text("data/")

    def test_everything_that_differs_is_named_and_nothing_is_stored(self, emmas, club):
        archive = exchange.archive_of(club)
        for told in archive["players"][:2]:
            told["guest"] = not told["guest"]
        people.add_player(actor=SYSTEM, club_id=club.pk, name="Später")
        before = exchange.everything()
        response = upload(emmas, json.dumps(archive), name="club.json")
        assert response.status_code == 409
        assert words(response).count("/guest") == 2
        assert exchange.everything() == before

    def test_a_tampered_archive_is_refused(self, emmas, club):
        emmas.post(sent(emmas, text()), action="accept")
        archive = exchange.archive_of(club)
        slip = archive["games"][0]["hands"][0]["entries"][0]["slip"]
        slip["points"][0] += 1
        response = upload(emmas, json.dumps(archive), name="club.json")
        assert response.status_code in (409, 422)
        assert "nichts übernommen" in words(response)


def test_the_club_page_leads_scribes_here(as_):
    assert 'href="/clubs/rosenau/data/"' in as_("anna").get("").content.decode()
    assert 'href="/clubs/rosenau/data/"' not in as_("beat").get("").content.decode()


def test_an_empty_page_says_what_a_spreadsheet_needs(emmas):
    assert "mit Überschriften wie Datum, Tisch, Spiel" in emmas.text("data/")


def test_whoever_looks_after_the_club_reads_when_all_was_last_saved(as_, emmas):
    assert "noch nie gesichert" in emmas.text("data/")
    Upkeep.note(backup.NAME)
    assert "zuletzt gesichert am" in emmas.text("data/")
    assert "Sag es dem Betreiber" not in emmas.text("data/")
    Upkeep.objects.update(at=timezone.now() - backup.LATE - timedelta(minutes=1))
    assert "Sag es dem Betreiber" in emmas.text("data/")
    assert "gesichert" not in as_("anna").text("data/")
