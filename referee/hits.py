"""The look-up as it is shown: title and the fitting sentence in the language asked for."""

from typing import Any

from referee.rulebook.articles import article
from referee.rulebook.lookup.search import lookup


def found_rules(text: str, lang: str, limit: int = 5) -> list[dict[str, Any]]:
    """The articles that answer, best first, with their titles and the sentence that fits best."""
    return [
        {
            "article": hit.article,
            "title": article(hit.article).title[lang],
            "score": hit.score,
            "sentence": article(hit.article).sentence(hit.sentence).text[lang],
            "cites": f"{hit.article}#{hit.sentence}",
        }
        for hit in lookup(text, limit)
    ]
