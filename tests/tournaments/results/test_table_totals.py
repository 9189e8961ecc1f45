"""The total of a passe, written by phones at its table and agreed to by the other side."""

import re
from html import unescape

import pytest

from tests.markup import markup
from tests.scoring.web_table import hidden, words
from tests.tournaments.halls import hall
from tests.tournaments.phones import came, person
from tournaments.results.models import PasseSheet
from tournaments.results.services import decide

pytestmark = pytest.mark.django_db


@pytest.fixture
def saal():
    """Two tables that write the total of four hands."""
    found = hall(writing="totals", control="reject")
    found.call()
    return found


def written(phone, first, second, **more):
    """The form of the table as it is sent."""
    passe = phone.saal.passe(phone.number).pk
    return phone.post("totals/", passe=passe, points_0=first, points_1=second, key="k", **more)


def test_one_side_writes_and_the_other_agrees(saal):
    nina, otto = came(saal, seat=0), came(saal, seat=1)
    assert "Passe schreiben" in nina.text()
    assert written(nina, "400", "228", extra_0="1").status_code == 302
    sheet = PasseSheet.objects.get()
    assert (sheet.state, sheet.origin, sheet.seat) == ("typed", "phone", 0)
    assert "Das Total stimmt" not in nina.text()
    assert "Resultat: 400 : 228" in otto.text()
    assert "Das Total stimmt" in otto.text()
    otto.post(f"totals/{sheet.pk}/confirm/")
    sheet.refresh_from_db()
    assert (sheet.state, sheet.counted["points"]) == ("confirmed", [400, 228])
    assert "Passe schreiben" not in otto.text()


def test_both_sides_write_the_same(saal):
    for seat in (0, 1):
        assert written(came(saal, seat=seat), "400", "228").status_code == 302
    assert PasseSheet.objects.get(state="confirmed").counted["points"] == [400, 228]


def test_the_own_side_cannot_agree_with_itself(saal):
    nina, paula = came(saal, seat=0), came(saal, seat=2)
    written(nina, "400", "228")
    assert "Das Total stimmt" not in paula.text()
    sheet = PasseSheet.objects.get()
    assert paula.post(f"totals/{sheet.pk}/confirm/").status_code == 403
    assert PasseSheet.objects.get().state == "typed"


def test_other_numbers_from_the_other_side_wait_for_the_director(saal):
    written(came(saal, seat=0), "400", "228")
    otto = came(saal, seat=1)
    written(otto, "398", "230")
    assert "die Turnierleitung entscheidet" in otto.text()
    assert set(PasseSheet.objects.values_list("state", flat=True)) == {"contested"}


def test_two_versions_that_differ_in_their_matsche_alone_are_told_apart(saal):
    nina, otto = came(saal, seat=0), came(saal, seat=1)
    written(nina, "400", "228", extra_0="1")
    assert "400 : 228, Matsche 1 : 0" in otto.text(), "what is agreed to is read"
    written(otto, "400", "228")
    desk = f"/clubs/{saal.tournament.club.slug}/tournaments/{saal.tournament.slug}"
    seen = words(person(saal, "director").get(f"{desk}/rounds/1/tables/1/"))
    for text in (nina.text(), otto.text(), seen):
        assert text.count("Matsche 1 : 0") == 1
        assert text.count("400 : 228") >= 2


def test_each_button_of_the_direction_names_whose_version_it_lets_count(saal):
    phones = [came(saal, seat=seat) for seat in (0, 1)]
    for phone, matsches in zip(phones, ("1", ""), strict=True):
        written(phone, "400", "228", extra_0=matsches)
    names = saal.people()
    desk = f"/clubs/{saal.tournament.club.slug}/tournaments/{saal.tournament.slug}/"
    director = person(saal, "director")
    for address in ("", "rounds/1/tables/1/"):
        html = unescape(markup(director.get(desk + address)))
        buttons = re.findall(r"<button[^>]*>(400 : 228 gilt[^<]*)</button>", html)
        assert sorted(buttons) == sorted(
            f"400 : 228 gilt: Fassung von {names[at]} & {names[at + 2]}" for at in (0, 1)
        )


def test_a_passe_that_was_cut_short_says_so_where_two_sides_differ(saal):
    nina, otto = came(saal, seat=0), came(saal, seat=1)
    written(nina, "300", "171", hands="3", reason="Feueralarm")
    assert "300 : 171, 3 Spiele" in otto.text()


@pytest.mark.parametrize(
    ("first", "second"), [("400", "227"), ("4000", "228"), ("", "628"), ("x", "1")]
)
def test_a_wrong_total_comes_back_as_typed(saal, first, second):
    nina = came(saal, seat=0)
    response = written(nina, first, second)
    html = markup(response)
    assert response.status_code == 422
    assert f'name="points_0" value="{first}"' in html
    assert hidden(html, "key")
    assert 'class="sum-up" role="alert"' in html
    assert not PasseSheet.objects.exists()


def test_a_passe_that_was_cut_short_needs_a_reason(saal):
    nina = came(saal, seat=0)
    assert written(nina, "300", "171", hands="3").status_code == 422
    assert written(nina, "300", "171", hands="3", reason="Feueralarm").status_code == 302
    assert PasseSheet.objects.get().sheet["hands"] == 3


def test_a_phone_of_another_table_and_of_an_earlier_round_writes_nothing(saal):
    other, before = came(saal, 2, seat=0), saal.passe(1).pk
    fields = {"points_0": "400", "points_1": "228", "key": "k"}
    assert other.post("totals/", passe=before, **fields).status_code == 302
    phone = came(saal, seat=0)
    saal.close()
    saal.call()
    assert "Diese Runde ist abgeschlossen." in words(
        phone.client.post(f"{phone.page}totals/", {"passe": before, **fields}, follow=True)
    )  # fmt: skip
    assert not PasseSheet.objects.exists()


def test_a_sheet_of_another_table_is_not_there(saal):
    written(came(saal, 2, seat=0), "400", "228")
    phone = came(saal, 1, seat=1)
    assert phone.post(f"totals/{PasseSheet.objects.get().pk}/confirm/").status_code == 404


def test_where_hands_are_recorded_no_total_is_asked(saal):
    found = hall()
    found.call()
    assert "Passe schreiben" not in came(found, seat=0).text()


def test_each_phone_reads_both_versions_and_which_side_wrote_them(saal):
    written(came(saal, seat=0), "400", "228")
    written(came(saal, seat=1), "398", "230")
    names = [sitting.seated.name for sitting in saal.passe(1).sittings.order_by("index")]
    for seat in range(4):
        text = unescape(came(saal, seat=seat).text())
        assert f"{names[0]} & {names[2]}: 400 : 228" in text
        assert f"{names[1]} & {names[3]}: 398 : 230" in text
        assert "Die Turnierleitung entscheidet." in text
        assert "Passe schreiben" in text


def test_the_other_side_says_that_a_total_is_wrong_without_numbers_of_its_own(saal):
    nina, otto = came(saal, seat=0), came(saal, seat=1)
    written(nina, "400", "228")
    sheet = PasseSheet.objects.get()
    assert "Stimmt nicht" not in nina.text()
    assert "geschrieben von" in otto.text()
    assert "Stimmt nicht" in otto.text()
    otto.post(f"totals/{sheet.pk}/contest/")
    sheet.refresh_from_db()
    assert sheet.state == "contested"
    assert "400 : 228" in nina.text()
    assert nina.post(f"totals/{sheet.pk}/confirm/").status_code == 409
    otto.post(f"totals/{sheet.pk}/contest/")
    assert saal.tournament.log.filter(kind="sheet_contested").count() == 1


def test_who_said_that_a_total_is_wrong_takes_it_back_by_writing_the_same(saal):
    nina, otto, paula = (came(saal, seat=seat) for seat in (0, 1, 2))
    written(nina, "400", "228")
    sheet = PasseSheet.objects.get()
    otto.post(f"totals/{sheet.pk}/contest/")
    written(paula, "400", "228")
    assert not PasseSheet.objects.filter(state="confirmed").exists()
    written(otto, "400", "228")
    assert PasseSheet.objects.get(state="confirmed").counted["points"] == [400, 228]


def test_what_stands_against_another_version_is_taken_back_by_nobody(saal):
    nina, otto = came(saal, seat=0), came(saal, seat=1)
    written(nina, "400", "228")
    otto.post(f"totals/{PasseSheet.objects.get().pk}/contest/")
    written(otto, "398", "230")
    written(otto, "400", "228")
    assert not PasseSheet.objects.filter(state="confirmed").exists()


@pytest.mark.parametrize("seat", range(4))
def test_what_both_agreed_to_is_contested_from_each_phone_while_the_round_is_open(saal, seat):
    for side in (0, 1):
        written(came(saal, seat=side), "400", "228")
    phone, sheet = came(saal, seat=seat), PasseSheet.objects.get(state="confirmed")
    assert "Stimmt nicht" in phone.text()
    phone.post(f"totals/{sheet.pk}/contest/")
    assert not PasseSheet.objects.filter(state="confirmed").exists()
    assert "Umstritten" in phone.text()


def test_a_side_that_wrote_wrongly_just_writes_again(saal):
    nina = came(saal, seat=0)
    written(nina, "400", "228")
    nina.post(f"totals/{PasseSheet.objects.get().pk}/contest/")
    assert PasseSheet.objects.get().state == "typed"
    assert "schreibt einfach das richtige Total" in nina.text()


def test_what_the_direction_has_decided_is_no_longer_contested_from_a_phone(saal):
    written(came(saal, seat=0), "400", "228")
    written(came(saal, seat=1), "398", "230")
    chosen = PasseSheet.objects.earliest("number")
    director = saal.house.official("director")
    decide(actor=director, passe_id=chosen.passe_id, sheet_id=chosen.pk, reason="nachgezählt")
    phone, counts = came(saal, seat=1), PasseSheet.objects.get(state="confirmed")
    assert "Stimmt nicht" not in phone.text()
    phone.post(f"totals/{counts.pk}/contest/")
    counts.refresh_from_db()
    assert counts.state == "confirmed"
    assert "sagt es der Turnierleitung" in phone.text()


def test_a_sheet_of_another_table_is_not_contested(saal):
    written(came(saal, 2, seat=0), "400", "228")
    phone = came(saal, 1, seat=1)
    assert phone.post(f"totals/{PasseSheet.objects.get().pk}/contest/").status_code == 404
    assert PasseSheet.objects.get().state == "typed"
