"""Papers to be read: the list for the desk, and the regulation."""

from django.db.models import Q, Sum
from django.utils.translation import gettext as _

from tournaments.core.models import Tournament
from tournaments.entries.models import Entry, Payment
from tournaments.entries.selectors import entries_of
from tournaments.format.regulation import regulation
from tournaments.format.selectors import format_of
from tournaments.papers.event import event_of
from tournaments.papers.pdf import RegulationPoint, regulation_sheet
from tournaments.papers.pdf.lists import Column, Listing, print_listing
from tournaments.papers.seats import by_name

TICK = "✓"
GONE = (Entry.State.WITHDRAWN, Entry.State.WAITING)


def entry_list_paper(tournament: Tournament) -> bytes:
    """Everybody who is expected, by name, to be ticked off; the waiting list apart."""
    entries = sorted(entries_of(tournament), key=by_name)
    fee = format_of(tournament).fee
    paid = _paid(tournament)
    waiting = [entry for entry in entries if entry.state == Entry.State.WAITING]
    waiting.sort(key=lambda entry: entry.number)
    return print_listing(
        Listing(
            event=event_of(tournament),
            title=_("Anmeldungen"),
            columns=[
                Column(heading=_("Nr."), width=28, align="right", bold=True),
                Column(heading=_("Name"), width=148),
                Column(heading=_("Team"), width=92),
                Column(heading=_("Kontakt"), width=96),
                Column(heading=_("Notiz"), width=66),
                Column(heading=_("da"), width=24, align="centre"),
                Column(heading=_("bezahlt"), width=33, align="centre"),
            ],
            rows=[_row(e, paid.get(e.number, 0), fee) for e in entries if e.state not in GONE],
            apart=[_row(entry, 0, fee) for entry in waiting],
            apart_heading=_("Warteliste"),
        )
    )


def regulation_paper(tournament: Tournament) -> bytes:
    """The regulation in the numbers that rulings cite."""
    points = [
        RegulationPoint(
            number=point.number,
            heading=point.heading,
            text=point.text,
            cited=", ".join(point.articles),
        )
        for point in regulation(format_of(tournament), name=tournament.name)
    ]
    return regulation_sheet(event_of(tournament), points)


def _row(entry: Entry, paid: int, fee: int) -> list[str]:
    present = entry.state == Entry.State.PRESENT
    return [
        *(str(entry.number), entry.name, entry.team.name if entry.team else ""),
        *(entry.contact, entry.note),
        TICK if present else "",
        TICK if 0 < fee <= paid else "",
    ]


def _paid(tournament: Tournament) -> dict[int, int]:
    """Rappen by number of the entry: fees without what was given back."""
    rows = Payment.objects.filter(entry__tournament=tournament).values("entry__number")
    sums = rows.annotate(
        paid=Sum("rappen", filter=Q(kind=Payment.Kind.FEE), default=0),
        back=Sum("rappen", filter=Q(kind=Payment.Kind.REFUND), default=0),
    )
    return {row["entry__number"]: row["paid"] - row["back"] for row in sums}
