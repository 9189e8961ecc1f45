"""What the direction decides about the whole event and its rounds; nothing happens by itself.

Who really sits where in a round, who leaves in the middle of it, and penalties."""

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from jassclub.clubs.models import Role
from jassclub.core.typography import printed
from tournaments.core.desk_page import (
    REASON,
    Ask,
    Command,
    CommandInput,
    Condition,
    Desk,
    Option,
    Run,
    Words,
    calls,
)
from tournaments.core.models import Tournament
from tournaments.desk import rounds, seating, services
from tournaments.draw.pages.plan import draw
from tournaments.entries import services as entries
from tournaments.entries.selectors import entries_of
from tournaments.format.selectors import format_of
from tournaments.results import penalties
from tournaments.results.models import PenaltyPoints
from tournaments.rounds.hall import called_rounds, open_round
from tournaments.rounds.models import Round, Sitting

State = Tournament.State
WHY = Ask(REASON, gettext_lazy("Warum?"), "words")
NUMBER = Ask("number", kind="hidden")


def _in(*states: str) -> Condition:
    return lambda desk: desk.tournament.state in states


def _open(holds: Callable[[Round], bool]) -> Condition:
    """Whether a round is open of which this holds."""

    def shown(desk: Desk) -> bool:
        round_ = desk.read(open_round)
        return round_ is not None and holds(round_)

    return shown


_called = _open(lambda round_: round_.state == Round.State.CALLED)
_ticking = _open(lambda round_: round_.ends_at is not None)
_stopped = _open(lambda round_: round_.seconds_left is not None)
_timed = _open(lambda round_: round_.ends_at is not None or round_.seconds_left is not None)


def _between(desk: Desk) -> bool:
    return not desk.ended and desk.read(open_round) is None


def _last_closed(desk: Desk) -> bool:
    return _between(desk) and bool(desk.read(called_rounds))


def _veiled(desk: Desk) -> bool:
    hidden = format_of(desk.tournament).day_ranking.hidden_from
    return _last_closed(desk) and hidden is not None and desk.tournament.revealed_at is None


def _one(name: str, button: Words, run: Run, **more: Any) -> Command:
    return Command(name, "overview", button, run, **more)


OF_ROUNDS = (
    _one(
        "open",
        gettext_lazy("Anmeldung öffnen"),
        calls(services.open_sign_up, gettext_lazy("Die Anmeldung ist offen.")),
        shown=_in(State.DRAFT),
    ),
    _one("draw", gettext_lazy("Auslosen"), draw, shown=_between),
    _one(
        "call",
        gettext_lazy("Runde aufrufen"),
        calls(rounds.call_round, gettext_lazy("Runde %(number)s ist aufgerufen.")),
        shown=_between,
    ),
    _one(
        "start",
        gettext_lazy("Runde starten"),
        calls(rounds.start_round, gettext_lazy("Runde %(number)s läuft.")),
        asks=(NUMBER,),
        shown=_called,
    ),
    _one(
        "close",
        gettext_lazy("Runde abschliessen"),
        calls(rounds.close_round, gettext_lazy("Runde %(number)s ist abgeschlossen.")),
        asks=(NUMBER, WHY),
        title=gettext_lazy("Runde trotzdem abschliessen"),
        help=gettext_lazy(
            "Für Tische ohne Resultat gilt, was das Reglement über fehlende Runden sagt."
        ),
        shown=lambda desk: desk.read(open_round) is not None,
    ),
    _one(
        "time",
        gettext_lazy("+5 Minuten"),
        calls(rounds.add_time, gettext_lazy("%(minutes)s Minuten mehr.")),
        asks=(NUMBER, Ask("minutes", kind="hidden", reads="signed")),
        shown=_timed,
    ),
    _one(
        "minutes",
        gettext_lazy("Zeit ändern"),
        calls(rounds.add_time, gettext_lazy("%(minutes)s Minuten mehr.")),
        asks=(NUMBER, Ask("minutes", gettext_lazy("Minuten mehr, mit Minus weniger"), "signed")),
        title=gettext_lazy("Andere Zusatzzeit"),
        shown=_timed,
    ),
    _one(
        "stop",
        gettext_lazy("Uhr anhalten"),
        calls(rounds.stop_clock, gettext_lazy("Die Uhr steht.")),
        asks=(NUMBER,),
        shown=_ticking,
    ),
    _one(
        "resume",
        gettext_lazy("Uhr weiterlaufen lassen"),
        calls(rounds.let_clock_run, gettext_lazy("Die Uhr läuft weiter.")),
        asks=(NUMBER,),
        shown=_stopped,
    ),
    _one(
        "uncall",
        gettext_lazy("Aufruf zurücknehmen"),
        calls(rounds.uncall_round, gettext_lazy("Der Aufruf ist zurückgenommen.")),
        asks=(NUMBER, WHY),
        title=gettext_lazy("Aufruf zurücknehmen"),
        help=gettext_lazy("Solange nichts gespielt ist; danach wird neu ausgelost."),
        look="lost",
        shown=_called,
    ),
    _one(
        "reopen-round",
        gettext_lazy("Runde wieder öffnen"),
        calls(rounds.reopen_round, gettext_lazy("Runde %(number)s ist wieder offen.")),
        asks=(NUMBER, WHY),
        title=gettext_lazy("Letzte Runde wieder öffnen"),
        help=gettext_lazy(
            "Nur solange die nächste nicht aufgerufen ist. Ein einzelnes Resultat "
            "korrigierst du besser am Tisch."
        ),
        look="lost",
        shown=_last_closed,
    ),
    _one(
        "number",
        gettext_lazy("Zahl notieren"),
        calls(services.draw_number, gettext_lazy("Die gezogene Zahl ist notiert.")),
        asks=(Ask("drawn", gettext_lazy("Die gezogene Zahl"), into="number"), WHY),
        title=gettext_lazy("Gezogene Zahl"),
        shown=lambda desk: _last_closed(desk) and format_of(desk.tournament).day_ranking.nearest,
    ),
    _one(
        "reveal",
        gettext_lazy("Rangliste aufdecken"),
        calls(services.reveal, gettext_lazy("Die Rangliste ist aufgedeckt.")),
        shown=_veiled,
    ),
    _one(
        "finish",
        gettext_lazy("Turnier beenden"),
        calls(services.finish, gettext_lazy("Das Turnier ist beendet, die Rangliste gilt.")),
        asks=(WHY,),
        title=gettext_lazy("Turnier beenden"),
        help=gettext_lazy(
            "Die Rangliste gilt dann, der Zufallsschlüssel der Auslosung wird gezeigt. Vor "
            "der letzten Runde braucht es einen Grund."
        ),
        shown=_last_closed,
    ),
    _one(
        "reopen",
        gettext_lazy("Weitermachen"),
        calls(services.reopen, gettext_lazy("Es geht weiter.")),
        asks=(WHY,),
        title=gettext_lazy("Doch noch weitermachen"),
        shown=_in(State.FINISHED, State.CANCELLED),
    ),
    _one(
        "cancel",
        gettext_lazy("Turnier absagen"),
        calls(services.cancel, gettext_lazy("Das Turnier ist abgesagt.")),
        asks=(WHY,),
        title=gettext_lazy("Turnier absagen"),
        look="lost",
        shown=_in(State.DRAFT, State.OPEN),
    ),
)


def _rounds(desk: Desk) -> Sequence[Option]:
    """The rounds that were called, the last one first."""
    text = _("Runde %(number)s")
    numbers = [round_.number for round_ in reversed(desk.read(called_rounds))]
    return [(str(number), text % {"number": number}) for number in numbers]


def _has_rounds(desk: Desk) -> bool:
    return not desk.ended and bool(desk.read(called_rounds))


def step_in(desk: Desk, sent: CommandInput) -> str:
    sitting = seating.step_in(
        **desk.ids,
        number=sent.number("round"),
        entry=sent.entry("entry"),
        substitute=sent.entry_or_none("substitute"),
        credited=sent.words("credited") if sent.words("credited") in Sitting.Credited else "",
        reason=sent.words(),
    )
    if sitting.substitute is None:
        return _("%(name)s spielt wieder selber.") % {"name": sitting.entry.name}
    return _("%(name)s springt für %(other)s ein.") % {
        "name": sitting.substitute.name,
        "other": sitting.entry.name,
    }


def give(desk: Desk, sent: CommandInput) -> str:
    given = penalties.give_penalty(
        **desk.ids,
        number=sent.entry("number"),
        points=sent.number("points"),
        round_number=sent.number_or_none("round"),
        article=sent.words("article")[:80],
        reason=sent.words(),
    )
    words = ngettext(
        "%(points)s Strafpunkt für %(name)s.", "%(points)s Strafpunkte für %(name)s.", given.points
    )
    return words % {"points": printed(given.points), "name": given.entry.name}


def penalties_of(desk: Desk) -> list[PenaltyPoints]:
    """All penalties of a tournament, in order of time."""
    rows = PenaltyPoints.objects.filter(entry__tournament=desk.tournament)
    return list(rows.select_related("entry").order_by("at"))


def _open_penalties(desk: Desk) -> Sequence[Option]:
    text = _("%(who)s: %(points)s Punkte, %(reason)s")
    return [
        (str(p.pk), text % {"who": p.entry, "points": printed(p.points), "reason": p.reason[:60]})
        for p in penalties_of(desk)
        if p.cancelled_at is None
    ]


ROUND = Ask(
    "round",
    gettext_lazy("In welcher Runde?"),
    "choice",
    options=_rounds,
    reads="number",
    into="number",
)
AT_SEATS = (
    Command(
        "step-in",
        "overview",
        gettext_lazy("Einspringen lassen"),
        step_in,
        title=gettext_lazy("Jemand springt ein"),
        help=gettext_lazy(
            "Wer einspringt, muss da sein und in dieser Runde keinen Platz haben. Ohne "
            "Namen spielt die ausgeloste Person wieder selber."
        ),
        asks=(
            ROUND,
            Ask("entry", gettext_lazy("Für wen?"), "entry"),
            Ask("substitute", gettext_lazy("Wer springt ein?"), "entry"),
            Ask(
                "credited",
                gettext_lazy("Wem gehört das Resultat?"),
                "choice",
                options=lambda desk: [
                    ("", _("wie das Reglement sagt")),
                    *Sitting.Credited.choices,
                ],
            ),
            WHY,
        ),
        shown=_has_rounds,
    ),
    Command(
        "drop-out",
        "overview",
        gettext_lazy("Nicht mehr dabei"),
        calls(entries.drop_out, gettext_lazy("%(name)s ist nicht mehr dabei.")),
        title=gettext_lazy("Jemand geht nach Hause"),
        help=gettext_lazy(
            "Was gespielt ist, bleibt. Sitzt die Person gerade an einem Tisch, muss jemand "
            "einspringen; die nächsten Runden sind neu auszulosen."
        ),
        asks=(Ask("number", gettext_lazy("Wer geht?"), "entry"), WHY),
        role=Role.SCRIBE,
        look="lost",
        shown=lambda desk: not desk.ended and bool(desk.read(entries_of)),
    ),
    Command(
        "exchange-seats",
        "overview",
        gettext_lazy("Plätze tauschen"),
        calls(
            seating.exchange_seats,
            gettext_lazy("Die Plätze sind getauscht; was geschrieben ist, bleibt am Platz."),
        ),
        title=gettext_lazy("Zwei sassen am falschen Platz"),
        help=gettext_lazy(
            "Sie tauschen in dieser Runde. Was geschrieben ist, bleibt am Platz und zählt "
            "für die Person, die wirklich dort sass."
        ),
        asks=(
            ROUND,
            Ask("one", gettext_lazy("Wer?"), "entry"),
            Ask("other", gettext_lazy("Mit wem?"), "entry"),
            WHY,
        ),
        shown=_has_rounds,
    ),
    Command(
        "penalty",
        "overview",
        gettext_lazy("Strafpunkte geben"),
        give,
        title=gettext_lazy("Strafpunkte"),
        help=gettext_lazy(
            "Sie stehen in einer eigenen Spalte, nie in der Kontrollsumme eines Tischs."
        ),
        asks=(
            Ask("number", gettext_lazy("Wem?"), "entry"),
            Ask("points", gettext_lazy("Punkte")),
            Ask(
                "round",
                gettext_lazy("Für welche Runde?"),
                "choice",
                options=lambda desk: [("", _("das ganze Turnier")), *_rounds(desk)],
            ),
            Ask("article", gettext_lazy("Punkt des Reglements"), "words"),
            WHY,
        ),
        shown=lambda desk: bool(desk.read(entries_of)),
    ),
    Command(
        "cancel-penalty",
        "overview",
        gettext_lazy("Strafe aufheben"),
        calls(penalties.cancel_penalty, gettext_lazy("Die Strafe ist aufgehoben.")),
        title=gettext_lazy("Strafe aufheben"),
        asks=(
            Ask(
                "penalty",
                gettext_lazy("Welche?"),
                "choice",
                options=_open_penalties,
                reads="id",
                into="penalty_id",
            ),
            WHY,
        ),
        look="lost",
        shown=lambda desk: bool(_open_penalties(desk)),
    ),
)


COMMANDS = (*OF_ROUNDS, *AT_SEATS)
