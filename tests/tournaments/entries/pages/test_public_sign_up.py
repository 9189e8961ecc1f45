"""Signing up on the page: one person, a pair, a full hall, twice, too late, taken back."""

import re
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from rest_framework.throttling import SimpleRateThrottle

from jassclub.api.models import IdempotencyRecord
from tests.jassclub.office import errors, words
from tests.tournaments.events import event
from tests.tournaments.fair import fair
from tournaments.core.models import Tournament
from tournaments.desk import rounds, services as desk
from tournaments.entries.models import Entry
from tournaments.entries.pages.sign_up import stamped

pytestmark = pytest.mark.django_db

FORM = "/t/herbst/sign-up/"


@pytest.fixture(autouse=True)
def empty_cache():
    cache.clear()


def send(client=None, *, key="", **fields):
    typed = {"name0": "Rosa Räber", "contact": "079 000 00 00", **fields}
    key = key or uuid4().hex
    stamp = stamped(key, timezone.now().timestamp() - 60)
    return (client or Client()).post(FORM, {"key": key, "stamp": stamp, **typed})


def pairs():
    own = event("pairs-5x8-swiss")
    Tournament.objects.update(public=True)
    desk.open_sign_up(**own.ids)
    return own


def test_who_signs_up_gets_a_ticket_with_a_code():
    own = fair(0)
    sent = send(note="Knie: bitte Tisch 1")
    assert sent.status_code == 302
    entry = own.tournament.entries.get()
    assert (entry.name, entry.contact, entry.note, entry.state) == (
        "Rosa Räber", "079 000 00 00", "Knie: bitte Tisch 1", Entry.State.SIGNED_UP,
    )  # fmt: skip
    ticket = Client().get(sent.url)
    assert "Rosa Räber Angemeldet Startnummer 1" in words(ticket)
    assert "<svg" in ticket.content.decode()
    assert "079" not in ticket.content.decode()


def test_the_same_form_sent_twice_is_one_sign_up_and_one_ticket():
    own, client, key = fair(0), Client(), uuid4().hex
    same = {"key": key, "stamp": stamped(key, timezone.now().timestamp() - 60)}
    assert send(client, **same).url == send(client, **same).url
    assert own.tournament.entries.count() == 1


def test_no_secret_is_kept_with_the_answer():
    fair(0)
    token = send().url.split("/")[-1]
    kept = IdempotencyRecord.objects.get()
    assert token not in f"{kept.headers} {kept.body} {kept.key}"


def test_a_form_that_was_sent_and_changed_is_asked_about_again():
    own, key = fair(0), uuid4().hex
    send(key=key)
    answer = send(key=key, name0="Otto Odermatt")
    assert answer.status_code == 409
    assert "schon abgeschickt" in words(answer)
    assert key not in answer.content.decode()
    assert own.tournament.entries.count() == 1


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"name0": ""}, "Hier fehlt der Name."),
        ({"name0": " \u200b\n"}, "Hier fehlt der Name."),
        ({"name0": "gast 1"}, "gast 1 ist schon eingetragen."),
        ({"name0": "x" * 81}, "Höchstens 80 Zeichen."),
    ],
)
def test_what_is_wrong_is_said_at_the_field_and_nothing_is_lost(typed, said):
    own = fair(1)
    answer = send(**typed)
    assert answer.status_code == 422
    assert said in errors(answer)["name0"]
    assert 'value="079 000 00 00"' in answer.content.decode()
    assert own.tournament.entries.count() == 1


def test_a_hostile_name_is_text_on_every_page():
    fair(0)
    sent = send(name0='<script>alert("x")</script>')
    for address in (sent.url, "/t/herbst/", "/t/herbst/board/", "/t/herbst/p/1/"):
        assert "<script>alert" not in Client().get(address).content.decode()


def test_in_a_full_hall_one_is_told_before_and_after():
    own = fair(2)
    Tournament.objects.update(capacity=2)
    assert "Auf die Warteliste" in words(Client().get(FORM))
    first, second = send(), send(name0="Otto Odermatt")
    assert "Auf der Warteliste" in words(Client().get(first.url))
    assert "Vor dir wartet noch 1 Person." in words(Client().get(second.url))
    assert own.tournament.entries.filter(state=Entry.State.WAITING).count() == 2


@pytest.mark.parametrize("state", [Tournament.State.RUNNING, Tournament.State.CANCELLED])
def test_too_late_is_said_kindly(state):
    own = fair(0)
    Tournament.objects.update(state=state)
    page = words(Client().get(FORM))
    assert "geschlossen" in page or "abgesagt" in page
    assert send().status_code == 409
    assert not own.tournament.entries.exists()


def test_a_pair_signs_up_together():
    own = pairs()
    assert len(re.findall(r'name="name\d"', Client().get(FORM).content.decode())) == 2
    missing = send()
    assert errors(missing) == {"name1": "Hier fehlt der Name."}
    sent = send(name1="Otto Odermatt", team="Die Unverdrossenen")
    assert own.tournament.teams.get().name == "Die Unverdrossenen"
    assert "Rosa Räber Otto Odermatt" in words(Client().get(sent.url))
    taken = send(name0="Vreni", name1="Walter", team="die unverdrossenen")
    assert taken.status_code == 409
    assert "gibt es schon" in errors(taken)["team"]


def test_who_takes_it_back_makes_room_for_the_next():
    own = fair(1)
    Tournament.objects.update(capacity=2)
    first, second = send(), send(name0="Otto Odermatt")
    answer = Client().post(f"{first.url}/withdraw", follow=True)
    assert "Abgemeldet" in words(answer)
    assert "Angemeldet" in words(Client().get(second.url))
    again = Client().post(f"{first.url}/withdraw", follow=True)
    assert again.status_code == 200
    assert own.tournament.log.filter(kind="left").count() == 1


def test_a_visit_takes_nothing_back():
    own = fair(0)
    sent = send()
    Client().get(f"{sent.url}/withdraw")
    assert own.tournament.entries.get().state == Entry.State.SIGNED_UP


def test_a_wrong_code_is_nowhere_and_guessing_is_slowed():
    fair(0)
    codes = [Client().get(f"/t/herbst/ticket/falsch{n}").status_code for n in range(25)]
    assert set(codes) == {404, 429}


def test_the_ticket_names_the_table_of_the_round_that_is_called():
    own = fair(0)
    sent = send()
    own.enter(3)
    own.tournament.entries.update(state=Entry.State.PRESENT)
    own.draw()
    rounds.call_round(**own.ids)
    text = words(Client().get(sent.url))
    assert "Anwesend" in text
    assert "Tisch 1" in text
    assert "Doch nicht dabei?" not in text


def few(monkeypatch, most="3/min"):
    monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, "sign_up", most)


def test_who_sends_one_sign_up_after_the_other_is_asked_to_wait_and_loses_nothing(monkeypatch):
    few(monkeypatch)
    own = fair(0)
    sent = [send(name0=f"Gast {number}") for number in range(4)]
    assert [answer.status_code for answer in sent] == [302] * 3 + [429]
    assert "Von hier kommt gerade sehr viel auf einmal. Bitte eine Minute warten" in words(sent[-1])
    assert 'value="Gast 3"' in sent[-1].content.decode()
    assert own.tournament.entries.count() == 3


def test_the_form_that_had_to_wait_is_taken_later_with_the_same_key(monkeypatch):
    few(monkeypatch, "1/min")
    own, key = fair(0), uuid4().hex
    send(name0="Otto Odermatt")
    refused = send(key=key)
    assert f'name="key" value="{key}"' in refused.content.decode()
    cache.clear()
    assert send(key=key).status_code == 302
    assert own.tournament.entries.count() == 2


def test_forms_of_the_page_and_of_the_api_count_together_by_address(monkeypatch):
    few(monkeypatch, "2/min")
    own = fair(0)
    path = f"/api/v1/tournaments/{own.tournament.pk}/sign-ups"
    body = {"people": [{"name": "Toni"}]}
    head = {"Idempotency-Key": uuid4().hex}
    made = Client().post(path, body, content_type="application/json", headers=head)
    assert made.status_code == 201
    assert [send().status_code, send(name0="Urs").status_code] == [302, 429]
    assert send(Client(REMOTE_ADDR="10.0.0.7"), name0="Urs").status_code == 302


def test_looking_at_the_form_is_not_counted(monkeypatch):
    few(monkeypatch, "1/min")
    fair(0)
    assert {Client().get(FORM).status_code for _visit in range(5)} == {200}
    assert send().status_code == 302


def test_categories_of_the_event_club_and_licence_are_said_at_once():
    own = fair(1)
    own.tournament.entries.update(labels=["Gönner"])
    shown = words(Client().get(FORM))
    assert "Damen Junioren Veteranen Gönner Verein Lizenznummer" in shown
    sent = send(labels0=["women", "Gönner", "made up"], home_club0="JC  Frohsinn", licence0="B 12")
    assert sent.status_code == 302
    entry = own.tournament.entries.last()
    assert (entry.labels, entry.home_club, entry.licence) == (
        ["women", "Gönner"], "JC Frohsinn", "B 12",
    )  # fmt: skip
    public = Client().get(f"/t/herbst/p/{entry.number}/").content.decode()
    assert "B 12" not in public, "a licence is for the desk"


def test_each_of_a_pair_has_a_category_of_his_own_also_after_a_refusal():
    own = pairs()
    asked = {"name0": "Rosa Räber", "labels0": ["juniors"], "labels1": ["women"], "home_club1": "X"}
    refused = send(**asked)
    assert refused.status_code == 422
    ticked = re.findall(r'name="(labels\d)" value="(\w+)"\s+checked', refused.content.decode())
    assert ticked == [("labels0", "juniors"), ("labels1", "women")]
    assert send(**asked, name1="Beat Brun").status_code == 302
    told = own.tournament.entries.order_by("number").values_list("labels", "home_club")
    assert list(told) == [(["juniors"], ""), (["women"], "X")]
