"""An evening of each game: few taps, nothing moves, the key and the totals always in sight."""

import sys
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.entry_tables import LAST, table_with
from tests.browser.evening import HANDS, WRITTEN, Told, all_of, played
from tests.browser.test_entry_screen import desk_of
from tests.scoring.table import house

pytestmark = pytest.mark.django_db(transaction=True)

Devices = Callable[..., Page]

MOVED = {"coiffeur": 0.2}
"""A sheet that is swiped in its own box to the cell that is due counts as moved."""


def told(game: str, size: tuple[int, int], open_device: Devices, *, hands: int) -> Told:
    """An evening of so many hands in a club of its own."""
    club = house()
    page = desk_of(club, open_device)
    path = f"/games/{table_with(club, game, played=0).game.pk}/"
    return played(page, path, game, size, hands=hands)


def test_a_hand_takes_its_digits_and_two_taps(open_device: Devices) -> None:
    found = told("schieber", (320, 568), open_device, hands=3)
    assert (found.taps, found.shift, found.unseen) == (2, 0, ()), found
    assert found.correction <= 6, found


@pytest.mark.proof
@pytest.mark.parametrize(("game", "size"), list(all_of(list(WRITTEN))))
def test_an_evening_of_each_game_on_each_screen(
    game: str, size: tuple[int, int], open_device: Devices
) -> None:
    found = told(game, size, open_device, hands=LAST.get(game, HANDS))
    sys.stdout.write(f"\n{found}\n")
    assert found.shift <= MOVED.get(game, 0), found
