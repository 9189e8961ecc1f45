"""The director's day in a browser: from a preset to the podium, and typing by keys alone."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import User
from tests.scoring.table import House, house
from tests.tournaments.office import Office
from tournaments.core.models import Tournament
from tournaments.entries import services as entries
from tournaments.entries.entrants import Person
from tournaments.results.models import PasseSheet
from tournaments.standings.services import recount

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = [f"{first} {last}" for last in ("Ammann", "Bär") for first in ("Eva", "Jo", "Lea", "Urs")]
LATE = "Zita Zwahlen"
WHOLE = 8 * 157


def test_the_directors_day(open_device) -> None:
    own = house("Jassklub Linde")
    chief = own.official("director")
    page = open_device(_account(chief), wide=True)
    tournament = _set_up(own, page)
    told: dict[str, Any] = {"actor": chief, "tournament_id": tournament.pk}
    entries.add_entries(**told, people=[Person(name) for name in NAMES[3:]])
    entries.check_in(**told, numbers=[1, 2, 3, 4])
    board = open_device(wide=True)
    board.goto(f"/t/{tournament.slug}/board/")
    expect(board.get_by_text("Willkommen")).to_be_visible()
    _they_arrive(page)
    _seated_and_called(page, board)
    _typed_by_keys(page)
    _a_penalty(page)
    page.get_by_role("button", name="Runde 1 abschliessen").click()
    _corrected_after_closing(page)
    _to_the_podium(page, board, tournament)
    _papers(page)


def _account(actor: Actor) -> User:
    assert actor.user_id is not None
    return User.objects.get(pk=actor.user_id)


def _set_up(own: House, page: Page) -> Tournament:
    """From the preset that is proposed; three people by their names."""
    page.goto(f"/clubs/{own.club.slug}/new-tournament/")
    page.get_by_label("Name", exact=True).fill("Lindenjass")
    page.get_by_label("Öffentlich").check()
    page.get_by_role("button", name="Turnier einrichten").click()
    page.get_by_role("link", name="Leitung").click()
    page.get_by_role("button", name="Anmeldung öffnen").click()
    page.get_by_role("link", name="Leute eintragen").click()
    page.get_by_label("Namen, einer pro Zeile").fill("\n".join(NAMES[:3]))
    page.get_by_role("button", name="Eintragen", exact=True).click()
    expect(page.get_by_text("3 Leute sind eingetragen.")).to_be_visible()
    return Tournament.objects.get(name="Lindenjass")


def _they_arrive(page: Page) -> None:
    """The search ticks who is left; who is not on the list is entered by the same key."""
    page.reload()
    search = page.get_by_label("Name oder Startnummer")
    expect(search).to_be_focused()
    for typed, name in (("lea b", "Lea Bär"), ("8", "Urs Bär"), ("eva b", "Eva Bär")):
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
        expect(page.locator("[data-said]")).to_contain_text(f"{name} ist da.")
        expect(search).to_be_focused()
        expect(search).to_have_value("")
    page.keyboard.type(LATE)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=f"{LATE} eintragen")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-live=count]")).to_have_text("8 da, 1 erwartet")


def _seated_and_called(page: Page, board: Page) -> None:
    page.get_by_role("link", name="Leitung").click()
    page.get_by_role("button", name="Auslosen").click()
    page.get_by_role("link", name="Plan", exact=True).click()
    expect(page.get_by_text("Niemand hat zweimal den gleichen Partner.")).to_be_visible()
    page.get_by_role("link", name="Leitung").click()
    page.get_by_role("button", name="Runde 1 aufrufen").click()
    expect(board.locator(".seats li")).to_have_count(8)
    page.get_by_role("button", name="Runde 1 starten").click()


def _typed_by_keys(page: Page) -> None:
    """Table, points, points; a slip is named before it is sent; the desk goes on by itself."""
    table, sum_up = page.get_by_label("Tisch", exact=True), page.locator("[data-sum]")
    expect(table).to_be_focused()
    expect(table).to_have_value("1")
    _keys(page, "2 627 692")
    expect(sum_up).to_contain_text("Zusammen 1’319 statt 1’256: +63. Vielleicht 629 statt 692?")
    expect(page.get_by_label("Punkte B + D")).to_be_focused()
    expect(page.locator(".missing a")).to_have_count(2)
    _keys(page, "629")
    expect(page.locator("[data-said]")).to_have_text("Tisch 2 zählt: 627 : 629.")
    expect(page.locator(".missing a")).to_have_count(1)
    expect(table).to_be_focused()
    _keys(page, "2")
    expect(sum_up).to_have_text("Von Tisch 2 fehlt kein Resultat.")
    page.locator(".missing a").click()
    page.context.set_offline(True)
    _keys(page, "656 600")
    expect(page.get_by_text("1 Eintrag wartet")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_role("button", name="Runde 1 abschliessen")).to_be_focused()
    assert PasseSheet.objects.filter(state=PasseSheet.State.CONFIRMED).count() == 2


def _keys(page: Page, typed: str) -> None:
    """As on a number pad: each number with Enter, without looking up."""
    for number in typed.split():
        page.keyboard.type(number)
        page.keyboard.press("Enter")


def _a_penalty(page: Page) -> None:
    page.locator("#penalty summary").click()
    page.get_by_label("Wem?", exact=True).fill("Eva Ammann")
    page.get_by_label("Punkte", exact=True).fill("20")
    page.locator("#penalty").get_by_label("Warum?").fill("Geschwatzt")
    page.get_by_role("button", name="Strafpunkte geben").click()
    expect(page.locator("table").filter(has_text="Geschwatzt")).to_be_visible()


def _corrected_after_closing(page: Page) -> None:
    page.get_by_role("link", name="Tisch 1 ansehen").click()
    page.get_by_text("Resultat korrigieren").click()
    page.get_by_label("Punkte A + C").fill("666")
    page.get_by_label("Punkte B + D").fill("590")
    page.locator("#why").fill("Zahlendreher")
    page.get_by_role("button", name="So zählt es").click()
    expect(page.locator(".versions li").first).to_contain_text("nach dem Abschluss")


def _to_the_podium(page: Page, board: Page, tournament: Tournament) -> None:
    page.get_by_role("link", name="Leitung").click()
    page.locator("#finish summary").click()
    page.locator("#finish").get_by_label("Warum?").fill("Die Küche wartet")
    page.get_by_role("button", name="Turnier beenden").click()
    recount(tournament.pk)
    expect(board.locator(".podium:visible li").first).to_be_visible()
    page.goto(f"/t/{tournament.slug}/")
    first = page.locator("#rangliste tbody").first.locator("tr").first
    expect(first).to_contain_text("666")
    expect(page.get_by_text("Nachträglich korrigiert")).to_be_visible()
    page.go_back()


def _papers(page: Page) -> None:
    links = page.locator(".papers a[href*='/papers/']")
    papers = [link.get_attribute("href") for link in links.all()]
    assert len(papers) >= 6
    for address in papers:
        answer = page.request.get(str(address))
        assert answer.headers["content-type"] == "application/pdf", address
        assert answer.body().startswith(b"%PDF"), address


def test_two_type_the_same_sheets_without_seeing_each_other(open_device) -> None:
    office = Office(double_entry=True)
    office.running(8)
    root = f"/clubs/{office.club.slug}/tournaments/{office.tournament.slug}/"
    one, two = (
        open_device(_account(office.house.official("scribe")), wide=True) for _typist in range(2)
    )
    one.goto(root)
    _keys(one, "1 650 606")
    expect(one.get_by_label("Tisch", exact=True)).to_have_value("2")
    _keys(one, "2 700 556")
    expect(one.locator(".missing small")).to_have_text(["½", "½"])
    two.goto(root)
    _keys(two, "1 650 606")
    expect(two.locator("[data-said]")).to_have_text("Tisch 1 zählt: 650 : 606.")
    _keys(two, "2 710 546")
    expect(two.locator("[data-said]")).to_contain_text("da stehen verschiedene Zahlen")
    expect(two.locator("#contested-2")).to_contain_text(re.compile("710 : 546.*700 : 556", re.S))
