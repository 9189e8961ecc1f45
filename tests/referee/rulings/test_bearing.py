"""A case put again takes over what nothing that was changed bears on: a derivation reads no fact of
which it does not say so."""

from collections import defaultdict
from dataclasses import replace
from typing import Any

import pytest

from referee.rules.profile import load_profile
from referee.rulings import answers
from referee.rulings.case import Case
from referee.rulings.decide import decide
from referee.rulings.derivations import DERIVATIONS
from referee.rulings.facts import Fact
from referee.rulings.reading import table_of, table_slugs


class Watched(dict[str, Any]):
    """Facts that remember which of them were asked for."""

    def __init__(self, told: Any) -> None:
        super().__init__(told)
        self.read: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        self.read.add(name)
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        self.read.add(str(name))
        return super().__contains__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self.read.add(name)
        return super().get(name, default)


def test_a_derivation_names_whatever_it_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    derived, unsaid = answers._derived, defaultdict[str, set[str]](set)

    def watching(axis: Fact, case: Case) -> object:
        told = Watched(case.told)
        watched = replace(case, told=told)
        assert watched.known is not None  # kept, so that it reads nothing later
        told.read.clear()
        found = derived(axis, watched)
        if axis.derived and not axis.selector:  # a matter is always worked out again
            said = DERIVATIONS[axis.derived]
            unsaid[axis.derived] |= told.read - said.inputs - {*said.reads, axis.name}
        return found

    monkeypatch.setattr(answers, "_derived", watching)
    for slug in table_slugs():
        for example in table_of(slug).examples:
            profile = load_profile(str(example.get("profile", "jassregeln")))
            decide(slug, example["facts"], profile)  # type: ignore[arg-type]
    assert {name: facts for name, facts in unsaid.items() if facts} == {}
    assert len(unsaid) > 100
