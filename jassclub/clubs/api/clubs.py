"""`/clubs` and `/seasons`: clubs, the history of their master data, their seasons and kitty."""

from typing import Any, ClassVar
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.serializers import (
    Answer,
    DateFilter,
    FilterSet,
    InputSerializer,
    JSONObjectField,
    RowAnswer,
)
from jassclub.clubs import rights
from jassclub.clubs.actors import Actor, IsActor
from jassclub.clubs.api.base import (
    Addresses,
    PersonAddresses,
    change,
    command,
    listing,
    one_of,
    reading,
    removal,
)
from jassclub.clubs.models import Change, Club, Deck, KittyBooking, KittyEntry, Season
from jassclub.clubs.services import clubs as services, kitty
from jassclub.clubs.services.kitty import (
    KittyState,
    bookings_of,
    kitty_state,
    own_balances,
    sees_all,
)
from jassclub.core.languages import language_choices


class ClubIn(InputSerializer):
    """A club to found or to change."""

    name = serializers.CharField(max_length=120)
    slug = serializers.SlugField(max_length=60)
    deck = serializers.ChoiceField(choices=Deck.choices, required=False)
    language = serializers.ChoiceField(choices=language_choices(), required=False)
    profile_layer = JSONObjectField(required=False)


class ClubOut(RowAnswer):
    """A club as it is given out."""

    profile_layer = JSONObjectField()

    class Meta:
        model = Club
        fields = ("id", "slug", "name", "deck", "language", "version")


class ChangeOut(RowAnswer):
    """One version of one piece of master data."""

    diff = JSONObjectField(help_text="{field: [before, after]}")

    class Meta:
        model = Change
        fields = ("id", "model", "object_id", "version", "actor", "at")


class Clubs(Addresses):
    """The clubs that the caller belongs to."""

    permission_classes = [IsActor]
    queryset = Club.objects.none()
    filterset_fields = ("slug", "language", "deck")
    ordering = ("name", "id")
    versioned = True
    conditional = True
    list = listing(
        rights.real_clubs,
        ClubOut,
        "The clubs that the caller belongs to.",
    )
    create = command(
        services.create_club,
        ClubOut,
        "Found a club; the caller becomes its admin.",
        takes=ClubIn,
    )
    retrieve = reading(rights.get_club, ClubOut, "One club.")
    partial_update = change(
        services.change_club,
        ClubOut,
        "Change a club. Role: admin.",
        takes=ClubIn,
    )


class Changes(PersonAddresses):
    """The history of a club's master data."""

    queryset = Change.objects.none()
    ordering = ("-at", "id")
    filterset_fields = ("model", "object_id")
    list = listing(
        rights.changes,
        ChangeOut,
        "Who changed what and when, newest first. Role: admin.",
    )


class SeasonChangeIn(InputSerializer):
    """What of a season can be changed."""

    name = serializers.CharField(max_length=80)
    starts = serializers.DateField()
    ends = serializers.DateField()
    rules = JSONObjectField(required=False)


class SeasonPatchIn(SeasonChangeIn):
    """A season to change; the rules of one that has begun change for a reason only."""

    reason = serializers.CharField(max_length=500, required=False, allow_blank=True)


class SeasonIn(SeasonChangeIn):
    """A season to add."""

    club = serializers.UUIDField(source="club_id")


class SeasonOut(RowAnswer):
    """A season as given out; both days belong to it."""

    rules = JSONObjectField()

    class Meta:
        model = Season
        fields = ("id", "club", "name", "starts", "ends", "version")


class SeasonFilter(FilterSet):
    """What seasons can be picked by."""

    on = DateFilter(method="running_on", label="running on this day")

    class Meta:
        model = Season
        fields: ClassVar = ["club"]

    def running_on(self, rows: QuerySet[Season], name: str, day: object) -> QuerySet[Season]:
        """Those that the day belongs to."""
        return rows.filter(starts__lte=day, ends__gte=day)


class Seasons(Addresses):
    """The seasons of the caller's clubs."""

    permission_classes = [IsActor]
    queryset = Season.objects.none()
    filterset_class = SeasonFilter
    ordering = ("-starts", "id")
    versioned = True
    conditional = True
    list = listing(
        rights.seasons,
        SeasonOut,
        "The seasons of the caller's clubs, latest first.",
    )
    create = command(
        services.add_season,
        SeasonOut,
        "Add a season. Role: director.",
        takes=SeasonIn,
    )
    retrieve = reading(one_of(rights.seasons), SeasonOut, "One season.")
    partial_update = change(
        services.change_season,
        SeasonOut,
        "Change a season. Role: director. Rules of one that has begun: with a `reason`.",
        takes=SeasonPatchIn,
    )
    destroy = removal(
        services.delete_season,
        "Delete a season in which nothing was played. Role: director.",
    )


MOST_RAPPEN = 10_000_000
MOST_ENTRIES = 200


class LineIn(InputSerializer):
    """Rappen for one player, positive to his credit; without a player the club's own money."""

    player = serializers.UUIDField(required=False, allow_null=True)
    amount = serializers.IntegerField(min_value=-MOST_RAPPEN, max_value=MOST_RAPPEN)


class SourceIn(InputSerializer):
    """What the booking is for."""

    kind = serializers.SlugField(max_length=20)
    id = serializers.UUIDField()


class BookingIn(InputSerializer):
    """Stakes, fines and fees are negative, a fee is of one person for a `year`; a payment is
    positive when money comes in, in cash or `by_bank`; a settlement sums to zero."""

    kind = serializers.ChoiceField(choices=KittyBooking.Kind.choices)
    day = serializers.DateField()
    note = serializers.CharField(max_length=200, required=False, allow_blank=True)
    source = SourceIn(required=False, allow_null=True)  # type: ignore[assignment]
    year = serializers.IntegerField(required=False, min_value=1900, max_value=2999)
    by_bank = serializers.BooleanField(required=False)
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
            "year",
            "by_bank",
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
    """The kitty: cash + bank = players + club. Who sees only himself gets no sums of the others."""

    cash = serializers.IntegerField(allow_null=True)
    bank = serializers.IntegerField(allow_null=True)
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
    return {
        **dict.fromkeys(("cash", "bank", "players", "club")),
        "balances": own_balances(actor, club_id),
    }


class Balances(PersonAddresses):
    """Who has how much."""

    retrieve = reading(
        balances,
        KittyBalancesOut,
        "Exact to the Rappen. Members see themselves, directors and admins the whole kitty.",
    )
