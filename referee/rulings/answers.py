"""Where a case lies on the axes of its table: an answer for each axis, and where it comes from."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from jassclub.core.errors import Finding, pointer
from referee.rulings.case import Case, FactsError
from referee.rulings.derivations import BINDINGS, DERIVATIONS
from referee.rulings.facts import UNKNOWN, Fact
from referee.rulings.tables import Box, Row, Table, within

CONTEXT = frozenset({"game", "mode", "offender", "avoidance", "alone"})
"""Facts that are told in any dispute and show nothing of the question."""


def subject(selector: Fact, table: Table, case: Case) -> object:
    """The question that looks at most of what was told. UNKNOWN where several look at as much,
    None where nothing is shown.
    """
    taken = {fact.name for fact in table.facts.values() if {fact.default, fact.given} != {None}}
    facts_told = case.told.keys() - CONTEXT - taken - {selector.name}
    seen = {
        question: facts_told & looked_at(table, selector, question) for question in selector.domain
    }
    most = max(map(len, seen.values()))
    best = [question for question, facts in seen.items() if len(facts) == most]
    if not most:
        return None
    return best[0] if len(best) == 1 else UNKNOWN


def looked_at(table: Table, selector: Fact, question: object) -> frozenset[str]:
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
        yield from inputs_of(table.facts[axis])
        for part in table.facts[axis].made_of:
            yield from inputs_of(table.facts[part])


def _named(row: Row) -> Iterator[str]:
    """The details that the effects, options and answer of a row name."""
    outcome = row.outcome
    for template in (*outcome.effects, *outcome.options, outcome.answer):
        for value in template.values():
            items = map(str, value if isinstance(value, list) else [value])
            yield from (item[1:] for item in items if item.startswith("$"))


SELECTOR = "matter"
"""The axis that says which question of an article is meant."""
_UNTOLD = object()
Source = Literal["told", "derived", "profile", "default", "unknown"]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer on one axis and where it comes from; `among`: what is left where it is open."""

    axis: Fact
    value: object
    source: Source
    among: tuple[object, ...] = ()

    @property
    def mask(self) -> int:
        """The answers that are left, as a set."""
        masks = self.axis.masks
        return sum(masks[answer] for answer in self.among) if self.among else masks[self.value]


@dataclass(frozen=True)
class Position:
    """The answers on all axes of a table, in its order, and the box they leave."""

    answers: tuple[Answer, ...]

    @cached_property
    def box(self) -> Box:
        return tuple(answer.mask for answer in self.answers)

    @property
    def unknown(self) -> list[int]:
        """The places of the axes without an answer."""
        return [place for place, answer in enumerate(self.answers) if answer.source == "unknown"]


def locate(table: Table, case: Case, near: tuple[Case, Position] | None = None) -> Position:
    """The position of the case; FactsError where facts contradict each other. `near`: a case of
    the same table under the same profile, located before: what nothing bears on that was changed
    stays."""
    findings: list[Finding] = []
    known = near[1].answers if near else (None,) * len(table.axes)
    changed = _changed(case.told, near[0].told) if near else frozenset()
    position = Position(
        tuple(
            answer
            if answer and not axis.selector and changed.isdisjoint(_bearing_on(axis, table))
            else _answer(axis, table, case, findings)
            for axis, answer in zip(table.axes, known, strict=True)
        )
    )
    findings += _impossible(table, position)
    if findings:
        raise FactsError(findings)
    return position


def _changed(told: Mapping[str, object], before: Mapping[str, object]) -> frozenset[str]:
    names = told.keys() | before.keys()
    return frozenset(it for it in names if told.get(it, _UNTOLD) != before.get(it, _UNTOLD))


def _bearing_on(axis: Fact, table: Table) -> frozenset[str]:
    """All facts that may turn the answer on an axis."""
    if (key := ("bearing", axis.name)) not in table.memory:
        parts = [table.facts[name] for name in axis.made_of]
        inputs = (inputs_of(it) | it.made_of for it in (axis, *parts))
        reads = DERIVATIONS[axis.derived].reads if axis.derived else ()
        table.memory[key] = frozenset({axis.name, *reads}).union(*inputs)
    return table.memory[key]


def told_impossible(table: Table, case: Case) -> list[Finding]:
    """What was told that cannot stand together, with nothing concluded from it."""
    answers = (_as_told(axis, case.told.get(axis.name, UNKNOWN)) for axis in table.axes)
    return _impossible(table, Position(tuple(answers)))


def _as_told(axis: Fact, value: object) -> Answer:
    answer = axis.answer(value)
    return Answer(axis, answer, "told" if answer != UNKNOWN else "unknown")


def _answer(axis: Fact, table: Table, case: Case, findings: list[Finding]) -> Answer:
    if axis.name in case.told or axis.derived or axis.parts or axis.name == SELECTOR:
        return _followed(axis, table, case, findings)
    return _by_default(axis, case)


def _followed(axis: Fact, table: Table, case: Case, findings: list[Finding]) -> Answer:
    made_up = _made_up(axis, table, case, findings) if axis.parts else None
    if made_up and case.told.get(axis.name, UNKNOWN) == UNKNOWN:
        return made_up
    derived = made_up.value if made_up else _derived(axis, case)
    if derived is None and axis.name == SELECTOR and axis.name not in case.told:
        derived = subject(axis, table, case)
    if axis.name in case.told:
        own = _as_told(axis, case.told[axis.name])
        if made_up and made_up.among and own.value not in made_up.among:
            derived = made_up.among[0]
        if (
            own.value != UNKNOWN
            and _shown(axis, case)
            and derived not in (None, UNKNOWN, own.value)
        ):
            params = {"fact": axis.name, "told": own.value, "derived": derived}
            findings.append(
                Finding(code="contradiction", pointer=pointer(axis.name), params=params)
            )
        if own.value != UNKNOWN or not _shown(axis, case):
            return own
    if derived not in (None, UNKNOWN):
        return Answer(axis, derived, "derived")
    if axis.name in case.told or derived is not None:
        return Answer(axis, UNKNOWN, "unknown")
    return _by_default(axis, case)


def _by_default(axis: Fact, case: Case) -> Answer:
    if axis.name not in case.defaults:
        return Answer(axis, UNKNOWN, "unknown")
    default = case.defaults[axis.name]
    value = axis.answer(default) if axis.classes else default
    return Answer(axis, value, "profile" if axis.profile else "default")


def _made_up(axis: Fact, table: Table, case: Case, findings: list[Finding]) -> Answer:
    """What the parts of an axis leave of it."""
    parts = [table.facts[name] for name in axis.made_of]
    known = {part.name: _answer(part, table, case, findings).value for part in parts}
    left = tuple(
        answer
        for answer, of in axis.parts.items()
        if all(known[name] in (UNKNOWN, *told) for name, told in of.items())
    )
    if len(left) == 1:
        return Answer(axis, left[0], "derived")
    return Answer(axis, UNKNOWN, "unknown", left)


def _derived(axis: Fact, case: Case) -> object:
    """What follows for an axis: an answer, UNKNOWN where it is open, None where nothing does."""
    if axis.derived is None:
        return None
    derivation = DERIVATIONS[axis.derived]
    if not derivation.inputs.isdisjoint(case.not_known):
        return UNKNOWN
    return derivation.find(case) if case.has(*derivation.needs) else None


def inputs_of(axis: Fact) -> frozenset[str]:
    """The facts from which the answer on an axis follows."""
    return DERIVATIONS[axis.derived].inputs if axis.derived else axis.made_of


def _shown(axis: Fact, case: Case) -> bool:
    """Whether something that was told bears on the axis: what holds by default contradicts
    nobody.
    """
    return not inputs_of(axis).isdisjoint(case.told)


def _impossible(table: Table, position: Position) -> list[Finding]:
    return [
        Finding(code="impossible_facts", params={"facts": ", ".join(case.when), **case.because})
        for case, hole in zip(table.impossible, table.holes, strict=True)
        if within(position.box, hole)
    ]
