"""Shapes of what comes in. The sense of a slip is the rules' affair, not the serializer's."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from jassclub.api.serializers import InputSerializer, JSONObjectField
from jassclub.clubs.models import Deck
from referee.rulings.kinds import MOST_PLAYERS
from scoring.claims.agreement import REASONS
from scoring.claims.models import HandEntry
from scoring.core.rules import MOST_HANDS

LONGEST_REASON = 500
LONGEST_PROFILE = 40

SLIP_SCHEMA = {
    "type": "object",
    "description": "What was written about one hand; which members it has depends on the game. "
    "Schieber: contract, declared_by, pushed, points, matsch, weis, stoeck. "
    "Differenzler: trump, predictions, points, stoeck; `sealed` says whose number is not opened.",
    "examples": [
        {"contract": "RO", "declared_by": 0, "points": [97, None]},
        {"trump": "H", "predictions": [20, 60, 40, 50], "points": [25, 52, 40, None]},
    ],
    "additionalProperties": True,
}


@extend_schema_field(SLIP_SCHEMA)
class SlipField(JSONObjectField):
    """A JSON object; every finding about its content comes from the rules at once."""


class SeatField(serializers.IntegerField):
    """A seat, counted from 0 in playing order."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=0, max_value=MOST_PLAYERS - 1, **options)


class NumberField(serializers.IntegerField):
    """A number of points or hands; bounds that any database takes, the sense comes later."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=-32_000, max_value=32_000, **options)


class HandNumberField(serializers.IntegerField):
    """Which hand of its game, counted from 1."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=1, max_value=MOST_HANDS, **options)


class GameIn(InputSerializer):
    """A new game: `players` in playing order, rules by profile and house rules on top."""

    club = serializers.UUIDField(source="club_id")
    season = serializers.UUIDField(
        source="season_id", required=False, allow_null=True, default=None
    )
    profile = serializers.CharField(source="profile_slug", max_length=LONGEST_PROFILE)
    players = serializers.ListField(
        source="player_ids",
        child=serializers.UUIDField(),
        min_length=1,
        max_length=MOST_PLAYERS,
    )
    played_on = serializers.DateField()
    house_rules = JSONObjectField(required=False, default=dict)
    deck = serializers.ChoiceField(Deck.choices, required=False, default=None)
    first_dealer = SeatField(required=False, default=0)
    opening_seat = SeatField(
        required=False,
        allow_null=True,
        default=None,
        help_text="Answer to the opening question: who deals, or who holds the 7 of diamonds.",
    )

    label = serializers.CharField(  # type: ignore[assignment]
        max_length=80, required=False, allow_blank=True, default=""
    )


class HandIn(InputSerializer):
    """Hand `number` of a game."""

    number = HandNumberField()
    slip = SlipField()
    source = serializers.ChoiceField(  # type: ignore[assignment]
        HandEntry.Source.choices, required=False, default=HandEntry.Source.TABLE
    )
    client_id = serializers.CharField(max_length=64, required=False, allow_null=True, default=None)


class EntryIn(InputSerializer):
    """A correction, made against version `base_version`."""

    base_version = serializers.IntegerField(min_value=1, max_value=1_000_000)
    slip = SlipField()
    reason_code = serializers.ChoiceField(REASONS, required=False, allow_blank=True, default="")
    reason_text = serializers.CharField(
        max_length=LONGEST_REASON, required=False, allow_blank=True, default=""
    )
    source = serializers.ChoiceField(  # type: ignore[assignment]
        HandEntry.Source.choices, required=False, default=HandEntry.Source.TABLE
    )
    client_id = serializers.CharField(max_length=64, required=False, allow_null=True, default=None)


class ConfirmationIn(InputSerializer):
    """Agreement to a version; `handover_seat` when the one phone was handed over."""

    version = serializers.IntegerField(min_value=1, max_value=1_000_000)
    handover_seat = SeatField(required=False, allow_null=True, default=None)


class ContestIn(InputSerializer):
    """A doubt, with its reason."""

    version = serializers.IntegerField(min_value=1, max_value=1_000_000)
    reason_code = serializers.ChoiceField(REASONS)
    reason_text = serializers.CharField(
        max_length=LONGEST_REASON, required=False, allow_blank=True, default=""
    )


class ResolutionIn(InputSerializer):
    """Which version counts, and why."""

    version = serializers.IntegerField(min_value=1, max_value=1_000_000)
    reason = serializers.CharField(max_length=LONGEST_REASON)


class PredictionIn(InputSerializer):
    """The number of one seat before hand `number` is played."""

    number = HandNumberField()
    seat = SeatField()
    value = NumberField()


class PenaltyIn(InputSerializer):
    """Points against a seat; `number` names the hand, if it belongs to one."""

    seat = SeatField()
    points = NumberField()
    reason = serializers.CharField(max_length=LONGEST_REASON)
    article = serializers.CharField(max_length=80, required=False, allow_blank=True, default="")
    number = HandNumberField(required=False, allow_null=True, default=None)


class CancellationIn(InputSerializer):
    """Why something is taken back."""

    reason = serializers.CharField(max_length=LONGEST_REASON)


class ReasonIn(InputSerializer):
    """Why the direction does something to a whole game."""

    reason = serializers.CharField(max_length=LONGEST_REASON)


class SeatingIn(ReasonIn):
    """All players in their new order of seats."""

    players = serializers.ListField(
        source="player_ids",
        child=serializers.UUIDField(),
        min_length=1,
        max_length=MOST_PLAYERS,
    )


class SignOffIn(InputSerializer):
    """`seat` names who holds the phone after a hand-over; without it the phone's own."""

    seat = SeatField(required=False, allow_null=True, default=None)


class BatchItem(InputSerializer):
    """One thing done offline, with the client's own id and the words of its single request.

    What is about a hand names it by `hand` or, where its id was never seen, by `game` and
    `number`.
    """

    client_id = serializers.CharField(max_length=64)
    op = serializers.ChoiceField(
        ["record_hand", "correct_hand", "confirm_hand", "contest_hand", "predict"]
    )
    game = serializers.UUIDField(required=False)
    hand = serializers.UUIDField(required=False)
    number = HandNumberField(required=False)
    body = JSONObjectField()


class BatchIn(InputSerializer):
    """A whole evening, in the order in which it happened."""

    items = serializers.ListField(child=JSONObjectField(), min_length=1, max_length=500)
