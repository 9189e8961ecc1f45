"""Whose book a ruling speaks of, where nobody has named one: another book may decide otherwise."""

from django.utils.translation import gettext as _

from jassclub.core.languages import SOURCE
from referee.rulebook.articles import BOOKS, MAIN_BOOK, article, home
from referee.rules.profile import load_profile
from referee.rulings.case import FactsError
from referee.rulings.decide import decide
from referee.rulings.facts import Verdict
from referee.rulings.ruling import Decision, Ruling
from referee.telling import PROFILE
from referee.web.asked import CaseQuery, Tap
from referee.web.chips import Chip

BESIDE = ("what-is-jass", "club-swiss")
"""Rules of other books for the game of the main book."""


def is_named(asked: CaseQuery) -> bool:
    """Whether it is known by which rules is played: somebody said so, or a table has them."""
    return PROFILE in asked.written or bool(asked.filled or asked.path)


def elsewhere(ruling: Ruling, asked: CaseQuery) -> list[Chip]:
    """The book that a ruling of the main book rests on, with the others that decide otherwise; not
    those where that shows in what was taken as given."""
    if is_named(asked) or asked.profile.slug != MAIN_BOOK or "game" in asked.told:
        return []
    given = [
        (other.verdict, *_said(other.decision))
        for item in ruling.assumed
        for other in item.otherwise
    ]
    known = [None, (ruling.verdict, *_said(ruling.decision)), *given]
    taps = [
        Tap(_(load_profile(book).title), asked.address(**{PROFILE: book}))
        for book in BESIDE
        if _by(book, asked) not in known
    ]
    return [Chip(_("Gespielt wird nach:"), _(asked.profile.title), taps)] if taps else []


def whose(asked: CaseQuery, text: str) -> str:
    """The title of another book whose article was taken, where its ruling does not say so."""
    slug = asked.table.article
    if home(slug) == MAIN_BOOK or is_named(asked):
        return ""
    title = BOOKS[article(slug).book]
    return "" if title.split()[0] in text else _(title)


def _by(book: str, asked: CaseQuery) -> tuple[object, ...] | None:
    try:
        ruling = decide(asked.table.article, asked.facts, load_profile(book))
    except FactsError:
        return None
    open_ = ruling.verdict == Verdict.NEED_FACTS
    return None if open_ else (ruling.verdict, *_said(ruling.decision))


def _said(decision: Decision) -> tuple[object, ...]:
    said = decision.to_json(SOURCE)
    return said["answer"] or said["text"], said["effects"], said["options"]
