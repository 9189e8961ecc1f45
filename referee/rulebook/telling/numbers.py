"""Of several numbers in a question, which is the answer to which fact.

Each phrase says of a number what it may be, and how far its words stand from it. Every number goes
to one fact at most and every fact gets one: so that as many as can be are told, by words as near
as can be. "40 angesagt, 52 gemacht" has two, though "angesagt" stands as near to either.
"""

from collections.abc import Iterable
from dataclasses import dataclass

MOST = 8
"""Of more numbers nobody knows which is which."""
NESTED = 1
"""So few words between them that they still are one expression."""
SURE = 2
"""By so many words a number must be nearer than another that nothing else takes."""


@dataclass(frozen=True, slots=True)
class Named:
    """A number (at which word) that is the answer to a fact by words from `first` to `last`; `far`:
    how many others stand between."""

    fact: str
    value: object
    at: int
    first: int
    last: int
    far: int

    def within(self, other: "Named") -> bool:
        """Whether its words are some of those that say of the number that it is something else:
        "auf 468" in "standen auf 468"."""
        inside = other.first <= self.first and self.last <= other.last
        longer = other.last - other.first > self.last - self.first
        return (
            self.at == other.at
            and self.fact != other.fact
            and inside
            and longer
            and not (other.far > NESTED)
        )


def shared_out(named: Iterable[Named]) -> list[Named]:
    """The answers that stand together best; none for a fact that two numbers fit as well."""
    found, nearest = list(named), dict[int, dict[str, Named]]()
    told = (each for each in found if not any(each.within(other) for other in found))
    for each in sorted(told, key=lambda each: each.far):
        nearest.setdefault(each.at, {}).setdefault(each.fact, each)
    if len(nearest) > MOST:
        return []
    chosen = _best(nearest)
    sure = [each for each in chosen if not _rivalled(each, chosen, nearest)]
    facts = {each.fact for each in sure}
    return [each for each in sure if not _nearer_to_another(each, facts, nearest[each.at])]


def _best(nearest: dict[int, dict[str, Named]]) -> tuple[Named, ...]:
    """As many facts as can be, as near as can be; kept for each set of facts that have one."""
    ways: dict[frozenset[str], tuple[int, tuple[Named, ...]]] = {frozenset(): (0, ())}
    for facts in nearest.values():
        for told, (far, chosen) in list(ways.items()):
            for each in (each for fact, each in facts.items() if fact not in told):
                more = told | {each.fact}
                if more not in ways or far + each.far < ways[more][0]:
                    ways[more] = (far + each.far, (*chosen, each))
    return min(ways.values(), key=lambda way: (-len(way[1]), way[0]))[1]


def _rivalled(each: Named, chosen: tuple[Named, ...], nearest: dict[int, dict[str, Named]]) -> bool:
    """Whether another number that nothing else took would be this answer as well."""
    taken = {other.at for other in chosen}
    return any(
        facts[each.fact].value != each.value and facts[each.fact].far < each.far + SURE
        for at, facts in nearest.items()
        if at not in taken and each.fact in facts
    )


def _nearer_to_another(each: Named, facts: set[str], may_be: dict[str, Named]) -> bool:
    """Whether the number stands nearer to the words of a fact that has no answer."""
    return any(other.far < each.far for fact, other in may_be.items() if fact not in facts)
