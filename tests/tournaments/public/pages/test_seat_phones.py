"""A phone that rings at each call without content, and asks the service for its seat."""

from collections.abc import Iterator
from ipaddress import ip_network

import pytest
from django.test import Client

from tests.jassclub.office import words
from tests.jassclub.webhooks.receiver import Receiver
from tournaments import tasks
from tournaments.desk import rounds
from tournaments.entries.models import Entry, SeatPush
from tournaments.privacy.services import forget_contacts

pytestmark = pytest.mark.django_db
OFFER = "Bei jedem Aufruf klingeln"


@pytest.fixture
def push_service(settings, rings) -> Iterator[Receiver]:
    """What browsers are reached through: a real server that notes what it is told."""
    settings.HOOK_NETWORKS = [ip_network("127.0.0.0/8")]
    with Receiver.listening() as service:
        yield service


def ask(day, endpoint, **more):
    return Client().post(f"{day.ticket}/phone", {"endpoint": endpoint, **more})


def test_a_phone_rings_once_for_each_call_and_shows_the_seat_that_it_asked_for(day, push_service):
    assert OFFER in words(Client().get(day.ticket))
    assert ask(day, push_service.url).status_code == 302
    assert tasks.tell_seats() == 0
    assert Client().get(f"{day.ticket}/seat.json").json() == {"title": "Herbstturnier", "body": ""}
    rounds.call_round(**day.ids)
    assert [tasks.tell_seats(), tasks.tell_seats()] == [1, 0]
    (call,) = push_service.calls
    assert call.body == b"", "nothing about anybody goes through the push service"
    assert (call.headers["ttl"], call.headers["topic"]) == ("600", "seat")
    seat = day.tournament.rounds.get().sittings.get(entry__name="Rosa Räber")
    table = seat.passe.table.number
    said = Client().get(f"{day.ticket}/seat.json").json()
    assert said["title"] == "Runde 1 ist aufgerufen"
    assert said["body"].startswith(f"Rosa Räber: Tisch {table}, Platz ")
    assert "\n" not in said["body"], "nobody else of the table"
    french = Client(headers={"Accept-Language": "fr"}).get(f"{day.ticket}/seat.json").json()
    assert french["title"] == "Le tour 1 est appelé"
    rounds.uncall_round(**day.ids, number=1, reason="zu früh")
    rounds.call_round(**day.ids)
    assert tasks.tell_seats() == 1, "called again is another call"
    ask(day, push_service.url, off="1")
    assert not SeatPush.objects.exists()


@pytest.mark.parametrize(
    ("code", "left", "later"), [(410, 0, 0), (404, 0, 0), (503, 1, 1), (429, 1, 1), (400, 1, 0)]
)
def test_who_is_gone_is_forgotten_and_who_is_away_is_tried_again(
    day, push_service, code, left, later
):  # fmt: skip
    ask(day, push_service.url)
    rounds.call_round(**day.ids)
    push_service.refuse(code)
    assert tasks.tell_seats() == 0
    assert SeatPush.objects.count() == left
    push_service.refuse(201)
    assert tasks.tell_seats() == later


def test_without_a_key_nothing_is_offered_and_nobody_rung(day, settings, push_service):
    ask(day, push_service.url)
    rounds.call_round(**day.ids)
    settings.PUSH_KEY = ""
    assert tasks.tell_seats() == 0
    assert OFFER not in words(Client().get(day.ticket))
    assert ask(day, push_service.url).status_code == 404
    assert "unregister" in Client().get("/t/herbst/bell.js").content.decode()
    assert push_service.calls == []


def test_what_may_not_be_called_is_refused_and_who_took_back_is_not_rung(day, push_service):
    assert ask(day, "ftp://push.example.org").status_code == 422
    ask(day, push_service.url)
    rounds.call_round(**day.ids)
    day.tournament.entries.filter(name="Rosa Räber").update(state=Entry.State.WITHDRAWN)
    assert tasks.tell_seats() == 0


def test_it_is_in_the_file_of_its_holder_and_forgotten_with_his_address(day, push_service):
    ask(day, push_service.url)
    held = Client().get(f"{day.ticket}/data.json").json()["people"]
    assert [phone["address"] for phone in held[0]["phones"]] == [push_service.url]
    day.tournament.played_on = day.tournament.played_on.replace(year=2020)
    day.tournament.save(update_fields=["played_on"])
    forget_contacts(before=day.tournament.played_on.replace(year=2021))
    assert not SeatPush.objects.exists()
