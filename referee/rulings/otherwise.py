"""What holds in a case, and what would be otherwise: if one fact were different, if another book
were followed, if the table had agreed on something else, if what nobody knows were so or so.

Each is the whole case asked again with that one thing changed, so that no amount, card or seat of
the case as it was told is left in the answer.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property, reduce
from operator import and_

from referee.rules.profile import Profile, load_profile, profile_slugs
from referee.rulings.answers import Answer, Position, inputs_of, locate
from referee.rulings.case import PLAYED_AS, Case, FactsError, case_under
from referee.rulings.derivations import DERIVATIONS
from referee.rulings.facts import UNKNOWN, Fact, Verdict
from referee.rulings.questions import left_by, open_words, parting_most, selector_of
from referee.rulings.reading import rows_instead
from referee.rulings.ruling import Assumed, Decision, Details, Neighbour, decided
from referee.rulings.tables import Box, Row, Table, bits, laws, within

Facts = Mapping[str, object]


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
    rows = _instead(table, case, position) or table.possible(position.box)
    if laws(rows) != 1 or _counts_on(table, position, rows):
        return None
    return Settled(rows=rows, details=Details(table, case), book=book or case.profile)


def _instead(table: Table, case: Case, position: Position) -> list[Row]:
    """What holds in the game of the case where it has no use for the article."""
    own = PLAYED_AS.get(case.profile.game, case.profile.game)
    game = str(case.told.get("game", own))
    rows = rows_instead(table.article, game, told=game != own)
    return [row for row in rows if within(position.box, table.box(row.when))]


def _counts_on(table: Table, position: Position, rows: list[Row]) -> bool:
    """Whether the rows say different numbers by one that nobody told."""
    open_ = {table.axes[axis].name for axis in position.unknown if table.axes[axis].classes}
    return len(rows) > 1 and bool(open_ & used_by(rows))


def located(table: Table, case: Case, near: tuple[Case, Position] | None = None) -> Position | None:
    """Where a case lies that nobody told like this; None where its facts cannot stand together."""
    try:
        return locate(table, case, near)
    except FactsError:
        return None


def misses(table: Table, case: Case, position: Position, now: Settled) -> list[Neighbour]:
    """What other answers would change, where a row fails on that one fact only."""
    neighbours: list[Neighbour] = []
    for axis, answer in _nearest(table, position):
        there = _answered(table, case, position, Answer(axis, answer, "told"))
        other = settled(table, *there) if there else None
        if there and other and other.law != now.law:
            neighbours = _joined(neighbours, _neighbour(axis, answer, other, there[0]))
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
        if old.fact == new.fact and old.follows == new.follows:
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


def _answered(
    table: Table, case: Case, position: Position, new: Answer
) -> tuple[Case, Position] | None:
    """The case with another answer to one fact; None where that cannot be.

    Where cards or numbers that were told say otherwise they are left out, and what else followed
    from them is told in their place.
    """
    facts = {**case.told, new.axis.name: new.value}
    for told in (facts, _without_inputs(facts, position, new)):
        changed = Case(profile=case.profile, told=told, defaults=case.defaults)
        if there := located(table, changed, near=(case, position)):
            return changed, there
    return None


def _without_inputs(facts: Facts, position: Position, new: Answer) -> Facts:
    dropped = inputs_of(new.axis)
    kept = {name: value for name, value in facts.items() if name not in dropped}
    followed = {
        answer.axis.name: answer.value
        for answer in position.answers
        if answer.source == "derived" and dropped & inputs_of(answer.axis)
    }
    return {**followed, **kept, new.axis.name: new.value}


def assumptions(table: Table, case: Case, position: Position, now: Settled | None) -> list[Assumed]:
    """What holds at the table because nobody said otherwise, as far as it may turn the ruling."""
    used = used_by(table.possible(position.box))
    found = []
    for place, answer in enumerate(position.answers):
        source = _assumed_from(table, case, answer)
        if source == "game" and not _may_turn(table, position, place):
            continue
        if source and (source != "numbers" or answer.axis.name in used):
            others = _otherwise(table, case, position, answer, now)
            if others or (source != "game" and answer.axis.name in used):
                found.append(Assumed(answer.axis, answer.value, source, tuple(others)))
    return [*found, *_assumed_numbers(table, case, position, now)]


def _may_turn(table: Table, position: Position, place: int) -> bool:
    """Whether another answer on this axis alone leaves other rows."""
    box, any_answer = position.box, table.everything[place]
    return table.possible((*box[:place], any_answer, *box[place + 1 :])) != table.possible(box)


def _assumed_numbers(
    table: Table, case: Case, position: Position, now: Settled | None
) -> Iterator[Assumed]:
    """The numbers of the profile that nobody told, with those that other tables have."""
    for fact, value in numbers_of_profile(table, case, position):
        others = [Answer(fact, other, "told") for other in fact.few if other != value]
        found = (_other_answer(table, case, position, other, now) for other in others)
        if (lines := _in_lines(filter(None, found))) or fact.profile:
            yield Assumed(fact, value, "profile", tuple(lines))


def numbers_of_profile(table: Table, case: Case, position: Position) -> list[tuple[Fact, object]]:
    """The details that nobody told and that the profile has, where something follows from them."""
    details = [fact for fact in table.facts.values() if not fact.is_axis and fact.few]
    found = ((fact, _by_profile(table, case, position, fact)) for fact in details)
    return [(fact, value) for fact, value in found if fact.name not in case.told and value]


def _by_profile(table: Table, case: Case, position: Position, fact: Fact) -> object:
    if fact.derived:
        return DERIVATIONS[fact.derived].find(case)
    used = used_by(table.possible(position.box))
    follows = any(
        answer.source == "derived" and answer.axis.name in used
        for answer in position.answers
        if fact.name in inputs_of(answer.axis)
    )
    return case.defaults.get(fact.name) if follows else None


def _assumed_from(table: Table, case: Case, answer: Answer) -> str:
    """Where an answer comes from that nobody gave; empty where somebody did.

    Points that are not told count nothing, so what was added up rests on that, too.
    """
    fact = answer.axis
    if answer.source == "default" and fact.name != "game":
        return "custom" if fact.given is None else "article"
    inputs = inputs_of(fact).union(*(inputs_of(table.facts[part]) for part in fact.made_of))
    by_table = answer.source != "told" and not inputs & case.told.keys()
    # What is never asked, as a switch of the profile, has no words: its rules stand above it all.
    if by_table and answer.value != UNKNOWN and fact.ask:
        return "game" if "game" in inputs else "profile"
    points = {name for name in inputs & table.facts.keys() if table.facts[name].kind == "points"}
    added_up = (
        answer.source == "derived" and points & case.told.keys() and points - case.told.keys()
    )
    return "numbers" if added_up else ""


def _otherwise(
    table: Table, case: Case, position: Position, answer: Answer, now: Settled | None
) -> list[Neighbour]:
    """What would follow by each other answer, where that is something else than what holds."""
    values = [value for value in answer.axis.domain if value != answer.value]
    others = [Answer(answer.axis, value, "told") for value in values]
    found = (_other_answer(table, case, position, other, now) for other in others)
    return _in_lines(filter(None, found))


def _other_answer(
    table: Table, case: Case, position: Position, answer: Answer, now: Settled | None
) -> Neighbour | None:
    """What would follow by an answer, where that is something else than what holds."""
    there = _answered(table, case, position, answer) if now else None
    if now is None or there is None:
        return None
    other = settled(table, *there)
    if other and not _differs(other, now, by=answer.axis):
        return None
    return _then(table, answer.axis, answer.value, *there)


def _in_lines(neighbours: Iterable[Neighbour]) -> list[Neighbour]:
    """One line for all answers of a fact that lead to the same decision."""
    return reduce(_joined, neighbours, [])


def _differs(other: Settled, now: Settled, *, by: Fact) -> bool:
    """Whether something else is decided; by another number it may be another number only."""
    words = by.classes and other.rows[0].outcome.says != now.rows[0].outcome.says
    amount = not by.is_axis and other.decision != now.decision
    return other.law != now.law or bool(words) or amount


def branches(table: Table, case: Case, position: Position) -> tuple[Neighbour, ...]:
    """What follows by each answer to what nobody could tell, the fact first that parts most.

    Where an answer leaves the case open, the branches that go out from there hang on it.
    """
    first = selector_of(table, position) or position.unknown
    axis = parting_most(table, position.box, first)
    assert axis is not None, "rows of different law differ on some axis"  # noqa: S101
    fact, joined = table.axes[axis], list[Neighbour]()
    values = [fact.domain[place] for place, _box in left_by(position.box, axis)]
    # What is usual comes first.
    for value in sorted(values, key=lambda value: value != fact.usual):
        answer = Answer(fact, value, "told")
        if there := _answered(table, case, position, answer):
            then = _then(table, fact, answer.value, *there)
            if then.verdict == Verdict.NEED_FACTS:
                then = replace(then, branches=branches(table, *there))
            joined = _joined(joined, then)
    return tuple(joined)


def _then(table: Table, fact: Fact, answer: object, case: Case, position: Position) -> Neighbour:
    if other := settled(table, case, position):
        return _neighbour(fact, answer, other, case)
    return Neighbour(
        fact=fact,
        answers=(answer,),
        decision=open_words(table, case, position),
        verdict=Verdict.NEED_FACTS,
        facts=case.told,
    )


def _settled_by(table: Table, case: Case, books: tuple[str, ...]) -> Settled | None:
    """What holds by another switch, as the first of the books says that have it."""
    there = located(table, case)
    return settled(table, case, there, load_profile(books[0])) if there else None


@cache
def _with(path: str, value: object) -> tuple[str, ...]:
    """The shipped profiles that have the switch at this value."""
    shipped = [load_profile(slug) for slug in profile_slugs()]
    return tuple(profile.slug for profile in shipped if profile.value(path) == value)


def used_by(rows: list[Row]) -> set[str]:
    return {name for row in rows for name in row.when}
