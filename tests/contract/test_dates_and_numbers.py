"""On every page, in every language: days as 22.11.2026, in English 22 Nov 2026, in words only with
their weekday; numbers of four digits and more in groups, 1’284, where people read them, and never
where programs do. Years and the names of games keep their digits together."""

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from itertools import product

import pytest
from django.utils import timezone, translation
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext

from jassclub.core.languages import FOR_PROGRAMS, LANGUAGES
from referee.rules.profile import load_profile, profile_slugs
from tests.browser.pages import CLUB_PAGES, HALL_PAGES, demo_world
from tests.contract.test_markup import client_of

UNSEEN = frozenset({"script", "style", "code", "pre", "template", "textarea"})
READ_ALOUD = frozenset({"title", "aria-label", "alt"})
NO_PAGES_OF_OURS = ("/problems/", "/clubs/frohsinn/data/{preview}/")
"""Codes for programs, and the cells of a spreadsheet of somebody else, as they are."""
NOWHERE = re.compile(
    r"\b\d{4}-\d\d-\d\d\b|\b\d{1,2}/\d{1,2}/\d{2,4}\b|\b\d{1,2}\.\d{1,2}\.\d\d\b(?![.\d])|"
    r"(?<![\w.,:/#’])\d{4,}(?![\w–-])|(?<![\w.,:/+-])\d{1,3}[', \u00a0\u202f]\d{3}(?![\d.])|"
    r"\b\d{1,2}\.? [^\W\d_]{4,} \d{4}\b"
)
"""Days of other countries and of programs, digits without groups, with other signs, long months."""
GROUPED = re.compile(r"(?<=\d)’(?=\d{3})")
YEARS = re.compile(r"\b20[12]\d(?:/\d\d)?(?!\d)")
NOT_IN_ENGLISH = re.compile(r"\b\d{1,2}\.\d{1,2}\.\d{4}\b")


class Seen(HTMLParser):
    """What a page shows and reads aloud."""

    def __init__(self) -> None:
        super().__init__()
        self.inside: list[str] = []
        self.texts: list[str] = []
        self.for_programs: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside += [tag] * (tag in UNSEEN)
        for name, value in attrs:
            told = self.texts if name in READ_ALOUD else self.for_programs
            told.append(value or "")

    def handle_endtag(self, tag: str) -> None:
        if self.inside and self.inside[-1] == tag:
            self.inside.pop()

    def handle_data(self, data: str) -> None:
        if not self.inside:
            self.texts.append(re.sub(r"[ \n\t]+", " ", data))


@cache
def names(language: str) -> re.Pattern[str]:
    """What games are called, as far as their number: Schieber auf 1000; a standard and a town."""
    with translation.override(language):
        titles = [gettext(load_profile(slug).title) for slug in profile_slugs()]
    found = {match[0] for title in titles if (match := re.match(r".*?\b\d{4}\b", title))}
    return re.compile("|".join(map(re.escape, [*found, "RFC 8259", "→ 6000"])))


def faults(language: str, page: str) -> Iterator[str]:
    """Every other form of a day or of a number, and the form of people where programs read."""
    seen = Seen()
    seen.feed(page)
    with translation.override(language):
        weekdays = "|".join(map(str, WEEKDAYS.values()))
    spoken = re.compile(rf"(?:{weekdays}),? \d{{1,2}}\.? [^\W\d_]+ \d{{4}}", re.IGNORECASE)
    for text in seen.texts:
        told = names(language).sub("", spoken.sub("", text))
        yield from (fault for fault in NOWHERE.findall(told) if not YEARS.fullmatch(fault))
        if language == FOR_PROGRAMS:
            yield from NOT_IN_ENGLISH.findall(told)
    yield from filter(GROUPED.search, seen.for_programs)


@pytest.mark.parametrize(
    ("language", "told", "found"),
    [
        ("de", "Am 22.11.2026 um 19.30 Uhr, 1’884 Punkte, 10’048, Saison 2026/27", []),
        ("de", "1884 Punkte, 1284 : 900, −1570", ["1884", "1284", "1570"]),
        ("de", "Schieber auf 1000, einfach: 1000", ["1000"]),
        ("fr", "Chibre à 1000 : 1’000", []),
        ("de", "Samstag, 31. Oktober 2026", []),
        ("de", "Am 31. Oktober 2026", ["31. Oktober 2026"]),
        ("fr", "samedi 31 octobre 2026", []),
        ("fr", "le 31/10/2026, 10 048 points", ["31/10/2026", "10 048"]),
        ("it", "2026-11-22, 10048 punti", ["2026-11-22", "10048"]),
        ("it", '<b data-total="1’284" value="1284">', ["1’284"]),
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
