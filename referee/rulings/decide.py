"""Facts in, ruling out: pure, the same answer for the same facts, profile and edition.

A case that the rows of its table decide, whether as it was told or as it is asked again.

What would be otherwise: if one fact were different, or if another book were followed.

Each is the whole case asked again with that one thing changed, so that no amount, card or seat of
the case as it was told is left in the answer.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from operator import and_
from statistics import fmean

from referee.rules.profile import Profile, load_profile, profile_slugs
from referee.rulings.answers import Answer, Position, inputs_of, locate, told_impossible
from referee.rulings.case import Case, FactsError, case_under, misfits, read_case
from referee.rulings.facts import Fact, Verdict
from referee.rulings.reading import table_of
from referee.rulings.ruling import (
    Decision,
    Details,
    Neighbour,
    Question,
    Ruling,
    Step,
    decided,
)
from referee.rulings.tables import Box, Row, Table, bits, laws


@dataclass(frozen=True, kw_only=True)
class Settled:
    """What holds: `rows` are those that apply, all of one law; what they say in this case is
    worked out when it is asked for. `book`: whose words are cited.
    """

    rows: list[Row]
    details: Details
    book: Profile

    @property
    def verdict(self) -> Verdict:
        return self.rows[0].outcome.verdict

    @property
    def law(self) -> str:
        return self.rows[0].outcome.law

    @cached_property
    def decision(self) -> Decision:
        cites = dict.fromkeys(citation for row in self.rows for citation in row.cites)
        return decided(self.rows[0].outcome, tuple(cites), self.details, self.book)

    @property
    def readings(self) -> tuple[Decision, ...]:
        return tuple(
            decided(reading, reading.cites, self.details, self.book)
            for reading in self.rows[0].outcome.readings
        )


def settled(
    table: Table, case: Case, position: Position, book: Profile | None = None
) -> Settled | None:
    """The decision, None where rows of different law remain. `book`: whose words are cited, if
    another's than that of the case.
    """
    rows = table.possible(position.box)
    if laws(rows) != 1:
        return None
    return Settled(rows=rows, details=Details(table, case), book=book or case.profile)


def located(table: Table, case: Case) -> Position | None:
    """Where a case lies that nobody told like this; None where its facts cannot stand together."""
    try:
        return locate(table, case)
    except FactsError:
        return None


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
        # None of the facts of a case are switches, and what the question is.
        if number is not None and not (table.axes[number].profile or table.axes[number].selector)
        for place in bits(wanted[number])
    ]
    for number, place in dict.fromkeys(nearest):
        yield table.axes[number], table.axes[number].domain[place]


def _only_failing(box: Box, wanted: Box) -> int | None:
    """The one axis on which a row does not hold; None if it holds, or fails on more."""
    both = list(map(and_, wanted, box))
    return both.index(0) if both.count(0) == 1 else None


def _settled_with(
    table: Table, case: Case, position: Position, new: Answer
) -> tuple[Settled, Case] | None:
    """What holds with another answer to one fact, and in which case; None where it is open.

    Where cards or numbers that were told say otherwise they are left out, and what else followed
    from them is told in their place.
    """
    facts = {**case.told, new.axis.name: new.value}
    changed = replace(case, told=facts)
    there = located(table, changed)
    if there is None:
        changed = replace(case, told=_without_inputs(facts, position, new))
        there = located(table, changed)
    other = settled(table, changed, there) if there else None
    return (other, changed) if other else None


def _without_inputs(facts: Facts, position: Position, new: Answer) -> Facts:
    dropped = inputs_of(new.axis)
    kept = {name: value for name, value in facts.items() if name not in dropped}
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
