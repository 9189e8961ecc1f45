"""Which details are worth asking for: those that answer an open question, those a ruling names."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.rules.profile import Profile
from referee.rulings.answers import Position, inputs_of, locate
from referee.rulings.case import Case, read_case
from referee.rulings.facts import UNKNOWN
from referee.rulings.otherwise import numbers_of_profile, settled
from referee.rulings.tables import Table


@dataclass(frozen=True, kw_only=True)
class _Watched(Case):
    """A case that remembers what was looked for in it and is not known."""

    missed: set[str] = field(default_factory=set)

    def get(self, name: str) -> object:
        value = super().get(name)
        if value == UNKNOWN:
            self.missed.add(name)
        return value

    def has(self, *names: str) -> bool:
        return UNKNOWN not in [self.get(name) for name in names]


def wanted(table: Table, facts: Mapping[str, object], profile: Profile) -> list[str]:
    """The details that nobody told and that would say more, in the order of the table.

    Where something is asked: what the answer follows from. Where it is ruled: what is named in the
    ruling. FactsError where the facts cannot stand together.
    """
    case, _unread = read_case(table, facts, profile)
    position = locate(table, case)
    missed = _named(table, case, position)
    if missed is None:
        missed = _answering(table, position)
    return [
        name
        for name, fact in table.facts.items()
        if name in missed and not fact.is_axis and name not in case.told
    ]


def _named(table: Table, case: Case, position: Position) -> set[str] | None:
    """What the words and effects of a ruling looked for in vain; None where nothing is ruled."""
    watched = _Watched(profile=case.profile, told=case.told, defaults=case.defaults)
    now = settled(table, watched, position)
    if now is None:
        return None
    assumed = {fact.name for fact, _value in numbers_of_profile(table, case, position)}
    # Worked out when they are asked for; then they look into the case.
    _said = now.decision, now.readings
    return watched.missed | assumed


def _answering(table: Table, position: Position) -> set[str]:
    """What the answers that matter and are open follow from."""
    used = {name for row in table.possible(position.box) for name in row.when}
    unknown = [position.answers[place].axis for place in position.unknown]
    return {name for axis in unknown if axis.name in used for name in inputs_of(axis)}
