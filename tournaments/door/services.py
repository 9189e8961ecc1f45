"""The door: who comes in and what he pays, one line a person, also from doors without network.

Each act brings the key that its door gave it and is stored once: sent again it finds what was done.
What is sent late tells what happened: money that was taken is booked even where another door had
taken it too, and then shows as money to give back; somebody entered at two doors stays two until
the desk has said that they are one. docs/decisions/the-door.md says why so.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.core.errors import Conflict, Finding, Invalid, NotFound
from jassclub.core.rows import first_or, save_fields
from tournaments.core.models import Tournament
from tournaments.core.selectors import log, unended_at_desk
from tournaments.door.models import Act
from tournaments.entries.entrants import (
    PAIR,
    Person,
    formed,
    known_people,
    paired,
    too_many,
)
from tournaments.entries.models import Entry, Payment
from tournaments.entries.pure import alike
from tournaments.entries.selectors import entry_in, numbered, people_of
from tournaments.entries.services import (
    change_entry,
    entered,
    has_played,
    label_entries,
    left,
    moved,
)
from tournaments.format.pure import Seating
from tournaments.format.selectors import format_of
from tournaments.money.services import MOST, booked, paid_by_means, payer_of

Kind = Act.Kind
State = Entry.State
CHECKED_IN = "checked_in"


@dataclass(frozen=True)
class Who:
    """Whom an act means: by his number, by the name he gives, or by the act that entered him."""

    number: int | None = None
    name: str = ""
    entered_by: str = ""


@transaction.atomic
def arrive(
    *, actor: Actor, tournament_id: UUID, key: str, who: Who, seen: Collection[int] = ()
) -> Act:
    """Somebody is here; a name that nobody who is expected bears is entered.

    Of a pair both are here. `seen` are the numbers of those with a name like his that the door had
    before its eyes when it said that he is another. Refused for who is not let in yet.
    """
    tournament = unended_at_desk(actor, tournament_id)
    if (known := _known(tournament, key)) is not None:
        return known
    if not who.name:
        entry = _meant(tournament, who)
        return _came(tournament, entry, actor=actor, key=key)
    expected = tournament.entries.filter(state=State.SIGNED_UP, name__iexact=who.name.strip())
    alone = list(expected[:2])
    if len(alone) == 1 and alone[0].number not in seen:
        return _came(tournament, alone[0], actor=actor, key=key)
    return _new(tournament, who.name, seen, actor=actor, key=key)


@transaction.atomic
def take_fee(
    *,
    actor: Actor,
    tournament_id: UUID,
    key: str,
    who: Who,
    means: str = Payment.Means.CASH,
    rappen: int | None = None,
    handed: int | None = None,
) -> Act:
    """The entry fee changes hands: what is open without `rappen`. A pair or a team pays once.

    Booked also beyond what is due: another door may have taken it too, and it is to give back.
    Conflict where nothing is due and no amount is said.
    """
    tournament = unended_at_desk(actor, tournament_id)
    if (known := _known(tournament, key)) is not None:
        return known
    entry, account = payer_of(tournament, _meant(tournament, who))
    amount = account.open if rappen is None else rappen
    if rappen is None and amount < 1:
        raise Conflict("nothing_due", _("Hier ist nichts offen."))
    _refuse_amounts(means, amount, handed)
    payment = booked(
        tournament,
        entry,
        Payment.Kind.FEE,
        amount,
        actor=actor,
        means=means,
        handed=handed,
    )
    return _act(tournament, Kind.FEE, entry, actor=actor, key=key, payment=payment)


@transaction.atomic
def number_printed(*, actor: Actor, tournament_id: UUID, key: str, who: Who) -> Act:
    """Somebody has his start number on paper."""
    tournament = unended_at_desk(actor, tournament_id)
    if (known := _known(tournament, key)) is not None:
        return known
    return _act(tournament, Kind.NUMBER, _meant(tournament, who), actor=actor, key=key)


@transaction.atomic
def describe(
    *, actor: Actor, tournament_id: UUID, key: str, who: Who, category: str = "",
    take_off: bool = False, home_club: str | None = None,
) -> Act:  # fmt: skip
    """Somebody is in a category, or no longer; or plays for a club. Nothing else of him changes, so
    two doors that say different things of him do not undo each other's."""
    tournament = unended_at_desk(actor, tournament_id)
    if (known := _known(tournament, key)) is not None:
        return known
    entry = _meant(tournament, who)
    if category:
        told: dict[str, Any] = {"category": category, "take_off": take_off}
        label_entries(actor=actor, tournament_id=tournament_id, numbers=[entry.number], **told)
    if home_club is not None:
        entry.refresh_from_db()
        change_entry(
            actor=actor, tournament_id=tournament_id, entry_id=entry.pk, version=entry.version,
            values={"home_club": home_club},
        )  # fmt: skip
    return _act(tournament, Kind.DETAILS, entry, actor=actor, key=key)


@transaction.atomic
def settle(*, actor: Actor, tournament_id: UUID, number: int, same: bool) -> Entry:
    """Whether two who may be one are: then who was entered later goes, and his money with him.

    What he paid is booked back and booked in for the other, so that the till stays right. Conflict
    where there is nothing to settle, or where he has played.
    """
    tournament = unended_at_desk(actor, tournament_id)
    later = entry_in(tournament, number, pointer="/number")
    doubts = doubts_of(tournament).filter(entry=later)
    found = first_or(
        doubts, Conflict("nothing_to_settle", _("Das ist entschieden, oder niemand fragt danach."))
    )
    kept = found.other
    if same and kept is not None:
        _unite(tournament, later, kept, actor=actor)
    for doubt in doubts:
        save_fields(doubt, settled_at=timezone.now())
    log(
        tournament,
        "same_person" if same else "two_people",
        actor=actor,
        facts={"one": kept.number if kept else 0, "other": later.number},
    )
    return kept if same and kept is not None else later


def doubts_of(tournament: Tournament) -> QuerySet[Act]:
    """Those who may be somebody entered before, for the desk to say."""
    rows = tournament.acts.filter(other__isnull=False, settled_at=None)
    rows = rows.exclude(entry__state=State.WITHDRAWN).exclude(other__state=State.WITHDRAWN)
    return rows.select_related("entry", "other").order_by("entry__number")


def _known(tournament: Tournament, key: str) -> Act | None:
    """What was done under this key; the tournament is locked, so nobody does it meanwhile."""
    if not key:
        raise Invalid.at("/key", "field_missing", _("Hier fehlt noch eine Angabe."))
    return tournament.acts.select_related("entry", "payment").filter(key=key).first()


def _meant(tournament: Tournament, who: Who) -> Entry:
    if who.entered_by:
        unknown = NotFound("act_not_found", _("Wer gemeint ist, ist noch nicht eingetragen."))
        rows = tournament.acts.select_related("entry").filter(key=who.entered_by)
        return first_or(rows, unknown).entry
    if who.number is None:
        raise Invalid.at("/number", "field_missing", _("Hier fehlt noch eine Angabe."))
    return entry_in(tournament, who.number, pointer="/number")


def _act(
    tournament: Tournament,
    kind: str,
    entry: Entry,
    *,
    actor: Actor,
    key: str,
    payment: Payment | None = None,
    other: Entry | None = None,
) -> Act:
    return Act.objects.create(
        club_id=tournament.club_id,
        tournament=tournament,
        key=key,
        kind=kind,
        entry=entry,
        payment=payment,
        other=other,
        actor=str(actor),
    )


def _came(tournament: Tournament, entry: Entry, *, actor: Actor, key: str) -> Act:
    pair = format_of(tournament).seating is Seating.PAIRS
    mates = people_of(entry) if pair else [entry]
    if any(mate.awaits_approval for mate in mates):
        raise Conflict(
            "not_approved",
            _("%(who)s ist noch nicht zugelassen.") % {"who": entry},
        )
    moved(tournament, mates, State.PRESENT, actor=actor, kind=CHECKED_IN)
    return _act(tournament, Kind.ARRIVAL, entry, actor=actor, key=key)


def _new(
    tournament: Tournament, name: str, seen: Collection[int], *, actor: Actor, key: str
) -> Act:
    """Whoever comes unannounced; who may be another is told of beside him."""
    single, pairs = paired(tournament, [Person(name)])
    people = known_people(tournament, single)
    there = list(tournament.entries.exclude(state=State.WITHDRAWN).order_by("number"))
    _refuse_names(people, len(there))
    taken = {entry.name.casefold() for entry in there}
    seated = {entry.player_id for entry in tournament.entries.exclude(player=None)}
    fresh = []
    for person in people:
        called = numbered(person.name, taken)
        taken.add(called.casefold())
        # A member who is entered already is asked about, and never entered twice as himself.
        player = None if person.player in seated else person.player
        fresh.append(Person(called, player, initials_only=person.initials_only, minor=person.minor))
    entries = entered(tournament, fresh, actor=actor, state=State.PRESENT, pairs=pairs)
    for entry, person in zip(entries, people, strict=True):
        if _nameless(person):
            # Whoever has drawn a number finds himself on the lists by it.
            name = f"{person.name} {entry.number}"
            save_fields(entry, name=numbered(name, taken - {entry.name.casefold()}))
    numbers = [entry.number for entry in entries]
    log(tournament, "entered", actor=actor, facts={"entries": numbers, "state": State.PRESENT})
    if pairs:
        formed(tournament, "", entries[:PAIR], actor=actor)
    acts = [
        _act(
            tournament,
            Kind.ARRIVAL,
            entry,
            actor=actor,
            key=key if place == 0 else f"{key[:60]}-{place}",
            other=_other(person, there, seen),
        )
        for place, (entry, person) in enumerate(zip(entries, people, strict=True))
    ]
    return acts[0]


def _other(person: Person, there: Sequence[Entry], seen: Collection[int]) -> Entry | None:
    """Who of those that the door did not see may be the same person; the nearest name first."""
    if _nameless(person):
        return None
    unseen = [entry for entry in there if entry.number not in seen]
    found = [entry for entry in unseen if alike(entry.name, person.name)]
    same = [entry for entry in found if entry.name.casefold() == person.name.casefold()]
    return next(iter([*same, *found]), None)


def _nameless(person: Person) -> bool:
    """Whether somebody has drawn a number without a name: he is like nobody."""
    return person.name.casefold() == _("Gast").casefold()


def _refuse_names(people: Iterable[Person], there: int) -> None:
    wrong = []
    people = list(people)
    if any(not person.name for person in people):
        wrong.append(Finding("name_missing", "/name", _("Hier fehlt der Name.")))
    wrong += too_many(there + len(people), "/name")
    Invalid.raise_for(wrong, _("So lassen sich nicht alle eintragen."))


def _refuse_amounts(means: str, rappen: int, handed: int | None) -> None:
    wrong = []
    if means not in Payment.Means.values:
        wrong.append(Finding("unknown_means", "/means", _("Bar oder mit TWINT.")))
    if not 1 <= rappen <= MOST:
        text = _("Ein Betrag ist grösser als null.")
        wrong.append(Finding("out_of_range", "/rappen", text))
    if handed is not None and not rappen <= handed <= MOST:
        text = _("Das ist weniger, als zu bezahlen ist.")
        wrong.append(Finding("out_of_range", "/handed", text))
    Invalid.raise_for(wrong, _("So lässt sich das nicht buchen."))


def _unite(tournament: Tournament, later: Entry, kept: Entry, *, actor: Actor) -> None:
    if has_played(later):
        raise Conflict(
            "has_played",
            _("Startnummer %(number)s war schon in einer Runde: wer geht, fällt aus.")
            % {"number": later.number},
        )
    note = _("dieselbe Person: %(who)s") % {"who": f"{kept.number} = {later.number}"}
    for means, rappen in paid_by_means(later).items():
        told: dict[str, Any] = {"actor": actor, "means": means, "note": note}
        booked(tournament, later, Payment.Kind.REFUND, rappen, **told)
        booked(tournament, kept, Payment.Kind.FEE, rappen, **told)
    moved(tournament, [kept], State.PRESENT, actor=actor, kind=CHECKED_IN)
    # He is not here a second time: as if he had never come, so that draws leave him out.
    save_fields(later, state=State.SIGNED_UP)
    left(tournament, later, actor=actor, reason="")
