"""Which rounds the hall may not see yet."""

from __future__ import annotations

from tournaments.core.models import Tournament
from tournaments.format.pure import Format


def hidden_from(tournament: Tournament, chosen: Format) -> int | None:
    """The first round whose results stay hidden until the prize-giving; None where none is."""
    return None if tournament.revealed_at is not None else chosen.day_ranking.hidden_from


def is_shown(number: int, hidden: int | None) -> bool:
    """Whether results of round `number` may be shown, with what `hidden_from` gave."""
    return hidden is None or number < hidden
