"""Whose book a ruling speaks of, where nobody has named one: another book may decide otherwise."""

import re

from django.utils.translation import gettext as _

from jassclub.core.languages import SOURCE
from referee.rulebook.articles import BOOKS, MAIN_BOOK, article, home
from referee.rulebook.lookup.learning import LAW
from referee.rules.profile import load_profile
from referee.rulings.case import FactsError
from referee.rulings.decide import decide
from referee.rulings.facts import Verdict
from referee.rulings.ruling import Decision, Ruling
from referee.telling import PROFILE
from referee.web.asked import CaseQuery, Tap
from referee.web.chips import Chip

BESIDE = {"what-is-jass": "what-is-jass.", "club-swiss": "swiss-club."}
"""Rules of other books for the game of the main book, and how their articles are called."""

SITE = re.compile(r"https?://(?:www\.|m\.)?([^/\s]+)")


def is_named(asked: CaseQuery) -> bool:
    """Whether it is known by which rules is played: somebody said so, or a table has them."""
    return PROFILE in asked.written or bool(asked.filled or asked.path)


def elsewhere(ruling: Ruling, asked: CaseQuery) -> tuple[list[Chip], bool]:
    """The book that a ruling of the main book rests on, with the others that decide otherwise or
    have a sentence of their own, and whether one decides otherwise; not those where that shows
    in what was taken as given."""
    if is_named(asked) or asked.profile.slug != MAIN_BOOK or "game" in asked.told:
        return [], False
    given = [
        (other.verdict, *_said(other.decision))
        for item in ruling.assumed
        for other in item.otherwise
    ]
    own = (ruling.verdict, *_said(ruling.decision))
    taps, otherwise = list[Tap](), False
    for book, articles in BESIDE.items():
        if (other := _by(book, asked)) is None:
            continue
        said = (other.verdict, *_said(other.decision))
        turns = said not in (own, *given)
        if turns or any(cite.startswith(articles) for cite in other.decision.cites):
            taps.append(Tap(_(load_profile(book).title), asked.address(**{PROFILE: book})))
            otherwise |= turns
    chip = Chip(_("Gespielt wird nach:"), _(asked.profile.title), taps)
    return [chip] * bool(taps), otherwise


def whose(asked: CaseQuery, text: str) -> str:
    """Another book whose article was taken, where its ruling does not say so and nobody named it.
    By what one of no book of law says nobody is bound, even in the Jass that was named: its site.
    """
    found = article(asked.table.article)
    if home(found.slug) == MAIN_BOOK or (is_named(asked) and found.book in LAW):
        return ""
    title, site = BOOKS[found.book], SITE.match(found.source)
    if is_named(asked) and site:
        return site[1]
    return "" if title.split()[0] in text else _(title)


def _by(book: str, asked: CaseQuery) -> Ruling | None:
    try:
        ruling = decide(asked.table.article, asked.facts, load_profile(book))
    except FactsError:
        return None
    return None if ruling.verdict == Verdict.NEED_FACTS else ruling


def _said(decision: Decision) -> tuple[object, ...]:
    said = decision.to_json(SOURCE)
    return said["answer"] or said["text"], said["effects"], said["options"]
