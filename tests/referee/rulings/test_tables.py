"""The tables of the law as they are shipped: whole, cited, and with examples that come true."""

from collections.abc import Mapping

import pytest

from referee.rulebook.articles import article, article_slugs
from referee.rules.profile import load_profile
from referee.rulings.decide import decide
from referee.rulings.reading import table_of, table_slugs

EXAMPLES = [
    pytest.param(slug, example, id=f"{slug}-{place}")
    for slug in table_slugs()
    for place, example in enumerate(table_of(slug).examples)
]


@pytest.mark.parametrize("slug", article_slugs())
def test_every_article_is_whole_in_four_languages(slug: str) -> None:
    read = article(slug)
    assert read.sentences
    assert read.title["de"]


@pytest.mark.parametrize("slug", table_slugs())
def test_every_table_decides_each_case_once_and_cites_its_articles(slug: str) -> None:
    table = table_of(slug)
    assert table.rows
    assert article(slug)


@pytest.mark.parametrize("slug", table_slugs())
def test_every_row_has_an_example(slug: str) -> None:
    table = table_of(slug)
    shown = {example["expect"]["row"] for example in table.examples}  # type: ignore[index]
    assert {row.id for row in table.rows} <= shown


@pytest.mark.parametrize(("slug", "example"), EXAMPLES)
def test_every_example_comes_out_as_told(slug: str, example: Mapping[str, object]) -> None:
    profile = load_profile(str(example.get("profile", "jassregeln")))
    expected = dict(example["expect"])  # type: ignore[call-overload]
    ruling = decide(slug, example["facts"], profile)  # type: ignore[arg-type]
    assert expected.pop("row") in ruling.rows
    found = ruling.to_json("de")
    assert {key: found[key] for key in expected} == expected
