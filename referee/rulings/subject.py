"""What a case is about, where an article answers several questions and nobody said which.

A fact that is told and that a question does not look at shows that another question is meant: to
take the usual question all the same would rule against the story.
"""

from collections.abc import Iterator

from referee.rulings.case import Case
from referee.rulings.derivations import BINDINGS, DERIVATIONS
from referee.rulings.facts import Fact
from referee.rulings.tables import Row, Table
from referee.rulings.vocabulary import UNKNOWN

CONTEXT = frozenset({"game", "mode", "offender", "avoidance", "alone"})
"""Facts that are told in any dispute and show nothing of the question."""


def subject(selector: Fact, table: Table, case: Case) -> object:
    """The question that looks at most of what was told; the usual one where others look at no
    more. UNKNOWN where several look at the same facts, None where nothing is shown.
    """
    told = case.told.keys() - CONTEXT - {selector.name}
    seen = {question: told & _looked_at(table, selector, question) for question in selector.domain}
    most = max(map(len, seen.values()))
    best = [question for question, facts in seen.items() if len(facts) == most]
    if not most or selector.default in best:
        return None
    return best[0] if len(best) == 1 else UNKNOWN


def _looked_at(table: Table, selector: Fact, question: object) -> frozenset[str]:
    """All facts that a question turns on, or that its ruling names."""
    if question not in table.memory:
        table.memory[question] = frozenset(_names(table, selector.name, question))
    return table.memory[question]


def _names(table: Table, selector: str, question: object) -> Iterator[str]:
    rows = [row for row in table.rows if question in row.when.get(selector, (question,))]
    for row in rows:
        yield from (name for name in row.when if name != selector)
        yield from (name for name in _named(row) if name not in BINDINGS)
    for axis in {name for row in rows for name in row.when}:
        if (derived := table.facts[axis].derived) is not None:
            yield from DERIVATIONS[derived].inputs


def _named(row: Row) -> Iterator[str]:
    """The details that the effects, options and answer of a row name."""
    outcome = row.outcome
    for template in (*outcome.effects, *outcome.options, outcome.answer):
        for value in template.values():
            items = map(str, value if isinstance(value, list) else [value])
            yield from (item[1:] for item in items if item.startswith("$"))
