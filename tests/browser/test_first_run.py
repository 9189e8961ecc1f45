"""A stranger with a phone: from the front page to the first hand, and the next evening."""

from collections.abc import Callable
from datetime import timedelta
from typing import Literal

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import Club, User
from scoring.claims.entries import record_hand
from scoring.core.models import Game
from scoring.tables.games import close_game, open_game
from tests.scoring.table import house, schieber

pytestmark = pytest.mark.django_db(transaction=True)

Role = Literal["link", "button", "radio"]
LONG = "drei-woerter-genuegen"


class Taps:
    """A phone whose taps and typed fields are counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps, self.typed = page, 0, 0

    def tap(self, role: Role, name: str) -> None:
        """One tap on what people read."""
        found = self.page.locator("main").get_by_role(role, name=name, exact=True)
        found.click() if role in ("link", "button") else found.check(force=True)
        self.taps += 1

    def write(self, label: str, text: str) -> None:
        """One field filled in."""
        self.page.get_by_label(label, exact=True).fill(text)
        self.typed += 1


def fits(page: Page) -> None:
    """Nothing sticks out at the side of a phone."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_stranger_plays_the_first_hand_after_three_steps(
    open_device: Callable[..., Page],
) -> None:
    phone = Taps(open_device())
    page = phone.page
    page.goto("/")
    fits(page)
    phone.tap("link", "Club eröffnen")
    phone.write("Name des Clubs", "Jassclub Würenlos")
    phone.write("Benutzername", "vreni")
    phone.write("Passwort", LONG)
    phone.write("Passwort noch einmal", LONG)
    phone.tap("button", "Weiter: wer spielt mit?")
    expect(page.get_by_label("Du selber, am Tisch")).to_have_value("Vreni")
    phone.write("Die andern, ein Name pro Zeile", "Beat\nChlöe\nBeat")
    phone.tap("button", "Weiter: die erste Partie")
    expect(page.get_by_role("alert")).to_contain_text("Beat steht mehrmals da")
    phone.write("Die andern, ein Name pro Zeile", "Beat\nChlöe")
    phone.tap("button", "Weiter: die erste Partie")
    for name in ("Vreni", "Beat", "Chlöe"):
        phone.tap("button", name)
    phone.write("Name eines Gastes", "Dora")
    phone.tap("button", "an den Tisch")
    phone.tap("radio", "Beat")
    fits(page)
    phone.tap("button", "Partie beginnen")
    expect(page.locator("svg.qr")).to_be_visible()
    phone.tap("link", "Zurück zur Partie")
    expect(page.locator("main")).to_contain_text("Beat gibt")
    assert (phone.taps, phone.typed) == (11, 7)
    assert [seat.player.name for seat in Game.objects.get().seats.all()] == [
        "Vreni", "Beat", "Chlöe", "Dora",
    ]  # fmt: skip

    # Who goes back to the first step finds no second account asked for, and one club.
    page.goto("/start/")
    expect(page.locator("main")).to_contain_text("Du bist als vreni angemeldet")
    page.goto("/")
    expect(page.locator("main")).to_contain_text("Läuft gerade")
    assert Club.objects.count() == 1


def test_the_next_evening_is_three_taps_and_people_are_tapped_away(
    open_device: Callable[..., Page],
) -> None:
    home = house()
    home.official("scribe")
    scribe = User.objects.get(memberships__club=home.club)
    before = open_game(
        actor=SYSTEM,
        club_id=home.club.pk,
        profile_slug="schieber-2500",
        player_ids=[player.pk for player in home.people[:4]],
        played_on=timezone.localdate() - timedelta(days=7),
    )
    record_hand(actor=SYSTEM, game_id=before.pk, number=1, slip=schieber(90))
    close_game(actor=SYSTEM, game_id=before.pk)
    phone = Taps(open_device(scribe))
    page = phone.page
    page.goto(f"/clubs/{home.club.slug}/games/new/")
    page.get_by_role("link", name="Etwas anders").click()
    expect(page.locator("[data-place='2']")).to_have_text("Chlöe")
    expect(page.get_by_text("Wo die Ecken-Sieben")).to_be_hidden()
    phone.tap("radio", "Beat")
    page.locator("[data-place='2']").click()
    expect(page.locator("[data-place='2']")).to_have_text("Platz 3")
    page.locator("[data-player]", has_text="Elena").click()
    phone.tap("button", "Partie beginnen")
    expect(page.locator("main")).to_contain_text("Beat gibt")
    game = Game.objects.exclude(pk=before.pk).get()
    assert (game.profile_slug, game.first_dealer) == ("schieber-2500", 1)
    assert [seat.player.name for seat in game.seats.all()][2] == "Elena"


@pytest.mark.sampled(1)
@pytest.mark.parametrize("lang", ["fr-CH", "it-CH", "en-GB"])
def test_the_way_in_fits_a_phone_in_every_language_with_large_text(
    open_device: Callable[..., Page], lang: str
) -> None:
    page = open_device(lang=lang, scheme="dark")
    page.goto("/")
    page.locator('[name="text"][value="large"]').click()
    expect(page.locator("html")).to_have_attribute("data-text", "large")
    for path in ("/", "/start/", "/join/", "/login/", "/help/"):
        page.goto(path)
        expect(page.locator("html")).to_have_attribute("data-text", "large")
        fits(page)
