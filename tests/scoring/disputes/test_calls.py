"""The referee is called once, one comes, and his own page tells what waits for him."""

from datetime import timedelta
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from jassclub.clubs.models import Membership, User
from jassclub.core.errors import Conflict, NotAllowed, NotFound
from scoring.claims.models import Dispute
from scoring.disputes.calls import (
    AGAIN,
    STALE,
    WIDER,
    call_referee,
    calls_in,
    end_call,
    give_back,
    judges_for,
    open_call,
    ring_due,
    take_call,
)
from scoring.disputes.models import RefereeCall
from scoring.tables.games import abandon_game, close_game
from tests.at_once import at_once
from tests.markup import markup
from tests.scoring.disputes.pages import (
    HOME,
    called_by,
    opened,
    phone_at,
    press,
    read,
    seen_by,
    words,
)
from tests.scoring.web_table import browser, table_of
from tests.signed_in import signed_in

pytestmark = pytest.mark.django_db


class TestCalling:
    """Twice is once; nobody is called where nobody could come."""

    def test_calling_twice_is_one_call_from_whatever_side(self, table, official):
        first = called_by(table)
        assert called_by(table, 1) == first
        assert (first.seat, first.game, first.taken_by) == (0, table.game, "")
        assert RefereeCall.objects.count() == 1

    def test_a_case_named_later_is_added_to_the_call(self, table, anna, judge):
        opened(anna)
        case = Dispute.objects.get()
        call = called_by(table)
        assert call.dispute is None
        assert called_by(table, 1, dispute_id=case.pk).pk == call.pk
        assert open_call(table.game.pk).dispute == case

    def test_past_the_lock_the_index_refuses_a_second_one(self, table, official):
        call = called_by(table)
        with pytest.raises(IntegrityError), transaction.atomic():
            RefereeCall.objects.create(
                club_id=call.club_id, game=call.game, actor="x", created_at=timezone.now()
            )

    def test_after_one_is_over_another_may_begin(self, table, official):
        end_call(actor=official, call_id=called_by(table).pk)
        assert open_call(table.game.pk) is None
        called_by(table)
        assert RefereeCall.objects.count() == 2

    @pytest.mark.parametrize("deed", ["close", "abandon"])
    def test_a_game_that_is_over_calls_nobody(self, table, official, deed):
        call = called_by(table)
        desk = table.house.official("director")
        if deed == "close":
            close_game(actor=desk, game_id=table.game.pk)
        else:
            abandon_game(actor=desk, game_id=table.game.pk, reason="Feueralarm")
        call.refresh_from_db()
        assert call.ended_at
        assert open_call(table.game.pk) is None

    def test_a_forgotten_call_is_seen_by_nobody_and_in_the_way_of_none(self, table, official, rung):
        old, clubs = called_by(table), [table.game.club_id]
        assert calls_in(clubs).get() == old
        RefereeCall.objects.update(created_at=timezone.now() - STALE - AGAIN, rung=2)
        assert not calls_in(clubs).exists()
        assert open_call(table.game.pk) is None
        new = called_by(table)
        assert calls_in(clubs).get() == new
        ring_due()
        assert len(rung) == 1
        assert official.user_id in rung[0]

    def test_where_nobody_may_judge_the_table_is_told(self, table):
        with pytest.raises(Conflict) as refused:
            called_by(table)
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
            called_by(table)

    def test_a_case_of_another_table_is_not_found(self, table, anna, official):
        opened(anna)
        other = table_of("schieber-1000")
        other.house.official("referee")
        with pytest.raises(NotFound):
            called_by(other, dispute_id=Dispute.objects.get().pk)

    def test_who_only_looks_on_calls_nobody(self, table, official):
        with pytest.raises(NotAllowed):
            call_referee(actor=table.house.official("member"), game_id=table.game.pk)


class TestComing:
    """One referee comes, the second is told; who called, or a referee, ends it."""

    def test_the_first_who_taps_comes_and_tapping_twice_is_once(self, table, official):
        call = called_by(table)
        took = take_call(actor=official, call_id=call.pk)
        assert take_call(actor=official, call_id=call.pk).taken_at == took.taken_at
        with pytest.raises(Conflict) as refused:
            take_call(actor=table.house.official("director"), call_id=call.pk)
        assert refused.value.code == "call_taken"

    def test_who_cannot_come_after_all_leaves_it_to_another(self, table, official):
        call, other = called_by(table), table.house.official("director")
        take_call(actor=official, call_id=call.pk)
        with pytest.raises(Conflict) as refused:
            give_back(actor=other, call_id=call.pk)
        assert refused.value.code == "not_your_call"
        for _twice in range(2):
            given = give_back(actor=official, call_id=call.pk)
            assert (given.taken_by, given.taken_at) == ("", None)
        assert take_call(actor=other, call_id=call.pk).taken_by == str(other)
        end_call(actor=other, call_id=call.pk)
        with pytest.raises(Conflict) as refused:
            give_back(actor=other, call_id=call.pk)
        assert refused.value.code == "call_over"

    def test_nobody_comes_to_a_call_that_is_over(self, table, official):
        call = called_by(table)
        end_call(actor=official, call_id=call.pk)
        with pytest.raises(Conflict) as refused:
            take_call(actor=official, call_id=call.pk)
        assert refused.value.code == "call_over"

    def test_players_and_strangers_take_no_call(self, table, official):
        call = called_by(table)
        with pytest.raises(NotAllowed):
            take_call(actor=table.phones[1], call_id=call.pk)
        with pytest.raises(NotFound):
            take_call(actor=table_of("schieber-1000").house.official("referee"), call_id=call.pk)

    @pytest.mark.parametrize(("seat", "may"), [(0, True), (2, True), (1, False)])
    def test_only_the_side_that_called_ends_it(self, table, official, seat, may):
        call = called_by(table)
        if may:
            assert end_call(actor=table.phones[seat], call_id=call.pk).ended_at
        else:
            with pytest.raises(NotAllowed):
                end_call(actor=table.phones[seat], call_id=call.pk)
            assert open_call(table.game.pk) == call

    @pytest.mark.parametrize("deed", ["book", "withdraw"])
    def test_what_is_settled_needs_nobody_any_more(self, table, anna, judge, deed):
        path = opened(anna)
        called_by(table, dispute_id=Dispute.objects.get().pk)
        press(judge, path, deed, choice="play_on")
        assert open_call(table.game.pk) is None

    def test_another_open_case_keeps_the_call(self, table, anna, judge):
        path = opened(anna)
        called_by(table, dispute_id=Dispute.objects.get().pk)
        opened(anna, 2)
        press(judge, path, "withdraw")
        assert open_call(table.game.pk) is not None

    def test_a_call_from_the_table_outlasts_the_case(self, table, anna, judge):
        path = opened(anna)
        called_by(table)
        press(judge, path, "withdraw")
        assert open_call(table.game.pk) is not None


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
        back = judge.client.post(f"/api/v1/calls/{call['id']}/giving-back", **_more())
        assert back.json()["taken_at"] is None
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
        told = seen_by(judge)
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
        call = called_by(table)
        later = asked()
        assert later.status_code == 200
        take_call(actor=official, call_id=call.pk)
        assert phone.client.get(
            phone.game, headers={"If-None-Match": later["ETag"]}
        ).status_code == 200  # fmt: skip

    def test_after_a_while_it_says_that_it_rings_wider(self, table, anna, official):
        called_by(table)
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
        page = seen_by(judge)
        assert "Kein Fall ist offen." in page
        assert "Ein Tisch ruft" not in page

    def test_open_cases_with_what_they_wait_for(self, table, anna, beat, judge):
        path = opened(anna)
        page = seen_by(judge)
        assert "Heute offen Falsch gespielte oder zurückbehaltene Karte" in page
        assert "Anna & Chlöe : Beat & Dario" in page
        assert "Es fehlt das Wort von Anna & Chlöe, Beat & Dario." in page
        press(beat, path, "accept")
        assert "Es wählt: Anna & Chlöe." in seen_by(judge)
        opened(anna, 2, "fragen", offender="1")
        assert "Es fehlt eine Angabe." in seen_by(judge)

    def test_todays_come_before_those_from_before(self, table, anna, judge):
        opened(anna)
        opened(anna, 2, "fragen", offender="1")
        old = Dispute.objects.order_by("seq").first()
        assert old is not None
        Dispute.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(days=2))
        page = seen_by(judge)
        assert page.index("Heute offen") < page.index("Von früher offen")
        assert page.index("Es fehlt eine Angabe.") < page.index("Falsch gespielte")

    def test_what_he_decided_last_is_there_and_no_one_elses(self, table, anna, judge):
        path = opened(anna)
        press(judge, path, "book", choice="play_on")
        assert "Von dir zuletzt entschieden Falsch gespielte" in seen_by(judge)
        other = browser(table, None, role="director")
        assert "Von dir zuletzt entschieden" not in seen_by(other)

    def test_his_own_table_is_for_somebody_else(self, table, anna, judge):
        opened(anna)
        called_by(table)
        Membership.objects.filter(user__players=table.house.people[0]).update(role="referee")
        page = markup(anna.client.get(HOME))
        assert "Am eigenen Tisch entscheidet jemand anders." in page
        assert "Ich komme" not in page
        assert "data-rings" not in page

    def test_no_other_clubs_and_nobody_without_the_office(self, table, anna, beat, judge):
        opened(anna)
        stranger = browser(table_of("schieber-1000"), None, role="referee")
        assert "Kein Fall ist offen." in seen_by(stranger)
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
        called_by(table)
        assert asked(newer["ETag"]).status_code == 200

    def test_it_asks_the_database_as_often_for_many_cases_as_for_one(
        self, table, anna, judge, django_assert_max_num_queries
    ):
        for number in range(2, 6):
            opened(anna, number, "fragen", offender="1", act="answer")
            table.write(number, {"contract": "RO", "declared_by": 0, "points": [80, None]})
        with django_assert_max_num_queries(26):
            assert seen_by(judge).count("Es fehlt das Wort") == 4

    def test_somebody_else_comes_is_said_on_his_page(self, table, judge):
        call = called_by(table)
        take_call(actor=table.house.official("director"), call_id=call.pk)
        answer = judge.client.post(f"{HOME}calls/{call.pk}/take/")
        assert answer.status_code == 409
        assert "Es geht schon jemand anders hin." in words(answer)

    def test_he_gives_it_back_or_is_done_and_stays_on_his_page(self, table, judge):
        call = called_by(table)
        judge.client.post(f"{HOME}calls/{call.pk}/take/")
        assert "Doch nicht" in seen_by(judge)
        assert "Du kommst Doch nicht Erledigt" in read(judge, "")
        assert judge.client.post(f"{HOME}calls/{call.pk}/back/")["Location"] == HOME
        page = markup(judge.client.get(HOME))
        assert "Ich komme" in page
        assert "data-rings" not in page
        again = judge.client.post(f"{HOME}calls/{call.pk}/back/")
        assert again["Location"] == HOME
        ended = judge.post(f"call/{call.pk}/end/", next=HOME)
        assert ended["Location"] == HOME
        assert judge.post(f"call/{call.pk}/end/", next="//evil.example")["Location"] == judge.game

    def test_of_many_cases_a_page_at_a_time_is_read(self, table, anna, judge, monkeypatch):
        monkeypatch.setattr("scoring.disputes.pages.calls.MOST", 1)
        for number in (1, 2):
            opened(anna, number, "fragen", offender="1", act="answer")
        first, second = (words(judge.client.get(HOME, {"page": page})) for page in (1, 2))
        assert [page.count("Es fehlt das Wort") for page in (first, second)] == [1, 1]
        assert ("Ältere" in first, "Neuere" in second) == (True, True)

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
        called = at_once([partial(called_by, table, seat) for seat in (0, 1)])
        assert {call.pk for call in called} == {RefereeCall.objects.get().pk}

    def test_two_referees_come_and_one_is_told(self, table, official):
        call, other = called_by(table), table.house.official("director")
        answers = at_once(
            [partial(take_call, actor=who, call_id=call.pk) for who in (official, other)]
        )
        assert answers.count("call_taken") == 1
