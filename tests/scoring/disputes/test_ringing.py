"""Whose phones ring for a call, when, and how often."""

from datetime import timedelta
from subprocess import TimeoutExpired
from threading import Event
from typing import Any
from unittest.mock import patch

import pytest
from django.test import override_settings
from django.utils import timezone

from jassclub.webhooks import push
from jassclub.webhooks.models import PushSubscription
from jassclub.webhooks.tasks import SENDERS, _places, beside
from scoring.disputes.calls import (
    AGAIN,
    STALE,
    WIDER,
    _rung,
    end_call,
    give_back,
    ring_due,
    rings_for,
    take_call,
)
from scoring.disputes.models import RefereeCall
from scoring.tasks import ring
from tests.markup import markup
from tests.scoring.disputes.pages import (
    HOME,
    called_by,
    seen_by,
)
from tests.scoring.web_table import browser, table_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("role", "waited", "referee", "rings"), [
    ("referee", 0, "free", True),
    ("referee", 0, "comes", False),
    ("director", 0, "free", False),
    ("director", 1, "free", True),
    ("director", 1, "comes", False),
    ("director", 0, "plays there", True),
    ("director", 0, "cannot come", True),
    ("admin", 0, "none", True),
])  # fmt: skip
def test_with_whom_it_rings_and_when(table, role, waited, referee, rings):
    now, actor = timezone.now(), table.house.official(role)
    call = RefereeCall(game=table.game, created_at=now - waited * WIDER)
    if referee == "plays there":
        browser(table, 2, role="referee")
    elif referee != "none":
        other = str(table.house.official("referee"))
        call.taken_by = other if referee == "comes" else ""
        call.given_back_by = other if referee == "cannot come" else ""
    assert rings_for(call, actor, role, now=now) is rings


class TestPhones:
    """Referees' phones ring at once, everybody's who may judge after a while, each time once."""

    def test_first_the_referees_then_everybody(self, table, rung):
        people = {role: table.house.official(role).user_id for role in ("referee", "director")}
        call = called_by(table)
        for _again in range(2):
            ring_due()
        assert rung == [{people["referee"]}]
        for _again in range(2):
            ring_due(clock=lambda: call.created_at + WIDER)
        assert rung[1:] == [set(people.values())]

    def test_without_a_referee_the_direction_is_rung_at_once(self, table, rung):
        director = table.house.official("director").user_id
        called_by(table)
        ring_due()
        assert rung == [{director}]

    @pytest.mark.parametrize("deed", [take_call, end_call])
    def test_nobody_is_rung_when_somebody_comes_or_it_is_over(self, table, official, rung, deed):
        deed(actor=official, call_id=called_by(table).pk)
        assert ring_due(clock=lambda: timezone.now() + WIDER) == 0
        assert rung == []

    @pytest.mark.parametrize(("since", "times"), [
        (timedelta(), 1), (AGAIN + timedelta(seconds=1), 2),
    ])  # fmt: skip
    def test_calling_again_and_again_rings_once_in_a_while(
        self, table, official, rung, since, times
    ):
        for _again in range(2):
            call = called_by(table)
            ring_due()
            end_call(actor=table.phones[0], call_id=call.pk)
            RefereeCall.objects.update(ended_at=timezone.now() - since)
        assert len(rung) == times

    def test_a_call_that_fails_is_logged_and_the_others_ring(self, table, official, rung, caplog):
        other = table_of("schieber-1000")
        second = other.house.official("referee").user_id
        failing = called_by(table)
        called_by(other)
        ring = push.ring

        def broken(people: Any, *, now: Any) -> int:
            if official.user_id in people:
                raise TimeoutExpired("openssl", push.SIGNING)
            return ring(people, now=now)

        with patch.object(push, "ring", broken):
            assert ring_due() == 1
        assert rung == [{second}]
        assert f"nobody could be rung for call {failing.pk}" in caplog.text

    def test_nobody_is_rung_for_a_call_of_yesterday(self, table, official, rung):
        called_by(table)
        assert ring_due(clock=lambda: timezone.now() + STALE) == 0
        assert rung == []

    def test_given_back_it_rings_once_more_with_everybody_but_him(self, table, rung):
        official = table.house.official("referee")
        director = table.house.official("director").user_id
        call = called_by(table)
        ring_due()
        take_call(actor=official, call_id=call.pk)
        give_back(actor=official, call_id=call.pk)
        for _again in range(2):
            ring_due()
        assert rung == [{official.user_id}, {director}]
        ring_due(clock=lambda: call.created_at + WIDER)
        assert rung[2:] == [{director}]

    def test_phones_have_places_of_their_own(self, monkeypatch):
        """However many webhooks are slow, a phone is rung."""
        rung = Event()
        monkeypatch.setattr("scoring.tasks.ring_due", rung.set)
        for _sender in range(SENDERS):
            beside(lambda: rung.wait(5), _places)
        ring()
        assert rung.wait(4)

    def test_two_workers_ring_once(self, table, official, rung, monkeypatch):
        called_by(table)
        seen = list(RefereeCall.objects.all())
        ring_due()
        assert _rung(seen[0], timezone.now()) == 0
        assert len(rung) == 1

    @pytest.mark.usefixtures("official")
    @pytest.mark.parametrize(("key", "told"), [("", []), ("push.pem", [["scoring.tasks.ring"]])])
    def test_a_worker_is_woken_where_phones_may_ring(
        self, table, woken, django_capture_on_commit_callbacks, key, told
    ):
        with override_settings(PUSH_KEY=key), django_capture_on_commit_callbacks(execute=True):
            called_by(table)
        assert woken == told

    def test_a_referee_has_his_phone_rung_and_takes_it_back(self, judge, settings, monkeypatch):
        assert "data-push" not in markup(judge.client.get(HOME))
        monkeypatch.setattr("jassclub.webhooks.push.public_key", lambda: "BKey")
        assert 'data-push="BKey"' in markup(judge.client.get(HOME))
        sent = {"endpoint": "https://push.example.org/1"}
        assert judge.client.post(f"{HOME}phone/", sent)["Location"] == HOME
        assert "1 Telefon klingelt: abmelden" in seen_by(judge)
        judge.client.post(f"{HOME}phone/")
        assert not PushSubscription.objects.exists()

    def test_who_judges_nowhere_has_nothing_rung(self, anna):
        sent = {"endpoint": "https://push.example.org/1"}
        assert anna.client.post(f"{HOME}phone/", sent).status_code == 403
        assert not PushSubscription.objects.exists()
