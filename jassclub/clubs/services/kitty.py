"""The one door to the kitty. What is booked stays; a mistake is cancelled by its opposite.

Amounts are Rappen as the player sees them: a stake and a fine are negative, a payment is
positive when he pays in and negative when he is paid, a settlement sums to zero. Each booking is
read as the person sees it who stands behind the row today. Money only moves with payments, so the
cash box and the account at the bank hold their sum; what does not belong to the players is the
club's.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from uuid import UUID

from django.db import transaction
from django.db.models import Prefetch, Q, QuerySet, Sum
from django.utils.translation import gettext as _

from jassclub.clubs import actors, rights
from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Club, KittyBooking, KittyEntry, Player, Role
from jassclub.clubs.rights import has_role, who_is_who
from jassclub.core.errors import Conflict, Finding, Invalid, NotAllowed

Kind = KittyBooking.Kind
CHARGES = frozenset({Kind.STAKE, Kind.FINE, Kind.FEE})
"""Kinds that a player owes for."""
STANDING = Q(is_counter=False, cancelled_by=None)


@dataclass(frozen=True)
class Line:
    """Rappen for one player, positive to his credit; without a player the club's own money."""

    player_id: UUID | None
    amount: int


@dataclass(frozen=True)
class Source:
    """What a booking comes from, by kind and id: a game, an evening, a penalty, a fee."""

    kind: str
    ident: UUID


Owner = Callable[[UUID], UUID | None]
"""From an id to the club that it belongs to; None where there is no such thing."""


def _club_of_fee(ident: UUID) -> UUID | None:
    fees = KittyBooking.objects.filter(STANDING, pk=ident, kind=Kind.FEE)
    return fees.values_list("club_id", flat=True).first()


_owners: dict[str, Owner] = {"fee": _club_of_fee}


def register_source(kind: str, owner: Owner) -> None:
    """Say whose the sources of a kind are that no phone can have as its scope."""
    _owners[kind] = owner


@transaction.atomic
def book(
    *,
    actor: Actor,
    club_id: UUID,
    kind: str,
    day: date,
    lines: Sequence[Line],
    note: str = "",
    source: Source | None = None,
    year: int | None = None,
    by_bank: bool = False,
) -> KittyBooking:
    """Book for one player or several at once. Needs the role scribe.

    Everything wrong is named together (`Invalid`). A source that is settled already with the
    same numbers gives that booking again; with others it is a Conflict until it is cancelled.
    """
    rights.get_club(actor, club_id, Role.SCRIBE)
    # One after the other: the second of two who settle a game at once meets the first's booking.
    Club.objects.select_for_update(of=("self",), no_key=True).get(pk=club_id)
    wrong = faults(club_id, kind=kind, lines=lines, source=source, year=year)
    Invalid.raise_for(wrong, _("So kann nicht gebucht werden."))
    if kind == Kind.SETTLEMENT and source is not None:
        settled = _settled(club_id, source)
        if settled is not None:
            return _same_or_refuse(settled, lines)
    booking = KittyBooking.objects.create(
        club_id=club_id,
        kind=kind,
        day=day,
        note=note,
        source_kind=source.kind if source else "",
        source_id=source.ident if source else None,
        year=year,
        by_bank=by_bank and kind == Kind.PAYMENT,
        actor=str(actor),
    )
    return _with_lines(booking, lines)


@transaction.atomic
def cancel(*, actor: Actor, booking_id: UUID, reason: str) -> KittyBooking:
    """Book the opposite of a booking, all its players at once; the counter booking.

    The scribe cancels what he booked himself, the director everything.
    """
    booking = rights.found_for(actor, rights.kitty(actor), booking_id, Role.SCRIBE)
    if booking.actor != str(actor) and not has_role(actor, booking.club_id, Role.DIRECTOR):
        raise NotAllowed("role_missing", _("Fremde Buchungen hebt die Leitung auf."))
    # Race: two cancel one booking at once; the second finds it cancelled.
    booking = KittyBooking.objects.select_for_update(of=("self",)).get(pk=booking_id)
    if booking.is_counter or booking.cancelled_by_id is not None:
        raise Conflict("cancelled", _("Diese Buchung ist schon aufgehoben."))
    lines = [Line(entry.player_id, -entry.amount) for entry in booking.entries.all()]
    counter = KittyBooking.objects.create(
        club_id=booking.club_id,
        kind=booking.kind,
        day=booking.day,
        note=reason,
        source_kind=booking.source_kind,
        source_id=booking.source_id,
        year=booking.year,
        by_bank=booking.by_bank,
        is_counter=True,
        actor=str(actor),
    )
    KittyBooking.objects.filter(pk=booking_id).update(cancelled_by=counter)
    return _with_lines(counter, lines)


def _with_lines(booking: KittyBooking, lines: Sequence[Line]) -> KittyBooking:
    KittyEntry.objects.bulk_create(
        KittyEntry(
            club_id=booking.club_id, booking=booking, player_id=line.player_id, amount=line.amount
        )
        for line in lines
    )
    return booking


def _settled(club_id: UUID, source: Source) -> KittyBooking | None:
    return KittyBooking.objects.filter(
        STANDING,
        club=club_id,
        kind=Kind.SETTLEMENT,
        source_kind=source.kind,
        source_id=source.ident,
    ).first()


def _same_or_refuse(settled: KittyBooking, lines: Sequence[Line]) -> KittyBooking:
    booked = set(settled.entries.values_list("player_id", "amount"))
    if booked == {(line.player_id, line.amount) for line in lines}:
        return settled
    text = _("Das ist schon anders abgerechnet; hebe zuerst die alte Abrechnung auf.")
    detail = Finding("already_settled", "/source", text)
    raise Conflict("already_settled", text, [detail], {"booking": str(settled.pk)})


def faults(
    club_id: UUID,
    *,
    kind: str,
    lines: Sequence[Line],
    source: Source | None = None,
    year: int | None = None,
) -> Iterator[Finding]:
    """Everything that keeps this from being booked."""
    yield from _faults_of_people(club_id, lines, kind)
    for place, line in enumerate(lines):
        at = f"/entries/{place}/amount"
        if kind in CHARGES and line.amount >= 0:
            yield Finding("charge_is_negative", at, _("Einsatz, Busse und Beitrag sind negativ."))
        if kind == Kind.PAYMENT and line.amount == 0:
            yield Finding("payment_of_nothing", at, _("Null Rappen sind keine Zahlung."))
    if kind == Kind.SETTLEMENT:
        yield from _faults_of_settlement(lines)
    if (kind == Kind.FEE) != (year is not None):
        yield Finding("year_of_a_fee", "/year", _("Ein Beitrag, und nur er, ist für ein Jahr."))
    elif year is not None:
        yield from _faults_of_fee(club_id, year, lines)
    if source is not None:
        yield from _faults_of_source(club_id, kind, lines, source)


def _faults_of_people(club_id: UUID, lines: Sequence[Line], kind: str) -> Iterator[Finding]:
    known = set(Player.objects.filter(club=club_id, merged_into=None).values_list("pk", flat=True))
    named = [line.player_id for line in lines]
    for place, player in enumerate(named):
        at = f"/entries/{place}/player"
        if player is None and kind != Kind.PAYMENT:
            yield Finding("player_missing", at, _("Nur Zahlungen kann der Club selbst machen."))
        elif player is not None and player not in known:
            yield Finding("unknown_player", at, _("Diese Person spielt nicht in diesem Club."))
        elif player in named[:place]:
            yield Finding("player_twice", at, _("Diese Person steht schon in der Liste."))


def _faults_of_settlement(lines: Sequence[Line]) -> Iterator[Finding]:
    if len(lines) < 2:
        yield Finding(
            "too_few_players", "/entries", _("Eine Abrechnung braucht mindestens zwei Personen.")
        )
    left = sum(line.amount for line in lines)
    if left:
        text = _("Die Abrechnung geht nicht auf: es bleiben %(left)s Rappen.") % {"left": left}
        yield Finding("not_zero", "/entries", text)


def _faults_of_fee(club_id: UUID, year: int, lines: Sequence[Line]) -> Iterator[Finding]:
    if len(lines) != 1:
        yield Finding("fee_of_one", "/entries", _("Ein Beitrag ist von einer Person."))
    who, billed = who_is_who(club_id), KittyEntry.objects.filter(club=club_id, booking__year=year)
    standing = billed.filter(booking__is_counter=False, booking__cancelled_by=None)
    known = {who(player) for player in standing.values_list("player_id", flat=True) if player}
    if known & {line.player_id for line in lines}:
        text = _("Diese Person hat die Rechnung für dieses Jahr schon.")
        yield Finding("billed_already", "/entries/0/player", text)


def _faults_of_source(
    club_id: UUID, kind: str, lines: Sequence[Line], source: Source
) -> Iterator[Finding]:
    owner = _owners.get(source.kind)
    known = owner is not None and owner(source.ident) == club_id
    if not known and not actors.belongs_to(club_id, kind=source.kind, scope_id=source.ident):
        text = _("Das gehört nicht zu diesem Club, oder es gibt es nicht.")
        yield Finding("unknown_source", "/source", text)
        return
    booked = KittyBooking.objects.filter(STANDING, club=club_id, source_id=source.ident, kind=kind)
    if source.kind == "penalty" and booked.exists():
        yield Finding("fined_already", "/source", _("Diese Strafe ist schon gebüsst."))
    there = actors.people_of(source.kind, source.ident)
    if kind != Kind.SETTLEMENT or there is None:
        return
    who = who_is_who(club_id)
    if {who(player) for player in there} != {line.player_id for line in lines}:
        text = _("Abgerechnet wird mit allen, die dabei waren, und mit niemandem sonst.")
        yield Finding("not_the_players", "/entries", text)


@dataclass(frozen=True)
class Balance:
    """One person in Rappen: positive is to his credit, negative is what he owes."""

    player: Player
    by_kind: Mapping[str, int]

    @property
    def amount(self) -> int:
        """All kinds together."""
        return sum(self.by_kind.values())


@dataclass(frozen=True)
class KittyState:
    """A kitty in Rappen: `cash` is what lies in the box, `bank` what on the account of the club,
    whoever it belongs to."""

    balances: list[Balance] = field(default_factory=list)
    cash: int = 0
    bank: int = 0

    @property
    def players(self) -> int:
        """What the players have together; negative when they owe more than they have."""
        return sum(balance.amount for balance in self.balances)

    @property
    def club(self) -> int:
        """What the club owns when everybody has settled."""
        return self.cash + self.bank - self.players


def kitty_state(club_id: UUID) -> KittyState:
    """The whole kitty of a club, people by name."""
    who = who_is_who(club_id)
    sums: dict[UUID, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    money = {False: 0, True: 0}
    entries = KittyEntry.objects.filter(club=club_id).order_by()
    for player, kind, by_bank, amount in entries.values_list(
        "player_id", "booking__kind", "booking__by_bank"
    ).annotate(sum=Sum("amount")):
        money[by_bank] += amount if kind == Kind.PAYMENT else 0
        if player is not None:
            sums[who(player)][kind] += amount
    players = Player.objects.filter(pk__in=sums).order_by("name", "pk")
    balances = [Balance(player, sums[player.pk]) for player in players]
    return KittyState(balances, cash=money[False], bank=money[True])


def sees_all(actor: Actor, club_id: UUID) -> bool:
    """Directors and admins see the whole kitty."""
    return has_role(actor, club_id, Role.DIRECTOR)


def bookings_of(actor: Actor, club_id: UUID) -> QuerySet[KittyBooking]:
    """The bookings of a club that the actor sees, with the entries that he sees of them: all for
    directors and for the maker of the booking, else the own ones."""
    entries = KittyEntry.objects.select_related("player__merged_into")
    if not sees_all(actor, club_id):
        entries = entries.filter(rights.kitty_own(actor) | Q(booking__actor=str(actor)))
    rows = rights.kitty(actor).filter(club=club_id)
    return rows.prefetch_related(Prefetch("entries", entries))


def own_balances(actor: Actor, club_id: UUID) -> list[Balance]:
    """What the acting person has."""
    me = rights.player_for(actor, club_id)
    return [] if me is None else [row for row in kitty_state(club_id).balances if row.player == me]
