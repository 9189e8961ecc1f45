"""Public sign-up is for people: shown before it is sent, few from one address, held when hot."""

from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from rest_framework.throttling import SimpleRateThrottle

from jassclub.clubs.actors import ANONYMOUS
from jassclub.clubs.models import User
from tests.cast import Caller, person
from tests.jassclub.office import words
from tests.tournaments.events import event
from tests.tournaments.fair import fair
from tournaments.core.models import Tournament
from tournaments.desk import services as setup
from tournaments.entries import services as entries
from tournaments.entries.entrants import Person
from tournaments.entries.models import Entry
from tournaments.entries.pages.sign_up import places_of, stamped

pytestmark = pytest.mark.django_db

FORM = "/t/herbst/sign-up/"


@pytest.fixture(autouse=True)
def empty_cache():
    cache.clear()


def sent(*, age: float = 60, name: str = "Rosa Räber", **fields):
    key = uuid4().hex
    stamp = stamped(key, timezone.now().timestamp() - age)
    return Client().post(FORM, {"key": key, "stamp": stamp, "name0": name, **fields})


def sign_up(own, name):
    return entries.sign_up(actor=ANONYMOUS, tournament_id=own.tournament.pk, people=[Person(name)])[
        0
    ][0]


def test_a_form_that_was_never_shown_signs_nobody_up():
    own = fair(0)
    answer = Client().post(FORM, {"name0": "Rosa Räber", "key": uuid4().hex})
    assert answer.status_code == 422
    assert "noch einmal abschicken" in words(answer)
    assert not own.tournament.entries.exists()


def test_a_form_that_comes_back_at_once_is_asked_for_again_and_then_taken():
    own = fair(0)
    answer = sent(age=0)
    assert answer.status_code == 422
    assert "Das ging sehr schnell" in words(answer)
    assert "Rosa Räber" in answer.content.decode()
    assert sent(age=3).status_code == 302
    assert own.tournament.entries.count() == 1


def test_the_stamp_of_one_form_is_no_good_for_another():
    own = fair(0)
    assert sent(key=uuid4().hex).status_code == 422
    assert not own.tournament.entries.exists()


def test_one_address_signs_up_a_few_in_a_minute(monkeypatch):
    own = fair(0)
    monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, "sign_up", "3/min")
    codes = [sent(name=f"Gast {n}").status_code for n in range(5)]
    assert codes == [302, 302, 302, 429, 429]
    body = {"people": [{"name": "Nico Näf"}]}
    answer = Caller().post(f"tournaments/{own.tournament.pk}/sign-ups", body)
    assert answer.status_code == 429


def test_when_it_runs_hot_further_sign_ups_wait_for_the_desk(settings):
    own, settings.SIGN_UPS_AT_ONCE = fair(0), 2
    states = [(e.state, e.held) for e in (sign_up(own, f"Gast {n}") for n in range(4))]
    assert states == [("signed_up", False)] * 2 + [("waiting", True)] * 2
    told = Caller().get(f"tournaments/{own.tournament.pk}/entries").content.decode()
    assert "Gast 1" in told
    assert "Gast 3" not in told


def test_the_desk_approves_and_he_gets_his_place(settings):
    own, settings.SIGN_UPS_AT_ONCE = fair(0), 1
    for number in range(3):
        sign_up(own, f"Gast {number}")
    entries.approve(**own.ids, numbers=[3])
    states = dict(Entry.objects.values_list("number", "state"))
    assert states == {1: "signed_up", 2: "waiting", 3: "signed_up"}


def test_who_is_held_back_reads_it_on_his_ticket(settings):
    fair(0)
    settings.SIGN_UPS_AT_ONCE = 1
    sent(name="Otto Odermatt")
    page = Client().get(sent(name="Nico Näf").url)
    assert "Wartet auf die Turnierleitung" in words(page)


def test_a_calm_day_holds_nobody_back(settings):
    own, settings.SIGN_UPS_AT_ONCE = fair(0), 2
    sign_up(own, "Gast 1")
    Entry.objects.update(created_at=timezone.now() - entries.RUSH)
    sign_up(own, "Gast 2")
    assert not sign_up(own, "Gast 3").held


def test_to_let_a_pair_in_moves_the_version_of_each_on(settings):
    own = held_pair(settings)
    Entry.objects.filter(number=2).update(version=7)
    entries.approve(**own.ids, numbers=[1])
    first, second = Entry.objects.order_by("number")
    assert [first.held, second.held] == [False, False]
    assert second.version > 7
    assert own.tournament.log.get(kind="approved").payload["entries"] == [1, 2]


def test_to_approve_of_who_was_not_held_back_tells_nothing():
    own = fair(0)
    sign_up(own, "Gast 1")
    entries.approve(**own.ids, numbers=[1])
    assert not own.tournament.log.filter(kind="approved").exists()


def test_who_is_checked_in_is_not_held_back_any_more(settings):
    own, settings.SIGN_UPS_AT_ONCE = fair(0), 0
    sign_up(own, "Gast 1")
    entries.check_in(**own.ids, numbers=[1])
    told = Caller().get(f"tournaments/{own.tournament.pk}/entries").content.decode()
    assert "Gast 1" in told


def held_pair(settings):
    """A pair that was held back, at a tournament that strangers see."""
    own, settings.SIGN_UPS_AT_ONCE = event("pairs-5x8-swiss"), 0
    Tournament.objects.update(public=True)
    setup.open_sign_up(**own.ids)
    pair = [Person("Rosa Räber"), Person("Otto Odermatt")]
    entries.sign_up(actor=ANONYMOUS, tournament_id=own.tournament.pk, people=pair)
    return own


@pytest.mark.parametrize("what", ["teams", "export.csv?what=entries", "entries"])
def test_nobody_but_the_desk_reads_what_was_held_back(settings, what):
    own = held_pair(settings)
    path = f"/api/v1/tournaments/{own.tournament.pk}/{what}"
    assert "Räber" not in Client().get(path).content.decode()
    desk = person("Doris", club=own.house.club, role="scribe").api
    assert "Räber" in desk.get(path.removeprefix("/api/v1/")).content.decode()


def test_a_single_entry_that_was_held_back_is_for_the_desk_alone(settings):
    own = held_pair(settings)
    path = f"tournaments/{own.tournament.pk}/entries/{Entry.objects.get(number=1).pk}"
    assert Caller().get(path).status_code == 404
    desk = person("Doris", club=own.house.club, role="scribe").api
    assert desk.get(path).status_code == 200


def test_what_was_held_back_takes_no_place_from_those_who_look(settings):
    own = fair(0)
    Tournament.objects.update(capacity=2)
    settings.SIGN_UPS_AT_ONCE = 0
    sign_up(own, "Gast 1")
    own.tournament.refresh_from_db()
    assert places_of(own.tournament)["left"] == 2


def test_on_the_waiting_list_only_those_stand_in_front_who_were_let_in(settings):
    own = fair(0)
    Tournament.objects.update(capacity=1)
    settings.SIGN_UPS_AT_ONCE = 0
    for number in range(3):
        sign_up(own, f"Gast {number}")
    entries.add_entries(**own.ids, people=[Person("Nico Näf")])
    entries.approve(**own.ids, numbers=[3])
    settings.SIGN_UPS_AT_ONCE = 30
    page = words(Client().get(sent(name="Otto Odermatt").url))
    assert "Vor dir wartet noch 1 Person" in page


def test_who_was_declined_neither_waits_nor_is_offered_for_approval(settings):
    own, settings.SIGN_UPS_AT_ONCE = fair(0), 1
    sent(name="Otto Odermatt")
    ticket = sent(name="Nico Näf").url
    desk, club = Client(), own.house.club.slug
    desk.force_login(User.objects.get(pk=own.director.ident))
    people_page = f"/clubs/{club}/tournaments/{own.tournament.slug}/people/"
    assert "Zulassen" in words(desk.get(people_page))
    entries.drop_out(**own.ids, number=2, reason="unbekannt")
    assert "Zulassen" not in words(desk.get(people_page))
    assert "Wartet auf die Turnierleitung" not in words(Client().get(ticket))
