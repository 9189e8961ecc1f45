"""The end of a game on a phone: passed on as a picture and a text, and seen by the other phones."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import User
from scoring.tables.games import close_game
from tests.scoring.table import TableOf, house, open_table, schieber

pytestmark = pytest.mark.django_db(transaction=True)
SHADES = """canvas => new Set(canvas.getContext("2d")
  .getImageData(0, 0, canvas.width, canvas.height).data.filter((_, at) => at % 4 === 0)).size"""


@pytest.fixture
def table() -> TableOf:
    table = open_table(house(), "schieber-1000")
    table.write(1, schieber(20))
    table.write(2, {"contract": "SE", "declared_by": 0, "points": [157, 0], "matsch": 0})
    return table


def reader(table: TableOf) -> User:
    return User.objects.get(pk=table.house.official("scribe").ident)


def test_names_leave_the_phone_only_where_somebody_asks_for_them(
    table: TableOf, open_device: Callable[..., Page]
) -> None:
    close_game(actor=SYSTEM, game_id=table.game.pk)
    page = open_device(reader(table))
    page.goto(f"/games/{table.game.pk}/")
    share = page.locator("[data-share]")
    expect(share).to_be_visible()
    assert share.locator("canvas").evaluate(SHADES) > 20, "something is drawn"
    before = share.locator("canvas").evaluate("canvas => canvas.toDataURL()")
    page.evaluate("delete Navigator.prototype.share; delete Navigator.prototype.canShare")
    share.get_by_role("button", name="Text teilen").click()
    expect(share.locator("textarea")).to_have_value(
        "Schieber auf 1000, einfach, "
        f"{table.game.played_on:%d.%m.%Y}\n1.: 277\n2.: 137\n140 Punkte Vorsprung\n"
        "Gedreht · 117 aufgeholt · Spiel 2\nMatsch · Spiel 2\n"
        "Grösster Abstand · 257 Punkte · Spiel 2"
    )
    share.locator(".check").click()
    assert share.locator("canvas").evaluate("canvas => canvas.toDataURL()") != before
    share.locator("[data-text]").click()
    assert "Anna & Chlöe: 277" in share.locator("textarea").input_value()
    with page.expect_download() as kept:
        share.get_by_role("button", name="Bild teilen").click()
    assert kept.value.suggested_filename == "jass.png"


def test_the_other_phone_comes_to_the_end_by_itself(
    table: TableOf, open_device: Callable[..., Page]
) -> None:
    page = open_device(reader(table))
    page.goto(f"/games/{table.game.pk}/")
    expect(page.locator(".pen")).to_be_visible()
    close_game(actor=SYSTEM, game_id=table.game.pk)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(".ended h2")).to_have_text("Anna & Chlöe liegen vorn")
