"""What a round and its tables look like from outside: who sits there, how far the result is."""

from datetime import datetime
from typing import Any

from django.utils import timezone
from rest_framework import serializers

from tournaments.results.selectors import sheet_that_counts
from tournaments.rounds.models import Passe, Round, Sitting


class SittingOut(serializers.Serializer[Any]):
    """A seat (from 0) of a passe; `substitute` plays there for `entry`."""

    seat = serializers.IntegerField()
    entry = serializers.IntegerField()
    substitute = serializers.IntegerField(allow_null=True)
    credited = serializers.ChoiceField(Sitting.Credited.choices)


class PasseOut(serializers.Serializer[Any]):
    """One table in one round. `state` is `open`, `typed`, `contested` or `confirmed`."""

    id = serializers.UUIDField()
    table = serializers.IntegerField()
    table_id = serializers.UUIDField()
    game = serializers.UUIDField(allow_null=True)
    state = serializers.CharField()
    sittings = SittingOut(many=True)


class RoundOut(serializers.Serializer[Any]):
    """A round that was called. The clock runs out at `ends_at`, or stands with `seconds_left`;
    `now` is the clock of the service, so that all displays show the same."""

    number = serializers.IntegerField()
    state = serializers.ChoiceField(Round.State.choices)
    hands = serializers.IntegerField()
    draw = serializers.IntegerField()
    called_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)
    seconds_left = serializers.IntegerField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)
    now = serializers.DateTimeField()
    outstanding = serializers.ListField(child=serializers.IntegerField())
    sitting_out = serializers.ListField(child=serializers.IntegerField())
    passen = PasseOut(many=True)


def round_out(round_: Round, passen: list[Passe], *, now: datetime | None = None) -> dict[str, Any]:
    """A round with its passen, which come with their sittings and sheets."""
    return {
        "number": round_.number,
        "state": round_.state,
        "hands": round_.hands,
        "draw": round_.draw.number,
        "called_at": round_.called_at,
        "started_at": round_.started_at,
        "ends_at": round_.ends_at,
        "seconds_left": round_.seconds_left,
        "closed_at": round_.closed_at,
        "now": now or timezone.now(),
        "outstanding": [p.table.number for p in passen if sheet_that_counts(p) is None],
        "sitting_out": [out.entry.number for out in round_.sitting_out.select_related("entry")],
        "passen": [passe_out(passe) for passe in passen],
    }


def passe_out(passe: Passe) -> dict[str, Any]:
    """A passe with who sits there."""
    return {
        "id": passe.pk,
        "table": passe.table.number,
        "table_id": passe.table_id,
        "game": passe.game_id,
        "state": passe_state(passe),
        "sittings": [sitting_out(sitting) for sitting in passe.sittings.all()],
    }


def passe_state(passe: Passe) -> str:
    """How far the result of a passe is, by its versions: the one that says most."""
    states = {sheet.state for sheet in passe.sheets.all()}
    return next((s for s in ("contested", "confirmed", "typed") if s in states), "open")


def sitting_out(sitting: Sitting) -> dict[str, Any]:
    """A seat by the numbers of the entries."""
    return {
        "seat": sitting.index,
        "entry": sitting.entry.number,
        "substitute": sitting.substitute.number if sitting.substitute else None,
        "credited": sitting.credited,
    }
