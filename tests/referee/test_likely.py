"""What a question is about is learned from the questions to its article, where no words say it."""

import json
from pathlib import Path

import pytest

from referee.rulebook.lookup.learning import asked
from referee.rulebook.lookup.search import likely
from referee.rulings.answers import SELECTOR
from referee.rulings.reading import table_of
from referee.telling import SURE, facts_told

TOLD = [
    item
    for name in ("told_questions", "told_fresh", "told_stories", "asked_disputes")
    for item in json.loads(Path(__file__).with_name(f"{name}.json").read_text("utf-8"))
]


@pytest.mark.parametrize(
    ("article", "fact", "answer", "story"),
    [
        (
            "rest-verlangen",
            "matter",
            "bid_reached",
            "Am Pandur ha-n-i mini Charte zeigt, will i sicher gsi bi, das i s Bott mach.",
        ),
        (
            "spiel-geben",
            "matter",
            "fault",
            "beim abheben hat meine linke nachbarin nur gerade zwei kärtli oben weggenommen",
        ),
        (
            "gleich-hohe-weise",
            "matter",
            "winner",
            "50 au roi partout : la gauche annonce d'abord la sienne en pique, moi la mienne.",
        ),
    ],
)
def test_a_story_is_about_what_questions_like_it_are_about(article, fact, answer, story):
    assert {it.fact: it.value for it in facts_told(story, article) if not it.end}[fact] == answer


def test_what_is_likely_is_seldom_wrong():
    """Told sets of which no question was learned from."""
    taken = {True: 0, False: 0}
    for item in TOLD:
        about = {**item.get("also", {}), **item["told"]}.get(SELECTOR)
        for fact, answer, by in likely(item["question"], item["article"]):
            if about and fact == SELECTOR and by >= SURE:
                taken[answer == about] += 1
    assert taken[True] >= 100
    assert taken[False] <= 0.03 * taken[True], taken


def test_nothing_is_likely_where_questions_of_a_kind_tell_nothing():
    assert not [*likely("atout", "trumpf-ansagen")]
    assert not [*likely("nasse Karten", "untertrumpfen")]


def test_questions_stand_under_answers_that_their_article_has():
    wrong = [
        (slug, one.fact, one.answer)
        for slug, each in asked().items()
        for one in each
        if one.fact and one.answer not in map(str, table_of(slug).facts[one.fact].domain)
    ]
    assert not wrong
