"""The house rules of a club are changed in the office, and what differs is seen at once."""

import pytest
from playwright.sync_api import expect

from jassclub.clubs.models import User
from tests.scoring.table import house

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_differs_from_the_book_is_listed_while_it_is_changed(open_device) -> None:
    home = house()
    ident = home.official("admin").user_id
    assert ident is not None
    page = open_device(User.objects.get(pk=ident))
    page.goto(f"/clubs/{home.club.slug}/rules/?base=schieber-1000")
    differ = page.locator("[data-differ] li")
    expect(differ).to_have_count(0)
    page.get_by_label("Prämie für den Matsch", exact=True).fill("50")
    page.get_by_label("Kreuzweis", exact=True).select_option(label="Nein")
    said = "Prämie für den Matsch bei uns: 50 · im Buch: 100 (Matschprämie)"
    expect(differ.filter(has_text="Matsch")).to_have_text(said)
    expect(differ).to_have_count(2)
    page.get_by_role("button", name="Hausregeln speichern").click()
    expect(page.get_by_text("Gespeichert.")).to_be_visible()
    expect(differ).to_have_count(2)
    home.club.refresh_from_db()
    assert home.club.profile_layer == {"matsch_bonus": 50, "kreuzweis": False}
