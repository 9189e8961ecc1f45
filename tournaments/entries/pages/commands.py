"""What the desk does with people: entering, checking in, changing, teams, wishes."""

from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from jassclub.clubs.actors import actor_of, digest
from jassclub.clubs.models import Role
from jassclub.clubs.rights import require_role
from jassclub.core.errors import Finding, Invalid, NotFound
from jassclub.core.rows import first_or
from jassclub.web.form_state import FormState
from jassclub.web.forms import done, form_page, submit
from tournaments.core.desk_page import (
    REASON,
    Ask,
    Command,
    CommandInput,
    Desk,
    Words,
    calls,
)
from tournaments.core.selectors import LETTERS, visible_tournaments
from tournaments.entries import entrants, services
from tournaments.entries.entrants import Person, too_many, two_names
from tournaments.entries.models import Entry, Wish
from tournaments.entries.pages.labels import ASKED, LABEL, belongs
from tournaments.entries.selectors import people_of
from tournaments.format.selectors import format_of

LONGEST_NAME = 80
WHY = Ask(REASON, gettext_lazy("Warum?"), "words")
SEARCH = Ask("q", kind="hidden")


def add(desk: Desk, sent: CommandInput) -> str:
    """One name a line; what stands after a semicolon is the contact."""
    kind = Entry.Kind.STAND_IN if sent.on("stand_in") else Entry.Kind.PLAYER
    lines = sent.lines("people")
    _refuse_lines(lines)
    entries = services.add_entries(
        **desk.ids, people=[_person(line, kind) for line in lines], present=sent.on("present")
    )
    return ngettext(
        "%(n)s Person ist eingetragen.", "%(n)s Leute sind eingetragen.", len(entries)
    ) % {"n": len(entries)}


def _person(line: str, kind: str) -> Person:
    name, _sign, contact = line.partition(";")
    return Person(_clean(name), kind=kind, contact=_clean(contact)[:200])


def _clean(text: str) -> str:
    return "".join(sign for sign in text if sign.isprintable()).strip()


def _refuse_lines(lines: Sequence[str]) -> None:
    wrong = []
    if not lines:
        wrong.append(Finding("nobody", "/people", _("Schreib einen Namen pro Zeile.")))
    wrong += too_many(len(lines), "/people")
    for at, line in enumerate(lines, start=1):
        if any(len(name) > LONGEST_NAME for name in two_names(line.partition(";")[0].strip())):
            wrong.append(
                Finding(
                    "name_too_long",
                    "/people",
                    _("Zeile %(n)s: ein Name hat höchstens %(most)s Zeichen.")
                    % {"n": at, "most": LONGEST_NAME},
                )
            )
    Invalid.raise_for(wrong, _("So lassen sich nicht alle eintragen."))


def make_team(desk: Desk, sent: CommandInput) -> str:
    named = [part.strip() for part in sent.words("numbers").replace("/", ",").split(",")]
    team = entrants.make_team(
        **desk.ids,
        name=sent.words("name")[:LONGEST_NAME],
        numbers=[sent.entry_called(part, "/numbers") for part in named if part],
    )
    return _("%(team)s spielen zusammen.") % {"team": team.name}


def wish(desk: Desk, sent: CommandInput) -> str:
    service = (
        entrants.keep_apart if sent.words("kind") == Wish.Kind.APART else entrants.keep_together
    )
    service(**desk.ids, one=sent.entry("entry"), other=sent.entry("other"))
    return _("Der Wunsch gilt ab der nächsten Auslosung.")


def fix(desk: Desk, sent: CommandInput) -> str:
    seat = sent.words("seat").upper()
    entrants.fix_place(
        **desk.ids,
        entry=sent.entry("entry"),
        table=sent.number("table"),
        seat=LETTERS.index(seat) if len(seat) == 1 and seat in LETTERS else -1,
    )
    return _("Der feste Platz gilt ab der nächsten Auslosung.")


def change(desk: Desk, sent: CommandInput) -> str:
    meant = first_or(
        desk.tournament.entries.filter(number=sent.number("number")),
        NotFound("entry_not_found", _("Diesen Eintrag gibt es nicht.")),
    )
    name = sent.words("name")[:LONGEST_NAME]
    card, wrong = sent.number_or_none("card"), []
    if not name:
        wrong.append(Finding("name_missing", "/name", _("Hier fehlt der Name.")))
    if card is not None and not 1 <= card <= len(CARDS):
        wrong.append(Finding("out_of_range", "/card", _("Eine Zahl von 1 bis 36.")))
    Invalid.raise_for(wrong, _("Diese Angaben stimmen nicht."))
    values: dict[str, Any] = {
        "name": name,
        "contact": sent.words("contact")[:200],
        "note": sent.words("note")[:200],
        "kind": Entry.Kind.STAND_IN if sent.on("stand_in") else Entry.Kind.PLAYER,
        "card": card,
        "initials_only": sent.on("initials_only"),
        "minor": sent.on("minor"),
        **belongs(sent),
    }
    entry = services.change_entry(
        **desk.ids,
        entry_id=meant.pk,
        version=max(0, sent.number("version")),
        values=values,
    )
    return _("%(who)s ist geändert.") % {"who": entry}


CARDS = range(1, 37)


def _searched(sent: CommandInput) -> str:
    """Back to the same search, at the field that searches."""
    query = urlencode({"q": sent.words("q")}) if sent.words("q") else ""
    return f"?{query}#check-in" if query else "#check-in"


def _in_teams(desk: Desk) -> bool:
    return format_of(desk.tournament).in_teams and not desk.ended


def _can_wish(desk: Desk) -> bool:
    return not desk.ended and entrants.are_heard(format_of(desk.tournament))


def _on_row(
    name: str, label: Words, service: Callable[..., Sequence[Entry]], done: Words
) -> Command:
    """A button beside somebody in the list, found by searching or not."""

    def run(desk: Desk, sent: CommandInput) -> str:
        (entry,) = service(**desk.ids, numbers=[sent.number("numbers")])
        return str(done) % {"who": entry}

    return Command(
        name,
        "people",
        label,
        run,
        asks=(Ask("numbers", kind="hidden"), SEARCH),
        role=Role.SCRIBE,
        back=_searched,
    )


COMMANDS = (
    Command(
        "add",
        "people",
        gettext_lazy("Eintragen"),
        add,
        title=gettext_lazy("Leute eintragen"),
        help=gettext_lazy(
            "Wer im Club spielt, wird am Namen erkannt. Nach einem Strichpunkt kann eine "
            "Telefonnummer stehen. Im Paarturnier sind zwei Namen in einer Zeile ein Paar: "
            "Nina Keller / Urs Frei."
        ),
        asks=(
            Ask("people", gettext_lazy("Namen, einer pro Zeile"), "list"),
            Ask("present", gettext_lazy("Sie sind schon da"), "check"),
            Ask("stand_in", gettext_lazy("Ersatzleute: füllen Plätze, ohne Rang"), "check"),
        ),
        role=Role.SCRIBE,
        look="main",
    ),
    _on_row("check-in", gettext_lazy("Ist da"), services.check_in, gettext_lazy("%(who)s ist da.")),
    _on_row(
        "approve",
        gettext_lazy("Zulassen"),
        services.approve,
        gettext_lazy("%(who)s ist zugelassen."),
    ),
    _on_row(
        "check-out",
        gettext_lazy("Doch nicht da"),
        services.check_out,
        gettext_lazy("%(who)s wird wieder erwartet."),
    ),
    Command(
        "leave",
        "people",
        gettext_lazy("Nicht mehr dabei"),
        calls(services.drop_out, gettext_lazy("%(name)s ist nicht mehr dabei.")),
        asks=(Ask("number", kind="hidden"), WHY),
        role=Role.SCRIBE,
        look="lost",
    ),
    Command(
        "change",
        "people",
        gettext_lazy("Sichern"),
        change,
        asks=(
            Ask("number", kind="hidden"),
            Ask("version", kind="hidden"),
            Ask("name", gettext_lazy("Name"), "words"),
            Ask("contact", gettext_lazy("Telefon oder Mail"), "words"),
            Ask("note", gettext_lazy("Bemerkung"), "words"),
            *ASKED,
            Ask("card", gettext_lazy("Gezogene Karte (1 bis 36, wenn das Los entscheidet)")),
            Ask("stand_in", gettext_lazy("Ersatz: füllt einen Platz, ohne Rang"), "check"),
            Ask("initials_only", gettext_lazy("Öffentlich nur Initialen"), "check"),
            Ask("minor", gettext_lazy("Unter 18 Jahren"), "check"),
        ),
        role=Role.SCRIBE,
        back=lambda sent: f"{sent.number('number')}/",
    ),
    LABEL,
    Command(
        "team",
        "people",
        gettext_lazy("Team bilden"),
        make_team,
        title=gettext_lazy("Paar oder Mannschaft bilden"),
        asks=(
            Ask("numbers", gettext_lazy("Startnummern, mit Komma dazwischen"), "words"),
            Ask(
                "name",
                gettext_lazy("Name des Teams"),
                "words",
                help=gettext_lazy("leer: die Namen der Leute"),
            ),
        ),
        role=Role.SCRIBE,
        shown=_in_teams,
    ),
    Command(
        "part",
        "people",
        gettext_lazy("Team auflösen"),
        calls(entrants.part_team, gettext_lazy("Das Team ist aufgelöst.")),
        title=gettext_lazy("Team auflösen"),
        asks=(Ask("team", gettext_lazy("Nummer des Teams"), into="number"), WHY),
        role=Role.SCRIBE,
        look="lost",
        shown=_in_teams,
    ),
    Command(
        "wish",
        "people",
        gettext_lazy("Wunsch notieren"),
        wish,
        title=gettext_lazy("Zwei zusammen oder auseinander"),
        asks=(
            Ask(
                "kind",
                gettext_lazy("Was wünschen sie?"),
                "choice",
                options=lambda desk: [
                    option for option in Wish.Kind.choices if option[0] != Wish.Kind.FIXED
                ],
            ),
            Ask("entry", gettext_lazy("Wer?"), "entry"),
            Ask("other", gettext_lazy("Mit wem?"), "entry"),
        ),
        role=Role.SCRIBE,
        shown=_can_wish,
    ),
    Command(
        "fix",
        "people",
        gettext_lazy("Platz festhalten"),
        fix,
        title=gettext_lazy("Fester Platz"),
        help=gettext_lazy(
            "Für jemanden, der nicht gut wechseln kann: jede Runde am gleichen Platz."
        ),
        asks=(
            Ask("entry", gettext_lazy("Wer?"), "entry"),
            Ask("table", gettext_lazy("Tisch")),
            Ask(
                "seat",
                gettext_lazy("Platz"),
                "choice",
                options=lambda desk: [(letter, letter) for letter in LETTERS],
            ),
        ),
        role=Role.SCRIBE,
        shown=_can_wish,
    ),
    Command(
        "drop-wish",
        "people",
        gettext_lazy("streichen"),
        calls(entrants.drop_wish, gettext_lazy("Der Wunsch gilt nicht mehr.")),
        asks=(Ask("wish", kind="hidden", reads="id", into="wish_id"),),
        role=Role.SCRIBE,
    ),
)


@form_page
def check_in(request: HttpRequest, token: str) -> HttpResponseBase:
    """Who signed up with this code, and the button that says he is here. Role: scribe."""
    actor = actor_of(request)
    here = Entry.objects.filter(tournament__in=visible_tournaments(actor))
    entry = first_or(
        here.filter(token_hash=digest(token)).select_related("team", "tournament__club"),
        NotFound("sign_up_not_found", _("Diese Anmeldung gibt es nicht.")),
    )
    require_role(actor, entry.club_id, Role.SCRIBE)
    desk, form = Desk(entry.tournament, actor), FormState()
    return submit(
        request,
        actor,
        lambda: services.check_in(**desk.ids, numbers=[mate.number for mate in people_of(entry)]),
        then=lambda _entries: done(
            request,
            _("Da: %(names)s.") % {"names": ", ".join(mate.name for mate in people_of(entry))},
            "desk_check_in",
            token,
        ),
        form=form,
        show=lambda: _show(request, desk, entry, form),
    )


def _show(request: HttpRequest, desk: Desk, entry: Entry, form: FormState) -> HttpResponse:
    mates = people_of(Entry.objects.get(pk=entry.pk))
    return desk.render(
        request,
        "tournaments/desk/check_in.html",
        here="people",
        mates=mates,
        all_here=all(mate.state == Entry.State.PRESENT for mate in mates),
        typed=form,
        status=form.status,
    )
