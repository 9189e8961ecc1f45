"""The settings of a tournament, and which rounds the hall may not see by them."""

from tournaments.core.models import Tournament
from tournaments.format.pure import Format, read_format


def hidden_from(tournament: Tournament, format_: Format) -> int | None:
    """The first round whose results stay hidden until the prize-giving; None where none is."""
    return None if tournament.revealed_at is not None else format_.day_ranking.hidden_from


def is_shown(number: int, hidden: int | None) -> bool:
    """Whether results of round `number` may be shown, with what `hidden_from` gave."""
    return hidden is None or number < hidden


def format_of(tournament: Tournament) -> Format:
    """The settings of a tournament; they were checked when they were stored.

    Read once: the reading stays with the row that it was read from.
    """
    known = tournament.format_read
    if known is not None and known[0] is tournament.format:
        found: Format = known[1]
        return found
    reading = read_format(tournament.format)
    if reading.format is None:
        raise ValueError(f"tournament {tournament.pk} has settings that do not read")
    tournament.format_read = tournament.format, reading.format
    return reading.format
