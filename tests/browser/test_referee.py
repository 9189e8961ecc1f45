"""A quarrel at the table, from the running hand to the verdict, on a phone."""

import re

import pytest
from playwright.sync_api import Page, expect

from jassclub.clubs.models import User
from referee.rulebook.lookup.search import warm_up
from tests.scoring.table import TableOf, house, open_table, schieber

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table() -> TableOf:
    warm_up()
    made = open_table(house(), "schieber-1000")
    made.write(1, schieber(100))
    return made


def somebody(table: TableOf) -> User:
    """A member of the club with an account."""
    ident = table.house.official("member").user_id
    assert ident is not None
    return User.objects.get(pk=ident)


def rules_of(table: TableOf, number: int = 2) -> str:
    return f"/games/{table.game.pk}/hands/{number}/rules/"


def decide(page: Page) -> None:
    """The interview from the list of quarrels to the verdict."""
    page.get_by_role("link", name="Farbe nicht angegeben").first.click()
    expect(page.get_by_role("heading", name="Wem ist der Fehler passiert?")).to_be_visible()
    page.get_by_role("link", name="Beat").click()
    question = "Was hat Beat getan?"
    expect(page.get_by_role("heading", name=question)).to_be_visible()
    page.get_by_role("link", name="Farbe gehabt, andere gegeben").click()
    page.get_by_role("link", name="Nach dem Kehren").click()
    page.get_by_role("link", name="Ja", exact=True).click()
    verdict = page.get_by_label("Entscheid")
    expect(verdict).to_contain_text("Die Gegner dürfen annullieren")
    expect(verdict).to_contain_text("Beat – ohne Stechwert")
    expect(page.get_by_text("Es wählt: Anna & Chlöe")).to_be_visible()
    expect(page.get_by_text("Das Spiel zählt nicht und wird nicht geschrieben.")).to_be_visible()


def test_a_quarrel_in_the_running_hand_is_decided_by_names_while_the_page_is_typed_in(
    open_device, table: TableOf
) -> None:
    page = open_device(somebody(table))
    page.goto(rules_of(table))
    box = page.get_by_label("Was ist passiert?")
    box.press_sequentially("de het undertrumpft", delay=10)
    hit = page.locator("#found").get_by_role("link", name="Untertrumpfen").first
    expect(hit).to_be_visible()
    expect(page.locator("#said")).to_contain_text("gefunden")
    box.press("ArrowDown")
    expect(hit).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Beat").click()
    asked = "Was hat Beat getan?"
    expect(page.get_by_role("heading", name=asked)).to_be_visible()
    page.goto(rules_of(table))
    decide(page)
    bottom = page.get_by_label("Entscheid").bounding_box()
    assert bottom is not None
    assert bottom["y"] + bottom["height"] < 844, "the verdict is read without scrolling"


def test_what_is_found_from_the_page_of_a_club_keeps_the_club(open_device, table: TableOf) -> None:
    page, club = open_device(somebody(table)), table.house.club.slug
    page.goto(f"/clubs/{club}/")
    page.get_by_role("link", name="Regelfrage").first.click()
    box = page.get_by_label("Was ist passiert?")
    box.press_sequentially("Bergpreis", delay=10)
    hit = page.locator("#found").get_by_role("link").first
    expect(hit).to_be_visible()
    assert f"_club={club}" in str(hit.get_attribute("href"))
    expect(page).to_have_url(re.compile(rf"_club={club}&q=Bergpreis$"))
    box.fill("")
    expect(page).to_have_url(re.compile(rf"[?]_club={club}$"))


def test_without_scripts_the_same_questions_lead_to_the_same_verdict(
    open_device, table: TableOf
) -> None:
    page = open_device(somebody(table), java_script_enabled=False)
    page.goto(rules_of(table))
    page.get_by_label("Was ist passiert?").fill("er het nid farb gee")
    page.get_by_role("button", name="Suchen").click()
    expect(page.locator("#found").get_by_role("link", name="Farbe nicht angegeben")).to_be_visible()
    decide(page)


def test_cards_are_laid_by_tapping_and_one_that_lies_elsewhere_says_so(open_device) -> None:
    page = open_device()
    page.goto("/rules/nichtangeben/case/?mode=RO")
    page.get_by_text("Lieber Karten und Punkte angeben").click()
    pack = page.locator(".pack:not([hidden])")
    for name in ("Schilten-Ass", "Schilten-König", "Rosen-6"):
        pack.get_by_label(name, exact=True).click()
    laid = page.locator(".laid").first
    expect(laid.get_by_label("Schilten-Ass, spielt aus")).to_be_visible()
    expect(laid.get_by_label("Rosen-6, 3.")).to_be_visible()
    page.locator(".laid").nth(2).click()
    pack.get_by_label("Rosen-6", exact=True).click()
    expect(page.get_by_text("Rosen-6 liegt schon im Stich.")).to_be_visible()
    page.get_by_role("button", name="Französische Karten").click()
    pack.get_by_label("Schaufel-7", exact=True).click()
    page.get_by_role("button", name="Übernehmen").click()
    expect(page).to_have_url(
        re.compile("trick=SA%2CSK%2CH6&card=&holding=S7&held_back=&_deck=french$")
    )
    expect(page.get_by_role("link", name="Schaufel-7")).to_be_visible()


def test_cards_are_typed_by_name_where_no_script_runs(open_device) -> None:
    page = open_device(java_script_enabled=False)
    page.goto("/rules/nichtangeben/case/")
    page.get_by_text("Lieber Karten und Punkte angeben").click()
    page.get_by_role("link", name="Rosen", exact=True).click()
    page.get_by_text("Lieber Karten und Punkte angeben").click()
    page.get_by_label("Welche Karten lagen schon im Stich").fill("Schilten-As, D10")
    page.get_by_label("Um welche gespielte Karte geht es?").fill("Trumpf-Puur")
    page.get_by_role("button", name="Übernehmen").click()
    expect(page.get_by_role("link", name="Rosen-Under")).to_be_visible()
    expect(page.get_by_role("link", name="Schilten-Ass, Ecken-10")).to_be_visible()


READINGS = (
    "bemerkungen/case/?act=sign&conclusion=yes",
    "weisregeln/case/?matter=error&relation=sum&corrected=no",
    "schneider/case/?half=with_weis&winner_by=before&lost=yes",
)


@pytest.mark.parametrize("path", READINGS)
def test_two_readings_are_read_on_the_smallest_phone_without_scrolling(open_device, path) -> None:
    page = open_device()
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(f"/rules/{path}")
    last = page.locator(".readings > li").nth(1).locator("summary").bounding_box()
    assert last is not None
    assert last["y"] + last["height"] <= 640


def test_a_ruling_is_copied_where_the_phone_shares_nothing(open_device) -> None:
    page = open_device()
    page.add_init_script(
        "navigator.share = undefined;"
        "navigator.clipboard.writeText = async text => { window.copied = text }"
    )
    page.goto("/rules/fragen/case/?act=answer&_q=gfragt")
    page.get_by_role("button", name="Teilen").click()
    expect(page.get_by_role("button", name="Adresse kopiert")).to_be_visible()
    assert page.evaluate("window.copied").endswith("/rules/fragen/case/?act=answer")
    page.get_by_role("link", name="QR-Code").click()
    expect(page.locator("figure svg.qr")).to_be_visible()
