"""Every sentence of every other book: a ruling of its profile cites it, or a note says why not."""

from collections.abc import Iterator
from functools import cache

import pytest

from referee.rulebook.articles import LIKE, NOTES, article, article_slugs, cited, followers
from referee.rules.profile import load_profile, profile_slugs
from referee.rulings.case import FactsError
from referee.rulings.decide import decide
from referee.rulings.reading import table_of, table_slugs

OURS = ("jassregeln", "house")
OTHERS = [slug for slug in article_slugs() if article(slug).book not in OURS]
SENTENCES = [f"{slug}#{item.id}" for slug in OTHERS for item in article(slug).sentences]


@cache
def cited_under(profile: str) -> frozenset[str]:
    """All that the rulings of a profile rest on, over every case that the tables tell; what only
    one of two readings cites does not count.
    """
    return frozenset(cite for slug in table_slugs() for cite in _cites(slug, profile))


def _cites(slug: str, profile: str) -> Iterator[str]:
    for example in table_of(slug).examples:
        if example.get("profile", profile) in (profile, "jassregeln"):
            try:
                ruling = decide(slug, example["facts"], load_profile(profile))  # type: ignore[arg-type]
            except FactsError:
                continue
            yield from ruling.decision.cites


@pytest.mark.sampled(24)
@pytest.mark.parametrize("slug", OTHERS)
def test_each_sentence_of_another_book_is_cited_by_its_profile_or_a_note_says_why_not(
    slug: str,
) -> None:
    for item in article(slug).sentences:
        sentence = f"{slug}#{item.id}"
        missing = [name for name in followers(sentence) if sentence not in cited_under(name)]
        cites = bool(followers(sentence)) and not missing
        assert cites is not (sentence in NOTES), (sentence, item.text["de"], missing)


def test_whose_book_it_is_is_known_of_every_book() -> None:
    assert {name for sentence in SENTENCES for name in followers(sentence)} <= set(profile_slugs())


def test_what_says_the_same_and_what_is_noted_are_sentences_that_exist() -> None:
    for own, same in LIKE.items():
        assert own in SENTENCES
        assert all(cited(one) for one in same)
        assert own not in same
    assert set(NOTES) <= set(SENTENCES)
    assert not set(NOTES) & set(LIKE)


def test_no_note_serves_for_two_sentences_of_different_articles() -> None:
    """A note speaks of its sentence; a general excuse would be the same in many places."""
    articles: dict[str, set[str]] = {}
    for sentence, note in NOTES.items():
        articles.setdefault(note, set()).add(sentence.partition("#")[0])
    assert {note: found for note, found in articles.items() if len(found) > 1} == {}
