"""`/clubs` and `/seasons`: clubs with the history of their master data, and their seasons."""

from typing import ClassVar

from django.db.models import QuerySet
from rest_framework import serializers

from jassclub.api.serializers import (
    DateFilter,
    FilterSet,
    InputSerializer,
    JSONObjectField,
    RowAnswer,
)
from jassclub.clubs import rights
from jassclub.clubs.actors import IsActor
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
from jassclub.clubs.models import Change, Club, Deck, Language, Season
from jassclub.clubs.services import clubs as services


class ClubIn(InputSerializer):
    """A club to found or to change."""

    name = serializers.CharField(max_length=120)
    slug = serializers.SlugField(max_length=60)
    deck = serializers.ChoiceField(choices=Deck.choices, required=False)
    language = serializers.ChoiceField(choices=Language.choices, required=False)
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
        rights.visible_clubs,
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
        "Change a season. Role: director.",
        takes=SeasonChangeIn,
    )
    destroy = removal(
        services.delete_season,
        "Delete a season in which nothing was played. Role: director.",
    )
