"""The tables of the law as they are shipped: whole, cited, and with examples that come true."""

from collections.abc import Mapping

import pytest

from referee.rulebook.articles import article, article_slugs
from referee.rules.profile import load_profile
from referee.rulings.decide import decide
from referee.rulings.reading import table_of, table_slugs
from tests.tabled import tabled


@tabled("slug", article_slugs())
def test_every_article_is_whole_in_four_languages(slug: str) -> None:
    read = article(slug)
    assert read.sentences
    assert read.title["de"]


@tabled("slug", table_slugs())
def test_every_table_decides_each_case_once_and_cites_its_articles(slug: str) -> None:
    table = table_of(slug)
    assert table.rows
    assert article(slug)


@tabled("slug", table_slugs())
def test_every_row_has_an_example(slug: str) -> None:
    table = table_of(slug)
    shown = {example["expect"]["row"] for example in table.examples}  # type: ignore[index]
    assert {row.id for row in table.rows} <= shown


@pytest.mark.parametrize("slug", table_slugs())
def test_every_example_comes_out_as_told(slug: str) -> None:
    wrong = {
        place: f"{found}, not {expected}"
        for place, example in enumerate(table_of(slug).examples)
        for found, expected in [_come_out(slug, example)]
        if found != expected
    }
    assert wrong == {}


def _come_out(slug: str, example: Mapping[str, object]) -> tuple[object, object]:
    """What is ruled on an example, and what the table expects."""
    profile = load_profile(str(example.get("profile", "jassregeln")))
    expected = dict(example["expect"])  # type: ignore[call-overload]
    ruling = decide(slug, example["facts"], profile)  # type: ignore[arg-type]
    row, found = expected.pop("row"), ruling.to_json("de")
    rows = {"row": row} if row in ruling.rows else {"rows": ruling.rows}
    return {**{key: found[key] for key in expected}, **rows}, {**expected, "row": row}
