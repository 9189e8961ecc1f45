"""Facts in, ruling out: pure, the same answer for the same facts, profile and edition."""

from collections.abc import Mapping

from referee.rules.profile import Profile
from referee.rulings.answers import Answer, Position, locate, told_impossible
from referee.rulings.binding import Details, decided
from referee.rulings.case import Case, FactsError, read_case
from referee.rulings.consistency import misfits
from referee.rulings.interview import next_question
from referee.rulings.neighbours import competing, misses
from referee.rulings.reading import table_of
from referee.rulings.ruling import Decision, Ruling, Step
from referee.rulings.tables import Row, Table, laws
from referee.rulings.vocabulary import Verdict


def decide(article: str, facts: Mapping[str, object], profile: Profile) -> Ruling:
    """The ruling on a case.

    `facts` as the article's table describes them; what is not mentioned holds by default or is
    asked for. KeyError if the article has no table, FactsError if the facts cannot be read or
    contradict each other.
    """
    return decide_by(table_of(article), facts, profile)


def decide_by(table: Table, facts: Mapping[str, object], profile: Profile) -> Ruling:
    """The ruling by a table that is given."""
    case, unread = read_case(table, facts, profile)
    if wrong := [*unread, *misfits(table, case)]:
        raise FactsError([*wrong, *told_impossible(table, case)])
    position = locate(table, case)
    rows = table.possible(position.box)
    return (_settled if laws(rows) == 1 else _open)(table, case, position, rows)


def _settled(table: Table, case: Case, position: Position, rows: list[Row]) -> Ruling:
    row, details = rows[0], Details(table, case)
    outcome = row.outcome
    cites = tuple(dict.fromkeys(cite for other in rows for cite in other.cites))
    return Ruling(
        article=table.article,
        verdict=outcome.verdict,
        decision=decided(outcome, cites, details),
        readings=tuple(decided(item, item.cites, details) for item in outcome.readings),
        profile=case.profile.slug,
        edition=case.profile.edition,
        rows=tuple(other.id for other in rows),
        competing=tuple(competing(table, position, row, details)),
        misses=tuple(misses(table, position, row, details)),
        trace=_trace(table, position, rows),
    )


def _open(table: Table, case: Case, position: Position, rows: list[Row]) -> Ruling:
    question = next_question(table, position)
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
    return tuple(_step(answer) for answer in position.answers if answer.axis.name in used)


def _step(answer: Answer) -> Step:
    return Step(fact=answer.axis.name, value=answer.value, source=answer.source)
