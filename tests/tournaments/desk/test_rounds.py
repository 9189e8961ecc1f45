"""Rounds over the services: called, started, timed, closed; who really sits where."""

from datetime import timedelta

import pytest
from django.utils import timezone

from jassclub.core.errors import Conflict, Invalid, NotAllowed
from tests.tournaments.events import event
from tournaments.core.models import Tournament
from tournaments.desk import rounds, seating
from tournaments.entries import services as entries
from tournaments.entries.models import Entry
from tournaments.rounds.models import Passe, Round, Sitting

pytestmark = pytest.mark.django_db


def numbers(round_: Round) -> list[list[int]]:
    """Who sits at which table, by number."""
    return [
        [sitting.entry.number for sitting in passe.sittings.order_by("index")]
        for passe in round_.passen.order_by("table__number")
    ]


def test_a_round_seats_people_as_the_plan_says_and_keeps_the_tables_all_day() -> None:
    day = event()
    day.enter(12)
    round_ = day.call()
    assert numbers(round_) == round_.draw.rounds[0]["tables"]
    assert day.fresh().state == Tournament.State.RUNNING
    tables = list(day.tournament.tables.values_list("pk", flat=True))
    rounds.close_round(**day.ids, number=1, reason="nur geübt")
    day.call()
    assert list(day.tournament.tables.values_list("pk", flat=True)) == tables


def test_the_next_round_waits_until_the_last_one_is_closed() -> None:
    day = event()
    day.enter(8)
    day.call()
    with pytest.raises(Conflict) as refused:
        rounds.call_round(**day.ids)
    assert refused.value.code == "round_open"


def test_a_round_is_not_closed_while_a_table_is_missing_unless_somebody_says_why() -> None:
    day = event()
    day.enter(8)
    day.call()
    with pytest.raises(Conflict) as refused:
        rounds.close_round(**day.ids, number=1)
    assert refused.value.code == "results_outstanding"
    assert [detail.pointer for detail in refused.value.details] == ["/tables/1", "/tables/2"]
    closed = rounds.close_round(**day.ids, number=1, reason="Feueralarm")
    assert closed.state == Round.State.CLOSED
    assert day.tournament.rankings.filter(after_round=1).count() == 1


def test_the_clock_runs_stands_and_is_lengthened() -> None:
    day = event(minutes=45)
    day.enter(8)
    day.call()
    started = rounds.start_round(**day.ids, number=1)
    assert started.started_at
    assert started.ends_at
    assert started.ends_at == started.started_at + timedelta(minutes=45)
    longer = rounds.add_time(**day.ids, number=1, minutes=5)
    assert longer.ends_at == started.ends_at + timedelta(minutes=5)
    stopped = rounds.stop_clock(**day.ids, number=1)
    assert stopped.ends_at is None
    assert stopped.seconds_left == pytest.approx(50 * 60, abs=5)
    rounds.add_time(**day.ids, number=1, minutes=-20)
    running = rounds.let_clock_run(**day.ids, number=1)
    assert running.ends_at
    assert running.ends_at - timezone.now() <= timedelta(minutes=30)


def test_time_added_after_the_end_counts_from_now() -> None:
    day = event(minutes=1)
    day.enter(8)
    day.call()
    rounds.start_round(**day.ids, number=1)
    Round.objects.update(ends_at=timezone.now() - timedelta(minutes=10))
    longer = rounds.add_time(**day.ids, number=1, minutes=5)
    assert longer.ends_at
    assert longer.ends_at - timezone.now() > timedelta(minutes=4)


@pytest.mark.parametrize("minutes", [0, 181, -181])
def test_no_time_and_too_much_time_are_refused(minutes: int) -> None:
    day = event(minutes=45)
    day.enter(8)
    day.call()
    rounds.start_round(**day.ids, number=1)
    with pytest.raises(Invalid):
        rounds.add_time(**day.ids, number=1, minutes=minutes)


def test_a_round_without_a_clock_has_none_to_stop() -> None:
    day = event()
    day.enter(8)
    day.call()
    rounds.start_round(**day.ids, number=1)
    with pytest.raises(Conflict) as refused:
        rounds.stop_clock(**day.ids, number=1)
    assert refused.value.code == "no_clock"


def test_a_call_by_mistake_is_taken_back_before_anything_was_played() -> None:
    day = event()
    day.enter(8)
    day.call()
    rounds.uncall_round(**day.ids, number=1, reason="Zu früh gedrückt")
    assert not day.tournament.rounds.exists()
    assert day.kinds()[-1] == "round_uncalled"
    assert day.call().number == 1


def test_a_round_that_has_begun_is_not_taken_back() -> None:
    day = event()
    day.enter(8)
    day.call()
    rounds.start_round(**day.ids, number=1)
    with pytest.raises(Conflict):
        rounds.uncall_round(**day.ids, number=1, reason="Zu spät")
    assert day.tournament.rounds.count() == 1


def test_only_the_last_round_is_opened_again() -> None:
    day = event()
    day.enter(8)
    day.call()
    rounds.close_round(**day.ids, number=1, reason="Probe")
    assert rounds.reopen_round(**day.ids, number=1, reason="Tisch 2 fehlte").closed_at is None
    rounds.close_round(**day.ids, number=1, reason="Probe")
    day.call()
    with pytest.raises(Conflict) as refused:
        rounds.reopen_round(**day.ids, number=1, reason="Nochmals")
    assert refused.value.code == "later_round"


def test_nobody_but_the_direction_calls_a_round() -> None:
    day = event()
    day.enter(8)
    day.draw()
    with pytest.raises(NotAllowed):
        rounds.call_round(actor=day.scribe, tournament_id=day.tournament.pk)


def test_two_people_at_each_others_tables_change_places_with_one_command() -> None:
    day = event()
    day.enter(8)
    round_ = day.call()
    (first, *_), (second, *_) = numbers(round_)
    seating.exchange_seats(**day.ids, number=1, one=first, other=second, reason="falsch gesessen")
    assert [table[0] for table in numbers(round_)] == [second, first]
    assert day.kinds()[-1] == "seats_exchanged"


def test_who_sat_out_may_have_played_after_all() -> None:
    day = event()
    day.enter(9)
    round_ = day.call()
    out = round_.sitting_out.get().entry.number
    seated = numbers(round_)[0][0]
    seating.exchange_seats(**day.ids, number=1, one=out, other=seated, reason="getauscht")
    assert numbers(round_)[0][0] == out
    assert round_.sitting_out.get().entry.number == seated


def test_a_table_is_turned_round_with_exactly_its_own_people() -> None:
    day = event()
    day.enter(8)
    round_ = day.call()
    sat = numbers(round_)[0]
    other = [sat[1], sat[0], sat[2], sat[3]]
    seating.turn_table(**day.ids, number=1, table=1, order=other, reason="falsch herum")
    assert numbers(round_)[0] == other
    with pytest.raises(Invalid):
        seating.turn_table(
            **day.ids, number=1, table=1, order=[99, *other[1:]], reason="verschrieben"
        )
    with pytest.raises(Invalid) as refused:
        seating.turn_table(**day.ids, number=1, table=9, order=other, reason="x")
    assert refused.value.details[0].code == "no_such_table"


def test_who_goes_home_in_mid_round_is_replaced_and_keeps_what_he_played() -> None:
    day = event()
    day.enter(8)
    day.enter(1, kind=Entry.Kind.STAND_IN, name="Ersatz")
    round_ = day.call()
    entries.drop_out(**day.ids, number=1, reason="Unwohl")
    sitting = seating.step_in(**day.ids, number=1, entry=1, substitute=9)
    assert sitting.credited == Sitting.Credited.ENTRY
    assert sitting.seated.number == 9
    assert Entry.objects.get(number=1).state == Entry.State.AWAY
    assert 1 in [n for table in numbers(round_) for n in table]


def test_whoever_sits_already_cannot_step_in() -> None:
    day = event()
    day.enter(8)
    round_ = day.call()
    (one, *_), (other, *_) = numbers(round_)
    with pytest.raises(Conflict) as refused:
        seating.step_in(**day.ids, number=1, entry=one, substitute=other)
    assert refused.value.code == "not_free"


def test_the_log_holds_numbers_and_no_names() -> None:
    day = event()
    day.enter(8, name="Annegret")
    day.call()
    written = [str(record.payload) for record in day.tournament.log.all()]
    assert not any("Annegret" in text for text in written)
    assert Passe.objects.count() == 2
