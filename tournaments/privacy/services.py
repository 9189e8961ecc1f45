"""What tournaments hold about a person, and blanking it; asked by `jassclub.clubs.personal_data`.

No number changes and no log: free texts stand in its chain as digests only, names not at all.

Going by one's ticket: somebody without an account is hidden at once and forgotten later; how
people are reached, and what was noted about them, is not kept for long either."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db import models, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import WAITING, Departure, Player
from jassclub.clubs.naming import Naming
from jassclub.clubs.personal_data import DataSubject, Meeting, Rows, names_of
from jassclub.clubs.services.forgetting import depart, take_back
from jassclub.clubs.services.merging import lock_people
from jassclub.core.errors import Conflict, NotFound
from jassclub.core.rows import save_fields, save_version
from tournaments.core.models import LogRecord, Tournament
from tournaments.core.selectors import held, tournament_of
from tournaments.entries import services as entries
from tournaments.entries.models import Entry, Payment, SeatMail, SeatPush, Team
from tournaments.entries.selectors import Calling, entry_by_token, numbered, people_of
from tournaments.results.models import PasseSheet, PenaltyPoints
from tournaments.rounds.models import Draw
from tournaments.standings.models import Ranking


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
    save_fields(departure, names=hide_entries([entry], naming))
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
    show(departure.names)
    rows = Entry.objects.select_related("team", "tournament")
    if (entry := rows.filter(pk__in=[departure.entry]).first()) is not None:
        naming = Naming(
            [entry.name],
            neutral=departure.label,
            others=entry.tournament.entries.exclude(pk=entry.pk).values_list("name", flat=True),
        )
        forget_entry(entry, naming)
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
def _tell_no_more(entries_: Iterable[Entry]) -> None:
    """Neither by mail nor by phone."""
    for told in (SeatMail, SeatPush):
        told.objects.filter(entry__in=entries_).delete()


def forget_contacts(*, before: date) -> int:
    """Empty contacts, notes and licences of all events that were played before a day; how many."""
    old = Entry.objects.filter(tournament__played_on__lt=before)
    _tell_no_more(old)
    old = old.exclude(contact="", note="", licence="")
    # Papers are kept by the version of the tournament: none shows a number any more.
    Tournament.objects.filter(pk__in=old.values("tournament")).update(version=F("version") + 1)
    return old.update(contact="", note="", licence="", version=F("version") + 1)


BLANKED = "–"
"""Stands where a reason has to be given and must not be read any more."""


@dataclass(frozen=True)
class FreeText:
    """A text that somebody typed: where it is, whose tournament, who wrote it (None: nobody)."""

    model: type[models.Model]
    field: str
    tournament: str
    actor: str | None = "actor"
    blank: str = ""

    def of(self, whose: DataSubject) -> QuerySet[Any]:
        """The rows of his club in which something is written."""
        rows = self.model._default_manager.filter(**{f"{self.tournament}__club": whose.club_id})
        return rows.exclude(**{f"{self.field}__in": ("", self.blank)})

    def written_by(self, whose: DataSubject) -> Iterator[Any]:
        """The rows that he wrote himself."""
        if self.actor is not None:
            yield from self.of(whose).filter(**{f"{self.actor}__in": whose.actors})

    def forget(self, whose: DataSubject, naming: Naming, *, only: UUID | None = None) -> int:
        """Blank what he wrote and what names him (in `only` one tournament); how many."""
        rows = self.of(whose)
        if only is not None:
            rows = rows.filter(**{self.tournament: only})
        own = {row.pk for row in self.written_by(whose)}
        named = {row.pk for row in rows if naming.occurs_in(getattr(row, self.field))}
        gone = self.model._default_manager.filter(pk__in=list(own | named))
        return gone.update(**{self.field: self.blank})


TEXTS = (
    FreeText(LogRecord, "reason", "tournament"),
    FreeText(Draw, "reason", "tournament"),
    FreeText(Ranking, "reason", "tournament", actor=None),
    FreeText(PasseSheet, "reason", "passe__round__tournament", blank=BLANKED),
    FreeText(PenaltyPoints, "reason", "entry__tournament"),
    FreeText(PenaltyPoints, "cancelled_reason", "entry__tournament", actor="cancelled_by"),
    FreeText(Payment, "note", "entry__tournament"),
    FreeText(Entry, "note", "tournament", actor=None),
)
"""The note of an entry is about who is entered, whoever typed it."""
REACHED = ("contact", "note", "home_club", "squad", "licence")
"""What an entry says of somebody beside his name."""


def meetings(own: Rows, other: Rows) -> list[Meeting]:
    """The tournaments in which both took part."""
    here = Entry.objects.exclude(state=Entry.State.WITHDRAWN)
    events = Tournament.objects.filter(entries__in=here.filter(player__in=own))
    both = events.filter(pk__in=here.filter(player__in=other).values("tournament")).distinct()
    return [Meeting("tournament", t.pk, f"{t.played_on} {t.name}") for t in both]


def export(whose: DataSubject) -> dict[str, Any]:
    """His entries with what he paid and was punished with, and every text that he wrote."""
    return {
        "entries": [
            _entry(entry)
            for entry in _entries(whose)
            .select_related("tournament", "team")
            .prefetch_related("payments", "penalties")
            .order_by("tournament__played_on", "number")
        ],
        "texts": [
            {"of": kind.model.__name__, kind.field: getattr(row, kind.field)}
            for kind in TEXTS
            for row in kind.written_by(whose)
        ],
    }


def anonymise(whose: DataSubject, naming: Naming) -> int:
    """Call him by the neutral name, remove how to reach him, blank the texts; how many."""
    blanked = sum(kind.forget(whose, naming) for kind in TEXTS)
    # Versions of results on which somebody wrote why they are short.
    sheets = PasseSheet.objects.filter(
        passe__round__tournament__club=whose.club_id, sheet__has_key="reason"
    )
    for sheet in sheets.exclude(sheet__reason__in=("", BLANKED)):
        if sheet.actor in whose.actors or naming.occurs_in(sheet.sheet["reason"]):
            sheet.sheet["reason"] = BLANKED
            sheet.save(update_fields=["sheet"])
            blanked += 1
    his = _his(whose, naming)
    _call(his, naming)
    return blanked + len(his)


def hide(whose: DataSubject, naming: Naming) -> dict[str, str]:
    """Call him by the neutral name at once, without how to reach him; the points stay. What
    stood there."""
    return hide_entries(_his(whose, naming), naming)


def hide_entries(his: Iterable[Entry], naming: Naming) -> dict[str, str]:
    """The same for some entries alone."""
    names = {f"entry:{entry.pk}": entry.name for entry in his}
    names |= {f"team:{entry.team_id}": entry.team.name for entry in his if entry.team}
    names |= {f"{kept}:{entry.pk}": getattr(entry, kept) for kept in REACHED for entry in his}
    _call(his, naming)
    return names


def show(names: Mapping[str, Any]) -> None:
    """Call entries and teams as `hide` has found them; who is hidden beside them stays so."""
    keys = [key.partition(":")[2] for key in names if key.startswith("entry:")]
    his = list(Entry.objects.filter(pk__in=keys).select_related("team"))
    # The tournaments first: whoever changes an entry has locked its tournament before.
    _touch(his)
    for entry in his:
        if entry.team and (before := names.get(f"team:{entry.team_id}")):
            save_fields(
                entry.team,
                name=_called_again(
                    entry.team.name, before, name=names[f"entry:{entry.pk}"], neutral=entry.name
                ),
            )
        reached = {field: names.get(f"{field}:{entry.pk}", "") for field in REACHED}
        save_version(entry, name=names[f"entry:{entry.pk}"], **reached)


def _called_again(team: str, before: str, *, name: str, neutral: str) -> str:
    """What a team was called; where it changed since, his name alone comes back."""
    hidden = Naming([neutral], neutral=name, others=[neutral])
    if Naming([name], neutral=neutral).replaced_in(before) == team or not hidden.occurs_in(team):
        return before
    return hidden.replaced_in(team)


def veil(rows: Rows, initials_only: bool, minor: bool) -> None:
    """What strangers read of a player's entries, those of earlier events too."""
    his = Entry.objects.filter(player__in=rows)
    _touch(his)
    his.update(initials_only=initials_only, minor=minor, version=F("version") + 1)


def forget_entry(entry: Entry, naming: Naming) -> None:
    """Forget somebody who is known by one entry alone: there, and in the texts of that event."""
    nobody = DataSubject(entry.club_id, frozenset(), frozenset())
    for kind in TEXTS:
        kind.forget(nobody, naming, only=entry.tournament_id)
    _call([entry], naming)


def held_by(entry: Entry, calls: Calling) -> dict[str, Any]:
    """What is held of one entry, for who has its ticket: a stranger, as far as anybody can tell."""
    data = _entry(entry)
    if calls.aged and not calls.plain:
        data |= {
            "name": calls.entry(entry),
            "team": calls.team(entry.team),
            "penalties": [
                {**penalty, "reason": calls.text(penalty["reason"])}
                for penalty in data["penalties"]
            ],
            "payments": [
                {**payment, "note": calls.text(payment["note"])} for payment in data["payments"]
            ],
        }
    return data


def _touch(his: Iterable[Entry]) -> None:
    """Boards and papers are kept by the version: none of them shows the old name any more."""
    touched = Tournament.objects.filter(pk__in={entry.tournament_id for entry in his})
    touched.update(version=F("version") + 1)


def _call(his: Iterable[Entry], naming: Naming) -> None:
    """Give them the neutral name, without how to reach them."""
    _touch(his)
    neutral_names = _neutral_names(his, naming)
    _tell_no_more(his)
    for entry in his:
        name = naming.neutral if entry.player_id else neutral_names[entry.name]
        save_version(entry, name=name, labels=[], **dict.fromkeys(REACHED, ""))
        _rename_team(entry, naming)


def _his(whose: DataSubject, naming: Naming) -> list[Entry]:
    """Entries that are linked to him, and those of nobody known whose name is his.

    `naming` knows his names, which are gone from his own rows by now.
    """
    rows = Entry.objects.filter(tournament__club=whose.club_id).select_related("team")
    named = [row for row in rows.filter(player=None) if naming.is_name(row.name)]
    return [*rows.filter(player__in=whose.rows), *named]


def _neutral_names(his: Iterable[Entry], naming: Naming) -> Mapping[str, str]:
    """What entries of nobody known are called from now on, by their names of before.

    A season adds them up by name: each spelling keeps one of its own, `Person 1 (2)`.
    """
    names: dict[str, str] = {}
    for name in sorted({entry.name for entry in his if entry.player_id is None}):
        names[name] = numbered(naming.neutral, [taken.casefold() for taken in names.values()])
    return names


def _entries(whose: DataSubject) -> QuerySet[Entry]:
    """Those that are linked to him, and those of nobody known that bear a name of his."""
    named = Q()
    for name in names_of(whose.rows):
        named |= Q(player=None, name__iexact=name)
    rows = Entry.objects.filter(tournament__club=whose.club_id)
    return rows.filter(Q(player__in=whose.rows) | named)


def _rename_team(entry: Entry, naming: Naming) -> None:
    """Two teams that named him, one of them withdrawn, may differ in his name alone."""
    team = entry.team
    if team is None or not naming.occurs_in(team.name):
        return
    others = Team.objects.filter(tournament=team.tournament_id).exclude(pk=team.pk)
    taken = {name.casefold() for name in others.values_list("name", flat=True)}
    save_fields(team, name=numbered(naming.replaced_in(team.name), taken))


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        "tournament": entry.tournament.name,
        "played_on": entry.tournament.played_on,
        "number": entry.number,
        "name": entry.name,
        "team": entry.team.name if entry.team else None,
        "kind": entry.kind,
        "state": entry.state,
        "contact": entry.contact,
        "mails_to": [mail.address for mail in SeatMail.objects.filter(entry=entry) if mail.address],
        "phones": [
            {"address": phone.endpoint, "since": phone.created_at} for phone in entry.phones.all()
        ],
        "note": entry.note,
        **{name: getattr(entry, name) for name in ("home_club", "squad", "licence", "labels")},
        "payments": [
            {"kind": row.kind, "rappen": row.rappen, "note": row.note, "at": row.at}
            for row in entry.payments.all()
        ],
        "penalties": [
            {"points": row.points, "reason": row.reason, "at": row.at}
            for row in entry.penalties.all()
        ],
    }
