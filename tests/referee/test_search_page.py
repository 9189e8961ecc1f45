"""The page of a question in plain words: what was found, and the tiles below it."""

import re
from collections import Counter

import pytest

from referee.rulings.answers import SELECTOR
from referee.rulings.reading import table_of, table_slugs
from referee.web.tiles import often, topics
from tests.referee.test_web_rules import html

pytestmark = pytest.mark.django_db


def test_a_question_in_plain_words_leads_to_a_case():
    found = html(q="Farbe nicht angegeben")
    assert 'href="/rules/nichtangeben/case/?_q=Farbe+nicht+angegeben"' in found


def test_a_question_that_nothing_answers_says_so():
    assert 'role="status"' in html(q="xyzzy")


def test_while_somebody_types_only_what_was_found_is_sent():
    part = html(q="het undertrumpft", part="hits")
    lines = re.findall(r"<span>([^<]*)</span>", part)
    assert lines
    assert max(map(len, lines)) <= 56
    assert 'href="/rules/untertrumpfen/case/?_q=het+undertrumpft"' in part
    assert "<html" not in part
    assert "Oft gefragt" in html(q="het undertrumpft")


@pytest.mark.parametrize(
    ("question", "ruling"),
    [
        ("Kontermatsch im Schieber, zählt er doppelt?", "257 Punkte wie ein gewöhnlicher Matsch"),
        ("Schieber: Die Gegner machen Trumpf, wir alle neun Stiche, Konter", "100 Prämie"),
        ("Sidi Barrani: 120 geboten, die Gegner haben gedoppelt, gemacht 118", "verzeichnis.ch"),
        ("Wer hat gewonnen?", ""),
        ("Ich sage der Rest ist mein, Susi hat aber noch den Trumpf-Siebner", ""),
    ],
)
def test_the_first_hit_says_the_ruling_where_nothing_is_open(question, ruling):
    said = "".join(re.findall(r"<strong>([^<]*)</strong>", html(q=question, part="hits")))
    assert bool(said) == bool(ruling)
    assert ruling in said


def test_every_case_has_a_tile_and_none_has_two():
    tiles = [*often("", "de"), *(tile for topic in topics("", "de") for tile in topic.tiles)]
    placed = Counter(slug if not told else (slug, *told.values()) for slug, told, _words in tiles)
    assert set(placed.values()) == {1}
    for slug in {*table_slugs()} - placed.keys():
        assert {(slug, matter) for matter in table_of(slug).facts[SELECTOR].domain} <= placed.keys()


def test_a_sentence_stands_whole_where_it_is_the_answer_and_what_is_told_in_its_place():
    asked = html(q="Worum geht es im HAE Jass?", part="hits")
    assert "…" not in re.findall(r"<span>([^<]*)</span>", asked)[0]
    told = html(q="Der zweite Stich ist gekehrt, da hat er Herz nicht angegeben", part="hits")
    assert re.findall(r"<span>([^<]*)</span>", told.partition("</li>")[0]) == ["Nach dem Kehren"]
    kept = "Der Gegner hat Schilten nicht angegeben, obwohl er noch den König hatte"
    assert "Ja" not in re.findall(r"<span>([^<]*)</span>", html(q=kept, part="hits"))


@pytest.mark.parametrize("lang", ["de", "fr", "it", "en"])
def test_a_tile_says_in_few_words_what_it_is_for(lang):
    for topic in topics("", lang):
        words = [words for _slug, _told, words in topic.tiles]
        assert len(set(words)) == len(words)
        assert all(0 < len(text.split()) <= 6 for text in words)


@pytest.mark.parametrize("game", ["", "schieber", "differenzler", "hae"])
def test_few_tiles_are_asked_most_in_a_game_and_its_topic_is_first(game):
    slugs = [slug for slug, _told, _words in often(game, "de")]
    assert set(slugs) <= set(table_slugs())
    assert 6 <= len(set(slugs)) == len(slugs) <= 7
    assert topics(game, "de")[0].game in ("", game)
    assert [topic.game for topic in topics(game, "de")].index("hae") == (0 if game == "hae" else 7)
