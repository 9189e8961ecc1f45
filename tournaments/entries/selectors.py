"""Reading entries: everybody, those a reader may see, one by number."""

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from jassclub.core.errors import Invalid
from tournaments.core.models import Tournament
from tournaments.entries.models import Entry


def entries_of(tournament: Tournament) -> QuerySet[Entry]:
    """Everybody who was ever signed up, by number."""
    return tournament.entries.select_related("team", "player").order_by("number")


def entries_for(tournament: Tournament, *, for_desk: bool) -> QuerySet[Entry]:
    """The same for a reader: who is held back is for the desk alone, until it has approved."""
    found = entries_of(tournament)
    return found if for_desk else found.filter(held=False)


def entry_in(tournament: Tournament, number: int, *, pointer: str = "/entry") -> Entry:
    """The entry with a number; Invalid for a number that was never given."""
    entry = tournament.entries.filter(number=number).first()
    if entry is None:
        raise Invalid.at(
            pointer,
            "unknown_entry",
            _("Die Startnummer %(number)s gibt es nicht.") % {"number": number},
        )
    return entry
