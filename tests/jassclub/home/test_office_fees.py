"""The fees of a year on the pages, their bills as a PDF, and the books for the treasurer."""

import csv
import io
import re
from collections import defaultdict
from datetime import date
from decimal import Decimal
from random import Random

import pytest
from django.utils import translation
from openpyxl import load_workbook

from jassclub.clubs.models import Club, KittyBooking
from jassclub.clubs.services import fees, kitty
from jassclub.clubs.services.fees import Money, fees_of_year, reference_of
from jassclub.clubs.services.kitty import kitty_state
from jassclub.home.office.bills import bill_of
from tests.jassclub.office import Browser, errors, words
from tests.recording.pdf import pages_of, read_out

pytestmark = pytest.mark.django_db

IBAN = "CH9300762011623852957"
TYPED = {
    "fee": "60",
    "reduced": "30.-",
    "fine": "0.50",
    "point": "",
    "fines": "zu spät gekommen 2.00\n\nverlorener Matsch 1",
    "coin": "5",
    "iban": "ch93 0076 2011 6238 5295 7",
    "holder": "Jassclub Rosenau",
    "street": "Hauptgasse",
    "number": "3b",
    "postcode": "8200",
    "town": "Schaffhausen",
}


@pytest.fixture
def as_(anna, beat, chloe, emma, club):
    cast = {"anna": anna, "beat": beat, "chloe": chloe, "emma": emma}
    return lambda name: Browser(cast[name], club.slug)


@pytest.fixture
def agreed(as_, club):
    assert as_("emma").post("kitty/money/", **TYPED).status_code == 302
    return Money.of(Club.objects.get(pk=club.pk))


def bill(browser, *people, year=2026, choice="full"):
    chosen = {f"fee_{who.player.pk}": choice for who in people}
    return browser.post(f"kitty/fees/{year}/", do="bill", day="2026-01-02", **chosen)


def test_what_is_agreed_is_kept_as_it_was_meant(as_, agreed):
    assert (agreed.fee, agreed.reduced, agreed.fine, agreed.point) == (6000, 3000, 50, 0)
    assert agreed.fines == [("zu spät gekommen", 200), ("verlorener Matsch", 100)]
    assert (agreed.iban, agreed.coin) == (IBAN, 5)
    assert 'value="60.00"' in as_("emma").get("kitty/money/").content.decode()
    page = as_("anna").get("kitty/").content.decode()
    assert "?wish=fine&amp;amount=2.00&amp;note=zu%20sp%C3%A4t%20gekommen" in page
    form = as_("anna").get("kitty/book/", wish="fine", amount="2.00", note="zu spät").content
    assert 'value="zu spät"' in form.decode()


def test_what_is_wrong_is_said_at_its_field_and_nothing_is_kept(as_, club):
    for change, places in [
        ({"fee": "viel", "reduced": ""}, {"fee"}),
        ({"fee": "-3"}, {"fee", "reduced"}),
        ({"reduced": "70"}, {"reduced"}),
        ({"fines": "gratis\nzu spät 0"}, {"fines"}),
        ({"iban": "CH93 0076 2011 6238 5295 8"}, {"iban"}),
        ({"holder": "", "postcode": ""}, {"holder", "postcode"}),
    ]:
        response = as_("emma").post("kitty/money/", **{**TYPED, **change})
        assert (response.status_code, set(errors(response))) == (422, places)
        assert not Club.objects.get(pk=club.pk).money


def test_a_year_from_the_bills_to_the_last_payment(as_, agreed, *, anna, beat, chloe, club):
    director = as_("chloe")
    assert "Rechnung stellen" in director.text("kitty/fees/2026/")
    assert bill(director, anna, beat).status_code == 302
    assert bill(director, chloe, choice="reduced").status_code == 302
    assert {fee.player.name: fee.due for fee in fees_of_year(club.pk, 2026)} == {
        "Anna": 6000, "Beat": 6000, chloe.player.name: 3000,
    }  # fmt: skip
    one, other, third = fees_of_year(club.pk, 2026)
    reference = reference_of(one.booking, IBAN)
    found = director.text("kitty/fees/2026/", q=" ".join(reference))
    assert "Anna 60.00" in found
    assert "Beat 60.00" not in found
    ticked = [str(one.booking.pk), str(other.booking.pk)]
    sent = {"do": "pay", "day": "2026-02-01", "till": "bank"}
    assert director.post("kitty/fees/2026/", fee=ticked, **sent).status_code == 302
    again = director.post("kitty/fees/2026/", fee=ticked, **sent)
    assert again.status_code == 409
    assert "Anna, Beat" in words(again)
    nobody = director.post("kitty/fees/2026/", **sent)
    assert "wer bezahlt hat" in words(nobody)
    director.post("kitty/fees/2026/", fee=str(third.booking.pk), **{**sent, "till": "cash"})
    assert "Alle haben bezahlt." in director.text("kitty/fees/2026/")
    state = kitty_state(club.pk)
    assert (state.cash, state.bank, state.club) == (3000, 12000, 15000)
    assert "auf der Bank 120.00" in director.text("kitty/")


def test_bills_are_a_page_each_and_a_member_gets_his_own(as_, agreed, anna, beat, club):
    missing = as_("chloe").get("kitty/fees/2026/bills/")
    assert (missing.status_code, "Hier ist nichts offen." in words(missing)) == (409, True)
    bill(as_("chloe"), anna, beat)
    bills = as_("chloe").get("kitty/fees/2026/bills/").content
    assert [("2026, Anna" in said, "2026, Beat" in said) for said in map(str, pages_of(bills))] == [
        (True, False), (False, True),
    ]  # fmt: skip
    assert len(re.findall(rb"/Type /Font\s", bills)) == bills.count(b"/FontFile2") == 4
    assert "QR-Code der Rechnung" in dict(read_out(bills)).values()
    (own,) = pages_of(as_("beat").get("kitty/fees/2026/bills/").content)
    assert "2026, Beat" in str(own)
    foreign = fees_of_year(club.pk, 2026)[0].booking.pk
    assert as_("beat").get("kitty/fees/2026/bills/", fee=str(foreign)).status_code == 409
    link = f"/kitty/fees/2026/bills/?fee={fees_of_year(club.pk, 2026)[1].booking.pk}"
    mine = fees_of_year(club.pk, 2026)[1].booking.pk
    assert link in as_("beat").get(f"kitty/{mine}/").content.decode()


@pytest.mark.parametrize(
    ("language", "title"),
    [("de", "Zahlteil"), ("fr", "Section paiement"), ("it", "Sezione pagamento"),
     ("en", "Payment part")],
)  # fmt: skip
def test_a_bill_speaks_its_language_and_says_what_banks_read(
    as_, agreed, anna, club, *, language, title
):
    bill(as_("chloe"), anna)
    (fee,) = fees_of_year(club.pk, 2026)
    with translation.override(language):
        made = bill_of(fee, agreed)
        assert made.label("Payment part") == title
    told = made.qr_data().split("\r\n")
    assert told[:11] == [
        "SPC", "0200", "1", IBAN, "S", "Jassclub Rosenau", "Hauptgasse", "3b", "8200",
        "Schaffhausen", "CH",
    ]  # fmt: skip
    assert told[18:20] == ["60.00", "CHF"]
    assert told[27:29] == ["SCOR", reference_of(fee.booking, IBAN)]
    assert told[30] == "EPD"


def test_the_books_agree_with_the_kitty_after_any_bookings(as_, chloe, club, guests):
    """Each account, added up line by line, against what the kitty says; both sides the same."""
    chance = Random(7)
    for number in range(60):
        kind = chance.choice(["stake", "fine", "payment", "settlement", "fee", "club", "cancel"])
        amount = chance.choice([-1, 1]) * chance.randint(1, 5000)
        day, who = date(2026, 1 + number // 6, 3), chance.choice(guests).pk
        own = {"actor": chloe.actor, "club_id": club.pk, "day": day}
        if kind == "settlement":
            lines = [kitty.Line(guests[0].pk, amount), kitty.Line(guests[1].pk, -amount)]
        elif kind in ("payment", "club"):
            lines = [kitty.Line(None if kind == "club" else who, amount)]
        else:
            lines = [kitty.Line(who, -abs(amount))]
        if kind == "cancel":
            standing = KittyBooking.objects.filter(is_counter=False, cancelled_by=None)
            if (one := standing.order_by("created_at").first()) is not None:
                kitty.cancel(actor=chloe.actor, booking_id=one.pk, reason="x")
        elif kind == "fee":
            fees.bill(**own, year=2000 + number, amounts={who: abs(amount)})
        else:
            known = "payment" if kind == "club" else kind
            kitty.book(**own, kind=known, lines=lines, by_bank=chance.random() < 0.5)
    state = kitty_state(club.pk)
    told = rows(as_("chloe"), **{"from": "2026-01-01", "to": "2026-12-31", "as": "journal"})
    sums: dict[str, int] = defaultdict(int)
    for row in told:
        assert cents(row["Betrag"]) > 0
        sums[row["Soll"]] += cents(row["Betrag"])
        sums[row["Haben"]] -= cents(row["Betrag"])
    assert sum(sums.values()) == 0
    assert (sums["1000"], sums["1020"]) == (state.cash, state.bank)
    assert (sums["1100"], sums["1190"]) == (-state.players, 0)
    earned = sum(amount for account, amount in sums.items() if account >= "3000")
    assert -earned == state.club
    second = rows(as_("chloe"), **{"from": "2026-05-01", "to": "2026-12-31"})
    last = {row["Konto"]: cents(row["Saldo"]) for row in second}
    assert last == {account: amount for account, amount in sums.items() if account in last}
    assert {account for account, amount in sums.items() if amount} <= last.keys()
    asked = {"from": "2026-01-01", "to": "2026-12-31", "as": "excel"}
    book = load_workbook(io.BytesIO(as_("chloe").get("kitty/books/", **asked).content))
    journal, debit, credit = (
        sum(cents(str(line[column] or 0)) for line in [*sheet.values][1:])
        for sheet, column in ((book["Journal"], 4), (book["Konten"], 6), (book["Konten"], 7))
    )
    assert journal == debit == credit == sum(cents(row["Betrag"]) for row in told)


def cents(text):
    return int(Decimal(text) * 100)


def rows(browser, **query):
    response = browser.get("kitty/books/", **query)
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig")), delimiter=";"))
