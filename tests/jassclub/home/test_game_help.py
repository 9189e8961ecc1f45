"""The page of a game: what is needed, its rules, what may be agreed on, an evening on its sheet."""

from itertools import cycle

from django.test import Client
from django.utils.html import escape

from jassclub.home.game_help import about
from referee.rules.profile import load_profile
from scoring.games.evenings import EVENINGS
from scoring.tables.pages.variants import playable
from tests.tabled import tabled

SEED = (
    *("bieter", "bieter-zu-viert", "bieter-zu-fuenft", "schafhauser", "kreuzjass", "sidi"),
    *("pandur", "zuger", "aucho", "schaggi-haas", "cinq-cents", "butzer", "schlaeger"),
    *("haerdoepfeler", "coiffeur-misere"),
)
"""The games that the source of the rules names."""


def page(slug: str, lang: str = "de") -> str:
    answer = Client().get(f"/help/games/{slug}/", headers={"accept-language": lang})
    assert answer.status_code == 200, slug
    return answer.content.decode()


@tabled("slug", [profile.slug for profile in playable()])
def test_every_game_has_its_page(slug):
    assert "<h1>" in page(slug)


@tabled("asked", list(zip(SEED, cycle(("fr", "it", "en", "de")), strict=False)))
def test_a_game_of_the_seed_tells_cards_rules_and_a_sheet_in_the_language_of_the_reader(asked):
    slug, lang = asked
    shown = page(slug, lang)
    assert shown.count("<h2>") >= 3
    assert "<tfoot>" in shown
    found = about(load_profile(slug).game)[0]
    assert escape(found.sentences[0].text[lang]) in shown


def test_the_sheet_on_the_page_is_the_evening_of_the_book():
    shown = page("pandur")
    assert all(f"<td><b>{total}</b></td>" in shown for total in (4, 11, 8, 17))
    assert "Gebot: 120" in shown
    assert len(EVENINGS["pandur"].hands) == shown.count('<th scope="row">') - 1


def test_a_game_that_is_not_there_has_no_page():
    assert Client().get("/help/games/canasta/").status_code == 404
