"""Facts in, ruling out: pure, the same answer for the same facts, profile and edition.

A case that the rows of its table decide, whether as it was told or as it is asked again.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from referee.rules.profile import Profile
from referee.rulings.answers import Position, locate, told_impossible
from referee.rulings.case import Case, FactsError, misfits, read_case
from referee.rulings.facts import Verdict
from referee.rulings.otherwise import (
    Settled,
    assumptions,
    branches,
    competing,
    misses,
    settled,
    used_by,
)
from referee.rulings.questions import next_question, open_words
from referee.rulings.reading import table_of
from referee.rulings.ruling import Decision, Details, Ruling, Step, decided, filled
from referee.rulings.tables import Row, Table, within


def decide(article: str, facts: Mapping[str, object], profile: Profile) -> Ruling:
    """The ruling on a case.

    `facts` as the article's table describes them; what is not mentioned holds by default or is
    asked for. KeyError if the article has no table, FactsError if the facts cannot be read or
    contradict each other.
    """
    return decide_by(table_of(article), facts, profile)


def decide_by(table: Table, facts: Mapping[str, object], profile: Profile) -> Ruling:
    """The ruling by a table that is given."""
    case, position = _located(table, facts, profile)
    now = settled(table, case, position)
    return _decided(table, case, position, now) if now else _asked(table, case, position)


def can_be(table: Table, facts: Mapping[str, object], profile: Profile) -> bool:
    """Whether facts can be read and stand together."""
    try:
        _located(table, facts, profile)
    except FactsError:
        return False
    return True


def _located(table: Table, facts: Mapping[str, object], profile: Profile) -> tuple[Case, Position]:
    case, unread = read_case(table, facts, profile)
    if wrong := [*unread, *misfits(table, case)]:
        raise FactsError([*wrong, *told_impossible(table, case)])
    return case, locate(table, case)


def _decided(table: Table, case: Case, position: Position, now: Settled) -> Ruling:
    return Ruling(
        article=table.article,
        verdict=now.verdict,
        decision=now.decision,
        readings=now.readings,
        profile=case.profile.slug,
        edition=case.profile.edition,
        rows=tuple(row.id for row in now.rows),
        trace=_trace(table, position, now.rows),
        find_assumed=partial(assumptions, table, case, position, now),
        find_competing=partial(competing, table, case, position, now),
        find_misses=partial(misses, table, case, position, now),
    )


def _asked(table: Table, case: Case, position: Position) -> Ruling:
    rows = table.possible(position.box)
    question, details = next_question(table, case, position), Details(table, case)
    return Ruling(
        article=table.article,
        verdict=Verdict.NEED_FACTS,
        decision=replace(open_words(table, case, position), answer=_certain(rows, details)),
        sure=_sure(table, position, rows, details),
        branches=() if question else branches(table, case, position),
        profile=case.profile.slug,
        edition=case.profile.edition,
        rows=tuple(row.id for row in rows),
        question=question,
        trace=_trace(table, position, rows),
        find_assumed=partial(assumptions, table, case, position, None),
    )


def _sure(table: Table, position: Position, rows: list[Row], details: Details) -> Decision | None:
    """What holds whatever is told yet, in words; None where the table has none for it."""
    for sure in table.sure:
        here = within(position.box, table.box(sure.when))
        if here and all(sure.is_part_of(row) for row in rows):
            return decided(sure.outcome, sure.cites, details)
    return None


def _certain(rows: list[Row], details: Details) -> Mapping[str, object]:
    """What all rows answer alike, whatever is told yet."""
    first, *others = [row.outcome.answer for row in rows]
    alike = {
        name: value
        for name, value in first.items()
        if all(other.get(name, ...) == value for other in others)
    }
    return filled(alike, details)


def _trace(table: Table, position: Position, rows: list[Row]) -> tuple[Step, ...]:
    """The answers that the rows turn on."""
    used = used_by(rows)
    return tuple(
        Step(fact=answer.axis.name, value=answer.value, source=answer.source)
        for answer in position.answers
        if answer.axis.name in used
    )
