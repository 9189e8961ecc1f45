"""Where a case lies on the axes of its table: an answer for each axis, and where it comes from."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from jassclub.core.findings import Finding, pointer
from referee.rulings.boxes import Box, within
from referee.rulings.case import Case, Derivation, FactsError
from referee.rulings.derivations import DERIVATIONS
from referee.rulings.facts import Fact, known
from referee.rulings.subject import subject
from referee.rulings.tables import Table
from referee.rulings.vocabulary import UNKNOWN

SELECTOR = "matter"
"""The axis that says which question of an article is meant."""
Source = Literal["told", "derived", "profile", "default", "unknown"]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer on one axis and where it comes from."""

    axis: Fact
    value: object
    source: Source


@dataclass(frozen=True)
class Position:
    """The answers on all axes of a table, in its order, and the box they leave."""

    answers: tuple[Answer, ...]

    @cached_property
    def box(self) -> Box:
        return tuple(answer.axis.mask(answer.value) for answer in self.answers)

    @property
    def unknown(self) -> list[int]:
        """The places of the axes without an answer."""
        return [at for at, answer in enumerate(self.answers) if answer.source == "unknown"]


def locate(table: Table, case: Case) -> Position:
    """The position of the case; FactsError where facts contradict each other."""
    findings: list[Finding] = []
    position = Position(tuple(_answer(axis, table, case, findings) for axis in table.axes))
    findings += _impossible(table, position)
    if findings:
        raise FactsError(findings)
    return position


def told_impossible(table: Table, case: Case) -> list[Finding]:
    """What was told that cannot stand together, with nothing concluded from it."""
    told = (axis.answer(case.told.get(axis.name, UNKNOWN)) for axis in table.axes)
    position = Position(tuple(map(_as_told, table.axes, told)))
    return _impossible(table, position)


def _as_told(axis: Fact, value: object) -> Answer:
    return Answer(axis, value, "told" if known(value) else "unknown")


def _answer(axis: Fact, table: Table, case: Case, findings: list[Finding]) -> Answer:
    derived = _derived(axis, case)
    if derived is None and axis.name == SELECTOR and axis.name not in case.told:
        derived = subject(axis, table, case)
    if axis.name in case.told:
        told = axis.answer(case.told[axis.name])
        if known(told) and _shown(axis, case) and derived not in (None, UNKNOWN, told):
            params = {"fact": axis.name, "told": told, "derived": derived}
            findings.append(
                Finding(code="contradiction", pointer=pointer(axis.name), params=params)
            )
        if known(told) or not _shown(axis, case):
            return _as_told(axis, told)
    if derived is not None and known(derived):
        return Answer(axis, derived, "derived")
    if axis.name in case.told or derived is not None or axis.name not in case.defaults:
        return Answer(axis, UNKNOWN, "unknown")
    return Answer(
        axis, axis.answer(case.defaults[axis.name]), "profile" if axis.profile else "default"
    )


def _derived(axis: Fact, case: Case) -> object:
    """What follows for an axis: an answer, UNKNOWN where it is open, None where nothing does."""
    if axis.derived is None:
        return None
    derivation = DERIVATIONS[axis.derived]
    if _said_to_be_unknown(derivation, case):
        return UNKNOWN
    return derivation.find(case) if case.has(*derivation.needs) else None


def inputs_of(axis: Fact) -> frozenset[str]:
    """The facts from which the answer on an axis follows."""
    if axis.derived is None:
        return frozenset()
    derivation = DERIVATIONS[axis.derived]
    return frozenset((*derivation.needs, *derivation.also))


def _shown(axis: Fact, case: Case) -> bool:
    """Whether something that was told bears on the axis: what holds by default contradicts
    nobody.
    """
    return any(name in case.told for name in inputs_of(axis))


def _said_to_be_unknown(derivation: Derivation, case: Case) -> bool:
    inputs = (*derivation.needs, *derivation.also)
    return any(name in case.told and not known(case.told[name]) for name in inputs)


def _impossible(table: Table, position: Position) -> list[Finding]:
    box = position.box
    return [
        Finding(code="impossible_facts", params={"facts": ", ".join(case.when), **case.because})
        for case, hole in zip(table.impossible, table.holes, strict=True)
        if within(box, hole)
    ]
