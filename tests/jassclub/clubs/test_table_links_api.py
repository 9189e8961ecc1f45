"""`/table-links` and `/devices/me`: a phone comes to a table without an account."""

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from jassclub.clubs import actors
from jassclub.clubs.models import Device, TableLink
from tests.cast import Caller, phone_at, pointers, problem

pytestmark = pytest.mark.django_db


@pytest.fixture
def wish(club, game):
    return {"club": club.pk, "label": "Tisch 3", "scope_kind": "game", "scope_id": game}


@pytest.fixture
def link(anna, wish):
    return anna.api.post("table-links", wish).json()


def open_link(token: str, **more):
    return Caller().post("devices", {"token": token, **more}, key="")


def test_the_scribe_makes_a_link_with_address_and_qr_code(link, game):
    assert link["scope_id"] == str(game)
    assert len(link["token"]) == 43
    assert link["url"] == f"http://testserver/t/{link['token']}"
    assert link["qr"].startswith("<svg")


def test_a_link_is_shown_once_and_stored_as_a_digest(anna, wish):
    first, second = (anna.api.post("table-links", wish, key="k").json() for _ in range(2))
    assert second == {**first, "token": None, "url": None, "qr": None}
    assert first["token"] not in str(vars(TableLink.objects.get()))
    assert "token" not in anna.api.get(f"table-links/{first['id']}").json()
    assert "token" not in anna.api.get("table-links").json()["results"][0]


def test_a_link_leads_to_something_of_the_own_club_only(fritz, other_club, wish):
    stolen = fritz.api.post("table-links", {**wish, "club": other_club.pk})
    assert pointers(problem(stolen, 422, "invalid")) == {"/scope_id"}


@pytest.mark.parametrize("change", [{"scope_id": uuid4()}, {"scope_kind": "table"}])
def test_a_link_to_nothing_is_refused(anna, wish, change):
    problem(anna.api.post("table-links", {**wish, **change}), 422, "invalid")


def test_a_malformed_wish_is_refused(anna, wish):
    for field, value in [
        ("hours", 0),
        ("hours", 337),
        ("hours", "x"),
        ("scope_kind", "club"),
        ("scope_id", "1"),
    ]:
        members = problem(anna.api.post("table-links", {**wish, field: value}), 400, "malformed")
        assert pointers(members) == {f"/{field}"}


def test_only_an_office_of_the_club_makes_and_revokes_links(beat, fritz, link, wish):
    problem(beat.api.post("table-links", wish), 403, "role_missing")
    problem(beat.api.delete(f"table-links/{link['id']}"), 403, "role_missing")
    problem(fritz.api.post("table-links", wish), 404, "not_found")
    problem(fritz.api.get(f"table-links/{link['id']}"), 404, "not_found")
    problem(fritz.api.delete(f"table-links/{link['id']}"), 404, "not_found")
    assert fritz.api.get("table-links").json()["results"] == []


def test_links_are_picked_by_what_they_lead_to(anna, link, game):
    assert len(anna.api.get("table-links", scope_id=game).json()["results"]) == 1
    assert anna.api.get("table-links", scope_id=uuid4()).json()["results"] == []


def test_a_phone_exchanges_the_link_for_a_token_of_its_own(link, game):
    opened = open_link(link["token"], label="Annas Telefon")
    assert opened.status_code == 201
    device = opened.json()
    assert device["token"].startswith("jcd_")
    assert (device["scope_kind"], device["scope_id"]) == ("game", str(game))
    assert (device["seat"], device["label"]) == (None, "Annas Telefon")
    assert device["token"] not in str(vars(Device.objects.get()))


def test_every_phone_at_the_table_is_a_device_of_its_own(link):
    one, two = (open_link(link["token"]).json() for _ in range(2))
    assert one["id"] != two["id"]
    assert one["token"] != two["token"]


def test_a_phone_takes_a_seat_and_leaves_it(club, game):
    phone = phone_at(club, game)
    assert phone.api.patch("devices/me", {"seat": 2}).json()["seat"] == 2
    assert (phone.actor.seat, phone.actor.scope) == (2, ("game", str(game)))
    assert phone.api.get("devices/me").json()["seat"] == 2
    assert phone.api.patch("devices/me", {"seat": None}).json()["seat"] is None


def test_two_phones_may_share_a_seat(club, game):
    phones = [phone_at(club, game, seat=1) for _ in range(2)]
    assert [phone.actor.seat for phone in phones] == [1, 1]


@pytest.mark.parametrize("seat", [-1, 12, "x", 1.5, [0]])
def test_a_seat_is_a_number_at_the_table(club, game, seat):
    refused = phone_at(club, game).api.patch("devices/me", {"seat": seat})
    assert pointers(problem(refused, 400, "malformed")) == {"/seat"}


def test_a_phone_takes_no_seat_that_nobody_sits_at(club, game, monkeypatch):
    seated = replace(actors._kinds["game"], people=lambda game_id: [uuid4() for _ in range(3)])
    monkeypatch.setitem(actors._kinds, "game", seated)
    phone = phone_at(club, game)
    assert phone.api.patch("devices/me", {"seat": 2}).status_code == 200
    refused = phone.api.patch("devices/me", {"seat": 3})
    assert pointers(problem(refused, 422, "invalid")) == {"/seat"}


def test_a_phone_sees_its_club_and_who_sits_there_and_no_more(  # noqa: PLR0917
    club, game, anna, beat, other_club, monkeypatch
):
    seated = replace(actors._kinds["game"], people=lambda game_id: [anna.seat_taker.pk])
    monkeypatch.setitem(actors._kinds, "game", seated)
    phone = phone_at(club, game).api
    assert [row["id"] for row in phone.get("clubs").json()["results"]] == [str(club.pk)]
    assert [row["name"] for row in phone.get("players").json()["results"]] == ["Anna"]
    problem(phone.get(f"players/{beat.seat_taker.pk}"), 404, "not_found")
    problem(phone.get(f"clubs/{club.pk}/averages"), 403, "permission_denied")
    problem(phone.get(f"clubs/{other_club.pk}"), 404, "not_found")
    problem(phone.get(f"clubs/{club.pk}/members"), 403, "permission_denied")
    problem(phone.get("table-links"), 403, "permission_denied")
    problem(phone.get("auth/me"), 403, "permission_denied")


def test_a_phone_changes_nothing_of_the_club(club, game, anna):
    phone = phone_at(club, game).api
    problem(phone.post("players", {"club": club.pk, "name": "Gian"}), 403, "role_missing")
    problem(phone.post("clubs", {"name": "x", "slug": "x"}), 403, "account_needed")
    path = f"players/{anna.seat_taker.pk}"
    problem(phone.patch(path, {"name": "x"}, version=1), 404, "not_found")


def test_a_revoked_link_ends_its_phones_and_opens_no_more(anna, link):
    phone = Caller(token=open_link(link["token"]).json()["token"])
    assert phone.get("devices/me").status_code == 200
    assert anna.api.delete(f"table-links/{link['id']}").status_code == 204
    problem(phone.get("devices/me"), 401, "authentication_failed")
    problem(open_link(link["token"]), 404, "link_not_found")
    assert anna.api.get(f"table-links/{link['id']}").json()["revoked_at"] is not None


def test_an_expired_link_ends_its_phones_and_opens_no_more(link):
    phone = Caller(token=open_link(link["token"]).json()["token"])
    TableLink.objects.update(expires_at=timezone.now())
    problem(phone.get("devices/me"), 401, "authentication_failed")
    problem(open_link(link["token"]), 404, "link_not_found")


@pytest.mark.parametrize("token", ["x", "é" * 43, "jcd_" + "x" * 43])
def test_an_unknown_token_opens_nothing(db, token):
    problem(open_link(token), 404, "link_not_found")
    problem(Caller(token=token).get("devices/me"), 401, "authentication_failed")


def test_the_token_of_the_link_is_no_token_of_a_phone(link):
    problem(Caller(token=link["token"]).get("devices/me"), 401, "authentication_failed")


def test_a_person_is_no_phone(anna):
    problem(anna.api.get("devices/me"), 403, "permission_denied")


def test_the_use_of_a_link_is_noted_but_not_at_every_request(club, game):
    phone = phone_at(club, game)
    noted = TableLink.objects.get().last_used_at
    assert noted is not None
    phone.api.get("devices/me")
    assert TableLink.objects.get().last_used_at == noted
    TableLink.objects.update(last_used_at=noted - timedelta(minutes=6))
    phone.api.get("devices/me")
    assert TableLink.objects.filter(last_used_at__gt=noted - timedelta(minutes=1)).exists()


def test_opening_links_is_slowed_down(settings, monkeypatch, db):
    from rest_framework.throttling import ScopedRateThrottle

    monkeypatch.setitem(ScopedRateThrottle.THROTTLE_RATES, "anon", "2/min")
    for _ in range(2):
        problem(open_link("x"), 404, "link_not_found")
    response = open_link("x")
    problem(response, 429, "throttled")
    assert int(response["Retry-After"]) > 0


def test_phones_of_one_hall_are_counted_one_by_one(monkeypatch, club, game):
    from rest_framework.throttling import SimpleRateThrottle

    monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, "entries", "2/min")
    first, second = phone_at(club, game), phone_at(club, game)
    for _ in range(2):
        assert first.api.get("games").status_code == 200
    problem(first.api.get("games"), 429, "throttled")
    assert second.api.get("games").status_code == 200


def test_guesses_of_phones_of_one_address_are_counted_together(monkeypatch, club, game):
    from rest_framework.throttling import SimpleRateThrottle

    monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, "anon", "1/min")
    guess, first, second = {"token": "x"}, phone_at(club, game), phone_at(club, game)
    problem(first.api.post("devices", guess, key=""), 404, "link_not_found")
    problem(second.api.post("devices", guess, key=""), 429, "throttled")


def test_one_phone_is_revoked_by_itself(anna, link, game):
    lost, kept = (open_link(link["token"], label=label).json() for label in ("weg", "da"))
    phones = f"table-links/{link['id']}/devices"
    assert {row["label"] for row in anna.api.get(phones).json()["results"]} == {"weg", "da"}
    assert anna.api.delete(f"{phones}/{lost['id']}").status_code == 204
    problem(Caller(token=lost["token"]).get("devices/me"), 401, "authentication_failed")
    assert Caller(token=kept["token"]).get("devices/me").status_code == 200
    assert list(actors.phones_at([("game", str(game))]).values_list("label", flat=True)) == ["da"]
    revoked = {row["label"]: row["revoked_at"] for row in anna.api.get(phones).json()["results"]}
    assert revoked["weg"]
    assert revoked["da"] is None


def test_a_phone_is_revoked_by_an_office_of_its_club_and_by_its_own_link(
    anna, beat, fritz, wish, link
):
    phone = open_link(link["token"]).json()
    other = anna.api.post("table-links", wish).json()
    for caller, way, status, code in (
        (beat, link, 403, "role_missing"),
        (fritz, link, 404, "not_found"),
        (anna, other, 404, "not_found"),
    ):
        address = f"table-links/{way['id']}/devices/{phone['id']}"
        problem(caller.api.delete(address), status, code)
    assert Caller(token=phone["token"]).get("devices/me").status_code == 200
