"""The kitty of a club, in Rappen."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.serializers import Answer, DateFilter, FilterSet, InputSerializer, RowAnswer
from jassclub.clubs import rights
from jassclub.clubs.actors import Actor
from jassclub.clubs.api.base import PersonAddresses, listing, reading
from jassclub.clubs.balances import (
    KittyState,
    bookings_of,
    kitty_state,
    own_balances,
    sees_all,
)
from jassclub.clubs.models import KittyBooking, KittyEntry
from jassclub.clubs.services import kitty

MOST_RAPPEN = 10_000_000
MOST_ENTRIES = 200


class LineIn(InputSerializer):
    """Rappen for one player, positive to his credit; without a player the club's own money."""

    player = serializers.UUIDField(required=False, allow_null=True)
    amount = serializers.IntegerField(min_value=-MOST_RAPPEN, max_value=MOST_RAPPEN)


class SourceIn(InputSerializer):
    """What is booked for."""

    kind = serializers.SlugField(max_length=20)
    id = serializers.UUIDField()


class BookingIn(InputSerializer):
    """Stakes and fines are negative; a payment is positive when money comes in; a settlement
    sums to zero."""

    kind = serializers.ChoiceField(choices=KittyBooking.Kind.choices)
    day = serializers.DateField()
    note = serializers.CharField(max_length=200, required=False, allow_blank=True)
    source = SourceIn(required=False, allow_null=True)  # type: ignore[assignment]
    entries = serializers.ListField(child=LineIn(), min_length=1, max_length=MOST_ENTRIES)


class CancelIn(InputSerializer):
    """Why a booking was wrong."""

    reason = serializers.CharField(max_length=200)


class KittyEntryOut(RowAnswer):
    """What a booking means for one player."""

    player = serializers.UUIDField(source="player.person.pk", allow_null=True)
    name = serializers.CharField(source="player.person.name", default="")

    class Meta:
        model = KittyEntry
        fields = ("amount",)


class BookingOut(RowAnswer):
    """A booking with the entries that the caller may see."""

    entries = KittyEntryOut(many=True)

    class Meta:
        model = KittyBooking
        fields = (
            "id",
            "club",
            "kind",
            "day",
            "note",
            "source_kind",
            "source_id",
            "is_counter",
            "cancelled_by",
            "actor",
            "created_at",
        )


class KittyBalanceOut(Answer):
    """One person: positive is to his credit, negative is what he owes."""

    player = serializers.UUIDField(source="player.pk")
    name = serializers.CharField(source="player.name")
    amount = serializers.IntegerField()
    by_kind = serializers.DictField(child=serializers.IntegerField())


class KittyBalancesOut(Answer):
    """The kitty: cash = players + club. Who sees only himself gets no sums of the others."""

    cash = serializers.IntegerField(allow_null=True)
    players = serializers.IntegerField(allow_null=True)
    club = serializers.IntegerField(allow_null=True)
    results = KittyBalanceOut(source="balances", many=True)


class BookingFilter(FilterSet):
    """What bookings can be picked by."""

    day_from = DateFilter("day", "gte")
    day_to = DateFilter("day", "lte")

    class Meta:
        model = KittyBooking
        fields = ("kind", "source_kind", "source_id")


def bookings(actor: Actor, club_id: UUID) -> QuerySet[KittyBooking]:
    """Those of a visible club that the caller sees."""
    return bookings_of(actor, rights.get_club(actor, club_id).pk)


class Kitty(PersonAddresses):
    """The bookings of a club, with the entries that the caller may see."""

    queryset = KittyBooking.objects.none()
    filterset_class = BookingFilter
    list = listing(
        bookings,
        BookingOut,
        "Newest first. Members see their own, directors and admins everything.",
    )

    @extend_schema(request=BookingIn, responses={201: BookingOut})
    def create(self, request: Request, club_id: UUID) -> Response:
        """Book for one player or several at once. Role: scribe."""
        values = self.read(BookingIn)
        source = values.pop("source", None)
        booking = kitty.book(
            actor=self.actor,
            club_id=club_id,
            source=kitty.Source(source["kind"], source["id"]) if source else None,
            lines=[kitty.Line(row.get("player"), row["amount"]) for row in values.pop("entries")],
            **values,
        )
        return self.booked(booking)

    @extend_schema(request=CancelIn, responses={201: BookingOut})
    def cancel(self, request: Request, club_id: UUID, booking_id: UUID) -> Response:
        """Book the opposite; the counter booking. Role: scribe (his own), director (all)."""
        reason = self.read(CancelIn)["reason"]
        booking = rights.found(bookings(self.actor, club_id), booking_id)
        return self.booked(kitty.cancel(actor=self.actor, booking_id=booking.pk, reason=reason))

    def booked(self, booking: KittyBooking) -> Response:
        """One booking, as stored: whoever books or repeats one has named all its entries."""
        rows = KittyBooking.objects.prefetch_related("entries__player__merged_into")
        return self.respond(BookingOut, rows.get(pk=booking.pk), 201)


def balances(actor: Actor, club_id: UUID) -> KittyState | dict[str, Any]:
    """The whole kitty for who sees it, else what the caller has."""
    rights.get_club(actor, club_id)
    if sees_all(actor, club_id):
        return kitty_state(club_id)
    return {**dict.fromkeys(("cash", "players", "club")), "balances": own_balances(actor, club_id)}


class Balances(PersonAddresses):
    """Who has how much."""

    retrieve = reading(
        balances,
        KittyBalancesOut,
        "Exact to the Rappen. Members see themselves, directors and admins the whole kitty.",
    )
