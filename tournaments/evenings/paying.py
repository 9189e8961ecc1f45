"""The money of an evening: what is booked in the kitty, and who pays whom in cash.

Everybody's account is charged with what his games cost him and with the fines for his penalties.
Who pays in cash the same evening has his account level again: what goes from one to another is a
settlement that sums to zero, what goes to the club is a payment.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from jassclub.clubs import rights as clubs
from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Club, KittyBooking, KittyEntry, Player, Role
from jassclub.clubs.rights import require_role, who_is_who
from jassclub.clubs.services import kitty
from jassclub.clubs.services.fees import Money
from jassclub.clubs.services.kitty import STANDING, Kind, Line, Source
from jassclub.core.errors import Conflict
from jassclub.core.speaking import sign
from scoring.claims.models import Penalty
from scoring.claims.selectors import GameState, states_of
from scoring.core.models import Game
from scoring.tables.games import settle_game, settlement_of
from tournaments.evenings.models import Evening
from tournaments.evenings.pure.payments import Payment, fewest, rounded
from tournaments.evenings.selectors import evenings_of, games_on

LONGEST = 200
"""Of a note in the kitty."""
Due = Mapping[UUID | None, int]
"""Rappen by person, positive is to receive; None is the club."""


@dataclass(frozen=True)
class Fine:
    """What a penalty costs, and whom."""

    penalty: Penalty
    player_id: UUID
    amount: int


def fines_of(club: Club, games: QuerySet[Game]) -> list[Fine]:
    """For each penalty of finished games, by what the club has agreed."""
    money = Money.of(club)
    if not money.fine and not money.point:
        return []
    given = Penalty.objects.filter(game__in=games.values("pk"), cancelled_at=None)
    rows = given.filter(game__state=Game.State.CLOSED).order_by("game", "seq")
    return [
        Fine(one, _seated(one), money.fine + money.point * one.points)
        for one in rows.select_related("game").prefetch_related("game__seats__player__merged_into")
    ]


def _seated(penalty: Penalty) -> UUID:
    seats = penalty.game.seats.all()
    return next(seat.person.pk for seat in seats if seat.index == penalty.seat)


def costs_of(states: Sequence[GameState], fines: Sequence[Fine]) -> Counter[UUID | None]:
    """What an evening costs everybody: his games, his fines; the club gets these."""
    sums: Counter[UUID | None] = Counter()
    for state in states:
        for person, amount in _costs(state):
            sums[person] += amount
    for fine in fines:
        sums[fine.player_id] -= fine.amount
        sums[None] += fine.amount
    return sums


def _costs(state: GameState) -> Iterator[tuple[UUID, int]]:
    if state.game.state != Game.State.CLOSED:
        return
    try:
        amounts = settlement_of(state)
    except Conflict:
        return
    for seat, amount in zip(state.game.seats.all(), amounts, strict=True):
        yield seat.person.pk, amount


def payments(club: Club, due: Due) -> list[Payment]:
    """Who pays whom, in the coins of the club."""
    return fewest(rounded(due, Money.of(club).coin))


def paid_with(club: Club, row: KittyBooking) -> QuerySet[KittyBooking]:
    """What people paid in cash on the evening of which a booking is, as it stands."""
    keys = {"game": "pk", "penalty": "penalties"}
    named = {keys.get(row.source_kind, "pk"): row.source_id}
    days = Game.objects.filter(**named).values("played_on")
    evenings = Evening.objects.filter(club=club, day__in=days)
    return KittyBooking.objects.filter(
        STANDING, club=club, source_kind="evening", source_id__in=evenings.values("pk")
    )


def paid(evening: Evening) -> bool:
    """Whether it was settled in cash."""
    return _of(evening).exists()


def _of(evening: Evening) -> QuerySet[KittyBooking]:
    return KittyBooking.objects.filter(
        STANDING, club=evening.club_id, source_kind="evening", source_id=evening.pk
    )


@transaction.atomic
def settle(*, actor: Actor, evening_id: UUID) -> Sequence[tuple[Game, str]]:
    """Book what each closed game of the evening costs, and its fines; what is booked already
    stays. Role: scribe.

    What nobody has won, or was played for nothing, costs nothing, unless it was booked otherwise
    before. Gives those that cannot be settled, with the reason.
    """
    evening = clubs.found(evenings_of(actor), evening_id)
    require_role(actor, evening.club_id, Role.SCRIBE)
    # Race: two phones book one evening at once; the second finds each penalty fined.
    club = Club.objects.select_for_update(of=("self",), no_key=True).get(pk=evening.club_id)
    refused, games = [], games_on(evening)
    booked = set(_of_games(evening).values_list("source_id", flat=True))
    for state in states_of(games.filter(state=Game.State.CLOSED)):
        try:
            if any(settlement_of(state)) or state.game.pk in booked:
                settle_game(actor=actor, game_id=state.game.pk)
        except Conflict as refusal:
            if refusal.code != "no_settlement":
                refused.append((state.game, refusal.message))
            elif state.game.pk in booked:
                text = _("Das ist schon anders abgerechnet; hebe zuerst die alte Abrechnung auf.")
                refused.append((state.game, text))
    _book_fines(actor, evening, fines_of(club, games))
    return refused


def _book_fines(actor: Actor, evening: Evening, fines: Sequence[Fine]) -> None:
    booked = KittyBooking.objects.filter(STANDING, club=evening.club_id, source_kind="penalty")
    known = set(booked.values_list("source_id", flat=True))
    for fine in fines:
        if fine.penalty.pk not in known:
            kitty.book(
                actor=actor,
                club_id=evening.club_id,
                kind=Kind.FINE,
                day=evening.day,
                note=fine.penalty.reason[:LONGEST],
                lines=[Line(fine.player_id, -fine.amount)],
                source=Source("penalty", fine.penalty.pk),
            )


@transaction.atomic
def pay(*, actor: Actor, evening_id: UUID) -> list[Payment]:
    """Everything is booked, and was paid in cash from one to another. Role: scribe.

    Conflict where a game cannot be settled, or the evening was paid already.
    """
    refused = settle(actor=actor, evening_id=evening_id)
    evening = clubs.found(evenings_of(actor), evening_id)
    if refused:
        raise Conflict("not_settled", in_words(refused))
    if paid(evening):
        raise Conflict("evening_paid", _("Dieser Abend ist schon bar bezahlt."))
    made = payments(evening.club, booked_on(evening))
    own: dict[str, Any] = {
        "actor": actor,
        "club_id": evening.club_id,
        "day": evening.day,
        "note": _("am Abend bar bezahlt"),
        "source": Source("evening", evening.pk),
    }
    between, to_club = _by_person(made)
    if between:
        kitty.book(**own, kind=Kind.SETTLEMENT, lines=_lines(between))
    if to_club:
        kitty.book(**own, kind=Kind.PAYMENT, lines=_lines(to_club))
    return made


def _by_person(made: Sequence[Payment]) -> tuple[Counter[UUID], Counter[UUID]]:
    """What each has on his account after it: among people, and with the club."""
    between: Counter[UUID] = Counter()
    to_club: Counter[UUID] = Counter()
    for payer, receiver, amount in made:
        sums = to_club if None in (payer, receiver) else between
        if isinstance(payer, UUID):
            sums[payer] += amount
        if isinstance(receiver, UUID):
            sums[receiver] -= amount
    return between, to_club


def _lines(sums: Counter[UUID]) -> list[Line]:
    return [Line(person, amount) for person, amount in sums.items() if amount]


@transaction.atomic
def settle_anew(*, actor: Actor, evening_id: UUID) -> Sequence[tuple[Game, str]]:
    """What no longer holds is cancelled, and the evening booked as it is now; the difference stands
    on the accounts. Role: scribe, director where others have booked."""
    evening = clubs.found(evenings_of(actor), evening_id)
    require_role(actor, evening.club_id, Role.SCRIBE)
    for booking in outdated(evening):
        kitty.cancel(actor=actor, booking_id=booking.pk, reason=_("Seit der Buchung berichtigt"))
    return settle(actor=actor, evening_id=evening_id)


def outdated(evening: Evening) -> list[KittyBooking]:
    """Bookings of games that were opened again or corrected since, and of penalties taken back."""
    booked, who = _of_games(evening), who_is_who(evening.club_id)
    games = games_on(evening).filter(pk__in=booked.values("source_id"))
    now: dict[UUID | None, dict[UUID, int]] = {
        state.game.pk: dict(_costs(state)) for state in states_of(games)
    }
    gone = _fines(evening).filter(
        source_id__in=Penalty.objects.exclude(cancelled_at=None).values("pk")
    )
    return [
        *gone,
        *(
            row
            for row in booked.prefetch_related("entries")
            if now.get(row.source_id)
            != {who(one.player_id): one.amount for one in row.entries.all() if one.player_id}
        ),
    ]


def _fines(evening: Evening) -> QuerySet[KittyBooking]:
    penalties = Penalty.objects.filter(game__in=games_on(evening).values("pk")).values("pk")
    booked = KittyBooking.objects.filter(STANDING, club=evening.club_id)
    return booked.filter(source_kind="penalty", source_id__in=penalties)


def booked_on(evening: Evening) -> Counter[UUID | None]:
    """What stands in the kitty for the games of an evening and their penalties."""
    sums: Counter[UUID | None] = Counter()
    who = who_is_who(evening.club_id)
    for rows in (_of_games(evening), _fines(evening)):
        for entry in KittyEntry.objects.filter(booking__in=rows.values("pk")):
            if entry.player_id is not None:
                sums[who(entry.player_id)] += entry.amount
    sums[None] = -sum(sums.values())
    return sums


def _of_games(evening: Evening) -> QuerySet[KittyBooking]:
    return KittyBooking.objects.filter(
        STANDING,
        club=evening.club_id,
        kind=Kind.SETTLEMENT,
        source_kind="game",
        source_id__in=games_on(evening).values("pk"),
    )


def named(made: Sequence[Payment]) -> list[tuple[str, str, int]]:
    """With the names of people, in the order of those who pay; the club has an empty one."""
    idents = {one for payment in made for one in payment[:2] if one is not None}
    names: dict[object, str] = dict(
        Player.objects.filter(pk__in=idents).values_list("pk", "name")  # type: ignore[misc]
    )
    told = [(names.get(one.payer, ""), names.get(one.receiver, ""), one.amount) for one in made]
    return sorted(told)


def in_words(refused: Sequence[tuple[Game, str]]) -> str:
    """Which games are not settled, and why."""
    games = f"{sign(';')} ".join(
        f"{game.label or _('Partie')}{sign()} {why}" for game, why in refused
    )
    return _("Noch nicht gebucht: %(games)s.") % {"games": games}


def club_of_evening(ident: UUID) -> UUID | None:
    """The club of an evening that money was paid for."""
    return Evening.objects.filter(pk=ident).values_list("club_id", flat=True).first()


def club_of_penalty(ident: UUID) -> UUID | None:
    """The club of a penalty that stands."""
    standing = Penalty.objects.filter(pk=ident, cancelled_at=None)
    return standing.values_list("game__club_id", flat=True).first()
