"""On every page, in every language: days as 22.11.2026, in English 22 Nov 2026, in words only with
their weekday; numbers of five digits and more in groups, 10’048."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import product

import pytest
from django.utils import timezone, translation
from django.utils.dates import WEEKDAYS

from jassclub.core.languages import FOR_PROGRAMS, LANGUAGES
from tests.browser.pages import CLUB_PAGES, HALL_PAGES, demo_world
from tests.contract.test_markup import client_of

UNSEEN = frozenset({"script", "style", "code", "pre", "template", "svg", "textarea"})
READ_ALOUD = frozenset({"title", "aria-label", "alt", "placeholder"})
NO_PAGES_OF_OURS = ("/problems/", "/clubs/frohsinn/data/{preview}/")
"""Codes for programs, and the cells of a spreadsheet of somebody else, as they are."""
NOWHERE = re.compile(
    r"\b\d{4}-\d\d-\d\d\b|\b\d{1,2}/\d{1,2}/\d{2,4}\b|\b\d{1,2}\.\d{1,2}\.\d\d\b(?![.\d])|"
    r"(?<![\w.,:/+#–-])\d{5,}(?![\w–-])|(?<![\w.,:/+-])\d{1,3}[', \u00a0\u202f]\d{3}(?![\d.])|"
    r"\b\d{1,2}\.? [^\W\d_]{4,} \d{4}\b"
)
"""Days of other countries and of programs, digits without groups, with other signs, long months."""
NOT_IN_ENGLISH = re.compile(r"\b\d{1,2}\.\d{1,2}\.\d{4}\b")


class Seen(HTMLParser):
    """What a page shows and reads aloud."""

    def __init__(self) -> None:
        super().__init__()
        self.inside: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside += [tag] * (tag in UNSEEN)
        self.texts += [value for name, value in attrs if value and name in READ_ALOUD]

    def handle_endtag(self, tag: str) -> None:
        if self.inside and self.inside[-1] == tag:
            self.inside.pop()

    def handle_data(self, data: str) -> None:
        if not self.inside:
            self.texts.append(re.sub(r"[ \n\t]+", " ", data))


def faults(language: str, page: str) -> Iterator[str]:
    """Every other form of a day or of a number."""
    seen = Seen()
    seen.feed(page)
    with translation.override(language):
        weekdays = "|".join(map(str, WEEKDAYS.values()))
    spoken = re.compile(rf"(?:{weekdays}),? \d{{1,2}}\.? [^\W\d_]+ \d{{4}}", re.IGNORECASE)
    for text in seen.texts:
        told = spoken.sub("", text)
        yield from NOWHERE.findall(told)
        if language == FOR_PROGRAMS:
            yield from NOT_IN_ENGLISH.findall(told)


@pytest.mark.parametrize(
    ("language", "told", "found"),
    [
        ("de", "Am 22.11.2026 um 19.30 Uhr, 1884 Punkte, 10’048", []),
        ("de", "Samstag, 31. Oktober 2026", []),
        ("de", "Am 31. Oktober 2026", ["31. Oktober 2026"]),
        ("fr", "samedi 31 octobre 2026", []),
        ("fr", "le 31/10/2026, 10 048 points", ["31/10/2026", "10 048"]),
        ("it", "2026-11-22, 10048 punti", ["2026-11-22", "10048"]),
        ("en", "22 Nov 2026", []),
        ("en", "22.11.2026, 22 November 2026", ["22 November 2026", "22.11.2026"]),
        ("en", "10,048 points", ["10,048"]),
    ],
)
def test_another_form_of_a_day_or_a_number_is_found(language, told, found):
    assert list(faults(language, f"<p>{told}</p><code>2026-11-22</code>")) == found


@pytest.mark.proof
@pytest.mark.django_db
def test_days_and_numbers_have_one_form_a_language_on_every_page(monkeypatch):
    world = demo_world(timezone.localdate(), monkeypatch)
    found = []
    for who, language in product({**CLUB_PAGES, **HALL_PAGES}, LANGUAGES):
        client = client_of(world, who, language)
        for path in (*CLUB_PAGES.get(who, ()), *HALL_PAGES.get(who, ())):
            if path not in NO_PAGES_OF_OURS:
                page = client.get(path.format_map(world), follow=True).content.decode()
                found += [f"{path} ({language}): {fault}" for fault in faults(language, page)]
    assert found == []
