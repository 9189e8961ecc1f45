"""Reading entries: all, those a reader may see, one by number or by the secret of a sign-up."""

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from jassclub.clubs.authentication import digest
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


def entry_by_token(tournament: Tournament, token: str) -> Entry | None:
    """The entry whose secret this is; with a pair or a team, the first of its people."""
    return tournament.entries.select_related("team").filter(token_hash=digest(token)).first()


def people_of(entry: Entry) -> list[Entry]:
    """Everybody who was signed up together with an entry, in the order of the line-up."""
    if entry.team is None:
        return [entry]
    return list(entry.team.entries.order_by("seat_in_team", "number"))
