"""What would be otherwise: if one fact were different, or if another book were followed."""

from collections.abc import Iterator
from functools import cache

from referee.rules.profile import load_profile, profile_slugs
from referee.rulings.answers import Position
from referee.rulings.binding import Details, decided
from referee.rulings.boxes import Box, bits
from referee.rulings.facts import Fact
from referee.rulings.ruling import Neighbour
from referee.rulings.tables import Row, Table, laws


def misses(table: Table, position: Position, row: Row, details: Details) -> list[Neighbour]:
    """Rows that fail on exactly one fact, and would decide otherwise."""
    box, found = position.box, []
    for other in table.rows:
        at = _only_failing(table, box, other)
        if at is not None and other.outcome.law != row.outcome.law and not _fixed(table, at):
            answers = tuple(
                table.axes[at].domain[place] for place in bits(table.box(other.when)[at])
            )
            found.append(_neighbour(table.axes[at].name, answers, other, details))
    return found


def competing(table: Table, position: Position, row: Row, details: Details) -> list[Neighbour]:
    """What follows where another book is followed on one switch, and decides otherwise."""
    return list(_competing(table, position, row, details))


def _competing(table: Table, position: Position, row: Row, details: Details) -> Iterator[Neighbour]:
    box = position.box
    for at, axis in enumerate(table.axes):
        for place in bits(table.everything[at] & ~box[at]) if _is_choice(axis) else ():
            rows = table.possible((*box[:at], 1 << place, *box[at + 1 :]))
            if laws(rows) == 1 and rows[0].outcome.law != row.outcome.law:
                value = axis.domain[place]
                yield _neighbour(
                    axis.name, (value,), rows[0], details, _with(axis.profile or "", value)
                )


def _is_choice(axis: Fact) -> bool:
    """Whether a switch is between readings; a number of points is no other reading."""
    return bool(axis.profile) and not axis.classes


def _neighbour(
    fact: str,
    answers: tuple[object, ...],
    row: Row,
    details: Details,
    profiles: tuple[str, ...] = (),
) -> Neighbour:
    profile = load_profile(profiles[0]) if profiles else None
    return Neighbour(
        fact=fact,
        answers=answers,
        decision=decided(row.outcome, row.cites, details, profile),
        verdict=row.outcome.verdict,
        profiles=profiles,
    )


def _only_failing(table: Table, box: Box, row: Row) -> int | None:
    """The one axis on which the row does not hold; None if it holds, or fails on more."""
    wanted = table.box(row.when)
    failing = [at for at, (mask, own) in enumerate(zip(wanted, box, strict=True)) if not mask & own]
    return failing[0] if len(failing) == 1 else None


def _fixed(table: Table, at: int) -> bool:
    """Whether the axis is none of the facts of a case: a switch, or what the question is."""
    return bool(table.axes[at].profile) or table.axes[at].selector


@cache
def _with(path: str, value: object) -> tuple[str, ...]:
    """The shipped profiles that have the switch at this value."""
    shipped = [load_profile(slug) for slug in profile_slugs()]
    return tuple(profile.slug for profile in shipped if profile.value(path) == value)
