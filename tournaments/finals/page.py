"""Who qualified is invited into a final that is a tournament of its own."""

from collections.abc import Sequence
from uuid import UUID

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from jassclub.core.errors import Invalid
from tournaments.core.desk_page import Ask, Command, CommandInput, Desk, Option
from tournaments.core.models import Tournament
from tournaments.finals.services import final_of, invite_finalists
from tournaments.format.selectors import format_of

State = Tournament.State


def invite(desk: Desk, sent: CommandInput) -> str:
    entries = invite_finalists(
        **desk.ids,
        to=_final(desk, sent),
        absent=sent.entries("absent"),
        seeded=sent.entries("seeded"),
    )
    return ngettext("%(n)s neu im Final.", "%(n)s neu im Final.", len(entries)) % {
        "n": len(entries)
    }


def _final(desk: Desk, sent: CommandInput) -> UUID:
    if sent.words("to") in dict(_finals(desk)):
        return UUID(sent.words("to"))
    raise Invalid.at("/to", "no_final_chosen", _("Wähle das Turnier, das der Final ist."))


def _finals(desk: Desk) -> Sequence[Option]:
    """Tournaments of the club that have not begun."""
    rows = Tournament.objects.filter(club=desk.club, state__in=(State.DRAFT, State.OPEN))
    return [(str(row.pk), row.name) for row in rows.order_by("played_on", "name")]


def _leads_to_final(desk: Desk) -> bool:
    finished = desk.tournament.state == State.FINISHED
    return finished and final_of(format_of(desk.tournament)) is not None and bool(_finals(desk))


COMMANDS = (
    Command(
        "finalists",
        "overview",
        gettext_lazy("In den Final laden"),
        invite,
        asks=(
            Ask("to", gettext_lazy("Final"), "choice", options=_finals),
            Ask("absent", gettext_lazy("Kommt nicht, pro Zeile jemand"), "list"),
            Ask("seeded", gettext_lazy("Gesetzt, zusätzlich zu den Plätzen"), "list"),
        ),
        title=gettext_lazy("Wer in den Final kommt"),
        help=gettext_lazy(
            "Kommt jemand nicht, rückt der Nächste der Rangliste nach. Nochmals einladen trägt "
            "nur ein, wer nachrückt."
        ),
        shown=_leads_to_final,
    ),
)
