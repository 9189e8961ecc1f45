"""Going by one's ticket: somebody without an account is hidden at once and forgotten later; how
people are reached, and what was noted about them, is not kept for long either."""

from datetime import date, datetime
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import WAITING, Departure, Player
from jassclub.clubs.naming import Naming
from jassclub.clubs.services.forgetting import depart, take_back
from jassclub.clubs.services.merging import lock_people
from jassclub.core.errors import Conflict, NotFound
from jassclub.core.rows import save_fields
from tournaments.core.models import Tournament
from tournaments.core.selectors import held, tournament_of
from tournaments.entries import services as entries
from tournaments.entries.models import Entry
from tournaments.entries.selectors import entry_by_token, people_of
from tournaments.privacy import personal_data as participants


@transaction.atomic
def leave_by_ticket(*, actor: Actor, tournament_id: UUID, token: str, number: int) -> Departure:
    """Hide one of the people of a ticket, to be forgotten in a fortnight; asked twice is once.

    Before the event the sign-up ends with it. Conflict while it runs, and for who has an account:
    he goes from his own page.
    """
    tournament, entry = _locked(actor, tournament_id, token, number)
    waiting = waiting_for(entry)
    if waiting is not None:
        return waiting
    if tournament.state == Tournament.State.RUNNING:
        raise Conflict(
            "tournament_running",
            _("Solange gespielt wird, braucht es den Namen noch. Danach geht es sofort."),
        )
    person = _person(entry)
    if person is not None and person.user_id is not None:
        raise Conflict(
            "has_account", _("Du hast hier ein Konto: melde dich an und geh von «Meine Daten» aus.")
        )
    if tournament.state == Tournament.State.OPEN:
        for mate in people_of(entry):
            entries.left(tournament, mate, actor=actor, reason="")
    if person is not None and person.guest:
        return depart(club_id=tournament.club_id, player=person)
    entry = Entry.objects.select_related("team", "tournament").get(pk=entry.pk)
    departure = depart(club_id=tournament.club_id, entry=entry.pk)
    naming = Naming([entry.name], neutral=departure.label)
    save_fields(departure, names=participants.hide_entries([entry], naming))
    return departure


@transaction.atomic
def stay_by_ticket(*, actor: Actor, tournament_id: UUID, token: str, number: int) -> None:
    """He has changed his mind: he is called as before. A sign-up that ended stays so."""
    _tournament, entry = _locked(actor, tournament_id, token, number)
    waiting = waiting_for(entry)
    if waiting is not None:
        take_back(waiting)


def waiting_for(entry: Entry) -> Departure | None:
    """What was asked for by a ticket and is not done yet."""
    rows = Departure.objects.filter(WAITING, user=None)
    person = _person(entry)
    own = rows.filter(entry=entry.pk).first()
    return own or (rows.filter(player=person).first() if person is not None else None)


def due(now: datetime) -> list[UUID]:
    """The requests about entries that are to be done."""
    rows = Departure.objects.filter(WAITING, due_at__lte=now, entry__isnull=False)
    return list(rows.order_by("due_at").values_list("pk", flat=True))


@transaction.atomic
def finish(departure_id: UUID) -> None:
    """Forget an entry for good: its name, how to reach it, what the event's texts say of it."""
    departure = Departure.objects.get(pk=departure_id)
    lock_people(departure.club_id)
    # Read again under the lock: he may have changed his mind while this waited for it.
    departure.refresh_from_db()
    if departure.done_at is not None or departure.undone_at is not None:
        return
    participants.show(departure.names)
    rows = Entry.objects.select_related("team", "tournament")
    if (entry := rows.filter(pk__in=[departure.entry]).first()) is not None:
        naming = Naming(
            [entry.name],
            neutral=departure.label,
            others=entry.tournament.entries.exclude(pk=entry.pk).values_list("name", flat=True),
        )
        participants.forget_entry(entry, naming)
    save_fields(departure, names={}, done_at=timezone.now())


def _locked(actor: Actor, tournament_id: UUID, token: str, number: int) -> tuple[Tournament, Entry]:
    # The club first, as whoever hides or forgets a person in all its tournaments: else the two
    # would wait for each other. And a guest with two tickets asks with one after the other.
    lock_people(tournament_of(actor, tournament_id).club_id)
    tournament = held(actor, tournament_id)
    first = entry_by_token(tournament, token)
    mates = [] if first is None else people_of(first)
    entry = next((mate for mate in mates if mate.number == number), None)
    if entry is None:
        raise NotFound("sign_up_not_found", _("Diese Anmeldung gibt es nicht."))
    return tournament, entry


def _person(entry: Entry) -> Player | None:
    return None if entry.player is None else entry.player.person


@transaction.atomic
def forget_contacts(*, before: date) -> int:
    """Empty contacts and notes of all events that were played before a day; how many entries."""
    old = Entry.objects.filter(tournament__played_on__lt=before).exclude(contact="", note="")
    # Papers are kept by the version of the tournament: none shows a number any more.
    Tournament.objects.filter(pk__in=old.values("tournament")).update(version=F("version") + 1)
    return old.update(contact="", note="", version=F("version") + 1)
