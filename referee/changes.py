"""What would change: precedents decided again by the law as it stands today."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from jassclub.core.errors import DomainError
from referee.asking import ruled
from referee.models import Precedent, RulingRecord
from referee.rules.profile import Profile, ProfileError

COMPARED = ("verdict", "effects", "options", "answer")
"""What makes two rulings differ; words and citations may change."""


@dataclass(frozen=True)
class Change:
    """A precedent that would be decided otherwise today; `after` None where it cannot be."""

    ruling: RulingRecord
    before: dict[str, Any]
    after: dict[str, Any] | None


def changes(precedents: Iterable[Precedent], profile: Profile | None = None) -> Iterator[Change]:
    """The computed precedents that come out otherwise, by their own switches or by `profile`.

    What a person decided against the computation does not follow from the books.
    """
    for precedent in precedents:
        record = precedent.ruling
        if record.basis == RulingRecord.Basis.COMPUTED:
            before = {name: record.said["de"][name] for name in COMPARED}
            after = _today(record, profile)
            if after != before:
                yield Change(record, before, after)


def _today(record: RulingRecord, profile: Profile | None) -> dict[str, Any] | None:
    try:
        ruling = ruled(record.article, record.facts, profile or Profile.from_json(record.profile))
    except (DomainError, ProfileError):
        return None
    said = ruling.to_json("de")
    return {name: said[name] for name in COMPARED}
