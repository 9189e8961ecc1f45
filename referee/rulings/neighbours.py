"""What would be otherwise: if one fact were different, or if another book were followed.

Each is the whole case asked again with that one thing changed, so that no amount, card or seat of
the case as it was told is left in the answer.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from operator import and_

from referee.rules.profile import load_profile, profile_slugs
from referee.rulings.answers import Answer, Position, inputs_of
from referee.rulings.boxes import Box, bits
from referee.rulings.case import Case, case_under
from referee.rulings.facts import Fact
from referee.rulings.ruling import Neighbour
from referee.rulings.settling import Settled, located, settled
from referee.rulings.tables import Table

Facts = Mapping[str, object]


def misses(table: Table, case: Case, position: Position, now: Settled) -> list[Neighbour]:
    """What other answers would change, where a row fails on that one fact only."""
    neighbours: list[Neighbour] = []
    for axis, answer in _nearest(table, position):
        other = _settled_with(table, case, position, Answer(axis, answer, "told"))
        if other and other[0].law != now.law:
            neighbours = _joined(neighbours, _neighbour(axis, answer, *other))
    return neighbours


def competing(table: Table, case: Case, position: Position, now: Settled) -> list[Neighbour]:
    """What follows where another book is followed on one switch, and decides otherwise."""
    neighbours: list[Neighbour] = []
    for own, switch, value in _other_readings(position):
        if books := _with(switch, value):
            other_case = case_under(table, case, case.profile.with_switch(switch, value))
            other = _settled_by(table, other_case, books)
            if other and other.law != now.law:
                neighbours.append(_neighbour(own, value, other, other_case, books))
    return neighbours


def _other_readings(position: Position) -> Iterator[tuple[Fact, str, object]]:
    """The values of the switches between readings that do not hold here; a number of points is no
    other reading.
    """
    for own in position.answers:
        if (switch := own.axis.profile) and not own.axis.classes:
            yield from ((own.axis, switch, item) for item in own.axis.domain if item != own.value)


def _neighbour(
    fact: Fact, answer: object, other: Settled, case: Case, profiles: tuple[str, ...] = ()
) -> Neighbour:
    return Neighbour(
        fact=fact,
        answers=(answer,),
        decision=other.decision,
        verdict=other.verdict,
        facts=case.told,
        profiles=profiles,
    )


def _joined(neighbours: list[Neighbour], new: Neighbour) -> list[Neighbour]:
    """One line for all answers of a fact that lead to the same decision."""
    for place, old in enumerate(neighbours):
        if (old.fact, old.verdict, old.decision) == (new.fact, new.verdict, new.decision):
            both = replace(old, answers=(*old.answers, *new.answers))
            return [*neighbours[:place], both, *neighbours[place + 1 :]]
    return [*neighbours, new]


def _nearest(table: Table, position: Position) -> Iterator[tuple[Fact, object]]:
    """The answers with which a row would hold that now fails on that one fact, each once."""
    failing = ((_only_failing(position.box, wanted), wanted) for wanted in table.wanted)
    nearest = [
        (number, place)
        for number, wanted in failing
        if number is not None and not _is_given(table.axes[number])
        for place in bits(wanted[number])
    ]
    for number, place in dict.fromkeys(nearest):
        yield table.axes[number], table.axes[number].domain[place]


def _only_failing(box: Box, wanted: Box) -> int | None:
    """The one axis on which a row does not hold; None if it holds, or fails on more."""
    both = list(map(and_, wanted, box))
    return both.index(0) if both.count(0) == 1 else None


def _is_given(axis: Fact) -> bool:
    """Whether the axis is none of the facts of a case: a switch, or what the question is."""
    return bool(axis.profile) or axis.selector


def _settled_with(
    table: Table, case: Case, position: Position, new: Answer
) -> tuple[Settled, Case] | None:
    """What holds with another answer to one fact, and in which case; None where it is open.

    Where cards or numbers that were told say otherwise they are left out, and what else followed
    from them is told in their place.
    """
    told = {**case.told, new.axis.name: new.value}
    changed = replace(case, told=told)
    there = located(table, changed)
    if there is None:
        changed = replace(case, told=_without_inputs(told, position, new))
        there = located(table, changed)
    other = settled(table, changed, there) if there else None
    return (other, changed) if other else None


def _without_inputs(told: Facts, position: Position, new: Answer) -> Facts:
    dropped = inputs_of(new.axis)
    kept = {name: value for name, value in told.items() if name not in dropped}
    followed = {
        answer.axis.name: answer.value
        for answer in position.answers
        if answer.source == "derived" and dropped & inputs_of(answer.axis)
    }
    return {**followed, **kept, new.axis.name: new.value}


def _settled_by(table: Table, case: Case, books: tuple[str, ...]) -> Settled | None:
    """What holds by another switch, as the first of the books says that have it."""
    there = located(table, case)
    return settled(table, case, there, load_profile(books[0])) if there else None


@cache
def _with(path: str, value: object) -> tuple[str, ...]:
    """The shipped profiles that have the switch at this value."""
    shipped = [load_profile(slug) for slug in profile_slugs()]
    return tuple(profile.slug for profile in shipped if profile.value(path) == value)
