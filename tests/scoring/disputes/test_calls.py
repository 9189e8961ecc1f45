"""The referee is called once, one comes and may give it back."""

from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from jassclub.core.errors import Conflict, NotAllowed, NotFound
from scoring.claims.models import Dispute
from scoring.disputes.calls import (
    AGAIN,
    STALE,
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
from tests.scoring.disputes.pages import (
    called_by,
    opened,
    press,
)
from tests.scoring.web_table import browser, table_of

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
