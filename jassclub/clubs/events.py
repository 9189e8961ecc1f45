"""Domain events: what happens in the rooms above, told to listeners, so that no import points
upward.

A service that has done something calls, inside its transaction,

    events.announce("tournament.draw", club_id=tournament.club_id, subject_id=tournament.pk,
                  facts={"number": draw.number, "rounds": 6})

and every listener (a function, registered in an `AppConfig.ready`) is called at once, in the same
transaction: what it writes stands and falls with the change.

Events go out of the house. `facts` is flat, one value a word: numbers, truths, ids, days, short
public words such as the name of a tournament. Never what is still hidden (a sealed prediction, a
hidden ranking, a seed), never a name of a person, a contact or free text: what has gone out
cannot be taken back when somebody is to be forgotten. Whoever wants more reads it at the API,
with his own right. `SUBJECTS` says whose id `subject_id` is.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db import transaction

from jassclub.core.records import plain

Fact = str | int | bool | None
PayloadValue = Fact | UUID | date

SUBJECTS: Mapping[str, str] = {
    "game.opened": "game",
    "game.closed": "game",
    "game.reopened": "game",
    "game.abandoned": "game",
    "hand.confirmed": "game",
    "tournament.draw": "tournament",
    "tournament.round_called": "tournament",
    "tournament.round_closed": "tournament",
    "tournament.ranking": "tournament",
    "tournament.finished": "tournament",
    "sheet.corrected": "tournament",
}
"""Every kind of event, and what its subject is. A new kind is a line here."""

MOST_FACTS = 20
LONGEST_WORD = 200
"""Together they bound what an event can weigh, however large a tournament is."""


@dataclass(frozen=True)
class DomainEvent:
    """One thing that happened in one club; `facts` are JSON values."""

    kind: str
    club_id: UUID
    subject_id: UUID
    facts: Mapping[str, Fact]


Listener = Callable[[DomainEvent], None]

_listeners: list[Listener] = []


def register(listener: Listener) -> None:
    """From now on tell this function, too; a function that is known already is told once."""
    if listener not in _listeners:
        _listeners.append(listener)


def announce(
    kind: str, *, club_id: UUID, subject_id: UUID, facts: Mapping[str, PayloadValue] | None = None
) -> None:
    """Tell all listeners, inside the transaction of the change itself.

    Raises ValueError for a kind that is not in `SUBJECTS` and for facts that are not flat or
    more than `MOST_FACTS`, RuntimeError outside a transaction: mistakes of a program, never of
    a person. Words longer than `LONGEST_WORD` characters are cut.
    """
    if kind not in SUBJECTS:
        raise ValueError(f"nobody knows events of the kind {kind!r}")
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("events are announced inside the transaction of the change")
    event = DomainEvent(kind, club_id, subject_id, _plain(facts or {}))
    for listener in _listeners:
        listener(event)


def _plain(facts: Mapping[str, PayloadValue]) -> dict[str, Fact]:
    if len(facts) > MOST_FACTS:
        raise ValueError(f"at most {MOST_FACTS} facts, not {len(facts)}")
    return {name: _fact(name, value) for name, value in facts.items()}


def _fact(name: str, value: PayloadValue) -> Fact:
    match value:
        case None | bool() | int():
            return value
        case str():
            return str(value)[:LONGEST_WORD]
        case UUID() | date():
            return str(plain(value))
    raise ValueError(f"the fact {name!r} is not flat: {type(value).__name__}")
