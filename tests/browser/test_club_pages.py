"""From the total of a season down to the version that somebody wrote, on a phone."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from jassclub.clubs.models import User
from jassclub.exchange.models import ArchiveImport
from scoring.tables.games import close_game
from tests.browser.entry_tables import table_with
from tests.scoring.table import differenzler, house, open_table
from tournaments.seasons.services import count_events

pytestmark = pytest.mark.django_db(transaction=True)

WIDER_THAN_THE_PHONE = "document.documentElement.scrollWidth > window.innerWidth"


def test_a_phone_reads_from_the_season_down_to_who_wrote_what(open_device) -> None:
    table = open_table(house(), "differenzler-offen")
    table.write(1, differenzler([20, 40, 30, 50], [25, 52, 40]))
    table.confirm(1, seat=1)
    table.write(2, differenzler([20, 40, 30, 50], [30, 47, 40]))
    table.correct(2, differenzler([20, 40, 30, 50], [28, 49, 40]), reason_code="miscounted")
    table.confirm(2, seat=1)
    close_game(actor=table.house.official("scribe"), game_id=table.game.pk)
    count_events()
    reader = User.objects.get(pk=table.house.official("member").ident)

    page = open_device(reader)
    page.goto(f"/clubs/{table.house.club.slug}/")
    page.get_by_role("link", name="Ganze Rangliste").click()
    page.get_by_role("row", name="Anna").get_by_role("link", name="6.50").click()
    expect(page.get_by_role("heading", name="Woher kommt 6.50?")).to_be_visible()
    expect(page.locator("tfoot")).to_contain_text("13")
    page.get_by_role("link", name="Differenzler").click()
    expect(page.locator("tfoot td").first).to_have_text("13")
    assert not page.evaluate(WIDER_THAN_THE_PHONE)
    page.get_by_text("2 Fassungen").click()
    expect(page.get_by_text("verzählt")).to_be_visible()
    page.get_by_role("link", name="Kette nachrechnen").click()
    expect(page.get_by_text("Die Kette ist ganz")).to_be_visible()
    page.goto(f"/players/{table.house.people[0].pk}/")
    page.get_by_text("mehr", exact=True).first.click()
    expect(page.get_by_role("img", name="Saison: 6.50")).to_be_visible()
    assert not page.evaluate(WIDER_THAN_THE_PHONE)


@pytest.mark.parametrize("height", [568, 664, 844])
def test_while_a_file_is_on_its_way_a_phone_says_so_in_sight(open_device, height) -> None:
    own = house()
    page = open_device(User.objects.get(pk=own.official("admin").ident))
    page.set_viewport_size({"width": 375, "height": height})
    page.goto(f"/clubs/{own.club.slug}/data/")
    form = page.locator("form", has=page.locator("#file"))
    form.evaluate("form => form.addEventListener('submit', event => event.preventDefault())")
    expect(page.locator("[data-reading]")).to_be_hidden()
    form.get_by_role("button", name="Datei ansehen").click()
    expect(page.locator("[data-reading]")).to_be_in_viewport(ratio=0.99)


def test_the_page_of_an_archive_tells_in_place_when_it_is_taken_in(open_device) -> None:
    own = house()
    admin = User.objects.get(pk=own.official("admin").ident)
    kept = ArchiveImport.objects.create(club=own.club, user=admin, language="de", content="")
    page = open_device(admin)
    page.goto(f"/clubs/{own.club.slug}/data/archives/{kept.pk}/")
    expect(page.get_by_role("status")).to_contain_text("wartet")
    kept.done_at, kept.refusal = timezone.now(), {"message": "Das ist kein Archiv.", "details": []}
    kept.save()
    expect(page.get_by_role("alert")).to_contain_text("Das ist kein Archiv.", timeout=10_000)


def test_what_a_form_lacks_is_in_sight_where_its_page_comes_back(open_device) -> None:
    own = house()
    page = open_device(User.objects.get(pk=own.official("director").ident))
    page.goto(f"/seasons/{own.season.pk}/rules/")
    page.get_by_text("Regeln ändern", exact=True).click()
    page.get_by_text("Ligen", exact=True).click()
    page.get_by_label("Ligen gibt es im").select_option("schieber")
    page.get_by_role("button", name="Regeln speichern").click()
    expect(page.get_by_role("alert")).to_be_in_viewport(ratio=0.99)


def test_totals_on_a_wall_are_equally_large_and_links_below_stand_in_one_line(open_device) -> None:
    table = table_with(house(), "schieber", played=12)
    page = open_device(User.objects.get(pk=table.house.official("scribe").ident))
    page.goto(f"/games/{table.game.pk}/?wall=1")
    sizes = "all => new Set(all.map(one => getComputedStyle(one).fontSize)).size"
    assert page.locator(".on-wall strong").evaluate_all(sizes) == 1
    page.goto(f"/clubs/{table.house.club.slug}/")
    assert page.locator(".foot > a").evaluate_all("([a, b]) => a.offsetTop === b.offsetTop")
