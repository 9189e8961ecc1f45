"""The people of a tournament: who is expected, here, waiting, gone; and each for himself."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _, gettext_lazy

from jassclub.clubs.models import Role
from jassclub.clubs.naming import by_surname
from jassclub.core.errors import NotFound
from jassclub.core.reader import number_in
from jassclub.web.forms import shown_page
from tournaments.core.desk_page import CommandForm, Desk, forms_of
from tournaments.desk.pages.find import found_by, sat_at
from tournaments.draw.planning import head_count
from tournaments.entries import entrants
from tournaments.entries.categories import belongs_to, words_of_categories
from tournaments.entries.entrants import team_size
from tournaments.entries.models import Entry
from tournaments.entries.pages.commands import COMMANDS
from tournaments.entries.pages.labels import KNOWN
from tournaments.entries.selectors import entries_of, line_ups
from tournaments.format.selectors import format_of
from tournaments.rounds.hall import called_rounds, current_draw, open_round

State = Entry.State
LONGEST_QUERY = 60
GROUPS = (
    (State.SIGNED_UP, gettext_lazy("Erwartet")),
    (State.PRESENT, gettext_lazy("Da")),
    (State.WAITING, gettext_lazy("Warteliste")),
    (State.AWAY, gettext_lazy("Nicht mehr dabei")),
    (State.WITHDRAWN, gettext_lazy("Abgemeldet")),
)


@shown_page
def people_page(request: HttpRequest, slug: str, tslug: str) -> HttpResponse:
    """Everybody, with a search and a tick for each. Role: scribe."""
    return show(request, Desk.of(request, slug, tslug, Role.SCRIBE))


@shown_page
def person_page(request: HttpRequest, slug: str, tslug: str, number: int) -> HttpResponse:
    """One entry. Role: scribe."""
    return _show_person(request, Desk.of(request, slug, tslug, Role.SCRIBE), number)


def show(request: HttpRequest, desk: Desk, *, refused: CommandForm | None = None) -> HttpResponse:
    """The page of the people; a refused change of somebody stands on his own page."""
    if refused is not None and refused.command.name in ("change", "leave"):
        return _show_person(request, desk, refused.sent.number("number"), refused=refused)
    query = request.GET.get("q", request.POST.get("q", ""))[:LONGEST_QUERY].strip()
    return desk.render(
        request,
        "tournaments/desk/people.html",
        here="people",
        in_teams=format_of(desk.tournament).in_teams,
        everybody=desk.read(entries_of),
        q=query,
        newcomer=query if number_in(query) is None else "",
        groups=_groups(desk, query),
        people=head_count(desk),
        teams=_teams(desk),
        team_size=team_size(desk.tournament),
        wishes=entrants.wishes_of(**desk.ids),
        forms=forms_of(desk, COMMANDS, refused=refused),
        refused=refused,
        categories=words_of_categories(desk.tournament),
    )


def _groups(desk: Desk, query: str) -> list[dict[str, Any]]:
    """People by state, by surname; those whose name or number the search finds."""
    number, everybody = number_in(query), desk.read(entries_of)
    numbered = [e for e in everybody if e.number == number]
    wanted = numbered or found_by(query, everybody) if query else list(everybody)
    wanted.sort(key=lambda entry: (by_surname(entry.name), entry.number))
    found = [
        {
            "state": state.value,
            "title": title,
            "rows": [(e, belongs_to(e)) for e in wanted if e.state == state],
        }
        for state, title in GROUPS
    ]
    return [group for group in found if group["rows"]]


def _teams(desk: Desk) -> list[tuple[Any, list[Entry]]]:
    """Each team with its people in the order of the line-up."""
    people = line_ups(desk.read(entries_of))
    teams = desk.tournament.teams.order_by("number")
    return [(team, people.get(team.number, [])) for team in teams]


def _show_person(
    request: HttpRequest,
    desk: Desk,
    number: int,
    *,
    refused: CommandForm | None = None,
) -> HttpResponse:
    found = [entry for entry in desk.read(entries_of) if entry.number == number]
    if not found:
        raise NotFound("entry_not_found", _("Diesen Eintrag gibt es nicht."))
    entry = found[0]
    stands = {
        "number": str(entry.number),
        "numbers": str(entry.number),
        "version": str(entry.version),
        "name": entry.name,
        "contact": entry.contact,
        "note": entry.note,
        "card": str(entry.card or ""),
        "stand_in": "1" if entry.kind == Entry.Kind.STAND_IN else "",
        "initials_only": "1" if entry.initials_only else "",
        "minor": "1" if entry.minor else "",
        **{name: getattr(entry, name) for name in ("home_club", "squad", "licence")},
        **dict.fromkeys(entry.labels, "1"),
        "labels": ", ".join(label for label in entry.labels if label not in KNOWN),
    }
    return desk.render(
        request,
        "tournaments/desk/person.html",
        here="people",
        entry=entry,
        meaning=_meaning(desk, entry),
        sat=sat_at(desk, entry),
        forms=forms_of(
            desk,
            COMMANDS,
            refused=refused,
            presets=dict.fromkeys(("change", "leave", "check-in", "check-out"), stands),
        ),
        refused=refused,
    )


def _meaning(desk: Desk, entry: Entry) -> list[str]:
    """What it means if he leaves now."""
    told = []
    round_ = desk.read(open_round)
    sitting = (
        round_.sittings.filter(entry=entry).select_related("passe__table").first()
        if round_
        else None
    )
    if round_ and sitting and sitting.substitute_id is None:
        text = _("In Runde %(round)s sitzt %(name)s an Tisch %(table)s: dort muss jemand "
                 "einspringen.")  # fmt: skip
        where = {"round": round_.number, "name": entry.name, "table": sitting.passe.table.number}
        told.append(text % where)
    plan = desk.read(current_draw)
    if plan is not None and len(desk.read(called_rounds)) < len(plan.rounds):
        told.append(_("Die Runden, die noch kommen, sind danach neu auszulosen."))
    if entry.sittings.exists():
        told.append(_("Was gespielt ist, zählt weiter."))
    if entry.team is not None:
        told.append(_("Das Team %(name)s ist dann nicht mehr ganz.") % {"name": entry.team.name})
    return told
