"""A signature holds for the sheet that was signed, and a closed game stays closed."""

from dataclasses import replace

import pytest

from jassclub.clubs.models import Player
from jassclub.core.errors import Conflict, Invalid
from scoring.claims.agreement import contest_hand
from scoring.claims.entries import correct_hand
from scoring.claims.models import Confirmation, SignOff
from scoring.claims.penalties import add_penalty
from scoring.claims.verification import verify_game
from scoring.tables.games import close_game, sign_off
from tests.scoring.attacks import caller_of, doubt, move, sign
from tests.scoring.table import TableOf, house, open_table, phones, schieber

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> TableOf:
    """A Schieber to 1000 points, phones at all four seats."""
    return open_table(house(), "schieber-1000")


def test_one_phone_that_signs_for_all_is_recorded_as_handed_over(table):
    table.write(1, schieber(97))
    sign(table, 0)
    assert sign(table, 0, seat=1) == "closed"
    signed = SignOff.objects.order_by("seat").values_list("seat", "handed_over", "phone_seat")
    assert list(signed) == [(0, False, 0), (1, True, 0)]


def test_who_signs_on_the_phone_of_the_partner_is_recorded_under_his_own_name(table):
    table.write(1, schieber(97))
    sign(table, 2, seat=0)
    (signed,) = SignOff.objects.all()
    assert (signed.seat, signed.handed_over, signed.phone_seat) == (0, True, 2)
    told = caller_of(table, 1).get(f"games/{table.game.pk}").json()["sign_offs"]
    assert [(one["seat"], one["phone_seat"]) for one in told] == [(0, 2)]
    table.game.refresh_from_db()
    assert verify_game(table.game) == []


def test_an_office_that_signs_for_a_seat_has_no_phone_at_the_table(table):
    table.write(1, schieber(97))
    desk = table.house.official("scribe")
    sign_off(actor=desk, game_id=table.game.pk, seat=3)
    (signed,) = SignOff.objects.all()
    assert (signed.seat, signed.handed_over, signed.phone_seat) == (3, True, None)


def change_by_writing(table):
    table.write(2, schieber(0), seat=1)


def change_by_correcting(table):
    table.correct(1, schieber(0), seat=1)


def change_by_punishing(table):
    add_penalty(
        actor=table.house.official("referee"),
        game_id=table.game.pk,
        seat=0,
        points=20,
        reason="Karten gezeigt",
    )


@pytest.mark.parametrize(
    "change",
    [change_by_writing, change_by_correcting, change_by_punishing],
    ids=lambda c: c.__name__,
)
def test_a_signature_holds_for_the_sheet_that_was_signed_only(table, change):
    table.write(1, schieber(97))
    sign(table, 0)
    change(table)
    assert sign(table, 1) == "open"
    assert sign(table, 2) == "closed"


def test_a_game_tells_whose_signatures_stand(table):
    table.write(1, schieber(97))
    sign(table, 0)
    path = f"games/{table.game.pk}"
    signed = caller_of(table, 1).get(path).json()["sign_offs"]
    assert [(item["seat"], item["handed_over"]) for item in signed] == [(0, False)]
    table.correct(1, schieber(96), seat=1)
    assert caller_of(table, 1).get(path).json()["sign_offs"] == []


def test_agreeing_to_a_hand_leaves_the_signatures_as_they_are(table):
    table.write(1, schieber(97), seat=0)
    sign(table, 0)
    table.confirm(1, seat=1)
    assert sign(table, 1) == "closed"


def test_a_phone_that_left_its_seat_neither_writes_nor_signs(table):
    (phone,) = phones(table.house, table.game, 1)
    with pytest.raises(Conflict, match="take_a_seat"):
        sign_off(actor=replace(phone, seat=None), game_id=table.game.pk, seat=1)


def test_a_phone_at_a_seat_that_this_table_does_not_have_speaks_for_nobody(table):
    move(table, 0, seat=6)
    for call in (lambda: table.write(1, schieber(97), seat=0), lambda: sign(table, 0)):
        with pytest.raises(Conflict, match="take_a_seat"):
            call()


@pytest.fixture
def closed(table: TableOf) -> TableOf:
    """Two hands, closed by the desk."""
    for number in (1, 2):
        table.write(number, schieber(97))
    close_game(actor=table.house.official("director"), game_id=table.game.pk)
    return table


def test_what_the_desk_agreed_to_at_the_end_says_so(closed):
    assert [item.how for item in Confirmation.objects.order_by("seq")] == ["silence", "closing"]


@pytest.mark.parametrize("role", ["scribe", "director", "admin"])
def test_an_office_does_not_let_a_player_change_his_closed_game(closed, role):
    official = closed.house.official(role)
    Player.objects.filter(pk=closed.house.people[2].pk).update(user_id=official.user_id)
    hand = closed.hand(1).pk
    with pytest.raises(Conflict, match="game_closed"):
        correct_hand(
            actor=official,
            hand_id=hand,
            base_version=1,
            slip=schieber(157, matsch=0),
            reason_code="miscounted",
        )
    with pytest.raises(Conflict, match="game_closed"):
        contest_hand(actor=official, hand_id=hand, version=1, reason_code="miscounted")


def test_a_late_correction_of_the_desk_may_be_doubted_by_the_table(closed):
    correct_hand(
        actor=closed.house.official("scribe"),
        hand_id=closed.hand(1).pk,
        base_version=1,
        slip=schieber(96),
        reason_code="miscounted",
    )
    assert doubt(closed, 1, seat=1).state == "contested"
    with pytest.raises(Conflict, match="game_closed"):
        doubt(closed, 2, seat=1)


def test_a_penalty_belongs_to_a_hand_or_says_so(table):
    judge = table.house.official("referee")
    fine = {"actor": judge, "game_id": table.game.pk, "seat": 0, "points": 5, "reason": "x"}
    assert add_penalty(**fine, number=7).hand.number == 7
    for number in (0, -1, 401):
        with pytest.raises(Invalid):
            add_penalty(**fine, number=number)
    assert add_penalty(**fine).hand is None
