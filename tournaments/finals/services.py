"""From a qualifying event into its final, which is a tournament of its own."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Role
from jassclub.clubs.rights import require_role
from jassclub.core.errors import Conflict, Invalid, NotFound
from jassclub.core.rows import save_fields
from tournaments.core.models import Tournament
from tournaments.core.selectors import directed, log, refuse_ended, results_changed, tournament_of
from tournaments.entries.entrants import Person, join, new_team, refuse_doubles, team_size
from tournaments.entries.models import GONE, Entry
from tournaments.entries.selectors import entry_in, line_ups
from tournaments.entries.services import entered
from tournaments.format.pure import Carried, Final, Format
from tournaments.format.selectors import format_of
from tournaments.standings.contests import day_of
from tournaments.standings.pure import (
    Player,
    QualifyingRoute,
    TournamentStanding,
    is_hidden,
    qualify,
)
from tournaments.standings.rankings import ranked_for_prizes

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
    if not format_.in_teams:
        return {entry.number: (entry,) for entry in rows}
    return {str(number): tuple(people) for number, people in line_ups(rows).items()}


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


@transaction.atomic
def invite_finalists(
    *,
    actor: Actor,
    tournament_id: UUID,
    to: UUID,
    absent: Collection[int] = (),
    seeded: Collection[int] = (),
) -> list[Entry]:
    """Enter those who qualify into the final `to`, with what they bring along; who is new there.

    `absent` do not come, so the next ones move up; `seeded` come besides the places. Both are
    numbers in the qualifying event and hold for later, too: asking again enters only those who
    move up for somebody who has gone from the final, and counts again what the others bring, if
    a result was corrected meanwhile. Refused before the end of the qualifying event, and once
    the final has begun.
    """
    tournament, final = _both(actor, tournament_id, to)
    _refuse_times(tournament, final)
    _refuse_other_format(tournament, final)
    _refuse_unknown(tournament, absent, seeded)
    # A final that was called off holds nobody back from another one.
    Entry.objects.filter(
        qualified_from__tournament=tournament, tournament__state=Tournament.State.CANCELLED
    ).update(qualified_from=None)
    through = qualified(tournament, to=to, absent=absent, seeded=seeded)
    new = [finalist for finalist in through if not _is_there(finalist, final)]
    _counted_again(final, [f for f in through if f not in new], actor=actor)
    entries = _entered(final, new, actor=actor)
    _note(tournament, final, actor=actor, new=entries, absent=absent, seeded=seeded)
    return entries


def _both(actor: Actor, tournament_id: UUID, to: UUID) -> tuple[Tournament, Tournament]:
    """Both events, locked in an order that is the same for everybody."""
    club = tournament_of(actor, tournament_id).club_id
    require_role(actor, club, Role.DIRECTOR)
    if not Tournament.objects.filter(pk=to, club=club).exists():
        raise NotFound("final_not_found", _("Diesen Final gibt es nicht."))
    # Two directors who invite between the same events would else wait for each other for ever.
    held = {ident: directed(actor, ident) for ident in sorted({tournament_id, to})}
    return held[tournament_id], held[to]


def _refuse_times(tournament: Tournament, final: Tournament) -> None:
    if final_of(format_of(tournament)) is None:
        raise Conflict("no_final", _("Dieses Turnier hat keinen Final an einem anderen Tag."))
    if tournament.state != Tournament.State.FINISHED:
        raise Conflict("not_finished", _("Zuerst muss die Ausscheidung beendet sein."))
    if final.rounds.exists():
        raise Conflict("final_has_begun", _("Der Final hat schon begonnen."))
    refuse_ended(final)


def _refuse_other_format(tournament: Tournament, final: Tournament) -> None:
    """Who goes on together must play together there, and by the same kind of counting."""
    before, after = format_of(tournament), format_of(final)
    same_way = before.ranking.lower_wins == after.ranking.lower_wins
    if team_size(tournament) != team_size(final) or not same_way:
        raise Invalid.at(
            "/to",
            "other_format",
            _("Dort wird in anderer Besetzung oder nach anderer Zählung gespielt."),
        )


def _refuse_unknown(tournament: Tournament, absent: Iterable[int], seeded: Iterable[int]) -> None:
    for number in absent:
        entry_in(tournament, number, pointer="/absent")
    alone = team_size(tournament) == 1
    for number in seeded:
        if entry_in(tournament, number, pointer="/seeded").team_id is None and not alone:
            raise Invalid.at(
                "/seeded",
                "not_in_a_team",
                _("Startnummer %(number)s ist in keinem Team.") % {"number": number},
            )


def _is_there(finalist: Finalist, final: Tournament) -> bool:
    """Whether they are in the final; Conflict for who went on into another one."""
    finals = {e.final_entry.tournament_id for e in finalist.entries if hasattr(e, "final_entry")}
    if finals - {final.pk}:
        raise Conflict(
            "other_final", _("%(name)s ist schon in einem anderen Final.") % {"name": finalist.name}
        )
    return bool(finals)


def _entered(final: Tournament, new: Sequence[Finalist], *, actor: Actor) -> list[Entry]:
    people = [
        Person(
            e.name,
            player=e.player_id,
            kind=e.kind,
            contact=e.contact,
            home_club=e.home_club,
            squad=e.squad,
            licence=e.licence,
            labels=tuple(e.labels),
        )
        for finalist in new
        for e in finalist.entries
    ]
    refuse_doubles(final, people)
    entries = entered(final, people, actor=actor, state=Entry.State.SIGNED_UP)
    waiting = iter(entries)
    for finalist in new:
        _bound(final, finalist, [next(waiting) for _entry in finalist.entries])
    results_changed(final)
    return entries


def _counted_again(final: Tournament, there: Iterable[Finalist], *, actor: Actor) -> None:
    """What those bring who are in the final already, as the results stand now."""
    first = [(finalist.entries[0].final_entry, finalist.carried) for finalist in there]
    changed = [(entry, carried) for entry, carried in first if entry.carried != carried]
    for entry, carried in changed:
        save_fields(entry, carried=carried)
    if changed:
        results_changed(final)
        numbers = [entry.number for entry, _carried in changed]
        log(final, "brought", actor=actor, facts={"entries": numbers})


def _bound(final: Tournament, finalist: Finalist, entries: Sequence[Entry]) -> None:
    """Tie the entries to those they come from; the first of a team brings for all of it."""
    for place, (entry, before) in enumerate(zip(entries, finalist.entries, strict=True)):
        save_fields(entry, qualified_from=before, carried="" if place else finalist.carried)
    if len(entries) > 1:
        join(new_team(final, finalist.name, entries), entries)


def _note(
    tournament: Tournament,
    final: Tournament,
    *,
    actor: Actor,
    new: Sequence[Entry],
    absent: Iterable[int],
    seeded: Iterable[int],
) -> None:
    before = [e.qualified_from.number for e in new if e.qualified_from]
    log(
        tournament,
        INVITED,
        actor=actor,
        facts={
            "entries": before,
            "absent": sorted(set(absent)),
            "seeded": sorted(set(seeded)),
            "to": str(final.pk),
        },
    )
    numbers = [entry.number for entry in new]
    origin = {"entries": numbers, "from": str(tournament.pk), "numbers": before}
    log(final, "qualified", actor=actor, facts=origin)
