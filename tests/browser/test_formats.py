"""By touch: a board is sorted card by card, a knock-out is played from its list to the winner."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from jassclub.clubs.models import User
from tests.tournaments.office import Office
from tournaments.boards.services import deal_boards
from tournaments.draw import services as drawing

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.proof]


def office(preset: str, count: int, **settings: Any) -> Office:
    found = Office(preset, **settings)
    found.tournament.public = True
    found.tournament.save(update_fields=["public"])
    people = "\n".join(f"Anna {n} Meier / Urs {n} Frei" for n in range(1, count + 1))
    found.director.do("add", people=people, present="1")
    return found


def director(found: Office) -> User:
    return User.objects.get(pk=str(found.director_actor.user_id))


def test_a_board_is_sorted_card_by_card(open_device: Any) -> None:
    found = office("duplicate-mitchell-5x4", 6, rounds=3, hands=2)
    ids: dict[str, Any] = {"actor": found.director_actor, "tournament_id": found.tournament.pk}
    drawing.draw(**ids)
    deal_boards(**ids)
    page: Page = open_device(director(found))
    page.goto(f"{found.director.root}boards/")
    page.get_by_role("link", name="Board 1 sortieren").tap()
    piles = []
    for at in range(1, 37):
        expect(page.locator("[data-where]")).to_have_text(f"{at} / 36")
        piles.append(page.locator("[data-sort] [data-pile]").inner_text())
        page.locator("[data-next]").tap()
    assert sorted(piles) == sorted("ABCD" * 9)
    page.get_by_role("button", name="Eine zurück").tap()
    expect(page.locator("[data-where]")).to_have_text("35 / 36")
    page.get_by_role("button", name="Sortiert, in den Umschlag").tap()
    expect(page.get_by_text("5 Boards sind noch zu sortieren.")).to_be_visible()


def test_a_knock_out_from_the_list_to_its_winner(open_device: Any) -> None:
    found = office("pairs-knockout", 4, rounds=2, hands=4, knockout={"seeds": "list"})
    page: Page = open_device(director(found))
    page.goto(found.director.root)
    for number in (1, 2):
        for words in ("Auslosen", f"Runde {number} aufrufen", f"Runde {number} starten"):
            page.locator(".next .btn.main", has_text=words).tap()
            expect(page.locator(".next .btn.main", has_text=words)).to_have_count(0)
        for table, points in ((1, ("400", "228")), (2, ("300", "328"))):
            page.locator("#table").fill(str(table))
            page.locator("#points_0").fill(points[0])
            page.locator("#points_1").fill(points[1])
            page.locator("#entry .btn.main").tap()
            expect(page.locator(f".missing [data-table='{table}']")).to_have_count(0)
        words = f"Runde {number} abschliessen"
        page.locator(".next .btn.main", has_text=words).tap()
        expect(page.locator(".next .btn.main", has_text=words)).to_have_count(0)
    page.goto(f"/t/{found.tournament.slug}/bracket/")
    final = page.locator("section", has=page.get_by_role("heading", name="Final"))
    expect(final.locator("p.won").first).to_contain_text("Anna 1 Meier")
    expect(page.get_by_role("heading", name="Spiel um Platz drei")).to_be_visible()
