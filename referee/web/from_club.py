"""The club from whose page a question was opened: every address of the question names it.

A member is shown how his club decided before; whoever else brings the address along is told
nothing of the club, not even that there is one.
"""

from django.http import HttpRequest

from jassclub.clubs.authentication import actor_of
from jassclub.clubs.models import Club
from jassclub.clubs.selectors import club_at

CLUB = "_club"
"""Stands in the address for the slug of the club."""


def club_of(request: HttpRequest) -> Club | None:
    """The club that is asked about; NotFound for who does not belong to it."""
    slug = request.GET.get(CLUB, "")
    return club_at(actor_of(request), slug) if slug else None


def named_in(club: Club | None) -> dict[str, str]:
    """What an address says of the club."""
    return {CLUB: club.slug} if club else {}
