"""What stands of somebody is corrected on a page: the name, a guest, a child, who has left."""

import pytest

from jassclub.clubs.models import Player
from jassclub.clubs.services.merging import merge_players
from tests.jassclub.office import Browser, errors, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def office(anna, club):
    """A scribe."""
    return Browser(anna, club.slug)


@pytest.fixture
def lea(club):
    return Player.objects.create(club=club, name="Lea", guest=True)


def fields(**changes):
    return {"name": "Lea", "active": "1", "guest": "1", "version": "1", **changes}


def test_a_guest_becomes_a_member_under_her_whole_name(office, lea, club):
    at = f"people/{lea.pk}/"
    assert 'name="guest" value="1" checked' in office.get(at).content.decode()
    assert f"/clubs/{club.slug}/{at}" in office.get("people/").content.decode()
    assert office.post(at, **fields(name=" Lea  Moser ", guest="")).status_code == 302
    lea.refresh_from_db()
    assert (lea.name, lea.guest, lea.active, lea.version) == ("Lea Moser", False, True, 2)


def test_a_child_and_her_initials_are_ticked(office, lea):
    office.post(f"people/{lea.pk}/", **fields(guest="", minor="1", initials_only="1"))
    lea.refresh_from_db()
    assert (lea.name, lea.minor, lea.initials_only) == ("Lea", True, True)


def test_who_has_left_stays_in_the_books_and_comes_back(office, lea):
    at = f"people/{lea.pk}/"
    office.post(at, **fields(active=""))
    assert "Nicht mehr dabei (1)" in office.text("people/")
    office.post(at, **fields(version="2"))
    assert "Nicht mehr dabei" not in office.text("people/")
    assert Player.objects.get(name="Lea").active


@pytest.mark.parametrize(("name", "status"), [("", 422), ("\x00", 422), ("ANNA", 409)])
def test_a_name_that_cannot_be_is_said_at_its_field(office, lea, name, status):
    refused = office.post(f"people/{lea.pk}/", **fields(name=name))
    assert (refused.status_code, [*errors(refused)]) == (status, ["name"])
    lea.refresh_from_db()
    assert lea.name == "Lea"


def test_what_another_has_changed_meanwhile_is_not_overwritten(office, lea):
    office.post(f"people/{lea.pk}/", **fields(name="Lea M."))
    late = office.post(f"people/{lea.pk}/", **fields(name="Lia"))
    assert (late.status_code, 'value="Lia"' in late.content.decode()) == (412, True)
    assert 'name="version" value="2"' in late.content.decode().replace("\n      ", " ")
    assert office.post(f"people/{lea.pk}/", **fields(name="Lia", version="2")).status_code == 302


def test_who_holds_no_office_changes_nobody(beat, fritz, club, other_club, lea):
    assert Browser(beat, club.slug).post(f"people/{lea.pk}/", **fields()).status_code == 403
    assert Browser(fritz, other_club.slug).get(f"people/{lea.pk}/").status_code == 404


def test_who_stands_as_another_is_changed_there(office, chloe, lea, beat):
    merge_players(actor=chloe.actor, player_id=lea.pk, into_id=beat.seat_taker.pk)
    assert office.get(f"people/{lea.pk}/").status_code == 404
    assert "Lea" not in words(office.get("people/"))


def test_a_name_that_somebody_has_already_is_said_and_how_a_second_one_gets_in(office, lea, club):
    assert office.post("people/", names="LEA\nUrs").status_code == 302
    told = office.text("people/")
    assert "1 Person ist dazugekommen. Schon dabei: LEA." in told
    assert "zum Beispiel «LEA B.»" in told
    assert club.players.filter(name__iexact="lea").count() == 1
