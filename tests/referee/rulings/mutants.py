"""Tables with one mistake in them: each must be refused by the loader or caught by an example."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import replace
from typing import Any

from referee.rules.profile import load_profile
from referee.rulings.case import FactsError
from referee.rulings.decide import decide_by
from referee.rulings.facts import Until
from referee.rulings.reading import gaps, idle_rows, overlaps
from referee.rulings.tables import Box, Outcome, Row, Table, without

Mutant = tuple[str, Table]


def mutants(table: Table) -> Iterator[Mutant]:
    """All tables that differ from `table` in one thing, with a name for what differs.

    One that decides every case as before (`same_law`) is no mistake.
    """
    kinds = (_dropped_rows, _changed_cells, _swapped_outcomes, _dropped_overrides)
    for kind in (*kinds, _shifted_deadlines):
        yield from kind(table)


def same_law(one: Table, other: Table) -> bool:
    """Whether two tables over the same axes decide every case alike."""
    first, second = _by_law(one), _by_law(other)
    return first.keys() == second.keys() and all(
        not without(first[law], second[law]) and not without(second[law], first[law])
        for law in first
    )


def _by_law(table: Table) -> dict[str, list[Box]]:
    found: dict[str, list[Box]] = {}
    for row, boxes in table.regions:
        if boxes:
            found.setdefault(row.outcome.law, []).extend(boxes)
    return found


def killed(mutant: Table) -> bool:
    """Whether the loader's checks or an example of the table tells the mutant from the law."""
    if gaps(mutant) or overlaps(mutant) or idle_rows(mutant):
        return True
    return any(not holds(mutant, example) for example in mutant.examples)


def holds(table: Table, example: Mapping[str, Any]) -> bool:
    """Whether an example comes out by this table."""
    profile = load_profile(example.get("profile", "jassregeln"))
    expected = dict(example["expect"])
    try:
        ruling = decide_by(table, example["facts"], profile)
    except FactsError:
        return False
    said = ruling.to_json("de")
    row = expected.pop("row")
    return row in ruling.rows and all(said[name] == value for name, value in expected.items())


def _with_rows(table: Table, rows: Iterator[Row] | list[Row]) -> Table:
    return replace(table, rows=tuple(rows))


def _with_row(table: Table, changed: Row) -> Table:
    return _with_rows(table, [changed if row.id == changed.id else row for row in table.rows])


def _dropped_rows(table: Table) -> Iterator[Mutant]:
    for gone in table.rows:
        yield f"without {gone.id}", _with_rows(table, [r for r in table.rows if r.id != gone.id])


def _changed_cells(table: Table) -> Iterator[Mutant]:
    for row in table.rows:
        for name, answers in row.when.items():
            for answer in table.facts[name].domain:
                cell = _toggled(answers, answer)
                if cell:
                    changed = replace(row, when={**row.when, name: cell})
                    yield f"{row.id}: {name} = {cell}", _with_row(table, changed)


def _toggled(answers: tuple[object, ...], answer: object) -> tuple[object, ...]:
    if answer in answers:
        return tuple(other for other in answers if other != answer)
    return (*answers, answer)


def _swapped_outcomes(table: Table) -> Iterator[Mutant]:
    for at, row in enumerate(table.rows):
        for other in table.rows[at + 1 :]:
            if row.outcome.law != other.outcome.law:
                first = _with_row(table, replace(row, outcome=other.outcome))
                yield (
                    f"{row.id} <-> {other.id}",
                    _with_row(first, replace(other, outcome=row.outcome)),
                )


def _dropped_overrides(table: Table) -> Iterator[Mutant]:
    for row in table.rows:
        for name in row.overrides:
            left = tuple(other for other in row.overrides if other != name)
            yield f"{row.id} over {name}", _with_row(table, replace(row, overrides=left))


def _shifted_deadlines(table: Table) -> Iterator[Mutant]:
    for row in table.rows:
        for part in ("effects", "options"):
            for place, item in enumerate(getattr(row.outcome, part)):
                if "until" in item:
                    outcome = _shifted(row.outcome, part, place)
                    changed = replace(row, outcome=outcome)
                    yield f"{row.id}: {part} {place} until", _with_row(table, changed)


def _shifted(outcome: Outcome, part: str, place: int) -> Outcome:
    items = deepcopy(list(getattr(outcome, part)))
    moments = list(Until)
    at = moments.index(Until(items[place]["until"]))
    items[place] = {**items[place], "until": str(moments[(at + 1) % len(moments)])}
    if part == "effects":
        return replace(outcome, effects=tuple(items))
    return replace(outcome, options=tuple(items))
