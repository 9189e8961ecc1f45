"""The president is gone: from the printed paper alone a successor runs the evening, on a phone."""

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from jassclub.clubs.actors import person_actor
from jassclub.clubs.models import Membership, User
from jassclub.clubs.services import people
from scoring.core.models import Game
from tests.browser.evening import Evening
from tests.scoring.table import house

pytestmark = pytest.mark.django_db(transaction=True)

MINUTES = 15
MOST_TAPS = 30
CUT_OFF = "document.documentElement.scrollWidth > window.innerWidth"


def test_from_the_paper_alone_a_successor_runs_the_evening(
    open_device: Callable[..., Page],
) -> None:
    club = house().club
    address = _paper(open_device, club)
    Membership.objects.filter(club=club, role="admin").delete()
    page = open_device(None, is_mobile=True)
    hand, begun = Evening(page), time.monotonic()

    def go(what: str) -> None:
        with page.expect_navigation():
            hand.tap(what)

    page.goto(address)
    page.locator("#username").fill("nachfolge")
    page.locator("#password").fill("Herz Buur sticht")
    go("main form button.main")
    go("main a[href$='/evenings/']")
    go("main form button.main")
    for name in sorted(club.players.values_list("name", flat=True))[:4]:
        one = page.locator(f"input[name=here][aria-label='{name}']")
        hand.tap(one)
        expect(one).to_be_checked()
    go("button[name=then][value=draw]")
    go("form[action*='/do/open/'] button")
    go("button:has-text('QR-Karten und Blätter für alle Tische')")
    expect(page.locator(".qr").first).to_be_visible()
    assert Game.objects.filter(club=club, state="open").count() == 1
    assert Membership.objects.get(user__username="nachfolge").role == "director"
    go(".crumbs a:last-child")
    hand.tap("summary:has-text('Ein Blatt vom Papier tippen')")
    go("main a[href*='/grid/']")
    page.locator("#h1-contract").select_option("RO")
    page.locator("#h1-points_0").fill("97")
    go("[data-grid] button")
    hand.tap("summary:has-text('Alle Partien abschliessen')")
    go("form[action*='/do/close/'] button")
    expect(page.get_by_role("heading", name="Der Abend: Schieber")).to_be_visible()
    assert hand.taps <= MOST_TAPS, hand.taps
    assert time.monotonic() - begun < MINUTES * 60


def _paper(open_device: Callable[..., Page], club) -> str:
    """What the president has printed: the address on it, and nothing of it is cut off."""
    admin = User.objects.create_user("vreni", password="x")
    Membership.objects.create(club=club, user=admin, role="admin")
    page = open_device(admin, is_mobile=True)
    page.goto(f"/clubs/{club.slug}/handover/")
    with page.expect_navigation():
        page.get_by_role("button", name="Papier machen").tap()
    address: str = page.locator(".paper code").first.inner_text()
    page.emulate_media(media="print")
    expect(page.locator(".paper .qr")).to_be_visible()
    expect(page.locator("form:visible")).to_have_count(0)
    assert not page.evaluate(CUT_OFF)
    page.emulate_media(media="screen")
    return "/i/" + address.rpartition("/i/")[2]


def test_two_officers_make_an_admin_by_touch_and_he_takes_a_change_back(
    open_device: Callable[..., Page],
) -> None:
    club = house().club
    for login, role in (("lea", "director"), ("max", "scribe"), ("kuno", "member")):
        user = User.objects.create_user(login, password="x")
        Membership.objects.create(club=club, user=user, role=role)
    page = open_device(User.objects.get(username="lea"), is_mobile=True)
    page.goto(f"/clubs/{club.slug}/handover/")
    page.locator("#user").select_option(label="kuno")
    with page.expect_navigation():
        page.get_by_role("button", name="In den Vorstand nehmen").tap()
    page = open_device(User.objects.get(username="max"), is_mobile=True)
    page.goto(f"/clubs/{club.slug}/handover/")
    with page.expect_navigation():
        page.get_by_role("button", name="Ja, einverstanden").tap()
    player = club.players.order_by("name")[0]
    lea = person_actor(User.objects.get(username="lea").pk)
    people.change_player(actor=lea, player_id=player.pk, version=1, values={"name": "Falsch"})
    page = open_device(User.objects.get(username="kuno"), is_mobile=True)
    page.goto(f"/clubs/{club.slug}/history/")
    first, second = page.locator(".cards > li").nth(0), page.locator(".cards > li").nth(1)
    expect(second).to_contain_text("Mitglied kuno, Rolle: Mitglied → Vorstand")
    first.get_by_text("Rückgängig").tap()
    with page.expect_navigation():
        first.get_by_role("button", name="Zurücknehmen").tap()
    expect(page.locator(".cards > li").first).to_contain_text(f"Falsch → {player.name}")
