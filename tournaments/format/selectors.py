"""The settings of a tournament, and which rounds the hall may not see by them."""

import json

from tournaments.core.models import Tournament
from tournaments.format.pure import Format, stored_format


def hidden_from(tournament: Tournament, format_: Format) -> int | None:
    """The first round whose results stay hidden until the prize-giving; None where none is."""
    return None if tournament.revealed_at is not None else format_.day_ranking.hidden_from


def is_shown(number: int, hidden: int | None) -> bool:
    """Whether results of round `number` may be shown, with what `hidden_from` gave."""
    return hidden is None or number < hidden


def format_of(tournament: Tournament) -> Format:
    """The settings of a tournament; they were checked when they were stored."""
    return stored_format(json.dumps(tournament.format))
