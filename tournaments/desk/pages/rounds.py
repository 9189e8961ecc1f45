"""What the direction decides about the whole event and its rounds; nothing happens by itself."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from jassclub.core.errors import Invalid
from tournaments.core.desk_page import (
    REASON,
    Ask,
    Command,
    CommandInput,
    Condition,
    Desk,
    Run,
    Words,
)
from tournaments.core.models import Tournament
from tournaments.desk import rounds, services
from tournaments.draw.pages.plan import draw
from tournaments.format.selectors import format_of
from tournaments.rounds.models import Round
from tournaments.rounds.selectors import called_rounds, open_round

State = Tournament.State
WHY = Ask(REASON, gettext_lazy("Warum?"), "words")
NUMBER = Ask("number", kind="hidden")


def _in(*states: str) -> Condition:
    return lambda desk: desk.tournament.state in states


def _called(desk: Desk) -> bool:
    round_ = desk.read(open_round)
    return round_ is not None and round_.state == Round.State.CALLED


def _running(desk: Desk) -> bool:
    round_ = desk.read(open_round)
    return round_ is not None and round_.state == Round.State.RUNNING


def _ticking(desk: Desk) -> bool:
    round_ = desk.read(open_round)
    return round_ is not None and round_.ends_at is not None


def _stopped(desk: Desk) -> bool:
    round_ = desk.read(open_round)
    return round_ is not None and round_.seconds_left is not None


def _timed(desk: Desk) -> bool:
    return _ticking(desk) or _stopped(desk)


def _between(desk: Desk) -> bool:
    return not desk.ended and desk.read(open_round) is None


def _last_closed(desk: Desk) -> bool:
    return _between(desk) and bool(desk.read(called_rounds))


def open_sign_up(desk: Desk, sent: CommandInput) -> str:
    services.open_sign_up(**desk.ids)
    return _("Die Anmeldung ist offen.")


def call_round(desk: Desk, sent: CommandInput) -> str:
    round_ = rounds.call_round(**desk.ids)
    return _("Runde %(number)s ist aufgerufen.") % {"number": round_.number}


def start_round(desk: Desk, sent: CommandInput) -> str:
    started = rounds.start_round(**desk.ids, number=sent.number("number"))
    return _("Runde %(number)s läuft.") % {"number": started.number}


def close_round(desk: Desk, sent: CommandInput) -> str:
    closed = rounds.close_round(**desk.ids, number=sent.number("number"), reason=sent.words())
    return _("Runde %(number)s ist abgeschlossen.") % {"number": closed.number}


def uncall_round(desk: Desk, sent: CommandInput) -> str:
    rounds.uncall_round(**desk.ids, number=sent.number("number"), reason=sent.words())
    return _("Der Aufruf ist zurückgenommen.")


def reopen_round(desk: Desk, sent: CommandInput) -> str:
    again = rounds.reopen_round(**desk.ids, number=sent.number("number"), reason=sent.words())
    return _("Runde %(number)s ist wieder offen.") % {"number": again.number}


def add_time(desk: Desk, sent: CommandInput) -> str:
    minutes = sent.signed("minutes")
    rounds.add_time(**desk.ids, number=sent.number("number"), minutes=minutes)
    return _("%(minutes)s Minuten mehr.") % {"minutes": minutes}


def stop_clock(desk: Desk, sent: CommandInput) -> str:
    rounds.stop_clock(**desk.ids, number=sent.number("number"))
    return _("Die Uhr steht.")


def go_on(desk: Desk, sent: CommandInput) -> str:
    rounds.let_clock_run(**desk.ids, number=sent.number("number"))
    return _("Die Uhr läuft weiter.")


def finish(desk: Desk, sent: CommandInput) -> str:
    services.finish(**desk.ids, reason=sent.words())
    return _("Das Turnier ist beendet, die Rangliste gilt.")


def reopen(desk: Desk, sent: CommandInput) -> str:
    services.reopen(**desk.ids, reason=sent.words())
    return _("Es geht weiter.")


def cancel(desk: Desk, sent: CommandInput) -> str:
    services.cancel(**desk.ids, reason=sent.words())
    return _("Das Turnier ist abgesagt.")


def reveal(desk: Desk, sent: CommandInput) -> str:
    services.reveal(**desk.ids)
    return _("Die Rangliste ist aufgedeckt.")


def draw_number(desk: Desk, sent: CommandInput) -> str:
    number = sent.number("drawn")
    if number < 0:
        raise Invalid.at(
            "/drawn", "no_number", _("Bitte eine ganze Zahl schreiben, zum Beispiel 97.")
        )
    services.draw_number(**desk.ids, number=number, reason=sent.words())
    return _("Die gezogene Zahl ist notiert.")


def _veiled(desk: Desk) -> bool:
    hidden = format_of(desk.tournament).day_ranking.hidden_from
    return _last_closed(desk) and hidden is not None and desk.tournament.revealed_at is None


def _nearest(desk: Desk) -> bool:
    return _last_closed(desk) and format_of(desk.tournament).day_ranking.nearest


def _one(name: str, button: Words, run: Run, **more: Any) -> Command:
    return Command(name, "overview", button, run, **more)


COMMANDS = (
    _one("open", gettext_lazy("Anmeldung öffnen"), open_sign_up, shown=_in(State.DRAFT)),
    _one("draw", gettext_lazy("Auslosen"), draw, shown=_between),
    _one("call", gettext_lazy("Runde aufrufen"), call_round, shown=_between),
    _one("start", gettext_lazy("Runde starten"), start_round, asks=(NUMBER,), shown=_called),
    _one(
        "close",
        gettext_lazy("Runde abschliessen"),
        close_round,
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
        add_time,
        asks=(NUMBER, Ask("minutes", kind="hidden")),
        shown=_timed,
    ),
    _one(
        "minutes",
        gettext_lazy("Zeit ändern"),
        add_time,
        asks=(NUMBER, Ask("minutes", gettext_lazy("Minuten mehr, mit Minus weniger"), "signed")),
        title=gettext_lazy("Andere Zusatzzeit"),
        shown=_timed,
    ),
    _one("stop", gettext_lazy("Uhr anhalten"), stop_clock, asks=(NUMBER,), shown=_ticking),
    _one("resume", gettext_lazy("Uhr weiterlaufen lassen"), go_on, asks=(NUMBER,), shown=_stopped),
    _one(
        "uncall",
        gettext_lazy("Aufruf zurücknehmen"),
        uncall_round,
        asks=(NUMBER, WHY),
        title=gettext_lazy("Aufruf zurücknehmen"),
        help=gettext_lazy("Solange nichts gespielt ist; danach wird neu ausgelost."),
        look="lost",
        shown=_called,
    ),
    _one(
        "reopen-round",
        gettext_lazy("Runde wieder öffnen"),
        reopen_round,
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
        draw_number,
        asks=(Ask("drawn", gettext_lazy("Die gezogene Zahl")), WHY),
        title=gettext_lazy("Gezogene Zahl"),
        shown=_nearest,
    ),
    _one("reveal", gettext_lazy("Rangliste aufdecken"), reveal, shown=_veiled),
    _one(
        "finish",
        gettext_lazy("Turnier beenden"),
        finish,
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
        reopen,
        asks=(WHY,),
        title=gettext_lazy("Doch noch weitermachen"),
        shown=_in(State.FINISHED, State.CANCELLED),
    ),
    _one(
        "cancel",
        gettext_lazy("Turnier absagen"),
        cancel,
        asks=(WHY,),
        title=gettext_lazy("Turnier absagen"),
        look="lost",
        shown=_in(State.DRAFT, State.OPEN),
    ),
)
