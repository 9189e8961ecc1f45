"""Facts in, ruling out: pure, the same answer for the same facts, profile and edition."""

from collections.abc import Mapping
from functools import partial
from statistics import fmean

from referee.rules.profile import Profile
from referee.rulings.answers import Position, locate, told_impossible
from referee.rulings.boxes import Box, bits
from referee.rulings.case import Case, FactsError, read_case
from referee.rulings.consistency import misfits
from referee.rulings.neighbours import competing, misses
from referee.rulings.reading import table_of
from referee.rulings.ruling import Decision, Question, Ruling, Step
from referee.rulings.settling import Settled, settled
from referee.rulings.tables import Row, Table, laws
from referee.rulings.vocabulary import Verdict


def next_question(table: Table, position: Position) -> Question:
    """The best question for a position in which something is unknown that matters."""
    box = position.box
    best = min(position.unknown, key=lambda axis: _left_after(table, box, axis))
    fact = table.axes[best]
    return Question(
        fact=fact.name,
        text=fact.ask,
        why=fact.why,
        answers=tuple(
            (fact.domain[place], fact.labels.get(fact.domain[place], {}))
            for place in bits(box[best])
            if table.possible(_answered(box, best, place))
        ),
    )


def _left_after(table: Table, box: Box, axis: int) -> float:
    """How many decisions are open on average when this axis is answered."""
    possible = [table.possible(_answered(box, axis, place)) for place in bits(box[axis])]
    return fmean(laws(rows) for rows in possible if rows)


def _answered(box: Box, axis: int, place: int) -> Box:
    return (*box[:axis], 1 << place, *box[axis + 1 :])


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
        find_competing=partial(competing, table, case, position, now),
        find_misses=partial(misses, table, case, position, now),
    )


def _asked(table: Table, case: Case, position: Position) -> Ruling:
    question, rows = next_question(table, position), table.possible(position.box)
    return Ruling(
        article=table.article,
        verdict=Verdict.NEED_FACTS,
        decision=Decision(says=question.text, cites=(question.why,) if question.why else ()),
        profile=case.profile.slug,
        edition=case.profile.edition,
        rows=tuple(row.id for row in rows),
        question=question,
        trace=_trace(table, position, rows),
    )


def _trace(table: Table, position: Position, rows: list[Row]) -> tuple[Step, ...]:
    """The answers that the rows turn on."""
    used = {name for row in rows for name in row.when}
    return tuple(
        Step(fact=answer.axis.name, value=answer.value, source=answer.source)
        for answer in position.answers
        if answer.axis.name in used
    )
