"""One phone that the table has agreed to hand round: each types on it, nobody over another."""

import pytest

from jassclub.clubs.models import Device
from jassclub.core.errors import Invalid, NotAllowed
from scoring.claims.models import Confirmation, Prediction
from scoring.claims.selectors import state_of
from scoring.claims.verification import verify_game
from tests.scoring.attacks import say, shown
from tests.scoring.table import TableOf, house, open_table

pytestmark = pytest.mark.django_db

ROUND = {"differenzler.sealed_entry": {"value": "round", "house": "ein Telefon geht herum"}}
SAID = (71, 72, 73, 74)
MADE = {"trump": "RO", "points": [25, 52, 40, None]}


def handed_round(*, own_phones: tuple[int, ...] = ()) -> TableOf:
    """A table at which the phone of seat 0 goes round; some seats have phones of their own."""
    table = open_table(house(), "differenzler-verdeckt", house_rules=ROUND)
    kept = [str(table.phones[seat].device_id) for seat in (0, *own_phones)]
    Device.objects.exclude(pk__in=kept).update(seat=None)
    return table


def test_it_takes_a_number_from_each_seat_and_the_hand_over_opens_them_together():
    table = handed_round()
    for seat in (1, 2, 3, 0):
        say(table, seat, SAID[seat], phone=0)
    assert [item.seat for item in Prediction.objects.order_by("seq")] == [1, 2, 3, 0]
    table.write(1, MADE)
    assert shown(table) == [None] * 4
    table.confirm(1, seat=0, handover_seat=2)
    assert shown(table) == list(SAID)
    assert state_of(table.game).totals == (46, 20, 33, 34)
    assert Confirmation.objects.last().how == Confirmation.How.HANDOVER
    table.game.refresh_from_db()
    assert verify_game(table.game) == []


def test_the_number_typed_last_may_be_changed_and_none_before_it():
    table = handed_round()
    say(table, 1, 10, phone=0)
    say(table, 1, 11, phone=0)
    say(table, 2, 20, phone=0)
    with pytest.raises(NotAllowed, match="handed_on"):
        say(table, 1, 12, phone=0)
    assert Prediction.objects.get(seat=1, current=True).value == 11


def test_who_has_a_phone_of_his_own_types_there():
    table = handed_round(own_phones=(2,))
    with pytest.raises(NotAllowed, match="own_seat_only"):
        say(table, 2, 20, phone=0)
    say(table, 2, 21)
    say(table, 1, 10, phone=0)
    with pytest.raises(NotAllowed, match="sealed_by_another"):
        say(table, 1, 11, phone=2)
    assert dict(Prediction.objects.values_list("seat", "value")) == {2: 21, 1: 10}


def test_slips_of_paper_are_mixed_in_when_the_points_are_written():
    table = handed_round()
    say(table, 0, SAID[0], phone=0)
    say(table, 1, SAID[1], phone=0)
    with pytest.raises(Invalid):
        table.write(1, {**MADE, "predictions": [None, SAID[1], 73, 74]})
    table.write(1, {**MADE, "predictions": [None, None, 73, 74]})
    table.confirm(1, seat=0, handover_seat=3)
    assert table.current(1).slip["predictions"] == list(SAID)


def test_the_office_has_no_seat_to_hand_a_phone_on_from():
    table = handed_round()
    table.phones.append(table.house.official("scribe"))
    with pytest.raises(NotAllowed, match="own_seat_only"):
        say(table, 1, 10, phone=4)
