"""How the club of a table decided before, when the same was asked: shown, never applied unasked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from referee.selectors import precedents_like
from scoring.web.board import Board

AT_MOST = 3


@dataclass(frozen=True)
class Before:
    """A decision that is followed: when, what, and why where a person decided."""

    on: datetime
    text: str
    reason: str


def decided_before(board: Board, said: Mapping[str, Any], lang: str) -> list[Before]:
    """The latest of the club's decisions in cases under the same rows as this ruling."""
    found = precedents_like(
        board.place.actor,
        club_id=board.state.game.club_id,
        article=said["article"],
        rows=said["trace"][-1]["rows"],
    )
    return [
        Before(item.created_at, item.ruling.said[lang]["text"], item.ruling.reason)
        for item in found[:AT_MOST]
    ]
