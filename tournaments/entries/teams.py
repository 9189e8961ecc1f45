"""Fixed pairs and teams.

What people ask of the seating: apart, together, a fixed place.
"""

from collections.abc import Iterable, Sequence
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Exists, Max, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Role
from jassclub.core.errors import Conflict, Invalid, NotFound
from jassclub.core.rows import first_or, save_fields, save_version
from tournaments.core.models import Tournament
from tournaments.core.selectors import (
    SEATS,
    log,
    refuse_same,
    results_changed,
    tournament_of,
    unended_at_desk,
    words,
)
from tournaments.entries.checks import refuse_wrong_number
from tournaments.entries.models import Entry, Team, Wish
from tournaments.entries.selectors import LONGEST, entry_in, numbered, spelled
from tournaments.format.pure import Format, Pairing, Seating
from tournaments.format.selectors import format_of


@transaction.atomic
def make_team(*, actor: Actor, tournament_id: UUID, name: str, numbers: Sequence[int]) -> Team:
    """A pair or a team of entries, in the order of its line-up."""
    tournament = unended_at_desk(actor, tournament_id)
    entries = [entry_in(tournament, number, pointer="/numbers") for number in numbers]
    refuse_wrong_number(tournament, entries)
    taken = [entry.number for entry in entries if entry.team_id is not None]
    if taken or len(set(numbers)) < len(numbers):
        raise Conflict.at(
            "/numbers",
            "in_a_team",
            _("Startnummer %(numbers)s ist schon in einem Team.")
            % {"numbers": ", ".join(map(str, taken or numbers))},
        )
    return formed(tournament, name, entries, actor=actor)


def formed(tournament: Tournament, name: str, entries: Sequence[Entry], *, actor: Actor) -> Team:
    """A team of entries that nobody has a fault to find with; the tournament must be locked."""
    team = new_team(tournament, name, entries)
    join(team, entries)
    log(
        tournament,
        "team",
        actor=actor,
        facts={"team": team.number, "entries": [entry.number for entry in entries]},
    )
    return team


@transaction.atomic
def part_team(*, actor: Actor, tournament_id: UUID, number: int, reason: str) -> None:
    """Take a team apart, as long as it has not played."""
    tournament = unended_at_desk(actor, tournament_id)
    found = first_or(
        tournament.teams.filter(number=number),
        NotFound("team_not_found", _("Dieses Team gibt es nicht.")),
    )
    played = Q(sittings__isnull=False) | Q(stepped_in__isnull=False) | Q(sat_out__isnull=False)
    if found.entries.filter(played).exists():
        raise Conflict("team_has_played", _("Dieses Team hat schon gespielt."))
    found.entries.update(team=None, seat_in_team=None)
    found.delete()
    results_changed(tournament)
    log(tournament, "team_parted", actor=actor, facts={"team": number}, reason=words(reason))


def new_team(
    tournament: Tournament, name: str, entries: Iterable[Entry], *, pointer: str = "/name"
) -> Team:
    """A team of that name; without one it is called after its people.

    A team that took its sign-up back gives its name free. Conflict for a name that is taken.
    """
    chosen = spelled(name)[:LONGEST]
    wanted = chosen or together(entries)[:LONGEST]
    _rename_withdrawn(tournament, wanted)
    taken = _names(tournament)
    if chosen and chosen.casefold() in taken:
        raise Conflict.at(pointer, "team_name_taken", _("Ein Team dieses Namens gibt es schon."))
    return Team.objects.create(
        club_id=tournament.club_id,
        tournament=tournament,
        number=(tournament.teams.aggregate(last=Max("number"))["last"] or 0) + 1,
        name=numbered(wanted, taken),
    )


def _rename_withdrawn(tournament: Tournament, name: str) -> None:
    """Whoever bears the name and has withdrawn as a whole bears it with a number from now on."""
    here = Entry.objects.filter(team=OuterRef("pk")).exclude(state=Entry.State.WITHDRAWN)
    for team in tournament.teams.filter(~Exists(here)):
        if team.name.casefold() == name.casefold():
            save_fields(team, name=numbered(name, _names(tournament)))


def _names(tournament: Tournament) -> set[str]:
    return {name.casefold() for name in tournament.teams.values_list("name", flat=True)}


def join(team: Team, entries: Iterable[Entry]) -> None:
    for place, entry in enumerate(entries):
        save_version(entry, team=team, seat_in_team=place)
    results_changed(team.tournament)


def together(entries: Iterable[Entry]) -> str:
    """Two names, as people write a pair."""
    return " / ".join(entry.name for entry in entries)


MOST_TABLES = 500


def are_heard(format_: Format) -> bool:
    """Whether the draw can follow wishes: it seats people, and not pairs or teams as they are."""
    if format_.seating is Seating.TEAMS:
        return format_.pairing is Pairing.PLAN
    return format_.seating is not Seating.PAIRS


def wishes_of(actor: Actor, tournament_id: UUID) -> QuerySet[Wish]:
    """All wishes, for the desk: they are nobody else's business."""
    rows = tournament_of(actor, tournament_id, Role.SCRIBE).wishes.select_related("entry", "other")
    return rows.order_by("kind", "entry__number", "other__number")


@transaction.atomic
def keep_apart(*, actor: Actor, tournament_id: UUID, one: int, other: int) -> Wish:
    """Two people never sit at the same table, from the next draw on."""
    return _pair(actor, tournament_id, Wish.Kind.APART, (one, other))


@transaction.atomic
def keep_together(*, actor: Actor, tournament_id: UUID, one: int, other: int) -> Wish:
    """Two people are partners in every round, from the next draw on."""
    return _pair(actor, tournament_id, Wish.Kind.TOGETHER, (one, other))


@transaction.atomic
def fix_place(*, actor: Actor, tournament_id: UUID, entry: int, table: int, seat: int) -> Wish:
    """Somebody keeps his place (table from 1, seat from 0) in every round from the next draw on."""
    tournament = _where_heard(actor, tournament_id)
    if not (1 <= table <= MOST_TABLES and 0 <= seat < SEATS):
        raise Invalid.at("/table", "no_such_place", _("Diesen Platz gibt es nicht."))
    wish = _stored(
        Wish(
            club_id=tournament.club_id,
            tournament=tournament,
            kind=Wish.Kind.FIXED,
            entry=entry_in(tournament, entry),
            table=table - 1,
            seat=seat,
        )
    )
    log(
        tournament,
        "wish",
        actor=actor,
        facts={"kind": wish.kind, "entries": [entry], "place": [table, seat]},
    )
    return wish


@transaction.atomic
def drop_wish(*, actor: Actor, tournament_id: UUID, wish_id: UUID) -> None:
    """A wish no longer holds, from the next draw on."""
    found = first_or(
        Wish.objects.select_related("entry", "other").filter(
            pk=wish_id, tournament_id=tournament_id
        ),
        NotFound("wish_not_found", _("Diesen Wunsch gibt es nicht.")),
    )
    tournament = unended_at_desk(actor, found.tournament_id)
    numbers = [found.entry.number, *([found.other.number] if found.other else [])]
    found.delete()
    log(tournament, "wish_dropped", actor=actor, facts={"kind": found.kind, "entries": numbers})


def _where_heard(actor: Actor, tournament_id: UUID) -> Tournament:
    tournament = unended_at_desk(actor, tournament_id)
    if not are_heard(format_of(tournament)):
        raise Conflict(
            "no_wishes",
            _(
                "Bei festen Paaren und Mannschaften gibt es hier keine Wünsche: wer gegen wen "
                "spielt, folgt aus dem Spielplan."
            ),
        )
    return tournament


def _pair(actor: Actor, tournament_id: UUID, kind: str, numbers: tuple[int, int]) -> Wish:
    tournament = _where_heard(actor, tournament_id)
    refuse_same(*numbers)
    low, high = sorted(numbers)
    one, other = (entry_in(tournament, number) for number in (low, high))
    wish = _stored(
        Wish(club_id=tournament.club_id, tournament=tournament, kind=kind, entry=one, other=other)
    )
    log(tournament, "wish", actor=actor, facts={"kind": kind, "entries": [low, high]})
    return wish


def _stored(wish: Wish) -> Wish:
    try:
        # Race: two note one wish; the row of the first (`a_wish_is_told_once`) refuses the second.
        with transaction.atomic():
            wish.save(force_insert=True)
    except IntegrityError:
        raise Conflict(
            "wish_known",
            _("Dieser Wunsch ist schon notiert, oder es gibt schon einen festen Platz."),
        ) from None
    return wish
