"""The kitty of a club, in Rappen."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.serializers import DateFilter, FilterSet, InputSerializer
from jassclub.clubs import rights
from jassclub.clubs.api.base import ActorView
from jassclub.clubs.balances import (
    Balance,
    bookings_of,
    kitty_state,
    own_balances,
    sees_all,
)
from jassclub.clubs.models import KittyBooking, KittyEntry
from jassclub.clubs.rights import IsPerson
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


class KittyEntryOut(serializers.ModelSerializer[KittyEntry]):
    """What a booking means for one player."""

    player = serializers.UUIDField(source="player.person.pk", default=None)
    name = serializers.CharField(source="player.person.name", default="")

    class Meta:
        model = KittyEntry
        fields = ("player", "name", "amount")
        read_only_fields = fields


class BookingOut(serializers.ModelSerializer[KittyBooking]):
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
            "entries",
        )
        read_only_fields = fields


class KittyBalanceOut(serializers.Serializer[Any]):
    """One person: positive is to his credit, negative is what he owes."""

    player = serializers.UUIDField(source="player.pk")
    name = serializers.CharField(source="player.name")
    amount = serializers.IntegerField()
    by_kind = serializers.DictField(child=serializers.IntegerField())


class KittyBalancesOut(serializers.Serializer[Any]):
    """The kitty: cash = players + club. Who sees only himself gets no sums of the others."""

    cash = serializers.IntegerField(allow_null=True)
    players = serializers.IntegerField(allow_null=True)
    club = serializers.IntegerField(allow_null=True)
    results = KittyBalanceOut(many=True)


class BookingFilter(FilterSet):
    """What bookings can be picked by."""

    day_from = DateFilter("day", "gte")
    day_to = DateFilter("day", "lte")

    class Meta:
        model = KittyBooking
        fields = ("kind", "source_kind", "source_id")


class BookingView(ActorView):
    """Shows bookings with the entries that the caller may see."""

    permission_classes = [IsPerson]
    queryset = KittyBooking.objects.none()

    def get_queryset(self) -> QuerySet[KittyBooking]:
        """Those of one visible club that the caller sees."""
        return bookings_of(self.actor, rights.get_club(self.actor, self.kwargs["club_id"]).pk)

    def answer(self, booking: KittyBooking) -> Response:
        """One booking, as stored: whoever books or repeats one has named all its entries."""
        rows = KittyBooking.objects.prefetch_related("entries__player__merged_into")
        return Response(BookingOut(rows.get(pk=booking.pk)).data, status=201)


class KittyView(BookingView):
    """The bookings of a club."""

    filterset_class = BookingFilter
    ordering = ("-created_at", "id")

    @extend_schema(operation_id="kitty_list", responses=BookingOut(many=True))
    def get(self, request: Request, club_id: UUID) -> Response:
        """Newest first. Members see their own, directors and admins everything."""
        return self.answer_page(BookingOut)

    @extend_schema(operation_id="kitty_book", request=BookingIn, responses={201: BookingOut})
    def post(self, request: Request, club_id: UUID) -> Response:
        """Book for one player or several at once. Role: scribe."""
        values = self.read(BookingIn)
        source = values.get("source")
        booking = kitty.book(
            actor=self.actor,
            club_id=club_id,
            kind=values["kind"],
            day=values["day"],
            note=values.get("note", ""),
            source=kitty.Source(source["kind"], source["id"]) if source else None,
            lines=[kitty.Line(row.get("player"), row["amount"]) for row in values["entries"]],
        )
        return self.answer(booking)


class KittyCancellationView(BookingView):
    """Taking a booking back."""

    @extend_schema(operation_id="kitty_cancel", request=CancelIn, responses={201: BookingOut})
    def post(self, request: Request, club_id: UUID, booking_id: UUID) -> Response:
        """Book the opposite; the counter booking. Role: scribe (his own), director (all)."""
        reason = self.read(CancelIn)["reason"]
        booking = rights.found(self.get_queryset(), booking_id)
        return self.answer(kitty.cancel(actor=self.actor, booking_id=booking.pk, reason=reason))


class KittyBalancesView(ActorView):
    """Who has how much."""

    permission_classes = [IsPerson]

    @extend_schema(operation_id="kitty_balances", responses=KittyBalancesOut)
    def get(self, request: Request, club_id: UUID) -> Response:
        """Exact to the Rappen. Members see themselves, directors and admins the whole kitty."""
        rights.get_club(self.actor, club_id)
        if not sees_all(self.actor, club_id):
            return Response(_balances(own_balances(self.actor, club_id)))
        state = kitty_state(club_id)
        sums = {"cash": state.cash, "players": state.players, "club": state.club}
        return Response({**_balances(state.balances), **sums})


def _balances(rows: Sequence[Balance]) -> dict[str, Any]:
    results = KittyBalanceOut(rows, many=True).data
    return {"cash": None, "players": None, "club": None, "results": results}
