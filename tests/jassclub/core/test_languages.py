"""A further language is a line and a folder; what it does not say is read in German."""

import pytest

from jassclub.core import languages
from jassclub.core.languages import SOURCE, read_book
from referee.rulebook.articles import TEXTS, article

BOOK = """
title = { de = "Fragen", fr = "Demandes" }
sentences = [{ de = "Eins." }, { de = "Zwei." }]
[facts.who.labels]
own = { de = "selbst" }
[keywords]
de = ["frage"]
"""


@pytest.fixture
def rumantsch(tmp_path, monkeypatch):
    monkeypatch.setitem(languages.LANGUAGES, "rm", "Rumantsch")
    monkeypatch.setattr(languages, "LOCALE", tmp_path)
    languages._apart.cache_clear()
    yield tmp_path / "rm" / "books"
    languages._apart.cache_clear()


def test_its_texts_stand_in_a_folder_of_their_own(rumantsch):
    (rumantsch / "articles").mkdir(parents=True)
    (rumantsch / "articles" / "fragen.toml").write_text(
        'title = "L\'emprima dumonda"\nsentences = [{}, "Dus."]\nfacts.who.labels.own = "sez"\n'
    )
    told = read_book(BOOK, "articles/fragen")
    assert told["title"] == {"de": "Fragen", "fr": "Demandes", "rm": "L’emprima dumonda"}
    assert [one["rm"] for one in told["sentences"]] == ["Eins.", "Dus."]
    assert told["facts"]["who"]["labels"]["own"]["rm"] == "sez"
    assert told["keywords"]["rm"] == ["frage"]


def test_a_language_without_a_folder_has_to_stand_in_the_book(rumantsch):
    assert "rm" not in read_book(BOOK, "articles/fragen")["title"]


def test_every_article_says_the_same_as_before_where_all_languages_stand_in_it():
    for slug in TEXTS:
        assert set(article(slug).title) == set(languages.LANGUAGES), slug
        assert article(slug).title[SOURCE]
