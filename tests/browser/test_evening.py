"""An evening of each game: few taps, nothing moves, the key and the totals always in sight; what is
put right, and the photo of the paper."""

import sys
from collections.abc import Callable

import pytest
from playwright.sync_api import FilePayload, Page, expect

from jassclub.clubs.models import User
from tests.browser.entry_tables import LAST, table_with
from tests.browser.evening import HANDS, PHONES_AND_TABLET, WRITTEN, Told, all_of, played
from tests.browser.test_entry_screen import desk_of
from tests.scoring.photos.test_pictures import encoded
from tests.scoring.table import house

pytestmark = pytest.mark.django_db(transaction=True)

Devices = Callable[..., Page]


def told(game: str, size: tuple[int, int], open_device: Devices, *, hands: int) -> Told:
    """An evening of so many hands in a club of its own."""
    club = house()
    page = desk_of(club, open_device)
    path = f"/games/{table_with(club, game, played=0).game.pk}/"
    return played(page, path, game, size, hands=hands)


@pytest.mark.parametrize(("game", "taps"), [("schieber", 2), ("free", 1), ("cinq-cents", 1)])
def test_a_hand_takes_its_digits_and_two_taps(game: str, taps: int, open_device: Devices) -> None:
    found = told(game, (320, 568), open_device, hands=1)
    assert (found.taps, found.shift, found.unseen) == (taps, 0, ()), found
    assert found.correction <= 6, found


def test_of_numbers_that_are_off_the_one_that_is_tapped_takes_the_rest(
    open_device: Devices,
) -> None:
    club = house()
    page = desk_of(club, open_device)
    page.goto(f"/games/{table_with(club, 'handjass', played=1).game.pk}/hands/1/correct/")
    for digit in "49":
        page.locator(f".pad [data-key='{digit}']").tap()
    one, other = (page.locator(f"#points_{seat}") for seat in (1, 2))
    one.tap()
    expect(one).to_have_value("")
    expect(one).to_have_attribute("placeholder", "41")
    other.tap()
    expect(one).to_have_value("40")
    expect(other).to_have_attribute("placeholder", "31")
    with page.expect_navigation():
        page.locator(".pen .go button").tap()
    expect(page.locator("main")).to_contain_text("31")


def test_a_photo_of_the_paper_is_kept_as_soon_as_it_is_taken(open_device: Devices) -> None:
    club = house()
    page = desk_of(club, open_device)
    page.goto(f"/games/{table_with(club, 'schieber', played=0).game.pk}/photos/")
    taken = FilePayload(name="IMG_1.jpg", mimeType="image/jpeg", buffer=encoded("JPEG"))
    with page.expect_navigation():
        page.locator("#photo").set_input_files(taken)
    expect(page.locator(".photos img")).to_have_count(1)


def test_two_who_sit_wrong_are_changed_with_one_choice(open_device: Devices) -> None:
    table = table_with(house(), "schieber", played=1)
    anna, beat, *others = [str(player.pk) for player in table.house.people[:4]]
    page = open_device(User.objects.get(pk=table.house.official("director").ident), is_mobile=True)
    page.goto(f"/games/{table.game.pk}/change/reseat/")
    page.locator("#seat_0").select_option(beat)
    sitting = page.locator("select").evaluate_all("all => all.map(one => one.value)")
    assert sitting == [beat, anna, *others]
    page.locator(".go button").tap()
    expect(page.locator("#errors")).to_have_text("Bitte in Worten sagen, warum.")
    page.locator("#reason").fill("falsch gesessen")
    page.locator(".go button").tap()
    expect(page.locator(".slate")).to_contain_text("Beat & Chlöe")


@pytest.mark.proof
@pytest.mark.parametrize(
    ("game", "size"),
    list(all_of(list(WRITTEN))),
    ids=lambda one: one if isinstance(one, str) else f"{one[0]}x{one[1]}",
)
def test_an_evening_of_each_game_on_each_screen(
    game: str, size: tuple[int, int], open_device: Devices
) -> None:
    found = told(game, size, open_device, hands=LAST.get(game, HANDS))
    sys.stdout.write(f"\n{found}\n")
    assert (round(found.shift, 3), found.unseen) == (0, ()), found
    assert found.taps <= 2 or size not in PHONES_AND_TABLET, found
    assert found.correction <= 6, found
