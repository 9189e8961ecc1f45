"""Two leagues and a club master of the made-up year: agreed on the page of the rules in January,
and at the end who rises, who falls and who is master, worked out a second time."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from fractions import Fraction
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from jassclub.clubs.models import Season
from tournaments.seasons.selectors import tables_of

if TYPE_CHECKING:
    from tests.browser.year import Year

MASTER_POINTS = (10, 8, 6, 5, 4, 3, 2, 1)
GAMES = ("differenzler", "schieber")
MOVING = 1


def leagues_agreed(year: Year) -> None:
    """Half of the members in each league, both games for the master."""
    season = Season.objects.get(club=year.club)
    year.page.goto(f"/seasons/{season.pk}/rules/")
    for words in ("Regeln ändern", "Clubmeister", "Ligen"):
        year.page.locator(f"summary:has-text('{words}')").tap()
    for game in GAMES:
        year.page.locator(f"label:has(> [name='master.{game}'])").tap()
    year.page.locator("[name='master.points']").fill(" ".join(map(str, MASTER_POINTS)))
    year.page.locator("[name='master.rest']").fill("0")
    year.page.locator("[name='league.game']").select_option(GAMES[0])
    people = list(year.club.players.order_by("name"))
    for at, player in enumerate(people):
        league = 1 + at % 2
        year.page.locator(f"[name='league.{player.pk}']").select_option(str(league))
        year.books.leagues[player.name] = league
    year.page.locator("#reason").fill("so beschlossen an der Versammlung")
    year.go(year.page.get_by_role("button", name="Regeln speichern"))


def season_over(year: Year) -> None:
    """In January the next season is opened with a tap: its leagues, and the master of this one."""
    year.dawn(datetime(2028, 1, 3, 18, 30, tzinfo=UTC))
    season = Season.objects.get(club=year.club)
    year.page.goto(f"/seasons/{season.pk}/")
    told = _masters_told(year)
    assert told == _masters(year, season)
    year.page.goto(f"/seasons/{season.pk}/year/")
    year.go(year.page.get_by_role("button", name=re.compile("eröffnen")))
    points = year.page.locator(".regulation .point").all_inner_texts()
    shown = next(text for text in points if "Liga 1:" in text)
    leagues = [set(part.split(", ")) for part in re.findall(r"Liga \d: ([^.]+)\.", shown)]
    assert leagues == _after(year), "who rises and who falls"


def _masters_told(year: Year) -> dict[str, int]:
    table = year.page.locator("table:has(> caption:text-is('Clubmeister'))")
    expect(table).to_be_visible()
    rows = table.locator("tbody tr").all()
    return {
        row.locator(".name").inner_text(): int(row.locator("td.total").inner_text()) for row in rows
    }


def _masters(year: Year, season: Season) -> dict[str, int]:
    """Points for the rank in each of the two tables."""
    points: dict[str, int] = {}
    for table in tables_of(season).filter(variant__in=GAMES):
        for row in table.rows:
            if row["rank"] is not None:
                place = row["rank"] - 1
                won = MASTER_POINTS[place] if place < len(MASTER_POINTS) else 0
                points[row["player"]] = points.get(row["player"], 0) + won
    names = {str(pk): name for pk, name in year.club.players.values_list("pk", "name")}
    return {names[ident]: total for ident, total in points.items()}


def _after(year: Year) -> list[set[str]]:
    """The first of the second league rises, the last of the first falls; equals stay."""
    books = year.books
    means = {
        name: Fraction(books.differences[name], books.hands[name])
        for name in books.leagues
        if books.hands[name]
    }
    now = [{name for name, at in books.leagues.items() if at == league} for league in (1, 2)]
    worst = max(means[name] for name in now[0] & means.keys())
    best = min(means[name] for name in now[1] & means.keys())
    falling = {name for name in now[0] if means.get(name) == worst}
    rising = {name for name in now[1] if means.get(name) == best}
    falling, rising = (moved if len(moved) == MOVING else set() for moved in (falling, rising))
    return [now[0] - falling | rising, now[1] - rising | falling]
