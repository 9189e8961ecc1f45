"""Questions about the games beside the Schieber, as players put them: `articles` answer, the first
is the own one of the game, whose `row` is meant."""

import json
from pathlib import Path

import pytest

from referee.asking import found_rules
from referee.rulebook.articles import home
from referee.rulebook.lookup.search import lookup
from referee.rules.profile import load_profile
from referee.rulings.decide import decide
from referee.rulings.reading import table_slugs
from referee.telling import PROFILE, told_of_case
from tests.tabled import tabled

ASKED = json.loads(Path(__file__).with_name("game_questions.json").read_text("utf-8"))


def first_answer(question):
    """The first article that is found, and the rows that remain with what the words tell."""
    slug = lookup(question, 1)[0].article
    told = told_of_case(question, slug)
    return slug, decide(slug, told, load_profile(told.pop(PROFILE, home(slug)))).rows


@tabled("item", ASKED)
def test_a_question_about_a_game_finds_its_article_and_no_wrong_answer(item):
    assert lookup(item["question"], 1)[0].article in item["articles"]
    slug, rows = first_answer(item["question"])
    if slug == item["articles"][0] and "row" in item:
        assert item["row"] in rows


@pytest.mark.parametrize(
    ("question", "decides"),
    [
        ("Trumpf-Duell: can I rob with the six?", "mit der Sechs ihrer Farbe geraubt"),
        ("Cinq Cents: beide wollen nicht spielen, wer gibt?", "gibt der andere neu"),
        ("Sidi Barrani : jusqu'à quand peut-on doubler ?", "Verdoppeln darf"),
    ],
)
def test_the_sentence_beside_an_article_is_the_one_that_decides(question, decides):
    assert decides in found_rules(question, "de", 1)[0]["sentence"]


def test_most_questions_about_games_are_answered_without_asking_back():
    owned = [item for item in ASKED if item["articles"][0] in table_slugs() and "row" in item]
    at_once = [item for item in owned if first_answer(item["question"])[1] == (item["row"],)]
    assert len(at_once) >= 0.85 * len(owned)
