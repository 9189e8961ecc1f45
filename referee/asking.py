"""A question put to the law: unknown articles and profiles are refused with what exists."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from jassclub.core.errors import Invalid, NotFound
from referee.messages import refused
from referee.rulebook.articles import Article, article, article_slugs
from referee.rules.profile import Profile, load_profile, profile_slugs
from referee.rulings.case import FactsError
from referee.rulings.decide import decide
from referee.rulings.reading import table_of, table_slugs
from referee.rulings.ruling import Ruling
from referee.rulings.tables import Table
from referee.rulings.vocabulary import LANGUAGES


def ruled(slug: str, facts: Mapping[str, object], profile: Profile) -> Ruling:
    """The ruling; NotFound for an article that decides nothing, Invalid for bad facts."""
    table = found_table(slug)
    try:
        return decide(slug, facts, profile)
    except FactsError as error:
        raise refused(error.findings, table, language(None)) from None


def found_article(slug: str) -> Article:
    """The article, or NotFound with all that there are."""
    if slug not in article_slugs():
        text = _("Diesen Artikel gibt es nicht.")
        raise _missing("article_not_found", text, _nearest(slug, article_slugs()))
    return article(slug)


def found_table(slug: str) -> Table:
    """The table of an article, or NotFound with all articles that can be asked."""
    found_article(slug)
    if slug not in table_slugs():
        text = _("Dieser Artikel entscheidet keine Streitfälle.")
        raise _missing("article_without_table", text, _nearest(slug, table_slugs()))
    return table_of(slug)


def found_profile(slug: str) -> Profile:
    """The profile as it is shipped, or NotFound with all that there are."""
    try:
        return load_profile(slug)
    except KeyError:
        text = _("Dieses Regelprofil gibt es nicht.")
        raise _missing("profile_not_found", text, profile_slugs()) from None


def language(wanted: str | None) -> str:
    """The language asked for, else that of the request; Invalid for one we do not speak."""
    if not wanted:
        active = (get_language() or "de")[:2]
        return active if active in LANGUAGES else "de"
    if wanted not in LANGUAGES:
        raise Invalid.at(
            "/lang",
            "unknown_language",
            _("Diese Sprache gibt es nicht; es gibt: {languages}.").format(
                languages=", ".join(LANGUAGES)
            ),
        )
    return wanted


def _nearest(slug: str, slugs: list[str]) -> list[str]:
    """The slugs that look alike first, then those of the main book."""
    alike = get_close_matches(slug[:64], slugs, n=3, cutoff=0.5)
    return list(dict.fromkeys([*alike, *(name for name in slugs if "." not in name)]))


def _missing(code: str, text: str, existing: Iterable[str]) -> NotFound:
    names = ", ".join(existing)
    return NotFound(code, text + " " + _("Es gibt: {names}").format(names=names))
