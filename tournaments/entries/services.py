"""Who takes part: signed up, on the waiting list, checked in, gone."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.api.preconditions import stale
from jassclub.clubs.actors import Actor, digest, new_token
from jassclub.clubs.models import Club, Player
from jassclub.clubs.services.people import added, tidy
from jassclub.core.errors import Finding, Invalid, NotFound
from jassclub.core.rows import first_or, save_fields, save_version
from tournaments.core.models import Tournament
from tournaments.core.selectors import (
    at_desk,
    held,
    log,
    refuse_ended,
    results_revised,
    unended_at_desk,
)
from tournaments.entries.entrants import (
    MOST_ENTRIES,
    PAIR,
    Person,
    formed,
    join,
    known_people,
    new_team,
    paired,
    refuse_closed,
    refuse_doubles,
    refuse_other_player,
    refuse_wrong_number,
    well_spelled,
)
from tournaments.entries.models import GONE, HERE, Entry
from tournaments.entries.selectors import entry_in, numbered, spelled
from tournaments.entries.tickets import next_entry_numbers
from tournaments.format.pure.categories import MOST_LABELS, label_key, label_of, labels_of

RUSH = timedelta(minutes=10)
TOKEN_PREFIX = "jce_"  # noqa: S105 the prefix of a secret is none
OF_GROUPS = frozenset({"home_club", "squad", "licence"})
RANKED_BY = frozenset({"kind", "card"})
"""What of an entry a ranking depends on."""


@transaction.atomic
def add_entries(
    *, actor: Actor, tournament_id: UUID, people: Sequence[Person], present: bool = False
) -> list[Entry]:
    """Sign people up at the desk, all or none; `present`: they stand there (also in mid-event).

    A name that a player of the club bears is taken for him. In a tournament of pairs "A / B" are
    two who play together. Refuses everybody who is already signed up, all at once.
    """
    tournament = unended_at_desk(actor, tournament_id)
    single, pairs = paired(tournament, people)
    people = known_people(tournament, single)
    refuse_doubles(tournament, people)
    state = Entry.State.PRESENT if present else Entry.State.SIGNED_UP
    entries = entered(tournament, people, actor=actor, state=state, pairs=pairs)
    numbers = [entry.number for entry in entries]
    log(tournament, "entered", actor=actor, facts={"entries": numbers, "state": state})
    for first in pairs:
        formed(tournament, "", entries[first : first + PAIR], actor=actor)
    return entries


@transaction.atomic
def sign_up(
    *,
    actor: Actor,
    tournament_id: UUID,
    people: Sequence[Person],
    team: str = "",
    secret: str | None = None,
) -> tuple[list[Entry], str]:
    """Somebody signs himself up, with his partner or team where those are fixed.

    Gives the entries and the secret with which they can be taken back: a new one, unless the
    caller has made it. Without a free place they wait, and while very many sign up at once, until
    the desk approves. Refused when sign-up is closed.
    """
    tournament = held(actor, tournament_id)
    refuse_closed(tournament)
    refuse_wrong_number(tournament, people)
    people = well_spelled(people)
    refuse_doubles(tournament, people)
    held_back = _runs_hot(tournament)
    full = held_back or _places_left(tournament) < len(people)
    state = Entry.State.WAITING if full else Entry.State.SIGNED_UP
    drawn = [0] if len(people) == PAIR else []
    entries = entered(
        tournament, people, actor=actor, state=state, held_back=held_back, pairs=drawn
    )
    secret = secret or new_token(TOKEN_PREFIX)
    save_fields(entries[0], token_hash=digest(secret))
    if len(entries) > 1:
        join(new_team(tournament, team, entries, pointer="/team"), entries)
    numbers = [entry.number for entry in entries]
    log(tournament, "signed_up", actor=actor, facts={"entries": numbers, "state": state})
    return entries, secret


@transaction.atomic
def change_entry(
    *, actor: Actor, tournament_id: UUID, entry_id: UUID, version: int, values: Mapping[str, Any]
) -> Entry:
    """Change name, contact, note, kind, the card drawn, whose entry it is (`player`), the club,
    team, licence and `labels`, and what strangers read (`initials_only`, `minor`)."""
    tournament = at_desk(actor, tournament_id)
    entry = first_or(
        tournament.entries.filter(pk=entry_id),
        NotFound("entry_not_found", _("Diesen Eintrag gibt es nicht.")),
    )
    refuse_ended(tournament)
    if entry.version != version:
        raise stale(entry.version)
    if "name" in values:
        values = {**values, "name": spelled(values["name"])}
        if values["name"].casefold() != entry.name.casefold():
            refuse_doubles(tournament, [Person(values["name"])], pointer="/name")
    values = {**values, **spelled_values(values)}
    if "player" in values:
        refuse_other_player(tournament, entry, values["player"])
    changed = {"player_id" if name == "player" else name: v for name, v in values.items()}
    save_version(entry, **changed)
    log(
        tournament, "entry_changed", actor=actor,
        facts={"entry": entry.number, "fields": sorted(values)},
    )  # fmt: skip
    fill_places(tournament, actor=actor)
    if RANKED_BY & set(values):
        results_revised(tournament, since=1, actor=actor, reason="")
    return entry


def spelled_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """What is told of clubs, teams, licences and labels, as it is kept."""
    told = {name: spelled(values[name]) for name in OF_GROUPS & values.keys()}
    return told | ({"labels": labels_of(values["labels"])} if "labels" in values else {})


@transaction.atomic
def label_entries(
    *,
    actor: Actor,
    tournament_id: UUID,
    numbers: Iterable[int],
    category: str,
    take_off: bool = False,
) -> list[Entry]:
    """Put people into a category, or take them out of it; a pair or a team as one counts for it
    when all of it does. Role: scribe."""
    tournament = unended_at_desk(actor, tournament_id)
    entries = [entry_in(tournament, number, pointer="/numbers") for number in sorted(set(numbers))]
    wanted = label_of(category)
    if not wanted:
        raise Invalid.at("/category", "field_missing", _("Hier fehlt noch eine Angabe."))
    changed = []
    for entry in entries:
        others = [has for has in entry.labels if label_key(has) != label_key(wanted)]
        if not take_off and len(others) >= MOST_LABELS:
            text = _("Höchstens %(most)s Kategorien für eine Person.") % {"most": MOST_LABELS}
            raise Invalid.at("/numbers", "too_many", text)
        labels = others if take_off else labels_of([*others, wanted])
        if labels != entry.labels:
            save_version(entry, labels=labels)
            changed.append(entry.number)
    if changed:
        facts = {"entries": changed, "off": take_off}
        log(tournament, "labelled", actor=actor, facts=facts)
    return entries


@transaction.atomic
def check_in(*, actor: Actor, tournament_id: UUID, numbers: Iterable[int]) -> list[Entry]:
    """They are here: from now on draws count with them. Also for those who come back."""
    tournament = unended_at_desk(actor, tournament_id)
    entries = [entry_in(tournament, number, pointer="/numbers") for number in sorted(set(numbers))]
    return moved(tournament, entries, Entry.State.PRESENT, actor=actor, kind="checked_in")


@transaction.atomic
def check_out(*, actor: Actor, tournament_id: UUID, numbers: Iterable[int]) -> list[Entry]:
    """Checked in by mistake: expected again."""
    tournament = unended_at_desk(actor, tournament_id)
    entries = [entry_in(tournament, number, pointer="/numbers") for number in sorted(set(numbers))]
    Invalid.raise_for(
        [detail for entry in entries for detail in _not_to_check_out(entry)],
        _("Nur wer eingecheckt ist, kann wieder ausgetragen werden."),
    )
    return moved(tournament, entries, Entry.State.SIGNED_UP, actor=actor, kind="checked_out")


@transaction.atomic
def drop_out(*, actor: Actor, tournament_id: UUID, number: int, reason: str = "") -> Entry:
    """Somebody does not come, or leaves. What he played stays; draws go on without him.

    In a round that is running his seat needs somebody to step in. Before the event the first of
    the waiting list moves up.
    """
    tournament = unended_at_desk(actor, tournament_id)
    entry = entry_in(tournament, number, pointer="/number")
    left(tournament, entry, actor=actor, reason=reason.strip())
    return entry


@transaction.atomic
def withdraw(*, actor: Actor, token: str) -> Entry:
    """Take one's own sign-up back, by the secret that was given for it, with the whole team."""
    found = first_or(
        Entry.objects.filter(token_hash=digest(token)),
        NotFound("sign_up_not_found", _("Diese Anmeldung gibt es nicht.")),
    )
    tournament = held(actor, found.tournament_id)
    refuse_closed(tournament)
    team = Entry.objects.filter(team=found.team) if found.team_id else None
    mates = team if team is not None else Entry.objects.filter(pk=found.pk)
    for entry in mates.order_by("number"):
        left(tournament, entry, actor=actor, reason="")
    found.refresh_from_db()
    return found


def fill_places(tournament: Tournament, *, actor: Actor) -> None:
    """Before play, who waits gets the places there are: in turn, so that nobody passes a pair."""
    if tournament.state != Tournament.State.OPEN:
        return
    while (group := _first_who_wait(tournament)) and len(group) <= _free(tournament):
        moved(tournament, group, Entry.State.SIGNED_UP, actor=actor, kind="moved_up")


def has_played(entry: Entry) -> bool:
    """Whether an entry had a part in a round that was called: a seat, or none."""
    return entry.sittings.exists() or entry.stepped_in.exists() or entry.sat_out.exists()


def _not_to_check_out(entry: Entry) -> Iterable[Finding]:
    named = {"number": entry.number}
    if entry.state != Entry.State.PRESENT:
        yield Finding(
            "not_present", "/numbers", _("Startnummer %(number)s ist nicht eingecheckt.") % named
        )
    elif has_played(entry):
        yield Finding(
            "has_played",
            "/numbers",
            _("Startnummer %(number)s war schon in einer Runde: wer geht, fällt aus.") % named,
        )


def _places_left(tournament: Tournament) -> int:
    waiting = tournament.entries.filter(state=Entry.State.WAITING, held=False)
    return 0 if waiting.exists() else _free(tournament)


def _free(tournament: Tournament) -> int:
    if tournament.capacity is None:
        return MOST_ENTRIES
    taken = tournament.entries.filter(state__in=HERE, kind=Entry.Kind.PLAYER).count()
    return tournament.capacity - taken


def _first_who_wait(tournament: Tournament) -> list[Entry]:
    """The first of the waiting list with those of his team who wait, too."""
    waiting = tournament.entries.filter(state=Entry.State.WAITING, held=False).order_by("number")
    first = waiting.first()
    if first is None or first.team_id is None:
        return [first] if first else []
    return list(waiting.filter(team=first.team_id))


def _runs_hot(tournament: Tournament) -> bool:
    """Whether more sign-ups came in ten minutes than people make; the tournament is locked."""
    lately = tournament.entries.filter(created_at__gt=timezone.now() - RUSH)
    return lately.exclude(token_hash="").count() >= settings.SIGN_UPS_AT_ONCE


def entered(
    tournament: Tournament,
    people: Iterable[Person],
    *,
    actor: Actor,
    state: str,
    held_back: bool = False,
    pairs: Collection[int] = (),
) -> list[Entry]:
    """New entries with the next or drawn numbers, unchecked; `pairs` are the places at which two
    begin who play together. The tournament must be locked."""
    people = list(people)
    numbers = next_entry_numbers(tournament, [person.kind for person in people], pairs=pairs)
    return Entry.objects.bulk_create(
        Entry(
            club_id=tournament.club_id,
            tournament=tournament,
            number=number,
            name=person.name,
            player_id=person.player,
            kind=person.kind,
            contact=person.contact.strip(),
            note=person.note.strip(),
            initials_only=person.initials_only,
            minor=person.minor,
            home_club=spelled(person.home_club),
            squad=spelled(person.squad),
            licence=spelled(person.licence),
            labels=labels_of(person.labels),
            held=held_back,
            state=state,
            created_by=str(actor),
        )
        for number, person in zip(numbers, people, strict=True)
    )


def moved(
    tournament: Tournament, entries: Sequence[Entry], state: str, *, actor: Actor, kind: str
) -> list[Entry]:
    """In a state, with a record of it under `kind`; the tournament must be locked."""
    moving = [entry for entry in entries if entry.state != state]
    for entry in moving:
        save_version(entry, state=state, held=False)
    if moving:
        log(tournament, kind, actor=actor, facts={"entries": [entry.number for entry in moving]})
    return list(entries)


def left(tournament: Tournament, entry: Entry, *, actor: Actor, reason: str) -> None:
    """Who was there is away, who was not has withdrawn; his place goes to who waits."""
    if entry.state in GONE:
        return
    present = entry.state == Entry.State.PRESENT
    state = Entry.State.AWAY if present or has_played(entry) else Entry.State.WITHDRAWN
    save_version(entry, state=state)
    log(
        tournament,
        "left",
        actor=actor,
        facts={"entry": entry.number, "state": state},
        reason=reason,
    )
    fill_places(tournament, actor=actor)


@transaction.atomic
def approve(*, actor: Actor, tournament_id: UUID, numbers: Iterable[int]) -> list[Entry]:
    """The desk lets in who was held back; with each everybody he signed up with. Role: scribe."""
    tournament = unended_at_desk(actor, tournament_id)
    named = [entry_in(tournament, number, pointer="/numbers") for number in sorted(set(numbers))]
    teams = [entry.team_id for entry in named if entry.team_id]
    mates = Q(pk__in=[entry.pk for entry in named]) | Q(team__in=teams)
    waiting = tournament.entries.filter(mates, held=True)
    if let_in := list(waiting.order_by("number").values_list("number", flat=True)):
        waiting.update(held=False, version=F("version") + 1)
        log(tournament, "approved", actor=actor, facts={"entries": let_in})
        fill_places(tournament, actor=actor)
    return list(tournament.entries.filter(pk__in=[entry.pk for entry in named]))


def player_for_entry(entry: Entry, *, actor: Actor) -> Player:
    """Who sits at the table under the name of an entry; the tournament's row must be locked.

    A guest of that name from an earlier event is taken for the same person. A member is not:
    whoever signs him up names the player, and two people may be called alike.
    """
    if entry.player is not None and entry.player.person.active:
        return entry.player.person
    player = _earlier_guest(entry) or _new_guest(entry, actor=actor)
    save_fields(entry, player=player)
    return player


def _earlier_guest(entry: Entry) -> Player | None:
    guests = Player.objects.filter(club=entry.club_id, guest=True, active=True, user=None)
    free = guests.exclude(entries__tournament=entry.tournament_id)
    wanted = tidy(entry.name).casefold()
    return next((guest for guest in free if guest.name.casefold() == wanted), None)


def _new_guest(entry: Entry, *, actor: Actor) -> Player:
    # Two tournaments of a club may look for a free name at once: they queue at the club's row.
    club = Club.objects.select_for_update(no_key=True).get(pk=entry.club_id)
    active = Player.objects.filter(club=club, active=True)
    taken = {name.casefold() for name in active.values_list("name", flat=True)}
    return added(Player(club=club, name=numbered(tidy(entry.name), taken), guest=True), actor=actor)
