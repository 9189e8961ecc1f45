"""The table page from the QR code: every sheet written, confirmed and corrected by two phones."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.services import links
from scoring.claims.predictions import predict
from tests.scoring.table import TableOf, house, open_table, schieber

pytestmark = pytest.mark.django_db(transaction=True)


@dataclass
class Phone:
    """A phone at a seat; `taps` counts what a thumb does beside typing digits."""

    page: Page
    taps: list[str] = field(default_factory=list)

    def tap(self, what: str | Locator) -> None:
        """One tap; words mean the button or the choice that shows them."""
        found = self._called(what) if isinstance(what, str) else what
        found.click()
        self.taps.append(str(what))

    def digits(self, number: int) -> None:
        """Type a number on the keys of the page."""
        for key in str(number):
            self.page.locator(f".pad [data-key='{key}']").click()

    def shows(self, *words: str) -> None:
        """The page comes to show these words."""
        for text in words:
            expect(self.page.locator("#content")).to_contain_text(text)

    def choose(self, name: str, value: object) -> None:
        """Tap one of several choices of the form."""
        self.tap(self.page.locator(f"[name='{name}'][value='{value}']"))

    def fill(self, **values: object) -> None:
        """Type into fields of the form in view."""
        for name, value in values.items():
            self.page.locator(f"form [name='{name}']").fill(str(value))

    def write(self) -> None:
        """The one main action of the form."""
        self.tap(self.page.locator(".go button"))

    def _called(self, words: str) -> Locator:
        pen = self.page.locator("#content")
        return pen.get_by_role("button", name=words, exact=True).or_(
            pen.get_by_role("link", name=words, exact=True)
        )


COVERED = """() => [...document.querySelectorAll('.slate .side')].flatMap(side => {
    const box = side.getBoundingClientRect()
    const told = [...side.querySelectorAll('h2 span, h2 strong, .missing')]
        .map(one => [one.textContent.trim(), one.getBoundingClientRect()])
    const over = ([, a], [, b]) => a.left < b.right - 1 && b.left < a.right - 1
        && a.top < b.bottom - 1 && b.top < a.bottom - 1
    return told.filter(([, one], at) => one.top < box.top - 1 || one.bottom > box.bottom + 1
        || told.slice(at + 1).some(other => over(told[at], other))).map(([words]) => words)
})"""
"""What of the name, the total and what is missing lies over another, or beyond the slate."""


@pytest.fixture
def sit(open_device: Callable[..., Page]) -> Callable[..., Phone]:
    """`sit(table, name)`: a phone reads the code of the table and takes the seat of `name`."""
    tokens: dict[Any, str] = {}

    def seated(table: TableOf, name: str, **device: Any) -> Phone:
        if table.game.pk not in tokens:
            tokens[table.game.pk] = code(table)
        page = open_device(**device)
        page.goto(f"/t/{tokens[table.game.pk]}")
        page.get_by_role("button", name=name).click()
        expect(page.locator(".table-page")).to_be_visible()
        return Phone(page)

    return seated


def code(table: TableOf) -> str:
    """The token of the QR code on the table."""
    return links.create_link(
        actor=SYSTEM,
        club_id=table.house.club.pk,
        label="Tisch 1",
        scope_kind="game",
        scope_id=table.game.pk,
    )[1]


def total_of(phone: Phone, names: str) -> Locator:
    """The total beside the Z of a side."""
    return phone.page.locator(".slate .side", has_text=names).locator("strong")


def agree(phone: Phone, number: int, name: str, *, opened: bool = False) -> None:
    """The first thing the other side's phone shows is the question, and one tap answers it.

    `opened`: with that the sealed numbers are shown, before the sheet.
    """
    button = phone.page.locator(".answer button", has_text=f"Spiel {number} stimmt ({name})")
    expect(button).to_be_in_viewport(timeout=15_000)
    button.click()
    if opened:
        phone.shows("Aufgedeckt")
        phone.page.get_by_role("link", name="Zum Blatt").last.click()
    expect(phone.page.locator(".answer")).to_have_count(0)
    phone.shows("bestätigt")


def test_a_schieber_evening_on_two_phones(sit: Callable[..., Phone]) -> None:
    table = open_table(house(), "schieber-1000")
    anna, beat = sit(table, "Anna"), sit(table, "Beat")

    anna.choose("contract", "RO")
    anna.digits(97)
    expect(anna.page.locator("#points_1")).to_have_attribute("placeholder", "60")
    anna.tap("Weis")
    anna.tap(anna.page.locator("[data-weis='0'] [data-add='50']"))
    expect(anna.page.locator(".go button")).to_have_text("147 : 60 schreiben")
    anna.write()
    assert len(anna.taps) <= 4, anna.taps
    expect(total_of(anna, "Anna & Chlöe")).to_have_text("147")
    agree(beat, 1, "Beat")

    anna.page.reload()
    anna.shows("bestätigt")
    anna.tap("korrigieren")
    anna.fill(points_0="98", points_1="60")
    anna.shows("1 zu viel: zusammen gibt es 157.")
    anna.fill(points_0="98", points_1="")
    anna.write()
    agree(beat, 1, "Beat")
    expect(total_of(beat, "Beat & Dario")).to_have_text("59")
    assert table.states(1) == ["superseded", "confirmed"]

    anna.page.goto(f"/games/{table.game.pk}/")
    both_show_the_same_weis(anna)
    expect(total_of(anna, "Beat & Dario")).to_have_text("189")
    undone_and_written_again(anna, table)
    what_a_lost_phone_wrote_is_there_on_the_next(sit, table)


def both_show_the_same_weis(anna: Phone) -> None:
    """Kind and top card are asked only now, and the higher run is written alone."""
    anna.digits(77)
    anna.choose("contract", "SI")
    anna.tap("Weis")
    anna.tap(anna.page.locator("[data-weis='0'] [data-add='50']"))
    asked = anna.page.locator("#weis_top_1")
    expect(asked).to_be_hidden()
    anna.tap(anna.page.locator("[data-weis='1'] [data-add='50']"))
    expect(asked).to_be_visible()
    anna.page.locator("#weis_top_0").select_option("9")
    asked.select_option("K")
    anna.write()


def undone_and_written_again(anna: Phone, table: TableOf) -> None:
    """One tap takes the hand from the slate; the form holds its numbers, nothing is lost."""
    anna.page.reload()
    anna.tap("rückgängig")
    expect(total_of(anna, "Anna & Chlöe")).to_have_text("148")
    expect(anna.page.locator("#points_0")).to_have_value("77")
    anna.tap(anna.page.locator("#points_0"))
    anna.page.locator(".pad [data-key='back']").click()
    anna.digits(8)
    anna.fill(points_1="")
    anna.write()
    expect(total_of(anna, "Anna & Chlöe")).to_have_text("226")
    assert table.states(2) == ["rejected", "provisional"]


def what_a_lost_phone_wrote_is_there_on_the_next(sit: Callable[..., Phone], table: TableOf) -> None:
    """The same code, the same seat, another phone: it goes on where the first one stopped."""
    found = sit(table, "Anna")
    expect(total_of(found, "Anna & Chlöe")).to_have_text("226")
    found.tap(found.page.locator("[data-face=matsch]"))
    found.choose("matsch", "1")
    found.choose("contract", "O")
    found.write()
    expect(total_of(found, "Beat & Dario")).to_have_text("445")


def test_only_where_they_agreed_to_helps_the_page_shows_trump_and_target(
    sit: Callable[..., Phone],
) -> None:
    rules = {"helps": {"value": True, "house": "Hilfen an"}}
    family = open_table(house(), "schieber-1000", deck="french", house_rules=rules)
    strict = open_table(house(), "schieber-1000")
    for table, trump in ((family, "S"), (strict, "SI")):
        table.write(1, schieber(97, contract=trump))
    helped, plain = sit(family, "Anna"), sit(strict, "Anna")
    helped.choose("contract", "S")
    expect(helped.page.locator("[name=contract]:checked")).to_have_value("S")
    expect(helped.page.locator(".trumps")).to_contain_text("Schaufel")
    expect(helped.page.locator(".trumps use").nth(2)).to_have_attribute("href", re.compile("#S$"))
    helped.shows("noch 903 bis zum Ziel")
    for width, height in ((320, 568), (390, 844), (568, 320)):
        helped.page.set_viewport_size({"width": width, "height": height})
        assert helped.page.evaluate(COVERED) == [], (width, height)
    shown = plain.page.locator("#content").inner_text() + plain.page.title()
    assert not re.search(r"bis zum Ziel|Berg|903|840|erreicht", shown)


def write_differenzler(phone: Phone) -> None:
    phone.fill(made_0="30", made_1="40", made_2="50")
    phone.choose("contract", "RO")


def write_hae(phone: Phone) -> None:
    phone.fill(said_0="3", said_1="3", said_2="2", said_3="1")
    phone.fill(made_0="3", made_1="2", made_2="3")


def write_coiffeur(phone: Phone) -> None:
    phone.tap(phone.page.locator("a.write[data-side='0'][data-line='SI']"))
    phone.shows("Anna & Chlöe · Schilte × 3")
    phone.digits(97)


def write_free(phone: Phone) -> None:
    for points in (10, 25, 7, 3):
        phone.digits(points)
        phone.page.locator("[data-key=next]").click()


SHEETS = {
    "differenzler-verdeckt": (write_differenzler, {"made_0": "31", "made_3": "36"}, "1"),
    "hae": (write_hae, {"made_0": "2", "made_3": "3"}, "2"),
    "coiffeur": (write_coiffeur, {"points": "99"}, "297"),
    "freies-blatt": (write_free, {"points_0": "11"}, "11"),
}
"""Profile: how a hand is typed, what is corrected, what then stands on the sheet."""


@pytest.mark.sampled(1)
@pytest.mark.parametrize("profile", SHEETS)
def test_each_sheet_is_written_confirmed_corrected_and_confirmed(
    sit: Callable[..., Phone], profile: str
) -> None:
    typed, corrected, stands = SHEETS[profile]
    rules = {"differenzler.sealed_entry": "phone"} if "differenzler" in profile else None
    table = open_table(house(), profile, house_rules=rules)
    anna, beat = sit(table, "Anna"), sit(table, "Beat")
    if rules:
        sealed_by_each(table, anna, beat)
    typed(anna)
    anna.write()
    anna.shows("geschrieben")
    beat.page.reload()
    agree(beat, 1, "Beat", opened=bool(rules))
    anna.page.reload()
    anna.tap("korrigieren")
    anna.fill(**corrected)
    anna.write()
    anna.shows("Spiel 1 ist korrigiert")
    beat.page.reload()
    agree(beat, 1, "Beat")
    expect(beat.page.locator("table.sheet tfoot tr", has_text="Total")).to_contain_text(stands)
    opened = ["superseded"] if rules else []
    assert table.states(1) == [*opened, "superseded", "confirmed"]


def sealed_by_each(table: TableOf, anna: Phone, beat: Phone) -> None:
    """A number sealed on one phone is three stars on every other, in the page and its source."""
    says(anna, "131")
    anna.shows("***")
    beat.page.reload()
    beat.shows("***")
    told = beat.page.locator("body").inner_html()
    # Nowhere on the page; ids and digests are made of any digits.
    assert "131" not in re.sub(r"[0-9a-f-]{32,}", "", told)
    says(beat, "40")
    for seat, said in ((2, 50), (3, 20)):
        predict(actor=table.phones[seat], game_id=table.game.pk, number=1, seat=seat, value=said)
    anna.page.reload()


def says(phone: Phone, number: str) -> None:
    """Seals a number on its screen and goes back to the sheet."""
    phone.tap("Ansage tippen")
    for digit in number:
        phone.page.locator(f"[data-digit='{digit}']").click()
    phone.tap("Versiegeln")
    phone.shows("✓ versiegelt")
    phone.page.get_by_role("link", name="Zum Blatt").last.click()


def test_on_a_correction_the_first_digit_replaces_and_the_other_side_follows(
    sit: Callable[..., Phone],
) -> None:
    table = open_table(house(), "schieber-2500")
    table.write(1, schieber(97, contract="SE"))
    anna = sit(table, "Anna")
    anna.page.goto(f"/games/{table.game.pk}/hands/1/correct/")
    anna.digits(57)
    expect(anna.page.locator("#points_0")).to_have_value("57")
    expect(anna.page.locator("#points_1")).to_have_attribute("placeholder", "100")
    expect(anna.page.locator(".go button")).to_have_text("114 : 200 neu schreiben")
    table.write(2, schieber(97, contract="SE"))
    anna.page.reload()
    anna.choose("reason_code", "wrong_contract")
    expect(anna.page.locator("[name=reason_code]:checked")).to_have_value("wrong_contract")


def test_a_trump_tapped_first_stays_on_this_form_and_is_gone_after_a_reload(
    sit: Callable[..., Phone],
) -> None:
    anna = sit(open_table(house(), "schieber-1000"), "Anna")
    anna.choose("contract", "RO")
    anna.digits(97)
    expect(anna.page.locator("[name=contract]:checked")).to_have_value("RO")
    anna.page.reload()
    expect(anna.page.locator("[name=contract]:checked")).to_have_count(0)


def test_what_others_predict_comes_in_and_leaves_the_typed_points(
    sit: Callable[..., Phone],
) -> None:
    rules = {"differenzler.sealed_entry": "phone"}
    table = open_table(house(), "differenzler-verdeckt", house_rules=rules)
    anna = sit(table, "Anna")
    anna.fill(made_0="30", made_1="40")
    for seat in (1, 2, 3):
        predict(actor=table.phones[seat], game_id=table.game.pk, number=1, seat=seat, value=40)
    expect(anna.page.locator("#told_1")).to_contain_text("***")
    expect(anna.page.locator("#made_1")).to_have_value("40")
    expect(anna.page.locator("#made_0")).to_have_value("30")


def test_a_late_prediction_leaves_the_numbers_typed_from_slips_of_paper(
    sit: Callable[..., Phone],
) -> None:
    rules = {"differenzler.sealed_entry": "phone"}
    table = open_table(house(), "differenzler-verdeckt", house_rules=rules)
    anna = sit(table, "Anna")
    anna.fill(made_0="30", said_2="12", said_3="34")
    predict(actor=table.phones[1], game_id=table.game.pk, number=1, seat=1, value=40)
    expect(anna.page.locator("#told_1")).to_contain_text("***")
    expect(anna.page.locator("#said_2")).to_have_value("12")
    expect(anna.page.locator("#said_3")).to_have_value("34")


def test_a_number_typed_before_the_script_came_is_kept_like_any_other(
    sit: Callable[..., Phone],
) -> None:
    table = open_table(house(), "schieber-1000")
    table.write(1, schieber(97))
    anna = sit(table, "Anna")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    anna.page.route("**/entry*.js", hold)
    anna.page.goto(f"/games/{table.game.pk}/hands/1/correct/", wait_until="commit")
    anna.fill(points_0="98")
    held[0].continue_()
    anna.shows("1 zu viel: zusammen gibt es 157.")
    anna.fill(points_1="61")
    expect(anna.page.locator("#points_0")).to_have_value("98")
