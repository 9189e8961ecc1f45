"""Which rows stand behind which records, and writing both together."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.db import models

from scoring.claims.ledger import facts
from scoring.claims.ledger.chain import Facts, append
from scoring.claims.models import (
    Confirmation,
    Contest,
    Dispute,
    DisputeStep,
    GameChange,
    HandEntry,
    Penalty,
    Prediction,
    SignOff,
)
from scoring.core.models import Game, GameRecord, Statement


@dataclass(frozen=True)
class RecordSource:
    """How the rows behind one kind of record are read and retold."""

    rows: Callable[[Game], models.QuerySet[Any]]
    facts: Callable[[Any], Facts]


SOURCES: dict[str, RecordSource] = {
    "entry": RecordSource(
        lambda game: HandEntry.objects.filter(hand__game=game).select_related("hand"),
        facts.entry_facts,
    ),
    "confirmed": RecordSource(
        lambda game: Confirmation.objects.filter(entry__hand__game=game), facts.confirmation_facts
    ),
    "contested": RecordSource(
        lambda game: Contest.objects.filter(entry__hand__game=game), facts.contest_facts
    ),
    "disputed": RecordSource(
        lambda game: Dispute.objects.filter(hand__game=game).select_related("ruling"),
        facts.dispute_facts,
    ),
    "dispute_step": RecordSource(
        lambda game: DisputeStep.objects.filter(dispute__hand__game=game).select_related("ruling"),
        facts.step_facts,
    ),
    "predicted": RecordSource(
        lambda game: Prediction.objects.filter(hand__game=game), facts.prediction_facts
    ),
    "penalty": RecordSource(lambda game: Penalty.objects.filter(game=game), facts.penalty_facts),
    "penalty_cancelled": RecordSource(
        lambda game: Penalty.objects.filter(game=game, cancelled_at__isnull=False),
        facts.cancellation_facts,
    ),
    "changed": RecordSource(lambda game: GameChange.objects.filter(game=game), facts.change_facts),
    "signed_off": RecordSource(
        lambda game: SignOff.objects.filter(game=game), facts.sign_off_facts
    ),
}


def append_record(
    game: Game, kind: str, row: Statement, *, moved: Iterable[HandEntry] = ()
) -> GameRecord:
    """Add the record of a row to the chain of `game`, which must be locked by the caller."""
    return append(game, kind, SOURCES[kind].facts(row), moved=moved)
