"""The referee is called once, one comes, and his own page tells what waits for him."""

from datetime import timedelta
from functools import partial
from subprocess import TimeoutExpired
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.test import Client, override_settings
from django.utils import timezone

from jassclub.clubs.models import Membership, User
from jassclub.core.errors import Conflict, NotAllowed, NotFound
from jassclub.webhooks import push
from jassclub.webhooks.models import PushSubscription
from scoring.claims.models import Dispute
from scoring.disputes.calls import (
    AGAIN,
    STALE,
    WIDER,
    _rung,
    call_referee,
    calls_in,
    end_call,
    judges_for,
    open_call,
    ring_due,
    rings_for,
    take_call,
)
from scoring.disputes.models import RefereeCall
from scoring.tables.games import abandon_game, close_game
from tests.at_once import at_once
from tests.markup import markup
from tests.scoring.disputes.pages import opened, phone_at, press, read, words
from tests.scoring.table import TableOf
from tests.scoring.web_table import Browser, browser, table_of
from tests.signed_in import signed_in

pytestmark = pytest.mark.django_db
HOME = "/referee/"


def _call(table: TableOf, seat: int = 0, **more: Any) -> RefereeCall:
    return call_referee(actor=table.phones[seat], game_id=table.game.pk, **more)


def _home(who: Browser) -> str:
    return words(who.client.get(HOME))


@pytest.fixture
def official(table, judge) -> Any:
    """The actor behind the referee's browser."""
    return table.house.official("referee")


class TestCalling:
    """Twice is once; nobody is called where nobody could come."""

    def test_calling_twice_is_one_call_from_whatever_side(self, table, official):
        first = _call(table)
        assert _call(table, 1) == first
        assert (first.seat, first.game, first.taken_by) == (0, table.game, "")
        assert RefereeCall.objects.count() == 1

    def test_a_case_named_later_is_added_to_the_call(self, table, anna, judge):
        opened(anna)
        case = Dispute.objects.get()
        call = _call(table)
        assert call.dispute is None
        assert _call(table, 1, dispute_id=case.pk).pk == call.pk
        assert open_call(table.game.pk).dispute == case

    def test_past_the_lock_the_index_refuses_a_second_one(self, table, official):
        call = _call(table)
        with pytest.raises(IntegrityError), transaction.atomic():
            RefereeCall.objects.create(
                club_id=call.club_id, game=call.game, actor="x", created_at=timezone.now()
            )

    def test_after_one_is_over_another_may_begin(self, table, official):
        end_call(actor=official, call_id=_call(table).pk)
        assert open_call(table.game.pk) is None
        _call(table)
        assert RefereeCall.objects.count() == 2

    @pytest.mark.parametrize("deed", ["close", "abandon"])
    def test_a_game_that_is_over_calls_nobody(self, table, official, deed):
        call = _call(table)
        desk = table.house.official("director")
        if deed == "close":
            close_game(actor=desk, game_id=table.game.pk)
        else:
            abandon_game(actor=desk, game_id=table.game.pk, reason="Feueralarm")
        call.refresh_from_db()
        assert call.ended_at
        assert open_call(table.game.pk) is None

    def test_a_forgotten_call_is_seen_by_nobody_and_in_the_way_of_none(self, table, official, rung):
        old, clubs = _call(table), [table.game.club_id]
        assert calls_in(clubs).get() == old
        RefereeCall.objects.update(created_at=timezone.now() - STALE - AGAIN, rung=2)
        assert not calls_in(clubs).exists()
        assert open_call(table.game.pk) is None
        new = _call(table)
        assert calls_in(clubs).get() == new
        ring_due()
        assert len(rung) == 1
        assert official.user_id in rung[0]

    def test_where_nobody_may_judge_the_table_is_told(self, table):
        with pytest.raises(Conflict) as refused:
            _call(table)
        assert refused.value.code == "nobody_to_call"

    @pytest.mark.parametrize(("role", "judging"), [
        ("member", 0), ("scribe", 0), ("referee", 1), ("director", 1), ("admin", 1),
    ])  # fmt: skip
    def test_who_may_come(self, table, role, judging):
        browser(table, None, role=role)
        assert judges_for(table.game).count() == judging

    def test_a_referee_who_sits_there_is_nobody_to_call(self, table):
        browser(table, 2, role="referee")
        with pytest.raises(Conflict):
            _call(table)

    def test_a_case_of_another_table_is_not_found(self, table, anna, official):
        opened(anna)
        other = table_of("schieber-1000")
        other.house.official("referee")
        with pytest.raises(NotFound):
            _call(other, dispute_id=Dispute.objects.get().pk)

    def test_who_only_looks_on_calls_nobody(self, table, official):
        with pytest.raises(NotAllowed):
            call_referee(actor=table.house.official("member"), game_id=table.game.pk)


class TestComing:
    """One referee comes, the second is told; who called, or a referee, ends it."""

    def test_the_first_who_taps_comes_and_tapping_twice_is_once(self, table, official):
        call = _call(table)
        took = take_call(actor=official, call_id=call.pk)
        assert take_call(actor=official, call_id=call.pk).taken_at == took.taken_at
        with pytest.raises(Conflict) as refused:
            take_call(actor=table.house.official("director"), call_id=call.pk)
        assert refused.value.code == "call_taken"

    def test_nobody_comes_to_a_call_that_is_over(self, table, official):
        call = _call(table)
        end_call(actor=official, call_id=call.pk)
        with pytest.raises(Conflict) as refused:
            take_call(actor=official, call_id=call.pk)
        assert refused.value.code == "call_over"

    def test_players_and_strangers_take_no_call(self, table, official):
        call = _call(table)
        with pytest.raises(NotAllowed):
            take_call(actor=table.phones[1], call_id=call.pk)
        with pytest.raises(NotFound):
            take_call(actor=table_of("schieber-1000").house.official("referee"), call_id=call.pk)

    @pytest.mark.parametrize(("seat", "may"), [(0, True), (2, True), (1, False)])
    def test_only_the_side_that_called_ends_it(self, table, official, seat, may):
        call = _call(table)
        if may:
            assert end_call(actor=table.phones[seat], call_id=call.pk).ended_at
        else:
            with pytest.raises(NotAllowed):
                end_call(actor=table.phones[seat], call_id=call.pk)
            assert open_call(table.game.pk) == call

    @pytest.mark.parametrize("deed", ["book", "withdraw"])
    def test_what_is_settled_needs_nobody_any_more(self, table, anna, judge, deed):
        path = opened(anna)
        _call(table, dispute_id=Dispute.objects.get().pk)
        press(judge, path, deed, choice="play_on")
        assert open_call(table.game.pk) is None

    def test_another_open_case_keeps_the_call(self, table, anna, judge):
        path = opened(anna)
        _call(table, dispute_id=Dispute.objects.get().pk)
        opened(anna, 2)
        press(judge, path, "withdraw")
        assert open_call(table.game.pk) is not None

    def test_a_call_from_the_table_outlasts_the_case(self, table, anna, judge):
        path = opened(anna)
        _call(table)
        press(judge, path, "withdraw")
        assert open_call(table.game.pk) is not None


@pytest.mark.parametrize(("role", "waited", "referees", "taken", "rings"), [
    ("referee", 0, True, "", True),
    ("referee", 0, True, "user:1", False),
    ("director", 0, True, "", False),
    ("director", 1, True, "", True),
    ("director", 1, True, "user:1", False),
    ("admin", 0, False, "", True),
])  # fmt: skip
def test_with_whom_it_rings_and_when(role, waited, referees, taken, rings):
    now = timezone.now()
    call = RefereeCall(created_at=now - waited * WIDER, taken_by=taken)
    assert rings_for(call, role, now=now, referees=referees) is rings


@pytest.fixture
def rung(settings, monkeypatch) -> list[set[Any]]:
    """Whose phones were rung, each time."""
    found: list[set[Any]] = []
    settings.PUSH_KEY = "push.pem"

    def ring(people: Any, *, now: Any) -> int:
        found.append(set(people))
        return len(found[-1])

    monkeypatch.setattr("jassclub.webhooks.push.ring", ring)
    return found


@pytest.fixture
def woken(monkeypatch) -> list[list[str]]:
    """For which tasks workers were woken."""
    found: list[list[str]] = []
    monkeypatch.setattr("scoring.disputes.calls.wake", found.append)
    return found


class TestPhones:
    """Referees' phones ring at once, everybody's who may judge after a while, each time once."""

    def test_first_the_referees_then_everybody(self, table, rung):
        people = {role: table.house.official(role).user_id for role in ("referee", "director")}
        call = _call(table)
        for _again in range(2):
            ring_due()
        assert rung == [{people["referee"]}]
        for _again in range(2):
            ring_due(clock=lambda: call.created_at + WIDER)
        assert rung[1:] == [set(people.values())]

    def test_without_a_referee_the_direction_is_rung_at_once(self, table, rung):
        director = table.house.official("director").user_id
        _call(table)
        ring_due()
        assert rung == [{director}]

    @pytest.mark.parametrize("deed", [take_call, end_call])
    def test_nobody_is_rung_when_somebody_comes_or_it_is_over(self, table, official, rung, deed):
        deed(actor=official, call_id=_call(table).pk)
        assert ring_due(clock=lambda: timezone.now() + WIDER) == 0
        assert rung == []

    @pytest.mark.parametrize(("since", "times"), [
        (timedelta(), 1), (AGAIN + timedelta(seconds=1), 2),
    ])  # fmt: skip
    def test_calling_again_and_again_rings_once_in_a_while(
        self, table, official, rung, since, times
    ):
        for _again in range(2):
            call = _call(table)
            ring_due()
            end_call(actor=table.phones[0], call_id=call.pk)
            RefereeCall.objects.update(ended_at=timezone.now() - since)
        assert len(rung) == times

    def test_a_call_that_fails_is_logged_and_the_others_ring(self, table, official, rung, caplog):
        other = table_of("schieber-1000")
        second = other.house.official("referee").user_id
        failing = _call(table)
        _call(other)
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
        _call(table)
        assert ring_due(clock=lambda: timezone.now() + STALE) == 0
        assert rung == []

    def test_two_workers_ring_once(self, table, official, rung, monkeypatch):
        _call(table)
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
            _call(table)
        assert woken == told

    def test_a_referee_has_his_phone_rung_and_takes_it_back(self, judge, settings, monkeypatch):
        assert "data-push" not in markup(judge.client.get(HOME))
        monkeypatch.setattr("jassclub.webhooks.push.public_key", lambda: "BKey")
        assert 'data-push="BKey"' in markup(judge.client.get(HOME))
        sent = {"endpoint": "https://push.example.org/1"}
        assert judge.client.post(f"{HOME}phone/", sent)["Location"] == HOME
        assert "1 Telefon klingelt: abmelden" in _home(judge)
        judge.client.post(f"{HOME}phone/")
        assert not PushSubscription.objects.exists()

    def test_who_judges_nowhere_has_nothing_rung(self, anna):
        sent = {"endpoint": "https://push.example.org/1"}
        assert anna.client.post(f"{HOME}phone/", sent).status_code == 403
        assert not PushSubscription.objects.exists()


class TestForPrograms:
    """The same by the API."""

    def test_called_taken_and_ended(self, table, anna, judge):
        ours = f"/api/v1/games/{table.game.pk}/calls"
        made = anna.client.post(ours, {}, **_more())
        assert made.status_code == 201
        call = made.json()
        assert (call["seat"], call["taken_at"], call["ended_at"]) == (0, None, None)
        assert [row["id"] for row in judge.client.get("/api/v1/calls").json()["results"]] == [
            call["id"]
        ]
        assert anna.client.get("/api/v1/calls").json()["results"] == []
        taken = judge.client.post(f"/api/v1/calls/{call['id']}/taking", **_more())
        assert taken.json()["taken_at"]
        ended = anna.client.post(f"/api/v1/calls/{call['id']}/ending", **_more())
        assert ended.json()["ended_at"]
        assert len(anna.client.get(ours).json()["results"]) == 1


def _more() -> dict[str, Any]:
    return {"content_type": "application/json", "headers": {"Idempotency-Key": uuid4().hex}}


class TestAtTheTable:
    """Who calls sees that it rings, then who comes; on the table and on the case."""

    def test_the_way_from_a_case_to_a_referee_at_the_table(self, table, anna, beat, judge):
        path = opened(anna)
        case = Dispute.objects.get().pk
        assert "Schiedsrichter rufen" in read(anna, path)
        answer = anna.post("call/", dispute=case)
        assert answer["Location"] == anna.game + path
        at = timezone.localtime(RefereeCall.objects.get().created_at)
        for page in (path, ""):
            assert f"Schiedsrichter gerufen, {at:%H:%M}" in read(anna, page)
        assert "Nicht mehr nötig" in read(anna, path)
        assert "Nicht mehr nötig" not in read(beat, path)
        told = _home(judge)
        assert "Ein Tisch ruft" in told
        assert f"gerufen, {at:%H:%M}" in told
        call = RefereeCall.objects.get()
        taken = judge.client.post(f"{HOME}calls/{call.pk}/take/")
        assert taken["Location"] == anna.game + path
        name = User.objects.get(pk=call.taken_by or _taker()).get_username()
        assert f"{name} kommt" in read(anna, "")
        assert "data-rings" not in markup(judge.client.get(HOME))
        anna.post(f"call/{call.pk}/end/")
        assert "Schiedsrichter rufen" in read(anna, "")

    def test_every_phone_of_the_table_hears_of_it(self, table, official):
        phone = phone_at(table, 1)
        seen = phone.get()["ETag"]

        def asked() -> Any:
            return phone.client.get(phone.game, headers={"If-None-Match": seen})

        assert asked().status_code == 304
        call = _call(table)
        later = asked()
        assert later.status_code == 200
        take_call(actor=official, call_id=call.pk)
        assert phone.client.get(
            phone.game, headers={"If-None-Match": later["ETag"]}
        ).status_code == 200  # fmt: skip

    def test_after_a_while_it_says_that_it_rings_wider(self, table, anna, official):
        _call(table)
        assert "Noch niemand ist unterwegs" not in read(anna, "")
        RefereeCall.objects.update(created_at=timezone.now() - WIDER)
        assert "Noch niemand ist unterwegs" in read(anna, "")

    def test_nobody_to_call_is_said_in_words(self, anna):
        answer = anna.post("call/")
        assert answer.status_code == 409
        assert "Im Club gibt es niemanden" in words(answer)


def _taker() -> Any:
    return RefereeCall.objects.get().taken_by.partition(":")[2]


class TestOwnPage:
    """What waits for a referee, today's first, and what he decided last."""

    def test_nothing_open_is_said_plainly(self, judge):
        page = _home(judge)
        assert "Kein Fall ist offen." in page
        assert "Ein Tisch ruft" not in page

    def test_open_cases_with_what_they_wait_for(self, table, anna, beat, judge):
        path = opened(anna)
        page = _home(judge)
        assert "Heute offen Falsch gespielte oder zurückbehaltene Karte" in page
        assert "Anna & Chlöe : Beat & Dario" in page
        assert "Es fehlt das Wort von Anna & Chlöe, Beat & Dario." in page
        press(beat, path, "accept")
        assert "Es wählt: Anna & Chlöe." in _home(judge)
        opened(anna, 2, "fragen", offender="1")
        assert "Es fehlt eine Angabe." in _home(judge)

    def test_todays_come_before_those_from_before(self, table, anna, judge):
        opened(anna)
        opened(anna, 2, "fragen", offender="1")
        old = Dispute.objects.order_by("seq").first()
        assert old is not None
        Dispute.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(days=2))
        page = _home(judge)
        assert page.index("Heute offen") < page.index("Von früher offen")
        assert page.index("Es fehlt eine Angabe.") < page.index("Falsch gespielte")

    def test_what_he_decided_last_is_there_and_no_one_elses(self, table, anna, judge):
        path = opened(anna)
        press(judge, path, "book", choice="play_on")
        assert "Von dir zuletzt entschieden Falsch gespielte" in _home(judge)
        other = browser(table, None, role="director")
        assert "Von dir zuletzt entschieden" not in _home(other)

    def test_his_own_table_is_for_somebody_else(self, table, anna, judge):
        opened(anna)
        _call(table)
        Membership.objects.filter(user__players=table.house.people[0]).update(role="referee")
        page = markup(anna.client.get(HOME))
        assert "Am eigenen Tisch entscheidet jemand anders." in page
        assert "Ich komme" not in page
        assert "data-rings" not in page

    def test_no_other_clubs_and_nobody_without_the_office(self, table, anna, beat, judge):
        opened(anna)
        stranger = browser(table_of("schieber-1000"), None, role="referee")
        assert "Kein Fall ist offen." in _home(stranger)
        assert beat.client.get(HOME).status_code == 403
        assert Client().get(HOME)["Location"].startswith("/login/")

    def test_it_is_drawn_again_only_when_something_is_new(self, table, anna, beat, judge):
        def asked(seen: str) -> Any:
            return judge.client.get(HOME, headers={"If-None-Match": seen})

        seen = judge.client.get(HOME)["ETag"]
        assert asked(seen).status_code == 304
        path = opened(anna)
        new = asked(seen)
        assert new.status_code == 200
        press(beat, path, "accept")
        newer = asked(new["ETag"])
        assert newer.status_code == 200
        _call(table)
        assert asked(newer["ETag"]).status_code == 200

    def test_it_asks_the_database_as_often_for_many_cases_as_for_one(
        self, table, anna, judge, django_assert_max_num_queries
    ):
        for number in range(2, 6):
            opened(anna, number, "fragen", offender="1", act="answer")
            table.write(number, {"contract": "RO", "declared_by": 0, "points": [80, None]})
        with django_assert_max_num_queries(26):
            assert _home(judge).count("Es fehlt das Wort") == 4

    def test_somebody_else_comes_is_said_on_his_page(self, table, judge):
        call = _call(table)
        take_call(actor=table.house.official("director"), call_id=call.pk)
        answer = judge.client.post(f"{HOME}calls/{call.pk}/take/")
        assert answer.status_code == 409
        assert "Es geht schon jemand anders hin." in words(answer)

    @pytest.mark.parametrize(("role", "led"), [
        ("member", False), ("scribe", False), ("referee", True), ("director", True),
    ])  # fmt: skip
    def test_the_club_and_the_start_lead_there(self, table, role, led):
        one = browser(table, None, role=role)
        club = f"/clubs/{table.house.club.slug}/"
        assert (f'href="{HOME}"' in markup(one.client.get(club))) is led
        user = User.objects.get(memberships__club=table.house.club, memberships__role=role,
                                username__startswith="office")  # fmt: skip
        Membership.objects.create(club=table_of("schieber-1000").house.club, user=user)
        assert (f'href="{HOME}"' in markup(signed_in(user).get("/"))) is led


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    """Two press at the same moment."""

    def test_both_sides_call_and_it_is_one_call(self, table, official):
        called = at_once([partial(_call, table, seat) for seat in (0, 1)])
        assert {call.pk for call in called} == {RefereeCall.objects.get().pk}

    def test_two_referees_come_and_one_is_told(self, table, official):
        call, other = _call(table), table.house.official("director")
        answers = at_once(
            [partial(take_call, actor=who, call_id=call.pk) for who in (official, other)]
        )
        assert answers.count("call_taken") == 1
