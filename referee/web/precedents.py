"""How a club decided before, when the same was asked: shown, never applied unasked."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from jassclub.clubs.actors import Actor
from referee.services import precedents_like

AT_MOST = 3


@dataclass(frozen=True)
class Before:
    """A decision that is followed: when, what, and why where a person decided."""

    on: datetime
    text: str
    reason: str


def decided_before(
    actor: Actor, club_id: UUID, said: Mapping[str, Any], *, lang: str
) -> list[Before]:
    """The latest of a club's decisions in cases under the same rows as this ruling."""
    found = precedents_like(
        actor, club_id=club_id, article=said["article"], rows=said["trace"][-1]["rows"]
    )
    return [
        Before(item.created_at, item.ruling.said[lang]["text"], item.ruling.reason)
        for item in found[:AT_MOST]
    ]
