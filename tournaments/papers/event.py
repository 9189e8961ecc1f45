"""What stands at the head of every paper."""

from django.utils.formats import date_format

from tournaments.core.models import Tournament
from tournaments.papers.pdf import Event


def event_of(tournament: Tournament) -> Event:
    """The tournament; its club is looked up if it is not there yet."""
    return Event(
        name=tournament.name,
        date=date_format(tournament.played_on),
        place=tournament.place,
        club=tournament.club.name,
    )
