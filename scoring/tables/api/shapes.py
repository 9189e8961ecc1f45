"""Shapes of what comes in and what goes out: each class of an answer documents it and builds it.

The sense of a slip is the rules' affair, not the serializer's. A sealed prediction is written in
one place only, `selectors.predictions_of`."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from jassclub.api.serializers import Answer, InputSerializer, JSONObjectField, RowAnswer
from jassclub.clubs.models import Deck
from referee.rulings.facts import MOST_PLAYERS
from scoring.claims.agreement import REASONS
from scoring.claims.models import Confirmation, HandEntry
from scoring.claims.selectors import predictions_of
from scoring.core.models import Game, Hand, Seat
from scoring.core.rules import MOST_HANDS, Rules
from scoring.tables.api.claims import ConfirmedOut, HandDoubtOut, PredictionOut, WarningOut
from scoring.tables.api.slips import A_SLIP

LONGEST_REASON = 500
LONGEST_PROFILE = 40


@extend_schema_field(A_SLIP)
class SlipField(JSONObjectField):
    """A JSON object; every finding about its content comes from the rules at once."""


SeatField = partial(serializers.IntegerField, min_value=0, max_value=MOST_PLAYERS - 1)
"""A seat, counted from 0 in playing order."""
NumberField = partial(serializers.IntegerField, min_value=-32_000, max_value=32_000)
"""A number of points; bounds that any database takes, the sense comes later."""
HandNumberField = partial(serializers.IntegerField, min_value=1, max_value=MOST_HANDS)
"""Which hand of its game, counted from 1."""
VersionField = partial(serializers.IntegerField, min_value=1, max_value=1_000_000)


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


class SlipIn(InputSerializer):
    """What was written about a hand."""

    slip = SlipField()
    source = serializers.ChoiceField(  # type: ignore[assignment]
        HandEntry.Source.choices, required=False, default=HandEntry.Source.TABLE
    )
    client_id = serializers.CharField(max_length=64, required=False, allow_null=True, default=None)


class HandIn(SlipIn):
    """Hand `number` of a game."""

    number = HandNumberField()


class EntryIn(SlipIn):
    """A correction, made against version `base_version`."""

    base_version = VersionField()
    reason_code = serializers.ChoiceField(REASONS, required=False, allow_blank=True, default="")
    reason_text = serializers.CharField(
        max_length=LONGEST_REASON, required=False, allow_blank=True, default=""
    )


class ConfirmationIn(InputSerializer):
    """Agreement to a version; `handover_seat` when the one phone was handed over."""

    version = VersionField()
    handover_seat = SeatField(required=False, allow_null=True, default=None)


class ContestIn(InputSerializer):
    """A doubt, with its reason."""

    version = VersionField()
    reason_code = serializers.ChoiceField(REASONS)
    reason_text = serializers.CharField(
        max_length=LONGEST_REASON, required=False, allow_blank=True, default=""
    )


class ReasonIn(InputSerializer):
    """Why something is done, or taken back."""

    reason = serializers.CharField(max_length=LONGEST_REASON)


class ResolutionIn(ReasonIn):
    """Which version counts, and why."""

    version = VersionField()


class PredictionIn(InputSerializer):
    """The number of one seat before hand `number` is played."""

    number = HandNumberField()
    seat = SeatField()
    value = NumberField()


class PenaltyIn(ReasonIn):
    """Points against a seat; `number` names the hand, if it belongs to one."""

    seat = SeatField()
    points = NumberField()
    article = serializers.CharField(max_length=80, required=False, allow_blank=True, default="")
    number = HandNumberField(required=False, allow_null=True, default=None)


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
    body: serializers.Field[Any, Any, Any, Any] = JSONObjectField()


class RecordHandItem(BatchItem):
    """A hand that was written; names its `game`."""

    op = serializers.ChoiceField(["record_hand"])
    body = HandIn()


class PredictItem(BatchItem):
    """A number that was predicted; names its `game`."""

    op = serializers.ChoiceField(["predict"])
    body = PredictionIn()


class CorrectHandItem(BatchItem):
    """A hand that was corrected."""

    op = serializers.ChoiceField(["correct_hand"])
    body = EntryIn()


class ConfirmHandItem(BatchItem):
    """A version that was agreed to."""

    op = serializers.ChoiceField(["confirm_hand"])
    body = ConfirmationIn()


class ContestHandItem(BatchItem):
    """A version that was doubted."""

    op = serializers.ChoiceField(["contest_hand"])
    body = ContestIn()


ITEMS: Mapping[str, type[BatchItem]] = {
    "record_hand": RecordHandItem,
    "predict": PredictItem,
    "correct_hand": CorrectHandItem,
    "confirm_hand": ConfirmHandItem,
    "contest_hand": ContestHandItem,
}


@extend_schema_field(PolymorphicProxySerializer("BatchItem", {**ITEMS}, "op"))
class ItemField(JSONObjectField):
    """An item of a batch; each is read and answered on its own."""


class BatchIn(InputSerializer):
    """A whole evening, in the order in which it happened."""

    items = serializers.ListField(child=ItemField(), min_length=1, max_length=500)


Out = dict[str, Any]


@extend_schema_field(A_SLIP)
class SlipOut(serializers.JSONField):
    """The slip as it counts, everything derived filled in."""


class SeatOut(Answer):
    """Who sits where; `side` is the column of the sheet."""

    seat = serializers.IntegerField(source="index")
    side = serializers.SerializerMethodField()
    player = serializers.UUIDField(source="person.pk")
    name = serializers.CharField(source="person.name")

    def get_side(self, seat: Seat) -> int:
        """The side that the seat plays for by the rules of the game, counted from 0."""
        return Rules.of(seat.game).side_of(seat.index)


class GameOut(RowAnswer):
    """A game without its hands."""

    profile = serializers.CharField(source="profile_slug")
    edition = serializers.SerializerMethodField()
    seats = SeatOut(many=True)

    class Meta:
        model = Game
        fields = (
            "id",
            "club",
            "season",
            "variant",
            "deck",
            "first_dealer",
            "label",
            "played_on",
            "state",
            "version",
        )

    def get_edition(self, game: Game) -> str:
        """Edition of the rulebook that the game is played by."""
        return Rules.of(game).profile.edition


class EntryOut(RowAnswer):
    """One version of a hand, with who agreed to it and who doubts it."""

    number = serializers.IntegerField(source="hand.number")
    slip = SlipOut()
    warnings = WarningOut(many=True)
    confirmed = serializers.SerializerMethodField()
    contested = serializers.SerializerMethodField()

    class Meta:
        model = HandEntry
        fields = (
            "id",
            "hand",
            "version",
            "state",
            "source",
            "base_version",
            "reason_code",
            "reason_text",
            "actor",
            "device",
            "seat",
            "created_at",
        )

    @extend_schema_field(ConfirmedOut(allow_null=True))
    def get_confirmed(self, entry: HandEntry) -> Out | None:
        """The last word by which it counts."""
        if entry.state != HandEntry.State.CONFIRMED:
            return None
        words = [word for word in entry.confirmations.all() if word.how != WITHDRAWN]
        return ConfirmedOut.of(words[-1]) if words else None

    @extend_schema_field(HandDoubtOut(many=True))
    def get_contested(self, entry: HandEntry) -> list[Out]:
        """Every doubt."""
        return list(map(HandDoubtOut.of, entry.contests.all()))


WITHDRAWN = Confirmation.How.WITHDRAWN


class NewEntryOut(EntryOut):
    """A version that was just stored: nobody has doubted it yet."""

    def get_contested(self, entry: HandEntry) -> list[Out]:
        """Nothing."""
        return []


class HandOut(Answer):
    """A hand: its current version, what stands against it, who has predicted."""

    id = serializers.UUIDField()
    game = serializers.UUIDField()
    number = serializers.IntegerField()
    current = EntryOut(allow_null=True)
    rivals = EntryOut(many=True)
    predictions = PredictionOut(many=True)

    @classmethod
    def of(cls, thing: Hand, **context: Any) -> Out:
        """Of a hand read by `selectors.hands_of` or `hand_of`."""
        entries = list(thing.entries.all())
        rivals = [entry for entry in entries if entry.state == HandEntry.State.RIVAL]
        return {
            "id": thing.pk,
            "game": thing.game_id,
            "number": thing.number,
            "current": next((EntryOut.of(entry) for entry in entries if entry.is_current), None),
            "rivals": [EntryOut.of(entry) for entry in rivals],
            "predictions": predictions_of(thing, seats=Rules.of(thing.game).players),
        }


class PredictionsOut(Answer):
    """Who has predicted for a hand; sealed numbers are null until another side agrees.

    `late`: sealed, or changed, after the points of the hand were written.
    """

    hand = serializers.UUIDField()
    number = serializers.IntegerField()
    predictions = PredictionOut(many=True)


class WrittenOut(Answer):
    """What became of a slip."""

    outcome = serializers.ChoiceField(["stored", "merged", "replayed", "contested"])
    entry = EntryOut()
    current = EntryOut()
    totals = serializers.ListField(child=serializers.IntegerField())
