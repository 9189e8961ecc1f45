"""Writing as on a slate: a tap into a line of the Z draws its stroke, numbers and strokes agree."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.entry_tables import out_of_place, table_with
from tests.browser.test_entry_screen import desk_of
from tests.browser.touching import Finger
from tests.scoring.table import house

pytestmark = pytest.mark.django_db(transaction=True)

DRAWN = """() => [...document.querySelectorAll('.half')].map(half => {
    const pulls = value => half.querySelector(`.stands.at${value} path`).getAttribute('d')
    const drawn = value => value * (pulls(value).match(/M/g) ?? []).length
    return drawn(100) + drawn(50) + drawn(20) + Number(half.querySelector('.rest').textContent)
})"""
FIELDS = """() => [0, 1].map(side => document.querySelector(`#points_${side}`))
    .map(({value, placeholder}) => Number(value || placeholder))"""


def test_strokes_are_the_number_of_the_hand_and_are_written_by_the_same_key(
    open_device: Callable[..., Page],
) -> None:
    club = house()
    page, table = desk_of(club, open_device), table_with(club, "schieber", played=1)
    page.goto(f"/games/{table.game.pk}/")
    page.locator("[data-keep=strokes]").click()
    expect(page.locator(".half")).to_have_count(2)
    wrong = out_of_place(page)
    page.set_viewport_size({"width": 320, "height": 568})

    def after(side: int, tapped: str) -> list[int]:
        page.locator(".half").nth(side).locator(tapped).click()
        numbers: list[int] = page.evaluate(FIELDS)
        assert page.evaluate(DRAWN) == numbers
        return numbers

    assert after(0, ".stands.at100") == [100, 57]
    assert after(0, ".stands.at100") == [0, 0], "a second tap takes the stroke back"
    assert after(0, ".free.at50") == [50, 107]
    across = page.locator(".half").first.locator(".stands.at50 path").get_attribute("d")
    assert float(across.split()[1].split("L")[0]) < float(across.split()[2]), "across the slant"
    assert after(0, ".free.at20") == [70, 87]
    assert after(0, ".stands.at20") == [50, 107]
    assert after(0, ".free.at20") == [70, 87]
    assert after(0, ".free.at20") == [90, 67]
    page.locator(".half").first.locator(".rest").click()
    page.locator(".pad [data-key='7']").click()
    assert page.evaluate(FIELDS) == page.evaluate(DRAWN) == [97, 60]
    page.locator(".pad [data-key='back']").click()
    assert page.evaluate(FIELDS) == page.evaluate(DRAWN) == [90, 67]
    page.locator(".pad [data-key='7']").click()
    page.locator("#points_0").click()
    expect(page.locator(".half").first, "touched again, the field gives them back").to_be_visible()
    page.locator("[name=contract][value=RO]").click()
    page.locator(".pen .go button").click()
    expect(page.locator(".slate strong").first).to_have_text(str(61 + 97))
    expect(page.locator(".half").first, "kept on this phone").to_be_visible()
    finger = Finger.on(page)
    lines = "#strokes button:not(.rest)"
    on_slate = [
        one for one in finger.controls() if page.locator(f"{lines}[data-probe='{one}']").count()
    ]
    assert len(on_slate) == 12
    wrong += filter(None, map(finger.touch, on_slate))
    assert not wrong, "\n".join(wrong)


def test_a_phone_that_is_busy_after_a_touch_writes_its_digit_once(
    open_device: Callable[..., Page],
) -> None:
    club = house()
    page = desk_of(club, open_device)
    page.goto(f"/games/{table_with(club, 'kreuzjass', played=0).game.pk}/")
    page.evaluate("""() => document.addEventListener('pointerup', () => {
        for (const begun = Date.now(); Date.now() - begun < 1200;);
    })""")
    page.locator(".pad [data-key='2']").tap()
    page.locator(".pad [data-key='3']").tap()
    expect(page.locator("#points_0")).to_have_value("23")
