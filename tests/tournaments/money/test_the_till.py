"""Closing the till: what came in by which means, expenses, the count and what is off."""

from typing import Any

import pytest

from jassclub.core.errors import Invalid, NotAllowed
from tests.tournaments.events import event
from tests.tournaments.money.test_money import finished
from tests.tournaments.office import Office, errors
from tournaments.entries.models import Payment
from tournaments.money import services as money, till
from tournaments.money.services import balance

pytestmark = pytest.mark.django_db
Kind = Payment.Kind


def test_the_cash_is_what_came_in_less_what_went_out_and_twint_is_elsewhere() -> None:
    """Beside a plain sum over what was done."""
    day = event(fee=2000)
    day.enter(6)
    ids: dict[str, Any] = {"actor": day.scribe, "tournament_id": day.tournament.pk}
    by_hand = 0
    for number in range(1, 5):
        money.pay(**ids, number=number, kind=Kind.FEE, rappen=2000)
        by_hand += 2000
    for number in (5, 6):
        money.pay(**ids, number=number, kind=Kind.FEE, rappen=2000, means="twint")
    money.pay(**ids, number=4, kind=Kind.REFUND, rappen=500)
    till.spend(**ids, rappen=1250, what="Jasskarten")
    till.spend(**ids, rappen=-250, what="Jasskarten zurück")
    by_hand += -500 - 1250 + 250
    found = till.till_of(day.fresh())
    assert (found.cash, found.twint, found.expenses) == (by_hand, 4000, 1000)
    count = till.count_till(**ids, change=10000, counted=10000 + by_hand)
    assert (count.off, count.expected) == (0, 10000 + by_hand)


def test_a_difference_needs_words_and_every_count_stays() -> None:
    day = event(fee=2000)
    with pytest.raises(Invalid) as refused:
        till.count_till(**day.ids, change=5000, counted=128450)
    assert "+1’234.50" in refused.value.details[0].text
    till.count_till(**day.ids, change=5000, counted=4500, note="Fünfliber fehlt")
    till.count_till(**day.ids, change=5000, counted=5000)
    offs = [count.off for count in day.tournament.till_counts.order_by("at")]
    assert offs == [-500, 0]
    assert day.kinds()[-2:] == ["till_counted", "till_counted"]


@pytest.mark.parametrize(
    ("change", "counted"), [(-1, 0), (0, -1), (0, money.MOST + 1), (money.MOST + 1, 0)]
)
def test_what_no_till_can_hold_is_refused(change: int, counted: int) -> None:
    day = event()
    with pytest.raises(Invalid):
        till.count_till(**day.ids, change=change, counted=counted, note="x")


def test_an_expense_says_how_much_and_what_for() -> None:
    day = event()
    with pytest.raises(Invalid) as refused:
        till.spend(**day.ids, rappen=0, what=" ")
    assert len(refused.value.details) == 2
    member = day.house.official("member")
    with pytest.raises(NotAllowed):
        till.spend(actor=member, tournament_id=day.tournament.pk, rappen=1, what="x")


def test_prizes_are_paid_and_counted_after_the_end() -> None:
    day = finished([400, 228], 10000)
    winner = next(a.number for a in balance(day.fresh()).accounts.values() if a.won)
    money.pay(**day.ids, number=winner, kind=Kind.PRIZE, rappen=2500)
    count = till.count_till(**day.ids, change=20000, counted=17500)
    assert count.off == 0


def test_the_page_books_an_expense_and_closes_the_till() -> None:
    office = Office(fee=2000)
    office.enter(2)
    office.scribe.do("pay", number=1, kind="fee", rappen="20")
    office.scribe.do("book", number="2", kind="fee", rappen="20", means="twint")
    office.scribe.do("spend", what="Kaffeerahm", rappen="4.50")
    page = office.scribe.text("money/")
    assert "in der Kasse 15.50" in page
    assert "TWINT 20.00" in page
    wrong = office.scribe.post("do/count/", change="100", counted="100")
    assert "−15.50" in errors(wrong)["count-note"]
    office.scribe.do("count", change="100", counted="115.50")
    page = office.scribe.text("money/")
    assert "stimmt" in page
    assert "in der Kasse 115.50 davon Wechselgeld 100.00" in page
    assert "Kasse gezählt: 115.50, erwartet 115.50" in office.scribe.text("log/")
    assert "Ausgabe aus der Kasse: 4.50" in office.scribe.text("log/")


def test_the_list_of_payouts_has_a_line_to_sign_for_each() -> None:
    office = Office(hands=8, rounds=1, prizes=[{"kind": "rank", "first": 1, "rappen": 10000}])
    assert "Die Preise stehen fest" in office.scribe.text("money/payouts/")
    office.running()
    for table in (1, 2):
        office.scribe.type(table, 700, 556)
    office.director.do("close", number=1)
    office.director.do("finish")
    page = office.scribe.get("money/payouts/").content.decode()
    assert page.count('class="signature"') == 4
    assert "100.00" in page
    assert "money/payouts/" in office.scribe.get("money/").content.decode()
    assert office.member.get("money/payouts/").status_code == 403


def test_a_pair_wins_and_signs_under_both_names_and_the_prize_tells_its_rank() -> None:
    prizes = [{"kind": "rank", "first": 1, "rappen": 10000}]
    office = Office("coiffeur-pairs-3x16", rounds=1, prizes=prizes)
    office.director.do("add", people="Eva Ammann / Jo Bär\nLea Frei / Urs Graf", present="1")
    office.director.do("draw")
    office.director.do("call", number=1)
    office.director.do("start", number=1)
    office.scribe.type(1, 900, 700)
    office.director.do("close", number=1)
    office.director.do("finish")
    won = "Eva Ammann / Jo Bär", "Lea Frei / Urs Graf"
    for page in ("money/payouts/", "money/"):
        said = office.scribe.text(page)
        assert "Rang 1" in said
        assert any(pair in said for pair in won)


def test_a_payment_is_in_cash_or_by_twint() -> None:
    office = Office(fee=2000)
    office.enter(1)
    answer = office.scribe.post("do/book/", number="1", kind="fee", rappen="20", means="barter")
    assert (answer.status_code, "Bar oder mit TWINT." in answer.content.decode()) == (422, True)
