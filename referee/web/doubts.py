"""What a page asks for though the facts that it has would do for a ruling."""

from referee.asking import ruled
from referee.rulings.answers import CONTEXT, SELECTOR, inputs_of
from referee.rulings.facts import Fact
from referee.rulings.ruling import Question, Ruling
from referee.telling import facts_told
from referee.web.asked import CaseQuery
from referee.web.nearest import typed_words


def matter_of(asked: CaseQuery) -> Question | None:
    """What it is about, where nothing but a word of the typed question hints at it: no ruling
    rests on that alone before somebody has said so.
    """
    fact = asked.table.facts.get(SELECTOR)
    if fact is None or fact.name in asked.facts:
        return None
    read = {found.fact for found in facts_told(typed_words(asked), asked.table.article)}
    told_here = asked.told.keys() - CONTEXT
    if not told_here or told_here - read:
        return None
    question = _asking(fact, asked)
    said = {_said_of(asked, fact, value) for value, _words in question.answers}
    return question if len(said) > 1 else None


def _asking(fact: Fact, asked: CaseQuery) -> Question:
    answers = tuple(item for item in fact.labels.items() if asked.allows(fact, item[0]))
    return Question(fact=fact.name, text=fact.ask, why=fact.why, answers=answers)


def agreement_of(ruling: Ruling, asked: CaseQuery) -> Question | None:
    """What may have been agreed beside the book, where somebody writes of what matters only if it
    has: nobody tells that of a table that has not.
    """
    story = asked.told.keys() - CONTEXT if typed_words(asked) else set()
    details = {name for name in story if not asked.table.facts[name].is_axis}
    for item in ruling.assumed:
        fact = item.fact
        if fact.left_out(item.value) and item.otherwise and fact.name not in asked.settled:
            with_it = {**asked.facts, fact.name: item.otherwise[0].answers[0]}
            steps = ruled(asked.table.article, with_it, asked.profile).trace
            axes = [asked.table.facts[step.fact] for step in steps]
            if story & details.union({axis.name for axis in axes}, *map(inputs_of, axes)):
                return _asking(fact, asked)
    return None


def _said_of(asked: CaseQuery, matter: Fact, value: object) -> str:
    """What is ruled or asked if it is about this."""
    about = {**asked.facts, matter.name: value}
    return ruled(asked.table.article, about, asked.profile).decision.says[asked.lang]
