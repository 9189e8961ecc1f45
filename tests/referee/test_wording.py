"""Every effect and choice of every table can be said in four languages."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import translation

from referee.rulings.reading import table_of, table_slugs
from referee.wording import effect_lines, moment, option_line

LANGUAGES = ("de", "fr", "it", "en")


def _decisions(slug: str) -> Iterator[Any]:
    for row in table_of(slug).rows:
        yield row.outcome
        yield from row.outcome.readings


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", table_slugs())
def test_every_effect_is_a_line_without_gaps(slug, lang):
    with translation.override(lang):
        for decision in _decisions(slug):
            effects = [_bound(effect) for effect in decision.effects]
            for line in effect_lines(effects):
                assert line.text
                assert "$" not in line.text
                assert "{" not in line.text
                assert not line.text.endswith(":")


@pytest.mark.parametrize("slug", table_slugs())
def test_every_option_says_who_chooses_between_what_until_when(slug):
    with translation.override("de"):
        for decision in _decisions(slug):
            for option in decision.options:
                assert option_line({**option, "by": "opponents"}).startswith("Es wählt: ")
                assert moment(option["until"])


def _bound(effect: dict[str, Any]) -> dict[str, Any]:
    """The effect as it is where nothing is known: only what the row itself says."""
    return {
        name: value
        for name, value in effect.items()
        if not (isinstance(value, str) and value.startswith("$"))
        and not (isinstance(value, list) and any(str(item).startswith("$") for item in value))
    }
