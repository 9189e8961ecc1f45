"""One word for one thing: what another word stands for is in no text of a language.

Words that readers type (keywords, the look-up, what a question tells) may be any.
"""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2]
TYPED = ("telling", "questions", "lookup")
LISTS = ("lexicon.toml", "jasse.toml", "elsewhere.toml", "card_words.toml")
NEVER = {
    "de": "Karo|Pik|Unenufe|Gegenseite|Finale|Spielleitung",
    "fr": "levées?|prévisions?|montagne|rondes?|fausse carte|carte entamée|enjeu|écus?|dossards?|"
    "de haut en bas|de bas en haut|match nul|les stöck",
    "it": "atout|prevision[ei]|montagna|sonagli|sonaglio|dama|scrivano|carta aperta|lavagnetta|"
    "trattin[oi]|le stöck|matsch",
    "en": "scribe|melds?|Stöcke|Matsches|dead lead",
}
TEXT = r'(?:^|[ {{.]){lang} = "((?:[^"\\]|\\.)*)"'


def of_the_rules(lang: str) -> list[str]:
    """The titles, sentences, questions and rulings of the books, and the forms of tournaments."""
    read = re.compile(TEXT.format(lang=lang), re.MULTILINE)
    books = (ROOT / "referee" / "rulebook", ROOT / "tournaments" / "format")
    paths = [path for book in books for path in book.rglob("*.toml") if path.name not in LISTS]
    shown = [path for path in paths if not set(path.parts) & set(TYPED)]
    texts = [text for path in shown for text in read.findall(path.read_text())]
    return [re.sub(r"\{\w+\|", "{", text) for text in texts]


def of_the_pages(lang: str) -> list[str]:
    with (ROOT / "jassclub" / "locale" / lang / "LC_MESSAGES" / "django.po").open("rb") as file:
        messages = list(read_po(file))
    said = [message.string for message in messages]
    texts = [text for one in said for text in ([one] if isinstance(one, str) else one)]
    return [re.sub(r"%\(\w+\)s|\{\w+\}", "", text) for text in texts]


@pytest.mark.parametrize("lang", NEVER)
def test_no_text_has_a_word_that_stands_for_another(lang: str) -> None:
    rules, pages = of_the_rules(lang), of_the_pages(lang)
    assert len(rules) > 3_000
    assert len(pages) > 2_000
    never = re.compile(rf"\b(?:{NEVER[lang]})\b", re.IGNORECASE)
    assert [text for text in (*rules, *pages) if never.search(text)] == []
