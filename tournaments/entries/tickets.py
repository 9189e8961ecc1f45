"""Who is meant by the secret of a sign-up, as it stands in a QR code."""

from jassclub.clubs.tokens import digest
from tournaments.core.models import Tournament
from tournaments.entries.models import Entry


def entry_by_token(tournament: Tournament, token: str) -> Entry | None:
    """The entry whose secret this is; with a pair or a team, the first of its people."""
    return tournament.entries.select_related("team").filter(token_hash=digest(token)).first()


def people_of(entry: Entry) -> list[Entry]:
    """Everybody who was signed up together with an entry, in the order of the line-up."""
    if entry.team is None:
        return [entry]
    return list(entry.team.entries.order_by("seat_in_team", "number"))
