"""Choosing a game with a thumb on a small phone: by how many sit there, by name, played last."""

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, ViewportSize, expect

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import User
from scoring.tables.games import open_game
from tests.scoring.table import house

pytestmark = pytest.mark.django_db(transaction=True)

SMALL: ViewportSize = {"width": 320, "height": 640}
LANGUAGES = ("de-CH", "fr-CH", "it-CH", "en-GB")
NAMES = {
    "Putz": "butzer", "Butzer": "handjass", "Sackjass": "schlaeger", "Schleger": "schlaeger",
    "Härdöpfler": "haerdoepfeler", "Haerdoepfeler": "butzer", "la pomme": "butzer",
    "Kartoffeljass": "haerdoepfeler", "Schiäber": "bergpreis", "Guaför": "coiffeur-10",
    "Differänzler": "differenzler-offen", "Sidi Barani": "sidi", "Härpfl": "hae",
    "Chrüüzjass": "kreuzjass", "Büeter": "bieter", "Königsjass": "bieter",
    "Steiger": "bieter-luzern", "Schaffuuser": "schafhauser", "Bandur": "pandur",
    "Zugerjass": "zuger", "Auchojass": "aucho", "Tschaggi Haas": "schaggi-haas",
    "Füfhundert": "cinq-cents", "500": "trumpf-duell", "Molotov": "molotow",
    "Mittleri": "mittlere", "+-": "plus-minus", "Hinderschi": "hindersi",
    "Schällejass": "schellenjass", "Härzjass": "schellenjass-striche", "Gugitaler": "guggitaler",
    "Rosechünig": "guggitaler", "Schufledame": "schaufeldame", "Bodenjass": "handjass",
    "Häpfeler": "haerdoepfeler", "Schwarzi Dame": "schaufeldame", "Mittlerer": "mittlere",
    "Molotof": "molotow", "Coifför": "coiffeur", "Schiber": "bergpreis",
    "Obenabe": "schieber-1000", "Undenufe": "coiffeur", "Slalom": "coiffeur-12", "hae": "hae",
}  # fmt: skip
"""What games are called somewhere, and rules of theirs that are found by it."""
FAMILIES = "#profile details.family"


def shown(page: Page) -> list[str]:
    """The rules that the search leaves, by their names."""
    found: list[str] = page.eval_on_selector_all(
        "#profile .rules label", "all => all.filter(it => it.checkVisibility())"
        ".map(it => it.querySelector('input').value)",
    )  # fmt: skip
    return found


def counts(page: Page) -> list[int]:
    """How many rules the families that are shown say they have."""
    found = page.locator(f"{FAMILIES} [data-count]:visible").all_inner_texts()
    return [int(number) for number in found]


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def wide_enough(found: Locator) -> bool:
    """Whether a thumb hits it: 44 pixels high."""
    box = found.bounding_box()
    return box is not None and box["height"] >= 44


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_thumb_finds_a_game_by_the_number_at_the_table_and_by_any_name(
    open_device: Callable[..., Page], lang: str
) -> None:
    home = house()
    home.official("scribe")
    scribe = User.objects.get(memberships__club=home.club)
    page = open_device(scribe, lang=lang)
    page.set_viewport_size(SMALL)
    new = f"/clubs/{home.club.slug}/games/new/"
    page.goto(new)
    four = len(shown(page))
    three = page.locator("#find_game label", has=page.locator("[data-size='3']"))
    assert wide_enough(three)
    three.tap()
    assert "mittlere" in shown(page)
    assert "kreuzjass" not in shown(page)
    assert not any(slug.startswith("schieber") for slug in shown(page))
    assert page.locator("[data-place]:visible").count() == 3
    assert fits(page)
    three.tap()
    assert page.locator("[data-place]:visible").count() == 4
    assert len(shown(page)) > four
    many = page.locator("#find_game label", has=page.locator("[data-size='6']"))
    assert wide_enough(many)
    many.tap()
    assert "hae" in shown(page)
    assert "kreuzjass" not in shown(page)
    many.tap()
    for name, slug in NAMES.items():
        page.fill("#find_name", name)
        assert slug in shown(page), name
    page.fill("#find_name", "schlager")
    assert "schlaeger" not in shown(page)
    page.fill("#find_name", "hose abe")
    assert {*shown(page)} == {"freies-blatt", "freies-blatt-paare", "freies-blatt-tief"}
    page.fill("#find_name", "hae")
    assert "staecherei" not in shown(page), "what begins so goes before what holds it somewhere"
    page.fill("#find_name", "molotow-striche")
    assert counts(page) == [1]
    assert fits(page)
    page.fill("#find_name", "mittlere")
    chosen = page.locator("#profile .rules label", has=page.locator("[value='mittlere']"))
    assert wide_enough(chosen)
    box = chosen.bounding_box()
    assert box is not None
    assert box["y"] < 600, "seen without scrolling where one types"
    expect(page.locator("#own")).to_be_hidden()
    chosen.tap()
    expect(chosen.locator("input")).to_be_checked()
    expect(page.locator("#own")).to_be_visible()
    assert fits(page)


def test_what_was_played_last_stands_first(open_device: Callable[..., Page]) -> None:
    home = house()
    home.official("scribe")
    scribe = User.objects.get(memberships__club=home.club)
    open_game(
        actor=SYSTEM,
        club_id=home.club.pk,
        profile_slug="mittlere",
        player_ids=[player.pk for player in home.people[:3]],
        played_on=timezone.localdate(),
    )
    page = open_device(scribe)
    page.set_viewport_size(SMALL)
    page.goto(f"/clubs/{home.club.slug}/games/new/?all=1")
    expect(page.locator("#profile > .pick.rules input").first).to_have_value("mittlere")


def test_the_table_is_drawn_the_way_the_game_goes_round(open_device: Callable[..., Page]) -> None:
    home = house()
    home.official("scribe")
    page = open_device(User.objects.get(memberships__club=home.club))
    page.goto(f"/clubs/{home.club.slug}/games/new/?all=1")
    for slug, right in {"what-is-jass": 3, "schieber-1000": 1}.items():
        page.fill("#find_name", slug)
        page.locator("#profile .rules label", has=page.locator(f"[value='{slug}']")).tap()
        left: list[float] = page.eval_on_selector_all(
            "[data-place]:not([hidden])", "all => all.map(it => it.getBoundingClientRect().x)"
        )
        assert left.index(max(left)) == right
