"""Membership fees: billed once a person and year, paid once, to the right account."""

from datetime import date

import pytest
from django.utils import timezone
from hypothesis import given, strategies as st
from stdnum import iso11649
from stdnum.ch import esr

from jassclub.clubs.models import Change, Club, KittyBooking
from jassclub.clubs.services import fees, kitty, people
from jassclub.clubs.services.fees import Money, fees_of_year, proposed, reference_of
from jassclub.clubs.services.kitty import kitty_state
from jassclub.core.errors import Conflict, DomainError, Invalid, NotAllowed
from tests.cast import problem

DAY = date(2026, 2, 1)
IBAN, QR_IBAN = "CH9300762011623852957", "CH4431999123000889012"
ADDRESS = {"holder": "Jassclub Rosenau", "postcode": "8200", "town": "Schaffhausen", "iban": IBAN}


def billed(chloe, club, *people, year=2026, amount=6000):
    amounts = dict.fromkeys([who.seat_taker.pk for who in people], amount)
    return fees.bill(actor=chloe.actor, club_id=club.pk, year=year, day=DAY, amounts=amounts)


def paid(chloe, club, *bills, by_bank=True):
    ids = [one.pk for one in bills]
    return fees.pay(actor=chloe.actor, club_id=club.pk, fees=ids, day=DAY, by_bank=by_bank)


def told(club, year=2026):
    return {fee.player.name: (fee.due, fee.paid, fee.open) for fee in fees_of_year(club.pk, year)}


@pytest.mark.django_db
class TestBilling:
    def test_a_year_is_billed_once_a_person_and_who_comes_later_is_billed_later(
        self, anna, beat, chloe, club
    ):
        billed(chloe, club, anna)
        assert len(billed(chloe, club, anna, beat, amount=3000)) == 1
        assert told(club) == {"Anna": (6000, 0, 6000), "Beat": (3000, 0, 3000)}
        assert told(club, 2027) == {}
        assert len(billed(chloe, club, anna, year=2027)) == 1

    def test_a_bill_is_paid_once_and_by_bank_the_box_stays_as_it_is(self, anna, beat, chloe, club):
        bills = billed(chloe, club, anna, beat)
        paid(chloe, club, bills[0])
        paid(chloe, club, bills[1], by_bank=False)
        assert told(club) == {"Anna": (6000, 6000, 0), "Beat": (6000, 6000, 0)}
        state = kitty_state(club.pk)
        assert (state.cash, state.bank, state.players, state.club) == (6000, 6000, 0, 12000)
        with pytest.raises(Conflict, match="Anna"):
            paid(chloe, club, bills[0])

    def test_a_payment_that_is_taken_back_is_open_again_and_so_a_bill_is_no_more(
        self, anna, chloe, club
    ):
        (one,) = billed(chloe, club, anna)
        (payment,) = paid(chloe, club, one)
        kitty.cancel(actor=chloe.actor, booking_id=payment.pk, reason="falsch")
        assert told(club) == {"Anna": (6000, 0, 6000)}
        kitty.cancel(actor=chloe.actor, booking_id=one.pk, reason="ausgetreten")
        assert told(club) == {}
        with pytest.raises(Conflict):
            paid(chloe, club, one)
        assert len(billed(chloe, club, anna, amount=100)) == 1
        state = kitty_state(club.pk)
        assert (state.cash, state.bank, state.players) == (0, 0, -100)

    def test_who_paid_less_or_nothing_the_last_time_is_proposed_so_again(
        self, anna, beat, chloe, club
    ):
        billed(chloe, club, anna)
        billed(chloe, club, beat, amount=3000)
        people.add_player(actor=chloe.actor, club_id=club.pk, name="Zora Neu")
        people.add_player(actor=chloe.actor, club_id=club.pk, name="Gast", guest=True)
        chosen = {one.player.name: one.chosen for one in proposed(club, 2027)}
        assert chosen["Anna"] == "full"
        assert chosen["Beat"] == "reduced"
        assert chosen["Zora Neu"] == "full"
        assert set(chosen.values()) == {"full", "reduced", "none"}
        assert "Gast" not in chosen
        assert not {"Anna", "Beat"} & {one.player.name for one in proposed(club, 2026)}

    def test_members_and_scribes_bill_nobody(self, anna, beat, club):
        for who in (anna, beat):
            with pytest.raises(NotAllowed):
                billed(who, club, anna)
            with pytest.raises(DomainError):
                paid(who, club)
        assert not KittyBooking.objects.exists()

    @pytest.mark.parametrize(
        ("change", "codes"),
        [
            ({"year": 2026}, set()),
            ({}, {"year_of_a_fee"}),
            ({"year": 2026, "kind": "fine"}, {"year_of_a_fee"}),
            ({"year": 2026, "amount": 6000}, {"charge_is_negative"}),
        ],
    )
    def test_the_api_books_a_fee_with_its_year(self, chloe, anna, club, change, codes):
        line = {"player": str(anna.player.pk), "amount": change.pop("amount", -6000)}
        body = {"kind": "fee", "day": "2026-02-01", "entries": [line], **change}
        answer = chloe.api.post(f"clubs/{club.pk}/kitty/bookings", body)
        if codes:
            errors = problem(answer, 422, "invalid")["errors"]
            assert {error["code"] for error in errors} == codes
        else:
            assert (answer.status_code, answer.json()["year"]) == (201, 2026)
            again = chloe.api.post(f"clubs/{club.pk}/kitty/bookings", body)
            assert problem(again, 422, "invalid")["errors"][0]["code"] == "billed_already"


@pytest.mark.django_db
class TestMoney:
    def change(self, who, club, **values):
        return fees.change_money(
            actor=who.actor,
            club_id=club.pk,
            version=Club.objects.get(pk=club.pk).version,
            money=Money(**values),
        )

    def test_it_is_kept_with_who_changed_it(self, emma, chloe, club):
        self.change(emma, club, **ADDRESS, fee=6000, reduced=3000, fines=[("zu spät", 200)])
        kept = Money.of(Club.objects.get(pk=club.pk))
        assert (kept.fee, kept.iban, kept.fines) == (6000, IBAN, [("zu spät", 200)])
        assert Change.objects.get(model="club", version=2).diff["money"][1]["fee"] == 6000
        with pytest.raises(NotAllowed):
            self.change(chloe, club, fee=1)

    @pytest.mark.parametrize(
        ("change", "places"),
        [
            ({}, set()),
            ({"iban": QR_IBAN}, set()),
            ({"iban": "CH9300762011623852958"}, {"/iban"}),
            ({"iban": "DE89370400440532013000"}, {"/iban"}),
            ({"holder": "", "town": ""}, {"/holder", "/town"}),
            ({"street": "x" * 71}, {"/street"}),
            ({"fee": 100, "reduced": 101}, {"/reduced"}),
        ],
    )
    def test_what_cannot_stand_on_a_bill_is_refused(self, emma, club, change, places):
        found = {fault.pointer for fault in Money(**{**ADDRESS, **change}).faults()}
        assert found == places
        if places:
            with pytest.raises(Invalid):
                self.change(emma, club, **{**ADDRESS, **change})


@given(st.uuids(), st.integers(1900, 2999))
def test_each_reference_is_one_that_a_bank_takes(ident, year):
    booking = KittyBooking(pk=ident, year=year, created_at=timezone.now())
    assert iso11649.is_valid(reference_of(booking, IBAN))
    assert esr.is_valid(reference_of(booking, QR_IBAN))
    assert len(reference_of(booking, QR_IBAN)) == 27
