"""A table in a browser: its phones, what they write, and a network that comes and goes."""

from dataclasses import dataclass
from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import Page, expect

from jassclub.clubs.actors import digest
from jassclub.clubs.models import TableLink
from scoring.claims.models import HandEntry
from tests.scoring.table import TableOf, house, open_table

TOKEN = "tisch-sieben"


@dataclass
class Evening:
    """One game, reached by the QR code on the table."""

    table: TableOf
    link: TableLink

    @property
    def page(self) -> str:
        """The address of the game."""
        return f"/games/{self.table.game.pk}/"

    def sits_down(self, phone: Page, name: str) -> Page:
        """Read the code and tap on a name."""
        phone.goto(f"/t/{TOKEN}")
        phone.get_by_role("button", name=name).click()
        expect(state_of(phone)).to_contain_text("gesichert")
        return phone

    def written(self) -> dict[int, list[list[int]]]:
        """The points of all versions of every hand, as the server has them."""
        entries = HandEntry.objects.filter(hand__game=self.table.game).order_by("version")
        found: dict[int, list[list[int]]] = {}
        for entry in entries.select_related("hand"):
            found.setdefault(entry.hand.number, []).append(entry.slip["points"])
        return found


def an_evening(profile: str = "schieber-1000") -> Evening:
    """A game that runs, and the link to it."""
    table = open_table(house(), profile)
    link = TableLink.objects.create(
        club=table.house.club,
        label="Tisch 7",
        scope_kind="game",
        scope_id=table.game.pk,
        created_by="system:test",
        expires_at=timezone.now() + timedelta(days=1),
        token_hash=digest(TOKEN),
    )
    return Evening(table, link)


def state_of(phone: Page):
    """The words that say whether everything is safe."""
    return phone.locator("[data-state]")


def write(phone: Page, points: int, *, number: int) -> None:
    """Write a hand as people do: trump, one number, the button."""
    form = phone.locator(f'form[action$="/hands/{number}/write/"]')
    expect(form).to_be_visible()
    form.evaluate("form => form.querySelector('[name=contract][value=RO]').checked = true")
    field = form.locator("#points_0")
    field.fill(str(points))
    form.locator("[data-write]").click()
