"""How many are here, and what that means for the tables."""

from collections import Counter
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.core.desk_page import Desk
from tournaments.core.seats import SEATS
from tournaments.draw.roster import Roster, roster_of
from tournaments.entries.models import Entry
from tournaments.entries.selectors import entries_of


def head_count(desk: Desk) -> dict[str, Any]:
    """How many are here, expected and waiting, and what that means for the tables."""
    states = Counter(e.state for e in desk.read(entries_of) if e.kind == Entry.Kind.PLAYER)
    helpers = [e for e in desk.read(entries_of) if e.kind == Entry.Kind.STAND_IN]
    roster = roster_of(desk.tournament)
    seated = len(roster.people)
    return {
        "here": states[Entry.State.PRESENT],
        "expected": states[Entry.State.SIGNED_UP],
        "waiting": states[Entry.State.WAITING],
        "helpers": sum(e.state == Entry.State.PRESENT for e in helpers),
        "tables": -(-seated // SEATS) if roster.alone else seated // SEATS,
        "over": _left_over(roster, states[Entry.State.PRESENT]),
    }


def _left_over(roster: Roster, here: int) -> str:
    """What happens to those who do not fill a table."""
    rest, missing = here % SEATS, roster.missing
    if not rest or roster.alone:
        return ""
    if missing:
        text = ngettext("Es fehlt %(n)s Ersatzperson", "Es fehlen %(n)s Ersatzleute", missing)
        return text % {"n": missing}
    if len(roster.people) > here:
        return _("Ersatzleute füllen den letzten Tisch")
    return ngettext("%(n)s setzt aus", "%(n)s setzen aus", rest) % {"n": rest}
