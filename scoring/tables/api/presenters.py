"""Shapes of what goes out: one function a thing, each with the serializer that documents it.

A sealed prediction is written in one place only, `selectors.predictions_of`.
"""

from dataclasses import asdict, replace
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from scoring.claims.models import Confirmation, HandEntry, Penalty, SignOff
from scoring.claims.selectors import GameState, predictions_of
from scoring.core.models import Game, Hand
from scoring.core.rules import Rules, sentence
from scoring.games.base import PlayedHand, Row
from scoring.tables.api.serializers import SLIP_SCHEMA

Out = dict[str, Any]


@extend_schema_field(SLIP_SCHEMA)
class SlipOut(serializers.JSONField):
    """The slip as it counts, everything derived filled in."""


class SeatOut(serializers.Serializer[Any]):
    """Who sits where; `side` is the column of the sheet."""

    seat = serializers.IntegerField()
    side = serializers.IntegerField()
    player = serializers.UUIDField()
    name = serializers.CharField()


class GameOut(serializers.Serializer[Any]):
    """A game without its hands."""

    id = serializers.UUIDField()
    club = serializers.UUIDField()
    season = serializers.UUIDField(allow_null=True)
    variant = serializers.CharField()
    profile = serializers.CharField()
    edition = serializers.CharField()
    deck = serializers.CharField()
    first_dealer = serializers.IntegerField()
    label = serializers.CharField()  # type: ignore[assignment]
    played_on = serializers.DateField()
    state = serializers.CharField()
    version = serializers.IntegerField()
    seats = SeatOut(many=True)


class EntryOut(serializers.Serializer[Any]):
    """One version of a hand."""

    id = serializers.UUIDField()
    hand = serializers.UUIDField()
    number = serializers.IntegerField()
    version = serializers.IntegerField()
    state = serializers.ChoiceField(HandEntry.State.choices)
    slip = SlipOut()
    warnings = serializers.ListField(child=serializers.DictField())
    source = serializers.CharField()  # type: ignore[assignment]
    base_version = serializers.IntegerField(allow_null=True)
    reason_code = serializers.CharField()
    reason_text = serializers.CharField()
    actor = serializers.CharField()
    device = serializers.UUIDField(allow_null=True)
    seat = serializers.IntegerField(allow_null=True)
    created_at = serializers.DateTimeField()
    confirmed = serializers.DictField(allow_null=True)
    contested = serializers.ListField(child=serializers.DictField())


class HandOut(serializers.Serializer[Any]):
    """A hand: its current version, what stands against it, who has predicted."""

    id = serializers.UUIDField()
    game = serializers.UUIDField()
    number = serializers.IntegerField()
    current = EntryOut(allow_null=True)
    rivals = EntryOut(many=True)
    predictions = serializers.ListField(child=serializers.DictField())


class PredictionsOut(serializers.Serializer[Any]):
    """Who has predicted for a hand; sealed numbers are null until another side agrees.

    `late`: sealed, or changed, after the points of the hand were written.
    """

    hand = serializers.UUIDField()
    number = serializers.IntegerField()
    predictions = serializers.ListField(child=serializers.DictField())


class WrittenOut(serializers.Serializer[Any]):
    """What became of a slip."""

    outcome = serializers.ChoiceField(["stored", "merged", "replayed", "contested"])
    entry = EntryOut()
    current = EntryOut()
    totals = serializers.ListField(child=serializers.IntegerField())


class GridCellOut(serializers.Serializer[Any]):
    """A line that a side has played: `points` before the factor, `total` with it and the bonus."""

    hand = serializers.IntegerField()
    points = serializers.IntegerField()
    total = serializers.IntegerField()
    matsch = serializers.BooleanField()
    scratched = serializers.BooleanField()


class GridColumnOut(serializers.Serializer[Any]):
    """A side of the Coiffeur: what it wrote by line, what it still needs, what is in reach."""

    cells = serializers.DictField(child=GridCellOut())
    open = serializers.ListField(child=serializers.CharField(), help_text="lines still to play")
    total = serializers.IntegerField()
    most = serializers.IntegerField(help_text="what the open lines can bring at best")
    best = serializers.IntegerField(help_text="the highest total in reach")


class SheetOut(serializers.Serializer[Any]):
    """Everything that follows from the current entries."""

    totals = serializers.ListField(child=serializers.IntegerField())
    played = serializers.ListField(child=serializers.IntegerField())
    penalties = serializers.ListField(child=serializers.IntegerField())
    strokes = serializers.ListField(child=serializers.DictField())
    rows = serializers.ListField(child=serializers.DictField())
    hands_counted = serializers.IntegerField()
    missing = serializers.ListField(child=serializers.IntegerField())
    control = serializers.DictField()
    leaders = serializers.ListField(child=serializers.IntegerField())
    target_reached_by = serializers.ListField(child=serializers.IntegerField())
    finished = serializers.BooleanField()
    next_number = serializers.IntegerField()
    next_dealer = serializers.IntegerField(allow_null=True)
    next_leader = serializers.IntegerField(allow_null=True)
    finish = serializers.DictField(
        help_text="What was claimed (thanks, Berg), how each claim was judged and by which "
        "article, the ending with its winner and Schneider, and the stakes."
    )
    grid = GridColumnOut(many=True, allow_null=True, help_text="Coiffeur: a column for each side")


class PenaltyOut(serializers.Serializer[Any]):
    """Points against a seat."""

    id = serializers.UUIDField()
    seat = serializers.IntegerField()
    points = serializers.IntegerField()
    number = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField()
    article = serializers.CharField()
    actor = serializers.CharField()
    created_at = serializers.DateTimeField()
    cancelled_at = serializers.DateTimeField(allow_null=True)
    cancelled_by = serializers.CharField()
    cancel_reason = serializers.CharField()


class SignOffOut(serializers.Serializer[Any]):
    """A signature under the sheet as it is now."""

    seat = serializers.IntegerField()
    handed_over = serializers.BooleanField()
    phone_seat = serializers.IntegerField(
        allow_null=True, help_text="whose phone it was given on; null for an office"
    )
    actor = serializers.CharField()
    created_at = serializers.DateTimeField()


class RecordOut(serializers.Serializer[Any]):
    """One place of the ledger."""

    seq = serializers.IntegerField()
    kind = serializers.CharField()
    payload = serializers.JSONField()
    previous = serializers.CharField()
    hash = serializers.CharField()


def game_out(game: Game) -> Out:
    """A game without its hands."""
    rules = Rules.of(game)
    return {
        "id": game.pk,
        "club": game.club_id,
        "season": game.season_id,
        "variant": game.variant,
        "profile": game.profile_slug,
        "edition": rules.profile.edition,
        "deck": game.deck,
        "first_dealer": game.first_dealer,
        "label": game.label,
        "played_on": game.played_on,
        "state": game.state,
        "version": game.version,
        "seats": [
            {
                "seat": seat.index,
                "side": rules.side_of(seat.index),
                "player": seat.person.pk,
                "name": seat.person.name,
            }
            for seat in game.seats.all()
        ],
    }


def entry_out(entry: HandEntry, *, new: bool = False) -> Out:
    """One version of a hand, with who agreed to it and who doubts it; a new one nobody has yet."""
    return {
        "id": entry.pk,
        "hand": entry.hand_id,
        "number": entry.hand.number,
        "version": entry.version,
        "state": entry.state,
        "slip": entry.slip,
        "warnings": entry.warnings,
        "source": entry.source,
        "base_version": entry.base_version,
        "reason_code": entry.reason_code,
        "reason_text": entry.reason_text,
        "actor": entry.actor,
        "device": entry.device_id,
        "seat": entry.seat,
        "created_at": entry.created_at,
        "confirmed": _confirmed(entry),
        "contested": [
            {
                "reason_code": contest.reason_code,
                "reason_text": contest.reason_text,
                "seat": contest.seat,
                "actor": contest.actor,
                "at": contest.created_at,
            }
            for contest in (() if new else entry.contests.all())
        ],
    }


def _confirmed(entry: HandEntry) -> Out | None:
    if entry.state != HandEntry.State.CONFIRMED:
        return None
    given = [item for item in entry.confirmations.all() if item.how != Confirmation.How.WITHDRAWN]
    if not given:
        return None
    last = given[-1]
    return {
        "how": last.how,
        "seat": last.seat,
        "actor": last.actor,
        "note": last.note,
        "at": last.created_at,
    }


def hand_out(hand: Hand) -> Out:
    """A hand with its current version and its rivals; read by `selectors.hands_of` or `hand_of`."""
    entries = list(hand.entries.all())
    return {
        "id": hand.pk,
        "game": hand.game_id,
        "number": hand.number,
        "current": next((entry_out(entry) for entry in entries if entry.is_current), None),
        "rivals": [entry_out(entry) for entry in entries if entry.state == HandEntry.State.RIVAL],
        "predictions": predictions_of(hand, seats=Rules.of(hand.game).players),
    }


def sheet_out(state: GameState) -> Out:
    """The whole sheet of a game."""
    sheet = state.sheet
    return {
        "totals": state.totals,
        "played": sheet.played,
        "penalties": [
            inside + loose for inside, loose in zip(sheet.penalties, state.loose, strict=True)
        ],
        "strokes": [_plain(strokes) for strokes in sheet.strokes],
        "rows": list(map(_row, sheet.rows, state.entries)),
        "hands_counted": sheet.hands_counted,
        "missing": state.missing,
        "control": {"sum": sheet.control.sum, "expected": sheet.control.expected},
        "leaders": sheet.leaders,
        "target_reached_by": sheet.target_reached_by,
        "finished": sheet.finished,
        "next_number": state.next_number,
        "next_dealer": sheet.next_dealer,
        "next_leader": sheet.next_leader,
        "finish": asdict(sheet.finish),
        "grid": _grid(state),
    }


def _grid(state: GameState) -> list[Out] | None:
    """What each column has and still needs, where the game plays each line once."""
    if (grid := state.rules.kind.grid) is None:
        return None
    hands = [PlayedHand(number=entry.hand.number, slip=entry.slip) for entry in state.entries]
    columns = map(
        lambda column, total: replace(column, total=total),
        grid(state.sheet, hands, state.rules.table()),
        state.totals,
    )
    return [{**asdict(column), "best": column.best} for column in columns]


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
        "lines": [_plain(line) for line in score.lines] if score else [],
        "penalties": row.penalties,
        "running": row.running,
        "findings": [
            {**finding.to_json(), "detail": sentence(finding)} for finding in row.findings
        ],
    }


def _plain(value: object) -> Out:
    """A frozen dataclass of the pure rooms as JSON members."""
    return {
        name: dict(part) if hasattr(part, "keys") else part for name, part in vars(value).items()
    }


def penalty_out(penalty: Penalty) -> Out:
    """Points against a seat."""
    return {
        "id": penalty.pk,
        "seat": penalty.seat,
        "points": penalty.points,
        "number": penalty.hand.number if penalty.hand else None,
        "reason": penalty.reason,
        "article": penalty.article,
        "actor": penalty.actor,
        "created_at": penalty.created_at,
        "cancelled_at": penalty.cancelled_at,
        "cancelled_by": penalty.cancelled_by,
        "cancel_reason": penalty.cancel_reason,
    }


def sign_off_out(signature: SignOff) -> Out:
    """A signature."""
    return {
        "seat": signature.seat,
        "handed_over": signature.handed_over,
        "phone_seat": signature.phone_seat,
        "actor": signature.actor,
        "created_at": signature.created_at,
    }
