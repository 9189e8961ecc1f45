"""Who goes on from a qualifying event into a final that is a tournament of its own."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from uuid import UUID

from tournaments.core.models import Tournament
from tournaments.entries.models import Entry
from tournaments.format.pure import Carried, Final, Format, Seating
from tournaments.standings.contests import day_of
from tournaments.standings.pure import (
    Player,
    QualifyingRoute,
    TournamentStanding,
    is_hidden,
    qualify,
)
from tournaments.standings.rankings import GONE, ranked_for_prizes

INVITED = "finalists_invited"
"""The kind of the records that say who was told absent or seeded, in the qualifying event."""


@dataclass(frozen=True)
class Finalist:
    """A person, pair or team that goes on: `entries` in the order of the line-up, how they came
    into the final (`way`), and what they bring along, exact text or nothing."""

    entries: tuple[Entry, ...]
    rank: int | None
    way: QualifyingRoute
    carried: str

    @property
    def name(self) -> str:
        """Of the team, where there is one."""
        first = self.entries[0]
        return first.team.name if len(self.entries) > 1 and first.team else first.name


def final_of(format_: Format) -> Final | None:
    """The final of another day, if the format has one."""
    return format_.final if format_.final and not format_.final.rounds else None


def qualified(
    tournament: Tournament,
    *,
    to: UUID | None = None,
    absent: Collection[int] = (),
    seeded: Collection[int] = (),
) -> list[Finalist]:
    """Who goes on now by the ranking, the seeded first; nobody without a final of another day.

    `absent` and `seeded` are numbers of entries, besides those told when people were invited
    into the final `to` (without it, into the last one). Whoever has gone from the final is absent.
    A pair or team goes on whole, or not at all.
    """
    day = day_of(tournament)
    final = final_of(day.format)
    if final is None:
        return []
    sides = _sides(tournament, day.format)
    side_of = {entry.number: side for side, entries in sides.items() for entry in entries}
    absent_before, seeded_before = _invited_before(tournament, to)
    standings = {row.player: row for row in ranked_for_prizes(day)}
    missing = {*absent, *(absent_before - set(seeded)), *_gone_from_final(sides)}
    through = qualify(
        list(standings.values()),
        final.places,
        absent={side_of[number] for number in missing if number in side_of},
        seeded={side_of[number] for number in {*seeded, *seeded_before} if number in side_of},
    )
    return [
        Finalist(
            sides[each.player],
            each.rank,
            each.way,
            _brought(standings.get(each.player), final.carried),
        )
        for each in through
    ]


def qualified_for_hall(tournament: Tournament) -> list[Finalist]:
    """The same as the hall may know it: nobody as long as the ranks are hidden."""
    day = day_of(tournament)
    veiled = not day.revealed and is_hidden(day.contest, day.format.day_ranking)
    return [] if veiled else qualified(tournament)


def _invited_before(tournament: Tournament, to: UUID | None) -> tuple[set[int], set[int]]:
    """Numbers that were told absent, and seeded, when people were invited into a final."""
    records = list(tournament.log.filter(kind=INVITED).order_by("seq"))
    meant = str(to) if to else records[-1].payload["to"] if records else ""
    absent: set[int] = set()
    seeded: set[int] = set()
    for facts in (record.payload for record in records if record.payload["to"] == meant):
        absent = (absent - {*facts["seeded"]}) | {*facts["absent"]}
        seeded |= {*facts["seeded"]}
    return absent, seeded


def _sides(tournament: Tournament, format_: Format) -> Mapping[Player, tuple[Entry, ...]]:
    """Those who are ranked together, under the name that they have in the standings."""
    rows = tournament.entries.select_related("team", "tournament", "final_entry")
    if format_.seating not in (Seating.PAIRS, Seating.TEAMS):
        return {entry.number: (entry,) for entry in rows}
    sides: dict[Player, tuple[Entry, ...]] = {}
    for entry in rows.exclude(team=None).order_by("team__number", "seat_in_team"):
        name = str(entry.team.number) if entry.team else ""
        sides[name] = (*sides.get(name, ()), entry)
    return sides


def _gone_from_final(sides: Mapping[Player, Iterable[Entry]]) -> set[int]:
    """Numbers of those whose entry in the final was given up."""
    people = (entry for entries in sides.values() for entry in entries)
    return {e.number for e in people if hasattr(e, "final_entry") and e.final_entry.state in GONE}


def _brought(row: TournamentStanding | None, carried: Carried) -> str:
    """The total, the points per hand, or nothing."""
    if row is None or carried is Carried.NOTHING:
        return ""
    value = row.value if carried is Carried.ALL else row.mean
    return "" if value is None else str(Fraction(value))
