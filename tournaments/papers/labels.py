"""From the rows of a tournament to what hangs on people and stands on tables."""

from django.db.models import Max
from django.utils.translation import gettext as _

from tournaments.core.models import Tournament
from tournaments.core.selectors import SEATS
from tournaments.entries.models import HERE, Entry
from tournaments.papers.contents import by_name, event_of
from tournaments.papers.pdf.labels import SHEETS, NameLabel, name_labels, table_numbers


def name_label_paper(tournament: Tournament, *, sheet: str) -> bytes:
    """A label for everybody who plays or stands in, by surname; below the name the club he plays
    for, else his pair or team."""
    rows = tournament.entries.filter(state__in=HERE).select_related("team")
    labels = [
        NameLabel(number=entry.number, name=entry.name, with_whom=_below(entry))
        for entry in sorted(rows, key=by_name)
    ]
    return name_labels(event_of(tournament), labels, sheet=SHEETS[sheet])


def _below(entry: Entry) -> str:
    if entry.kind == Entry.Kind.STAND_IN:
        return _("Ersatz")
    own = entry.team.name if entry.team else ""
    return entry.home_club or ("" if entry.name in own else own)


def table_number_paper(tournament: Tournament) -> bytes:
    """As many as there are tables, or as the people fill."""
    known = tournament.tables.aggregate(last=Max("number"))["last"] or 0
    filled = -(-tournament.entries.filter(state__in=HERE).count() // SEATS)
    return table_numbers(event_of(tournament), range(1, max(known, filled, 1) + 1))
