"""Articles of the main book under games that have no use for them: none of them is ruled by."""

from collections.abc import Mapping
from contextlib import suppress

import pytest

from referee.rulebook.articles import INSTEAD
from referee.rules.profile import load_profile
from referee.rulings.case import FactsError
from referee.rulings.decide import decide
from referee.rulings.reading import table_of, table_slugs
from tests.referee.rulings.plain import plain
from tests.referee.rulings.test_unknown_facts import cases_of

BOOKS = {"differenzler": "differenzler-offen", "handjass": "butzer"}
"""Whose profile is not called as the game."""
HELD = {
    "hae": """bemerkungen bock-erwaehnen fehlende-karten fragen karte-zu-frueh-bereitgehalten
        liegengelassene-stiche nachschauen platztausch rest-verlangen spiel-geben spielrichtung
        stich-gestochen stoecke vorspielen weisregeln zwei-karten-gespielt""",
    "differenzler": """bemerkungen bock-erwaehnen bodentrumpf falsch-gespielte-karte fehlende-karten
        fragen karte-zu-frueh-bereitgehalten kartenpunkte-nicht-gezaehlt kontermatch letzter-stich
        liegengelassene-stiche matchpraemie nachschauen nichtangeben platztausch rest-verlangen
        schneider schreibregeln spiel-geben spielrichtung stich-gestochen stoecke trumpfbauer
        untertrumpfen vorspielen weisregeln zwei-karten-gespielt""",
}
"""The articles that hold in the game, or whose own rows say what does not count in it; each other
one is ruled by the book of the game."""


@pytest.mark.parametrize("game", HELD)
def test_each_article_of_the_main_book_holds_in_a_game_or_is_replaced(game: str) -> None:
    replaced = [slug for raw in INSTEAD[game] for slug in raw["articles"]]
    main = [slug for slug in table_slugs() if "." not in slug]
    assert sorted({*HELD[game].split(), *replaced}) == sorted(main)


@pytest.mark.parametrize(
    ("game", "slug", "row", "cite"),
    [
        (game, slug, raw["id"], raw["cites"][0])
        for game, raws in INSTEAD.items()
        for raw in raws
        for slug in raw["articles"]
    ],
)
def test_a_replaced_article_is_ruled_by_the_book_of_the_game(
    game: str, slug: str, row: str, cite: str
) -> None:
    raw = next(raw for raw in INSTEAD[game] if raw["id"] == row)
    when, table, own = raw.get("when", {}), table_of(slug), load_profile(BOOKS.get(game, game))
    found = []
    for case in [{}, *cases_of(table, CASES)]:
        with suppress(FactsError):
            story = {name: value for name, value in case.items() if name != "game"}
            found.append(decide(slug, {**story, **when}, own))
    assert {ruling.rows for ruling in found} == {(row,)}, "whatever else is told"
    assert (found[0].verdict, found[0].question) == ("determined", None)
    assert cite in found[0].decision.cites


CASES = 40
"""So many of each article, all where there are no more."""
LATER = {"gave": "side_withheld", "noticed": "later", "claim": "stands"}


@pytest.mark.parametrize(
    ("profile", "slug", "facts", "answer"),
    [
        ("hae", "nichtangeben", LATER, {"legal": True, "offence": False}),
        ("hae", "nichtangeben", {"gave": "side_withheld", "noticed": "open"}, {"offence": False}),
        ("jassregeln", "nichtangeben", LATER | {"game": "hae"}, {"offence": False}),
        ("hae", "nichtangeben", LATER | {"game": "schieber"}, {"offence": True}),
        ("jassregeln", "nichtangeben", LATER, {"offence": True}),
        ("differenzler-offen", "nichtangeben", LATER, {"offence": True}),
        ("hae", "wer-spielt-aus", {"matter": "who_leads", "forehand": 2}, {"entitled_leader": 2}),
        ("hae", "wer-spielt-aus", {"matter": "which_card"}, {"allowed": True}),
        ("pandur", "nichtangeben", LATER, {"loses_hand": True}),
        ("zuger", "nichtangeben", LATER, {"loses_hand": None}),
        ("jassregeln", "bock-erwaehnen", {"game": "pandur"}, {"allowed": True}),
        ("cinq-cents", "weisregeln", {"matter": "value", "weis_kind": "four_nine"}, {"points": 0}),
        ("haerdoepfeler", "trumpf-ansagen", {}, {"announced": False}),
    ],
)  # fmt: skip
def test_the_game_of_the_case_says_what_holds(
    profile: str, slug: str, facts: Mapping[str, object], answer: Mapping[str, object]
) -> None:
    said = plain(decide(slug, facts, load_profile(profile)))["answer"]
    assert {name: said.get(name) for name in answer} == dict(answer)


def test_naming_the_game_on_the_page_turns_the_headline() -> None:
    ruling = decide("nichtangeben", LATER, load_profile("jassregeln"))
    fact = table_of("nichtangeben").facts["game"]
    game = next(item for item in ruling.assumed if item.fact == fact)
    hae = next(other for other in game.otherwise if "hae" in other.answers)
    assert hae.decision.cites == ("hae.wertung#s1",)
