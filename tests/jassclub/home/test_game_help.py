"""The page of a game: what is needed, its rules, what may be agreed on, an evening on its sheet."""

import re
from itertools import cycle
from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape

from jassclub.home.game_help import about
from referee.rules.profile import Profile, load_profile
from scoring.games.evenings import EVENINGS, evening_of
from scoring.games.registry import GAMES
from scoring.games.sheets.asked import AskedGame
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
    shown = page(slug)
    assert "<h1>" in shown
    assert not re.search("GUSCHTI|SLALOM|MARY|MISERE", shown), "a key of the notation"


@tabled("asked", list(zip(SEED, cycle(("fr", "it", "en", "de")), strict=False)))
def test_a_game_of_the_seed_tells_cards_rules_and_a_sheet_in_the_language_of_the_reader(asked):
    slug, lang = asked
    shown = page(slug, lang)
    assert shown.count("<h2>") >= 3
    assert "<tfoot>" in shown
    assert any(
        escape(sentence.text[lang]) in shown
        for found in about(load_profile(slug))
        for sentence in found.sentences
    )


def test_the_sheet_on_the_page_is_the_evening_of_the_book():
    shown = page("pandur")
    assert all(f"<td><b>{total}</b></td>" in shown for total in (4, 11, 8, 17))
    assert "Gebot: 120" in shown
    assert len(EVENINGS["pandur"].hands) == shown.count('<th scope="row">') - 1


def test_a_game_that_is_not_there_has_no_page():
    assert Client().get("/help/games/canasta/").status_code == 404


@tabled("slug", [profile.slug for profile in playable()])
def test_an_example_is_allowed_by_the_rules_that_it_stands_beside(slug):
    profile = load_profile(slug)
    evening = evening_of(profile)
    for row in evening.sheet(evening.table(profile)).rows if evening else ():
        assert row.score is not None
        assert [it.code for it in row.findings if it.code != "game_decided"] == [], row.number


@pytest.mark.parametrize(
    ("slug", "told", "untold"),
    [
        ("trumpf-duell", ["Spielen 2, hat jeder 9 von 36"], ["Handjass", "Butzer"]),
        ("aucho", ["Spielen 3, hat jeder 9 von 36"], ["Spielen 4"]),
        ("zuger", ["Spielen 2, hat jeder 12", "Spielen 3, hat jeder 12"], ["Spielen 4"]),
        ("pandur", ["Spielen 3, hat jeder 8 von 24"], ["Spielen 2", "Spielen 4"]),
        ("hae", ["Spielen 4, hat jeder 10 von 54", "Spielen 12, hat jeder 4 von 54"], ["von 36"]),
        ("differenzler-gross", ["Spielen 8, hat jeder 9 von 72"], []),
        ("bieter-zu-fuenft", ["hat jeder 7 von 35", "die der König ruft"], ["sechs Tischkarten"]),
        (
            "bieter-zu-viert",
            ["einer spielt gegen drei"],
            ["sechs Tischkarten", "die beiden anderen"],
        ),
        (
            "bieter",
            ["mindestens 600", "sechs Tischkarten"],
            ["Schafhauser ist", "Zu viert bekommt"],
        ),
        ("schafhauser", ["braucht fest 350"], ["mindestens 600", "Gebot: ", "Zu viert bekommt"]),
        ("schlaeger", ["im Schläger sind es drei"], ["schreibt der andere 2"]),
        ("butzer", ["schreibt der andere 2"], ["Trumpf-Duell"]),
        ("handjass", ["Bodentrumpf"], ["schreibt der andere 2", "abgehoben"]),
        ("kreuzjass", [], ["Obenabe<", "Undenufe<", ", Trumpf: Obenabe"]),
        ("club-swiss", ["Die Regeln"], []),
        ("what-is-jass", ["Die Regeln"], []),
        ("schellenjass-striche", ["(Rampo)"], ["Alle anderen schreiben 9"]),
        ("schellenjass", ["Alle anderen schreiben 9"], ["(Rampo)"]),
        ("bieter-luzern", ["Wer falsch ablegt, schreibt"], ["er selber nur seinen Weis"]),
    ],
)
def test_a_page_tells_the_cards_and_the_rules_of_its_own_game(slug, told, untold):
    shown = page(slug)
    for words in told:
        assert escape(words) in shown, words
    for words in untold:
        assert escape(words) not in shown, words


@pytest.mark.parametrize("slug", ["hae", "differenzler-offen", "what-is-jass"])
def test_the_sentences_of_many_articles_stand_on_the_page_folded_away(slug):
    shown = page(slug)
    for found in about(load_profile(slug)):
        assert escape(found.sentences[0].text["de"]) in shown


FIGURES = {
    "aucho": {10: ["target"]},
    "bieter": {
        1: ["bieter.least", "bieter.step"],
        9: ["bieter.declined"],
        11: ["target"],
    },
    "bieter-zu-viert": {13: ["bieter.least"]},
    "bieter-zu-fuenft": {14: ["bieter.least"]},
    "schafhauser": {15: ["bieter.fixed_bid"]},
    "guggitaler": {6: ["rounds.domino.credits.4x1", "rounds.domino.credits.3x1"]},
    "hindersi": {3: ["all_others"]},
    "hindersi-partien": {3: ["all_others"]},
    "butzer": {5: ["butzer.threshold"], 10: ["target"]},
    "schlaeger": {5: ["butzer.threshold"]},
    "cinq-cents": {9: ["last_trick", "matsch_bonus"], 10: ["target"]},
    "trumpf-duell": {5: ["last_trick", "matsch_bonus"], 6: ["target"]},
    "kreuzjass": {7: ["target"]},
    "pandur": {8: ["pandur.fixed"], 12: ["target"]},
    "schaggi-haas": {7: ["last_trick"], 8: ["target"]},
    "schellenjass-striche": {7: ["target"]},
    "sidi": {5: ["sidi.least_bid", "sidi.bid_step"], 10: ["target"]},
    "sidi-1500": {10: ["target"]},
    "zuger": {2: ["zuger.dealer"], 5: ["zuger.threshold"]},
}
"""Profile -> number of a sentence of its article -> the switches whose values it tells, or where
they stand in the award of its file."""


def values(profile: Profile, path: str) -> set[Any]:
    """The numbers that a switch or a key of the award says."""
    game = GAMES[profile.game].game
    found: Any = game.rules.award if isinstance(game, AskedGame) else {}
    for key in path.split("."):
        found = found.get(key, {})
    return {*found} if isinstance(found, list) else {found or profile.value(path)}


@pytest.mark.parametrize("slug", FIGURES)
def test_the_numbers_of_a_page_are_those_that_the_sheet_counts_by(slug):
    profile = load_profile(slug)
    (found,) = about(profile)
    for number, paths in FIGURES[slug].items():
        sentence = found.sentences[number - 1]
        assert escape(sentence.text["de"]) in page(slug)
        for lang, text in sentence.text.items():
            told = {int(re.sub(r"\D", "", it)) for it in re.findall(r"\d+(?:\D\d{3})*", text)}
            said = set().union(*(values(profile, path) for path in paths))
            assert said <= told, (lang, text)
