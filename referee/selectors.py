"""What is read of the law and of rulings that were given."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from jassclub.clubs.actors import Actor
from jassclub.clubs.selectors import visible_clubs
from referee.models import Precedent, RulingRecord


def rulings(actor: Actor) -> QuerySet[RulingRecord]:
    """The rulings of the clubs that a person sees; a phone sees those that are followed.

    What was told at other tables is none of its business; its own it reads as disputes.
    """
    seen = RulingRecord.objects.filter(club__in=visible_clubs(actor))
    return seen.filter(precedents__isnull=False) if actor.is_device else seen


def precedents(actor: Actor) -> QuerySet[Precedent]:
    """Rulings that were followed and that no later one took the place of."""
    seen = Precedent.objects.filter(ruling__club__in=visible_clubs(actor))
    return seen.filter(ruling__superseded_by__isnull=True).select_related("ruling")


def precedents_like(
    actor: Actor, *, club_id: UUID, article: str, rows: Sequence[str]
) -> list[Precedent]:
    """What was decided in a club in cases that the same rows of the law apply to, latest first."""
    followed = precedents(actor).filter(ruling__club=club_id, ruling__article=article)
    return [item for item in followed if _rows_of(item.ruling.said["de"]) == list(rows)]


def _rows_of(said: Mapping[str, Any]) -> list[str]:
    """The rows that a ruling fell under, the last line of its trace."""
    trace = said["trace"]
    return list(trace[-1]["rows"]) if trace else []


def no_precedents() -> QuerySet[Precedent]:
    """None: where no article was found there is no like case either."""
    return Precedent.objects.none()
