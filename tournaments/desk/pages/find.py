"""The search of every page of the desk: a start number, a name or a table leads to its page."""

import re
from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode

from jassclub.clubs.models import Role
from jassclub.core.reader import number_in
from jassclub.web.forms import shown_page
from tournaments.core.desk_page import Desk
from tournaments.core.selectors import LETTERS
from tournaments.entries.models import Entry
from tournaments.entries.pure import fits
from tournaments.entries.selectors import entries_of
from tournaments.rounds.models import Passe, Sitting

LONGEST = 60
TABLE = re.compile(
    r"(?:t|tisch|table|tavolo)[ .]*(?P<table>\d{1,4})"
    r"(?:[ ,/]*(?:r|runde|round|manche|tour|turno)[ .]*(?P<round>\d{1,3}))?",
    re.IGNORECASE,
)
"""What is typed for a table, in any of the languages: t12, Tisch 12, table 12 round 3."""


@shown_page
def find(request: HttpRequest, slug: str, tslug: str) -> HttpResponse:
    """To the table, or to the person that is meant, else to those who may be. Role: scribe."""
    desk = Desk.of(request, slug, tslug, Role.SCRIBE)
    typed = " ".join(request.GET.get("q", "")[:LONGEST].split())
    if (passe := _table(desk, typed)) is not None:
        return redirect("desk_table", slug, tslug, passe.round.number, passe.table.number)
    found = _people(desk, typed)
    if len(found) == 1:
        return redirect("desk_person", slug, tslug, found[0].number)
    return redirect(reverse("desk_people", args=[slug, tslug]) + "?" + urlencode({"q": typed}))


def _table(desk: Desk, typed: str) -> Passe | None:
    """A table that was named, in the round that was named with it, else in the last one."""
    if not (named := TABLE.fullmatch(typed)):
        return None
    rows = Passe.objects.filter(
        round__tournament=desk.tournament, table__number=int(named["table"])
    )
    if named["round"]:
        rows = rows.filter(round__number=int(named["round"]))
    return rows.select_related("round", "table").order_by("-round__number").first()


def _people(desk: Desk, typed: str) -> list[Entry]:
    """By number, by the whole name, or by a part of it, else as it sounds."""
    number, name = number_in(typed), typed.casefold()
    everybody = desk.read(entries_of)
    same = [e for e in everybody if e.number == number or e.name.casefold() == name]
    return same or found_by(typed, everybody)


def found_by(typed: str, everybody: Iterable[Entry]) -> list[Entry]:
    """Whose name has in it what was typed; where nobody's has, who sounds like it."""
    if not re.search(r"[^\W\d]", typed):
        return []
    written = [e for e in everybody if typed.casefold() in e.name.casefold()]
    return written or [e for e in everybody if fits(typed, e.name)]


def sat_at(desk: Desk, entry: Entry) -> list[dict[str, Any]]:
    """Where somebody sat in each round that was called."""
    rows = Sitting.objects.filter(round__tournament=desk.tournament, entry=entry)
    return [
        {
            "round": row.round.number,
            "table": row.passe.table.number,
            "letter": LETTERS[row.index],
            "substitute": row.substitute,
        }
        for row in rows.select_related("round", "passe__table", "substitute").order_by(
            "round__number"
        )
    ]
