"""The money of an evening: booked to the Rappen, fines once, paid in cash and level after it."""

from typing import Any

import pytest
from django.utils import timezone

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import Club, KittyBooking, User
from jassclub.clubs.services import fees, kitty
from jassclub.clubs.services.fees import Money
from jassclub.clubs.services.kitty import kitty_state
from jassclub.core.errors import Conflict, Invalid, NotAllowed
from scoring.claims.entries import correct_hand
from scoring.claims.penalties import add_penalty, cancel_penalty
from scoring.tables.games import close_game, reopen_game
from tests.scoring.table import differenzler, house, open_table, schieber
from tournaments.evenings import paying, services
from tournaments.evenings.paying import booked_on
from tournaments.evenings.tonight import Tonight

pytestmark = pytest.mark.django_db

FOR_MONEY = {"settlement.rate": {"value": 3, "house": "drei Rappen der Punkt"}}


class Evening:
    """Two tables of Differenzler; at the first somebody was punished twice."""

    def __init__(self, rules: Any = FOR_MONEY, **money: Any) -> None:
        self.house = house()
        version = Club.objects.get(pk=self.house.club.pk).version
        fees.change_money(
            actor=SYSTEM, club_id=self.house.club.pk, version=version, money=Money(**money)
        )
        self.scribe, self.director = map(self.house.official, ("scribe", "director"))
        (self.row,) = services.plan(
            actor=self.scribe, club_id=self.house.club.pk, days=[timezone.localdate()]
        )
        self.tables = [
            open_table(self.house, "differenzler-verdeckt", house_rules=rules)
            for _table in range(2)
        ]
        self.tables[0].write(1, differenzler([20, 40, 30, 50], [25, 52, 40]))
        self.tables[1].write(1, differenzler([11, 22, 33, 44], [10, 90, 40]))
        game = self.tables[0].game.pk
        self.penalties = [
            add_penalty(actor=self.director, game_id=game, seat=seat, points=5, reason="zu laut")
            for seat in (0, 1)
        ]
        for table in self.tables:
            close_game(actor=self.scribe, game_id=table.game.pk)

    def fresh(self):
        return type(self.row).objects.select_related("club").get(pk=self.row.pk)

    def settle(self, actor=None):
        return paying.settle(actor=actor or self.scribe, evening_id=self.row.pk)

    def pay(self, actor=None):
        return paying.pay(actor=actor or self.scribe, evening_id=self.row.pk)

    def balances(self):
        state = kitty_state(self.house.club.pk)
        return {row.player.pk: row.amount for row in state.balances if row.amount}

    def naive(self, fine):
        """Second count, by hand: 10, 17, 10, 10 and 1, 68, 7, 27 at three Rappen against the
        averages 11.75 and 25.75; then the fines."""
        by_hand = [6 + 75 - fine, -16 - 127 - fine, 5 + 56, 5 - 4]
        return {who.pk: one for who, one in zip(self.house.people, by_hand, strict=False)}


def test_what_the_page_says_is_what_is_booked_and_what_a_second_count_gives():
    evening = Evening(fine=50, point=10)
    shown = {one: amount for one, amount in Tonight(evening.fresh()).due.items() if one and amount}
    assert not Tonight(evening.fresh()).booked
    assert evening.settle() == []
    assert Tonight(evening.fresh()).booked
    assert evening.balances() == shown == evening.naive(100)
    booked = booked_on(evening.fresh())
    assert {one: amount for one, amount in booked.items() if one and amount} == shown
    assert booked[None] == 200
    assert sum(booked.values()) == 0


def test_a_penalty_is_fined_once_and_without_an_agreement_never():
    evening = Evening(fine=50)
    for _time in range(2):
        evening.settle()
    assert KittyBooking.objects.filter(kind="fine").count() == 2
    free = Evening()
    free.settle()
    assert not KittyBooking.objects.filter(club=free.house.club, kind="fine").exists()


def test_a_penalty_that_was_taken_back_costs_nothing():
    evening = Evening(fine=50)
    one = evening.penalties[0]
    cancel_penalty(
        actor=evening.director, game_id=one.game_id, penalty_id=one.pk, reason="doch nicht"
    )
    evening.settle()
    fine = KittyBooking.objects.get(kind="fine")
    assert fine.source_id == evening.penalties[1].pk
    with pytest.raises(Invalid):
        kitty.book(
            actor=evening.scribe,
            club_id=evening.house.club.pk,
            kind="fine",
            day=evening.row.day,
            lines=[kitty.Line(evening.house.people[0].pk, -50)],
            source=kitty.Source("penalty", fine.source_id),
        )


@pytest.mark.parametrize("coin", [1, 5])
def test_after_paying_in_cash_nobody_owes_a_coin_and_the_fines_lie_in_the_box(coin):
    evening = Evening(fine=50, coin=coin)
    told = Tonight(evening.fresh()).payments
    made = evening.pay()
    assert sorted(one.amount for one in made) == sorted(amount for *_who, amount in told)
    assert all(one.amount % coin == 0 for one in made)
    state = kitty_state(evening.house.club.pk)
    assert abs(state.cash - 100) < coin
    assert all(abs(amount) < coin for amount in evening.balances().values())
    assert state.club == 100
    assert Tonight(evening.fresh()).paid
    with pytest.raises(Conflict, match="schon bar bezahlt"):
        evening.pay()


def test_what_was_paid_by_mistake_is_taken_back_in_the_kitty():
    evening = Evening(fine=50)
    evening.pay()
    for one in KittyBooking.objects.filter(source_kind="evening"):
        kitty.cancel(actor=evening.director, booking_id=one.pk, reason="war anders")
    assert evening.balances() == evening.naive(50)
    assert not Tonight(evening.fresh()).paid
    evening.pay()
    assert evening.balances() == {}


def test_what_is_booked_on_the_accounts_is_not_asked_for_in_cash_again(client):
    evening = Evening(fine=50)
    client.force_login(User.objects.get(pk=evening.scribe.ident))
    path = f"/clubs/{evening.house.club.slug}/evenings/{evening.row.day}/"
    assert "doch bar bezahlen" not in client.get(path).content.decode()
    evening.settle()
    page = client.get(path).content.decode()
    assert f"{evening.house.people[0].name}: zu laut, 0.50" in page
    assert "Nichts mehr zu tun" in page
    assert page.index("doch bar bezahlen") < page.index("So bar bezahlt")


def test_taking_back_a_game_that_was_paid_in_cash_is_warned_of_and_seen_on_the_evening(client):
    evening = Evening(fine=50)
    evening.pay()
    client.force_login(User.objects.get(pk=evening.director.ident))
    root = f"/clubs/{evening.house.club.slug}"
    game = KittyBooking.objects.filter(source_kind="game")[0]
    page = client.get(f"{root}/kitty/{game.pk}/").content.decode()
    assert "schon bar bezahlt worden" in page
    for payment in KittyBooking.objects.filter(source_kind="evening"):
        assert f"/kitty/{payment.pk}/" in page
    path = f"{root}/evenings/{evening.row.day}/"
    assert "etwas geändert" not in client.get(path).content.decode()
    kitty.cancel(actor=evening.director, booking_id=game.pk, reason="war anders")
    page = client.get(path).content.decode()
    assert "Seit der Zahlung hat sich etwas geändert" in page
    assert "Auf die Konten in der Kasse" in page
    evening.settle()
    assert evening.balances() == {}


@pytest.mark.parametrize("points", [[20, 40, 30], [30, 50, 40]])
def test_a_booking_that_no_longer_holds_is_neither_kept_in_silence_nor_paid(points):
    """Booked, opened again, corrected: everybody has no difference any more, or another one."""
    evening = Evening()
    assert evening.settle() == []
    game = evening.tables[1].game
    reopen_game(actor=evening.director, game_id=game.pk, reason="falsch geschrieben")
    correct_hand(
        actor=evening.director,
        hand_id=evening.tables[1].hand(1).pk,
        base_version=1,
        slip=differenzler([20, 40, 30, 67], points),
        reason_code="miscounted",
    )
    close_game(actor=evening.scribe, game_id=game.pk)
    ((refused, why),) = evening.settle()
    assert refused == game
    assert "hebe zuerst die alte Abrechnung auf" in why
    with pytest.raises(Conflict, match="hebe zuerst die alte Abrechnung auf"):
        evening.pay()
    tonight = Tonight(evening.row)
    assert {(was, now) for _name, was, now in tonight.differing} == {
        (tonight.standing[one], tonight.due[one])
        for one in tonight.due
        if tonight.standing[one] != tonight.due[one]
    }
    assert paying.settle_anew(actor=evening.director, evening_id=evening.row.pk) == []
    assert Tonight(evening.row).booked
    counter = KittyBooking.objects.get(is_counter=True)
    assert (counter.cancels.source_id, counter.note) == (game.pk, "Seit der Buchung berichtigt")


def test_what_is_booked_of_a_game_that_was_opened_again_is_said():
    evening = Evening()
    evening.settle()
    assert not Tonight(evening.row).differing
    game = evening.tables[1].game
    reopen_game(actor=evening.director, game_id=game.pk, reason="falsch geschrieben")
    assert Tonight(evening.row).differing
    paying.settle_anew(actor=evening.director, evening_id=evening.row.pk)
    assert (Tonight(evening.row).booked, Tonight(evening.row).differing) == (True, [])


def test_a_booked_fine_whose_penalty_was_taken_back_is_said_though_nothing_else_is_owed(client):
    evening = Evening(rules=None, fine=50)
    evening.settle()
    for one in evening.penalties:
        cancel_penalty(
            actor=evening.director, game_id=one.game_id, penalty_id=one.pk, reason="doch nicht"
        )
    client.force_login(User.objects.get(pk=evening.director.ident))
    path = f"/clubs/{evening.house.club.slug}/evenings/{evening.row.day}/"
    assert "Alte Buchung aufheben und neu buchen" in client.get(path).content.decode()
    paying.settle_anew(actor=evening.director, evening_id=evening.row.pk)
    assert evening.balances() == {}


def test_what_was_booked_of_a_game_that_nobody_has_won_any_more_is_not_paid():
    evening = Evening()
    Club.objects.filter(pk=evening.house.club.pk).update(profile_layer={"stakes": {"rate": 50}})
    table = open_table(evening.house, "schieber-1000")
    for number in range(1, 8):
        table.write(number, schieber(150))
    close_game(actor=evening.scribe, game_id=table.game.pk)
    assert evening.settle() == []
    reopen_game(actor=evening.director, game_id=table.game.pk, reason="falsch geschrieben")
    correct_hand(
        actor=evening.director,
        hand_id=table.hand(1).pk,
        base_version=1,
        slip=schieber(15),
        reason_code="miscounted",
    )
    close_game(actor=evening.scribe, game_id=table.game.pk)
    with pytest.raises(Conflict, match="hebe zuerst die alte Abrechnung auf"):
        evening.pay()


def test_members_book_nothing():
    evening = Evening(fine=50)
    member = evening.house.official("member")
    for act in (evening.settle, evening.pay):
        with pytest.raises(NotAllowed):
            act(member)
    assert not KittyBooking.objects.exists()


def test_a_game_that_nobody_has_won_costs_nothing_and_keeps_nothing_from_being_booked():
    evening = Evening(fine=50)
    table = open_table(evening.house, "schieber-1000")
    table.write(1, schieber(97))
    close_game(actor=evening.scribe, game_id=table.game.pk)
    assert evening.settle() == []
    assert evening.balances() == evening.naive(50)
