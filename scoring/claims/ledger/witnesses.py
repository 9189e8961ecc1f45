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
class Witness:
    """How the rows behind one kind of record are read and retold."""

    rows: Callable[[Game], models.QuerySet[Any]]
    facts: Callable[[Any], Facts]


WITNESSES: dict[str, Witness] = {
    "entry": Witness(
        lambda game: HandEntry.objects.filter(hand__game=game).select_related("hand"),
        facts.entry_facts,
    ),
    "confirmed": Witness(
        lambda game: Confirmation.objects.filter(entry__hand__game=game), facts.confirmation_facts
    ),
    "contested": Witness(
        lambda game: Contest.objects.filter(entry__hand__game=game), facts.contest_facts
    ),
    "disputed": Witness(
        lambda game: Dispute.objects.filter(hand__game=game).select_related("ruling"),
        facts.dispute_facts,
    ),
    "dispute_step": Witness(
        lambda game: DisputeStep.objects.filter(dispute__hand__game=game).select_related("ruling"),
        facts.step_facts,
    ),
    "predicted": Witness(
        lambda game: Prediction.objects.filter(hand__game=game), facts.prediction_facts
    ),
    "penalty": Witness(lambda game: Penalty.objects.filter(game=game), facts.penalty_facts),
    "penalty_cancelled": Witness(
        lambda game: Penalty.objects.filter(game=game, cancelled_at__isnull=False),
        facts.cancellation_facts,
    ),
    "changed": Witness(lambda game: GameChange.objects.filter(game=game), facts.change_facts),
    "signed_off": Witness(lambda game: SignOff.objects.filter(game=game), facts.sign_off_facts),
}


def note(game: Game, kind: str, row: Statement, *, moved: Iterable[HandEntry] = ()) -> GameRecord:
    """Add the record of a row to the chain of `game`, which must be locked by the caller."""
    return append(game, kind, WITNESSES[kind].facts(row), moved=moved)
