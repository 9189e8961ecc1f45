"""The door in a browser: six keys a person with cash, none lost, two doors that join again."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_check_in import _scribe
from tests.tournaments.office import Office
from tournaments.desk import services as desk
from tournaments.entries.models import Entry, Payment
from tournaments.entries.pure import FOLDS, SOUNDS, sound, tokens
from tournaments.money.services import balance

pytestmark = pytest.mark.django_db(transaction=True)
KEY = 50
"""Milliseconds between two keys of a scanner: twenty a second."""
FEE = 2000
NAMES = ["Lüthi Hans", "Luethi", "Meyer Vreni", "Jörg Schmidt", "René Chappuis", "Weiß Ueli-Beat"]


def hall(count: int = 40) -> Office:
    office = Office(fee=FEE)
    office.director.do("open")
    office.enter(count, present=False)
    return office


@pytest.fixture
def office() -> Office:
    return hall()


def door_of(office: Office, open_device: Any, *, new: bool = False, wide: bool = True) -> Page:
    page: Page = open_device(_scribe(office), wide=wide, new=new)
    page.goto(f"{office.director.root}door/")
    page.wait_for_load_state("networkidle")
    return page


def here(office: Office) -> set[int]:
    rows = office.tournament.entries.filter(state=Entry.State.PRESENT)
    return set(rows.values_list("number", flat=True))


def paid(office: Office) -> list[tuple[int, int, int | None, str]]:
    rows = Payment.objects.filter(entry__tournament=office.tournament).order_by("entry__number")
    return list(rows.values_list("entry__number", "rappen", "handed", "means"))


def sent(page: Page) -> None:
    """Everything that this door wrote is stored."""
    left = """async () => document.querySelectorAll("tr.waits").length
        + (await (await import(document.querySelector("#outbox").src)).items()).length"""
    for _look in range(300):
        if not page.evaluate(left):
            return
        page.wait_for_timeout(100)
    raise AssertionError("something still waits at this door")


def press(page: Page, keys: str) -> int:
    """Keys one by one, ⏎ for Enter; how many."""
    for key in keys:
        page.keyboard.press("Enter" if key == "⏎" else key, delay=KEY)
    return len(keys)


def test_six_keys_are_the_most_for_somebody_with_cash(office: Office, open_device: Any) -> None:
    page = door_of(office, open_device)
    assert press(page, "12⏎⏎") <= 6
    assert press(page, "14⏎+1") <= 6
    expect(page.locator("[data-change]")).to_have_text("Rückgeld 30.00")
    assert press(page, "7⏎*") <= 6
    assert press(page, "8⏎-") <= 6
    sent(page)
    assert here(office) == {7, 8, 12, 14}
    assert paid(office) == [
        (7, FEE, None, "twint"),
        (12, FEE, None, "cash"),
        (14, FEE, 5000, "cash"),
    ]


def test_what_is_paid_is_sent_in_plain_digits(open_device: Any) -> None:
    office = Office(fee=120_000)
    office.director.do("open")
    office.enter(8, present=False)
    page = door_of(office, open_device)
    with page.expect_request(lambda one: "rappen_known" in (one.post_data or "")) as fee:
        press(page, "7⏎*")
    assert "1200.00" in (fee.value.post_data or "")
    sent(page)
    assert paid(office) == [(7, 120_000, None, "twint")]


def test_a_scanner_at_twenty_keys_a_second_loses_none(office: Office, open_device: Any) -> None:
    page = door_of(office, open_device)
    for number in range(1, 31):
        press(page, f"{number}⏎")
    sent(page)
    expect(page.locator("[data-places] li").first).to_have_text("30 da, 10 erwartet")
    assert here(office) == set(range(1, 31))
    assert paid(office) == []


def test_a_name_is_found_by_its_sound_and_a_new_one_is_entered(
    office: Office, open_device: Any
) -> None:
    office.director.do("add", people="Lüthi Hans")
    page = door_of(office, open_device)
    page.keyboard.type("Luethi", delay=20)
    expect(page.locator("tr.marked")).to_have_count(1)
    press(page, "⏎")
    expect(page.locator("[data-said]")).to_have_text("41 Lüthi Hans")
    press(page, "⏎")
    page.keyboard.type("Zita Zwahlen", delay=20)
    press(page, "⏎⏎⏎")
    sent(page)
    assert here(office) == {41, 42}
    assert [number for number, *_rest in paid(office)] == [41, 42]


def test_a_number_typed_for_a_pair_is_the_one_on_its_slip(open_device: Any) -> None:
    office = Office("pairs-5x8-swiss", fee=FEE)
    office.director.do("add", people="A Ab / B Ab\nC Cd / D Cd")
    page = door_of(office, open_device)
    page.keyboard.type("2", delay=20)
    expect(page.locator("tr.marked")).to_have_count(0)
    press(page, "⏎")
    expect(page.locator("[data-said]")).to_have_text("Paar 2 C Cd / D Cd")
    press(page, "⏎")
    sent(page)
    assert (here(office), [number for number, *_rest in paid(office)]) == ({3, 4}, [3])


@pytest.mark.parametrize(
    ("preset", "called", "seat"),
    [
        ("einzelschieber-4x8", r"(\d) Gast \1", r"Runde 1: Tisch \d [A-D]"),
        ("pairs-5x8-swiss", r"Paar \d Gast \d / Gast \d", r"Runde 1: Tisch (\d) [AB], \1 [CD]"),
    ],
)
def test_whoever_draws_a_number_is_shown_it_with_the_seat_and_pays_for_no_other(
    open_device: Any, preset: str, called: str, seat: str
) -> None:
    office = Office(preset, fee=FEE)
    office.tournament.public = True
    office.tournament.save(update_fields=["public"])
    desk.change_tournament(
        actor=office.director_actor,
        tournament_id=office.tournament.pk,
        version=office.fresh().version,
        values={"capacity": 8},
        settings={"numbers": "drawn"},
        reason="",
    )
    office.director.do("open")
    office.director.do("draw-plan", expected="1")
    page = door_of(office, open_device)
    for nth in (1, 2):
        page.get_by_role("button", name="Nummer ziehen, ohne Namen").click()
        expect(page.locator("[data-said]")).to_have_text(re.compile(rf"^{called}$"))
        expect(page.locator("[data-seat]")).to_have_text(re.compile(rf"^{seat}$"))
        expect(page.locator("[data-print]")).to_be_visible()
        press(page, "⏎")
        sent(page)
        assert [row[1:] for row in paid(office)] == [(FEE, None, "cash")] * nth
    assert len(here(office)) == 2 * len(called.split(" / "))
    page.evaluate("window.print = () => { slip = document.querySelector('.slip').innerText }")
    press(page, "/")
    slip = rf"{called}.*{seat}.*Auslosung 1, gedruckt um .*/t/".replace(" Gast", r"\s*Gast", 1)
    assert re.search(slip, page.evaluate("slip"), re.DOTALL)


def test_two_doors_without_network_are_merged(office: Office, open_device: Any) -> None:
    left = door_of(office, open_device, new=True)
    right = door_of(office, open_device, new=True)
    for page in (left, right):
        page.context.set_offline(True)
    for number in range(1, 9):
        press(left, f"{number}⏎⏎")
    for number in range(8, 16):
        press(right, f"{number}⏎⏎")
    left.keyboard.type("Hans Lüthi")
    press(left, "⏎⏎⏎")
    right.keyboard.type("Luethi Hans")
    press(right, "⏎⏎⏎")
    expect(left.locator("[data-door-waits]")).to_contain_text("Noch nicht gesichert: 18.")
    assert here(office) == set()
    for page in (left, right):
        page.context.set_offline(False)
        sent(page)
    assert here(office) == {*range(1, 16), 41, 42}
    assert balance(office.fresh()).till == 18 * FEE
    assert balance(office.fresh()).accounts[8].open == -FEE
    left.reload()
    expect(left.locator("[data-doubts] li")).to_have_count(1)
    expect(left.locator("tr", has_text="Gast Ah")).to_contain_text("zurückzugeben 20.00")
    left.get_by_role("button", name="dieselbe Person").click()
    expect(left.get_by_text(re.compile("Es bleibt bei 41"))).to_be_visible()
    assert balance(office.fresh()).accounts[41].open == -FEE
    assert balance(office.fresh()).till == 18 * FEE


def test_a_number_that_nobody_has_is_told_and_stops_nobody(
    office: Office, open_device: Any
) -> None:
    page = door_of(office, open_device)
    press(page, "99⏎1⏎⏎")
    expect(page.locator("[data-refused]")).to_contain_text("Die Startnummer 99 gibt es nicht.")
    page.get_by_role("button", name="verwerfen").click()
    sent(page)
    assert here(office) == {1}


def test_what_another_desk_entered_comes_into_the_list(office: Office, open_device: Any) -> None:
    page = door_of(office, open_device)
    office.director.do("add", people="Nora Neu", present="1")
    expect(page.locator("tr", has_text="Nora Neu")).to_contain_text("✓ da", timeout=15_000)


def test_the_page_hears_names_as_the_service_does(office: Office, open_device: Any) -> None:
    page = door_of(office, open_device)
    heard = page.evaluate(
        """([names, folds, sounds]) => names.map(name => {
        let text = folds.reduce((all, [sign, plain]) => all.replaceAll(sign, plain),
          name.normalize("NFC").toLowerCase()).normalize("NFD").replace(/\\p{M}/gu, "");
        return text.split(/[^a-z0-9]+/).filter(Boolean).sort().map(word => sounds.reduce(
          (all, [written, said]) => all.replace(new RegExp(written, "g"), said), word));
      })""",
        [NAMES, FOLDS, SOUNDS],
    )
    assert heard == [[sound(word) for word in tokens(name)] for name in NAMES]


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_stands_outside_the_page_nor_moves(
    office: Office, open_device: Any, width: int
) -> None:
    page = door_of(office, open_device, wide=width > 1000)
    page.set_viewport_size({"width": width, "height": 800})
    press(page, "12⏎")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    small = page.evaluate(
        """() => [...document.querySelectorAll('.door button')].filter(one => one.offsetParent
        && one.getBoundingClientRect().height < 44).map(one => one.textContent)"""
    )
    assert small == []
