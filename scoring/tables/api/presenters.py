"""Shapes of what goes out: each class documents an answer and builds it.

A sealed prediction is written in one place only, `selectors.predictions_of`.
"""

from dataclasses import asdict, replace
from operator import add
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from jassclub.api.serializers import Answer, RowAnswer
from scoring.claims.models import Confirmation, Contest, HandEntry, Penalty, SignOff
from scoring.claims.selectors import GameState, predictions_of
from scoring.core.models import Game, GameRecord, Hand, Seat
from scoring.core.rules import Rules, sentence
from scoring.games.base import PlayedHand, Row
from scoring.tables.api.serializers import SLIP_SCHEMA

Out = dict[str, Any]


@extend_schema_field(SLIP_SCHEMA)
class SlipOut(serializers.JSONField):
    """The slip as it counts, everything derived filled in."""


class SeatOut(Answer):
    """Who sits where; `side` is the column of the sheet."""

    seat = serializers.IntegerField(source="index")
    side = serializers.SerializerMethodField()
    player = serializers.UUIDField(source="person.pk")
    name = serializers.CharField(source="person.name")

    def get_side(self, seat: Seat) -> int:
        """By the rules of the game."""
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
        """Of the book that the game is played by."""
        return Rules.of(game).profile.edition


class EntryOut(RowAnswer):
    """One version of a hand, with who agreed to it and who doubts it."""

    number = serializers.IntegerField(source="hand.number")
    slip = SlipOut()
    warnings = serializers.ListField(child=serializers.DictField())
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

    def get_confirmed(self, entry: HandEntry) -> Out | None:
        """The last word by which it counts."""
        if entry.state != HandEntry.State.CONFIRMED:
            return None
        words = [word for word in entry.confirmations.all() if word.how != WITHDRAWN]
        return _words(words[-1], "how", "seat", "actor", "note") if words else None

    def get_contested(self, entry: HandEntry) -> list[Out]:
        """Every doubt."""
        doubts = entry.contests.all()
        return [_words(doubt, "reason_code", "reason_text", "seat", "actor") for doubt in doubts]


WITHDRAWN = Confirmation.How.WITHDRAWN


def _words(claim: Confirmation | Contest, *told: str) -> Out:
    return {**{name: getattr(claim, name) for name in told}, "at": claim.created_at}


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
    predictions = serializers.ListField(child=serializers.DictField())

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
    predictions = serializers.ListField(child=serializers.DictField())


class WrittenOut(Answer):
    """What became of a slip."""

    outcome = serializers.ChoiceField(["stored", "merged", "replayed", "contested"])
    entry = EntryOut()
    current = EntryOut()
    totals = serializers.ListField(child=serializers.IntegerField())


class GridCellOut(Answer):
    """A line that a side has played: `points` before the factor, `total` with it and the bonus."""

    hand = serializers.IntegerField()
    points = serializers.IntegerField()
    total = serializers.IntegerField()
    matsch = serializers.BooleanField()
    scratched = serializers.BooleanField()


class GridColumnOut(Answer):
    """A side of the Coiffeur: what it wrote by line, what it still needs, what is in reach."""

    cells = serializers.DictField(child=GridCellOut())
    open = serializers.ListField(child=serializers.CharField(), help_text="lines still to play")
    total = serializers.IntegerField()
    most = serializers.IntegerField(help_text="what the open lines can bring at best")
    best = serializers.IntegerField(help_text="the highest total in reach")


class ValueField(serializers.DictField):
    """A frozen dataclass of the pure rooms, member by member."""

    def to_representation(self, value: Any) -> Out:
        """Its members."""
        return asdict(value)


class Numbers(serializers.ListField):
    """One number a column."""

    child = serializers.IntegerField()


class SheetOut(Answer):
    """Everything that follows from the current entries of a game."""

    totals = Numbers()
    played = Numbers(source="sheet.played")
    penalties = serializers.SerializerMethodField()
    strokes = serializers.ListField(child=ValueField(), source="sheet.strokes")
    rows = serializers.SerializerMethodField()
    hands_counted = serializers.IntegerField(source="sheet.hands_counted")
    missing = Numbers()
    control = ValueField(source="sheet.control")
    leaders = Numbers(source="sheet.leaders")
    target_reached_by = Numbers(source="sheet.target_reached_by")
    finished = serializers.BooleanField(source="sheet.finished")
    next_number = serializers.IntegerField()
    next_dealer = serializers.IntegerField(source="sheet.next_dealer", allow_null=True)
    next_leader = serializers.IntegerField(source="sheet.next_leader", allow_null=True)
    finish = ValueField(
        source="sheet.finish",
        help_text="What was claimed (thanks, Berg), how each claim was judged and by which "
        "article, the ending with its winner and Schneider, and the stakes.",
    )
    grid = serializers.SerializerMethodField(help_text="Coiffeur: a column for each side")

    def get_penalties(self, state: GameState) -> list[int]:
        """What was taken off a column, in hands and beside them."""
        return list(map(add, state.sheet.penalties, state.loose))

    def get_rows(self, state: GameState) -> list[Out]:
        """Hand by hand."""
        return list(map(_row, state.sheet.rows, state.entries))

    @extend_schema_field(GridColumnOut(many=True, allow_null=True))
    def get_grid(self, state: GameState) -> list[Out] | None:
        """What each column has and still needs, where the game plays each line once."""
        if (grid := state.rules.kind.grid) is None:
            return None
        hands = [PlayedHand(number=entry.hand.number, slip=entry.slip) for entry in state.entries]
        columns = grid(state.sheet, hands, state.rules.table())
        return [
            GridColumnOut.of(replace(column, total=total))
            for column, total in zip(columns, state.totals, strict=True)
        ]


def _row(row: Row, entry: HandEntry) -> Out:
    score = row.score
    return {
        "hand": entry.hand_id,
        "number": row.number,
        "version": entry.version,
        "state": entry.state,
        "dealer": row.dealer,
        "counts": bool(score and score.counts),
        "matsch": score.matsch if score else None,
        "kontermatsch": bool(score and score.kontermatsch),
        "lines": [asdict(line) for line in score.lines] if score else [],
        "penalties": row.penalties,
        "running": row.running,
        "findings": [
            {**finding.to_json(), "detail": sentence(finding)} for finding in row.findings
        ],
    }


class PenaltyOut(RowAnswer):
    """Points against a seat."""

    number = serializers.IntegerField(source="hand.number", allow_null=True)

    class Meta:
        model = Penalty
        fields = (
            "id",
            "seat",
            "points",
            "reason",
            "article",
            "actor",
            "created_at",
            "cancelled_at",
            "cancelled_by",
            "cancel_reason",
        )


class SignOffOut(RowAnswer):
    """A signature under the sheet as it is now; `phone_seat`: whose phone it was given on, null
    for an office."""

    class Meta:
        model = SignOff
        fields = ("seat", "handed_over", "phone_seat", "actor", "created_at")


class RecordOut(RowAnswer):
    """One place of the ledger."""

    class Meta:
        model = GameRecord
        fields = ("seq", "kind", "payload", "previous", "hash")
