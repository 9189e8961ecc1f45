"""Everything that happened in a tournament, in words; the records themselves stand beside them."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _, gettext_noop

from jassclub.clubs.models import Role
from jassclub.clubs.rights import named
from jassclub.core.typography import printed
from jassclub.web.forms import shown_page
from jassclub.web.francs import written
from tournaments.core.desk_page import Desk
from tournaments.core.models import LogRecord
from tournaments.core.selectors import verify
from tournaments.entries.models import Payment
from tournaments.entries.selectors import label
from tournaments.format.selectors import format_of
from tournaments.results.selectors import is_sealed

AT_ONCE = 100
KINDS: Mapping[str, str] = {
    "created": gettext_noop("Turnier eingerichtet"),
    "changed": gettext_noop("Einstellungen geändert: %(changed)s"),
    "opened": gettext_noop("Anmeldung geöffnet"),
    "cancelled": gettext_noop("Turnier abgesagt"),
    "finished": gettext_noop("Turnier beendet nach %(rounds)s Runden"),
    "reopened": gettext_noop("Es geht weiter"),
    "revealed": gettext_noop("Rangliste aufgedeckt"),
    "logo_added": gettext_noop("Ein Logo wird gezeigt"),
    "logo_removed": gettext_noop("Ein Logo ist weggenommen"),
    "number_drawn": gettext_noop("Gezogene Zahl: %(number)s"),
    "entered": gettext_noop("Eingetragen: %(entries)s"),
    "signed_up": gettext_noop("Selber angemeldet: %(entries)s"),
    "entry_changed": gettext_noop("Eintrag geändert: %(entry)s"),
    "labelled": gettext_noop("Kategorie geändert: %(entries)s"),
    "checked_in": gettext_noop("Da: %(entries)s"),
    "approved": gettext_noop("Zugelassen: %(entries)s"),
    "checked_out": gettext_noop("Doch nicht da: %(entries)s"),
    "left": gettext_noop("Nicht mehr dabei: %(entry)s"),
    "moved_up": gettext_noop("Von der Warteliste nachgerückt: %(entries)s"),
    "team": gettext_noop("Team %(team)s gebildet: %(entries)s"),
    "team_parted": gettext_noop("Team %(team)s aufgelöst"),
    "wish": gettext_noop("Wunsch notiert: %(entries)s"),
    "wish_dropped": gettext_noop("Wunsch gestrichen: %(entries)s"),
    "finalists_invited": gettext_noop("In den Final geladen: %(entries)s"),
    "qualified": gettext_noop("Aus der Ausscheidung: %(entries)s"),
    "brought": gettext_noop("Mitgebrachte Punkte neu gerechnet: %(entries)s"),
    "draw": gettext_noop("Ausgelost: Fassung %(number)s, %(rounds)s Runden"),
    "round_called": gettext_noop("Runde %(round)s aufgerufen, %(tables)s Tische"),
    "round_uncalled": gettext_noop("Aufruf von Runde %(round)s zurückgenommen"),
    "round_started": gettext_noop("Runde %(round)s gestartet"),
    "time": gettext_noop("Runde %(round)s: %(minutes)s Minuten dazu"),
    "clock_stopped": gettext_noop("Uhr von Runde %(round)s angehalten"),
    "clock_runs": gettext_noop("Uhr von Runde %(round)s läuft weiter"),
    "round_closed": gettext_noop("Runde %(round)s abgeschlossen"),
    "round_reopened": gettext_noop("Runde %(round)s wieder geöffnet"),
    "seats_exchanged": gettext_noop("Runde %(round)s: %(one)s und %(other)s tauschen den Platz"),
    "table_turned": gettext_noop("Runde %(round)s, Tisch %(table)s anders gesetzt"),
    "stepped_in": gettext_noop("Runde %(round)s: für %(entry)s spielt %(substitute)s"),
    "passe_opened": gettext_noop("Runde %(round)s, Tisch %(table)s: Spiele werden erfasst"),
    "sheet": gettext_noop("Runde %(round)s, Tisch %(table)s: %(points)s geschrieben"),
    "sheet_confirmed": gettext_noop("Runde %(round)s, Tisch %(table)s: %(points)s bestätigt"),
    "sheet_contested": gettext_noop("Runde %(round)s, Tisch %(table)s: %(points)s bestritten"),
    "late": gettext_noop("Runde %(round)s, Tisch %(table)s: Blatt zu spät abgegeben"),
    "in_time": gettext_noop("Runde %(round)s, Tisch %(table)s: Blatt doch rechtzeitig abgegeben"),
    "sheet_struck": gettext_noop("Runde %(round)s, Tisch %(table)s: %(points)s gestrichen"),
    "penalty": gettext_noop("Strafe für %(entry)s: %(points)s Punkte"),
    "penalty_cancelled": gettext_noop("Strafe für %(entry)s aufgehoben: %(points)s Punkte"),
    "payment": gettext_noop("%(kind)s: %(francs)s, %(entry)s"),
    "expense": gettext_noop("Ausgabe aus der Kasse: %(spent)s"),
    "till_counted": gettext_noop("Kasse gezählt: %(counted)s, erwartet %(expected)s"),
    "same_person": gettext_noop("Dieselbe Person: %(one)s und %(other)s"),
    "two_people": gettext_noop("Zwei verschiedene Leute: %(one)s und %(other)s"),
    "tables": gettext_noop("%(tables)s Tische bereitgestellt"),
    "table_cards": gettext_noop("Tischkarten gemacht"),
    "boards_dealt": gettext_noop("Boards gegeben: %(boards)s; Prüfzahl %(commitment)s"),
    "boards_dealt_again": gettext_noop("Neu gegeben: Board %(boards)s; Prüfzahl %(commitment)s"),
    "board_sorted": gettext_noop("Board %(board)s sortiert"),
    "ranking": gettext_noop("Rangliste nach Runde %(after_round)s, Fassung %(revision)s"),
}
"""Kind of record -> what happened, with the facts of the record in it."""
MONEY = frozenset({"spent", "counted", "expected"})
PEOPLE = ("entry", "substitute", "one", "other")


@shown_page
def log_page(request: HttpRequest, slug: str, tslug: str) -> HttpResponse:
    """The newest first, a hundred at once. Role: scribe."""
    desk = Desk.of(request, slug, tslug, Role.SCRIBE)
    rows = Paginator(desk.tournament.log.order_by("-seq"), AT_ONCE)
    shown = rows.get_page(request.GET.get("page"))
    return desk.render(
        request,
        "tournaments/desk/log.html",
        here="log",
        shown=shown,
        rows=_told(desk, shown),
        whole=not list(verify(desk.tournament)) if shown.number == 1 else None,
    )


def _told(desk: Desk, records: Iterable[LogRecord]) -> list[dict[str, Any]]:
    rows = list(records)
    names = named(desk.club, [record.actor for record in rows])
    return [
        {"record": record, "words": in_words(desk, record), "writer": names[record.actor]}
        for record in rows
    ]


def in_words(desk: Desk, record: LogRecord) -> str:
    """What a record says; its kind where nobody has found words yet."""
    facts = _Facts(desk, record.payload)
    template = KINDS.get(record.kind)
    return _(template) % facts if template else record.kind


class _Facts(dict[str, Any]):
    """The facts of a record for a sentence: people by number and name, a gap where one lacks."""

    def __init__(self, desk: Desk, payload: Mapping[str, Any]) -> None:
        super().__init__(payload)
        for name in PEOPLE:
            if isinstance(payload.get(name), int):
                self[name] = label(desk, payload[name])
        if "entries" in payload:
            self["entries"] = ", ".join(label(desk, number) for number in payload["entries"])
        if "boards" in payload:
            self["boards"] = ", ".join(map(str, payload["boards"]))
        if "points" in payload and isinstance(payload["points"], list):
            points = " : ".join(map(printed, payload["points"]))
            # A second typist must not read these numbers.
            told = {"state": payload.get("state"), "origin": payload.get("origin")}
            sealed = not desk.may["director"] and is_sealed(format_of(desk.tournament), **told)
            self["points"] = _("verdeckt") if sealed else points
        if "rappen" in payload:
            self["francs"] = written(payload["rappen"])
            self["kind"] = Payment.Kind(payload["kind"]).label
        for name in MONEY & payload.keys():
            self[name] = written(payload[name])
        fields = [name for name in payload if name != "format"]
        self["changed"] = ", ".join([*fields, *payload.get("format", {})])

    def __missing__(self, name: str) -> str:
        return "–"
