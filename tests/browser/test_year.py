"""The year of a club over its pages: two evenings of it, and in the long form all forty."""

import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page

from jassclub.clubs.models import Season
from tests.browser.year import EVENINGS, PAID, Year, lived
from tests.browser.year_ends import compare_all_years, money_papers, year_end
from tests.browser.year_leagues import season_over
from tournaments.seasons.selectors import tables_of
from tournaments.seasons.services import count_events

pytestmark = pytest.mark.django_db(transaction=True)

Devices = Callable[..., Page]


def year_of(
    open_device: Devices, live_server: Any, monkeypatch: pytest.MonkeyPatch, evenings: int
) -> Year:
    """So many evenings; the clock of the service is set to each."""

    def clock(moment: datetime) -> None:
        monkeypatch.setattr(timezone, "now", lambda: moment)

    return lived(open_device(is_mobile=True), live_server.url, clock, evenings=evenings)


def counted_again(year: Year) -> None:
    """The table of the season against the notebook."""
    while count_events():
        pass
    table = tables_of(Season.objects.get(club=year.club)).get(variant="differenzler")
    names = {str(pk): name for pk, name in year.club.players.values_list("pk", "name")}
    told = {names[row["player"]]: (row["hands"], row["total"]) for row in table.rows}
    books = year.books
    assert told == {name: (books.hands[name], books.differences[name]) for name in books.hands}
    compare_all_years(year)
    money_papers(year, PAID)


def test_two_evenings_of_a_year_agree_with_the_notebook(
    open_device: Devices, live_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    year = year_of(open_device, live_server, monkeypatch, 2)
    counted_again(year)
    year_end(year)
    season_over(year)


@pytest.mark.proof
def test_a_whole_year_agrees_with_the_notebook(
    open_device: Devices, live_server: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    year = year_of(open_device, live_server, monkeypatch, EVENINGS)
    counted_again(year)
    pack = tmp_path / "pack.pdf"
    pack.write_bytes(year_end(year))
    season_over(year)
    sys.stdout.write(f"\n{year.seen[-1]}; the pack: {pack}\n")
