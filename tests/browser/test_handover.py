"""The president is gone: from the printed paper alone a successor runs the evening, on a phone; and
two officers bring back whoever is locked out, without whoever runs the server."""

import re
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from jassclub.clubs.actors import person_actor
from jassclub.clubs.models import Club, Membership, User
from jassclub.clubs.second_factor import SecondFactor
from jassclub.clubs.services import people
from scoring.core.models import Game
from tests.browser.conftest import log_in
from tests.browser.evening import Evening
from tests.jassclub.office import long_in_office
from tests.scoring.table import house

pytestmark = pytest.mark.django_db(transaction=True)
Devices = Callable[..., Page]

MINUTES = 15
MOST_TAPS = 30
CUT_OFF = "document.documentElement.scrollWidth > window.innerWidth"
PASSWORD = "Herz Buur sticht"


class Paper:
    """What the president has printed, and a hand that touches what is named on it."""

    def __init__(self, open_device: Devices, club: Club) -> None:
        page = open_device(_officer(club, "vreni", "admin"), is_mobile=True)
        page.goto(f"/clubs/{club.slug}/handover/")
        _go(page, page.get_by_role("button", name="Papier machen"))
        page.emulate_media(media="print")
        expect(page.locator(".paper .qr")).to_be_visible()
        expect(page.locator("form:visible")).to_have_count(0)
        assert not page.evaluate(CUT_OFF)
        self.words = page.locator(".paper").inner_text()
        page.emulate_media(media="screen")
        self.named = re.findall("«(.+?)»", self.words)
        self.page = open_device(None, is_mobile=True)
        self.hand = Evening(self.page)

    def begin(self) -> None:
        """The address is typed."""
        (address,) = re.findall(r"https?://\S+(/i/\S+)", self.words)
        self.page.goto(address)

    def go(self, words: str) -> None:
        """Touch what the paper names; it leads on."""
        with self.page.expect_navigation():
            self.hand.tap(self._found(words))

    def unfold(self, words: str) -> None:
        """Touch what the paper names; more comes to sight."""
        self.hand.tap(self._found(words))

    def _found(self, words: str) -> Locator:
        self.named.remove(words)
        keys = self.page.locator("main :is(a, button, summary)")
        return keys.filter(has_text=re.compile(rf"^\s*{re.escape(words)}")).first


def _officer(club: Club, name: str, role: str) -> User:
    user = User.objects.create_user(name, password="x")
    Membership.objects.create(club=club, user=user, role=role)
    return user


def _go(page: Page, what: Locator) -> None:
    with page.expect_navigation():
        what.tap()


def test_from_the_paper_alone_a_successor_runs_the_evening(open_device: Devices) -> None:
    club = house().club
    paper = Paper(open_device, club)
    Membership.objects.filter(club=club, role="admin").delete()
    page, begun = paper.page, time.monotonic()
    paper.begin()
    page.locator("#username").fill("nachfolge")
    page.locator("#password").fill(PASSWORD)
    paper.go("Konto machen und beitreten")
    paper.go("Clubabend")
    paper.go("Heute Abend")
    for name in sorted(club.players.values_list("name", flat=True))[:4]:
        one = page.locator(f"input[name=here][aria-label='{name}']")
        paper.hand.tap(one)
        expect(one).to_be_checked()
    paper.go("Tische auslosen")
    with page.expect_navigation():
        paper.hand.tap("button:has-text('eröffnen')")
    paper.go("QR-Karten und Blätter für alle Tische")
    expect(page.locator(".qr").first).to_be_visible()
    assert Game.objects.filter(club=club, state="open").count() == 1
    assert Membership.objects.get(user__username="nachfolge").role == "director"
    page.go_back()
    paper.unfold("Ein Blatt vom Papier tippen")
    with page.expect_navigation():
        paper.hand.tap("main a[href*='/grid/']")
    page.locator("#h1-contract").select_option("RO")
    page.locator("#h1-points_0").fill("97")
    with page.expect_navigation():
        paper.hand.tap("[data-grid] button")
    paper.unfold("Alle Partien abschliessen")
    with page.expect_navigation():
        paper.hand.tap("form[action*='/do/close/'] button")
    expect(page.get_by_role("heading", name="Der Abend: Schieber")).to_be_visible()
    assert paper.hand.taps <= MOST_TAPS, paper.hand.taps
    assert time.monotonic() - begun < MINUTES * 60
    for words in ("Amtsübergabe", "Was geändert wurde"):
        page.goto(f"/clubs/{club.slug}/")
        paper.go(words)
        expect(page.get_by_role("heading", name=words).first).to_be_visible()
    assert set(paper.named) <= {"Die Rolle übernehmen", "Amtsübergabe"}, paper.named


class Lost:
    """The only admin has forgotten the password and lost the phone with the codes; two officers and
    a member are left, each with a phone."""

    def __init__(self, open_device: Devices, url: str) -> None:
        self.club, self.url = house().club, url
        roles = {"vreni": "admin", "lea": "director", "max": "scribe", "kuno": "member"}
        self.users = {name: _officer(self.club, name, role) for name, role in roles.items()}
        SecondFactor.objects.create(user=self.users["vreni"], confirmed_at=timezone.now())
        long_in_office()
        self.open_device = open_device

    def phone(self, name: str, *ways: str) -> Page:
        """The phone of one of them, on the page of the club and from there by what is named."""
        page = self.open_device(None, is_mobile=True)
        page.goto("/login/")
        log_in(page.context, self.users[name], self.url)
        page.goto(f"/clubs/{self.club.slug}/")
        for words in ways:
            _go(page, page.locator("main a", has_text=words).first)
        return page


def test_two_officers_bring_back_an_admin_who_is_locked_out(
    open_device: Devices, live_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = Lost(open_device, live_server.url)
    page = lost.phone("lea", "Amtsübergabe")
    page.locator("#user").select_option(label="kuno")
    _go(page, page.get_by_role("button", name="In den Vorstand nehmen"))
    page = lost.phone("max", "Amtsübergabe")
    _go(page, page.get_by_role("button", name="Ja, einverstanden"))
    page = lost.phone("kuno", "Mitglieder und Einladungen", "vreni", "Zweiter Faktor verloren?")
    _go(page, page.get_by_role("button", name="Einverstanden: wegnehmen"))
    asked = page.url
    page = lost.phone("lea")
    page.goto(asked)
    expect(page.locator(".sum-up")).to_contain_text("vreni kann noch Nein sagen")
    later = timezone.now() + timedelta(days=3, minutes=1)
    monkeypatch.setattr(timezone, "now", lambda: later)
    page = lost.phone("lea")
    page.goto(asked)
    _go(page, page.get_by_role("button", name="Einverstanden: wegnehmen"))
    assert not SecondFactor.objects.exists()
    page = lost.phone("kuno", "Mitglieder und Einladungen")
    _go(page, page.get_by_role("button", name="neues Passwort (vreni)"))
    link = page.locator("#copy").input_value()
    page = open_device(None, is_mobile=True)
    page.goto(link)
    page.locator("#password").fill(PASSWORD)
    _go(page, page.locator("main form button.main"))
    page.context.clear_cookies()
    page.goto("/login/")
    page.locator("#id_username").fill("vreni")
    page.locator("#id_password").fill(PASSWORD)
    _go(page, page.locator("main form button.main"))
    page.goto(f"/clubs/{lost.club.slug}/history/")
    told = page.locator(".cards").inner_text()
    assert "Mitglied kuno, Rolle: Mitglied → Vorstand" in told
    assert "Mitglied vreni, zweiter Faktor: ja → nein" in told
    assert "«Zusammen mit kuno»" in told
    assert "«Zusammen mit lea»" in told
    _takes_back(lost)


def _takes_back(lost: Lost) -> None:
    """The admin who was made takes back what somebody else has changed."""
    player = lost.club.players.order_by("name")[0]
    lea = person_actor(lost.users["lea"].pk)
    people.change_player(actor=lea, player_id=player.pk, version=1, values={"name": "Falsch"})
    page = lost.phone("kuno", "Was geändert wurde")
    first = page.locator(".cards > li").first
    first.get_by_text("Rückgängig").tap()
    _go(page, first.get_by_role("button", name="Zurücknehmen"))
    expect(page.locator(".cards > li").first).to_contain_text(f"Falsch → {player.name}")
