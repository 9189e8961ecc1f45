"""The director's desk on one screen: what comes next, the clock, tables, results.

Where a tournament stands, and the one thing that comes next.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from jassclub.core import second_machine
from scoring.disputes.calls import roles_of_judge
from scoring.disputes.pages.calls import Ringing, ringing
from tournaments.core.desk_page import Command, CommandForm, Desk, forms_of
from tournaments.core.models import Tournament
from tournaments.desk.pages import commands
from tournaments.desk.pages.commands import penalties_of
from tournaments.desk.rounds import field_changes
from tournaments.draw.planning import head_count, phase_at
from tournaments.entries.categories import belonging
from tournaments.entries.models import GONE, Entry
from tournaments.entries.selectors import entries_of, label
from tournaments.finals import page as desk_finals
from tournaments.format.prize_sentences import category_words
from tournaments.format.selectors import format_of
from tournaments.results.pages.sheets import Row, SheetForm, next_to_type, rows_of, versions_of
from tournaments.results.pages.table_page import clock_words
from tournaments.rounds.hall import called_rounds, current_draw, open_round
from tournaments.rounds.models import Round
from tournaments.standings.models import Ranking, ranking_freshness
from tournaments.standings.rankings import BYE_COUNTS_NOTHING

State = Tournament.State
LABEL_SHEETS = (
    ("l7160", "Avery L7160 (63,5 × 38,1)"),
    ("l7163", "Avery L7163 (99,1 × 38,1)"),
    ("l4785", "Avery L4785 (80 × 50)"),
)
"""The sheets for names as they are sold, in millimetres."""


@dataclass(frozen=True)
class Step:
    """The main action: a `command` of the desk, or a page to go to. `values` go with it."""

    words: str
    why: str = ""
    command: str = ""
    url: str = ""
    values: Mapping[str, Any] | None = None


def next_step(desk: Desk, outstanding: int) -> Step | None:
    """What the direction does next; None where it waits for results, or where all is over."""
    state, format_ = desk.tournament.state, format_of(desk.tournament)
    if state == State.FINISHED and (format_.prizes or format_.fee):
        words = _("Preise auszahlen") if format_.prizes else _("Kasse zählen")
        return Step(words, url=_page(desk, "desk_money"))
    if state in (State.FINISHED, State.CANCELLED):
        return None
    if (running := desk.read(open_round)) is not None:
        return _in_round(running, outstanding, clock=bool(format_.minutes))
    if state == State.DRAFT and not desk.read(entries_of):
        why = _("Prüfe zuerst die Einstellungen. Danach kann sich anmelden, wer die Adresse hat.")
        return Step(_("Anmeldung öffnen"), why, command="open")
    round_ = desk.read(called_rounds)
    if round_ and len(round_) >= format_.rounds:
        why = _("Alle Runden sind gespielt. Die Rangliste gilt, und alle können die Auslosung "
                "nachprüfen.")  # fmt: skip
        return Step(_("Turnier beenden"), why, command="finish")
    return _before_round(desk)


def _in_round(round_: Round, outstanding: int, *, clock: bool) -> Step | None:
    number = {"number": round_.number}
    if round_.state == Round.State.CALLED:
        why = _("Alle suchen ihren Platz.")
        if clock:
            why = _("Alle suchen ihren Platz. Mit dem Start läuft die Uhr.")
        return Step(_("Runde %(number)s starten") % number, why, "start", values=number)
    if outstanding:
        return None
    why = _("Alle Resultate sind da.")
    return Step(_("Runde %(number)s abschliessen") % number, why, "close", values=number)


def _before_round(desk: Desk) -> Step:
    here = sum(entry.state == Entry.State.PRESENT for entry in desk.read(entries_of))
    if not desk.read(entries_of):
        return Step(_("Leute eintragen"), url=_page(desk, "desk_people"))
    if not here:
        why = _("Ausgelost wird mit denen, die da sind.")
        return Step(_("Leute einchecken"), why, url=_page(desk, "desk_people"))
    number = len(desk.read(called_rounds)) + 1
    why = _to_draw(desk, number)
    if why:
        return Step(_("Auslosen"), why, "draw")
    return Step(
        _("Runde %(number)s aufrufen") % {"number": number},
        _("Dann sehen alle, wo sie sitzen."),
        "call",
    )


def _to_draw(desk: Desk, number: int) -> str:
    """Why the next round has to be drawn first; empty where it can be called."""
    plan, format_ = desk.read(current_draw), format_of(desk.tournament)
    if plan is None:
        last = phase_at(format_, 1).last
        if last >= format_.rounds:
            return _("Aus allen, die da sind, für das ganze Turnier.")
        text = ngettext(
            "Aus allen, die da sind, für die erste Runde.",
            "Aus allen, die da sind, für die ersten %(n)s Runden.",
            last,
        )
        return text % {"n": last}
    if len(plan.rounds) < number:
        first = format_.knockout_from
        if first and number > first:
            return _("Aus der letzten Runde folgt, wer im K.-o. weiterspielt.")
        return _("Die nächste Runde richtet sich nach der Rangliste.")
    planned = plan.rounds[number - 1]
    gone, new = field_changes(desk.tournament, format_, number, planned)
    return _changed(gone, new) if gone or new else ""


def _changed(gone: list[int], new: list[int]) -> str:
    told = [
        ngettext("%(n)s ist gegangen", "%(n)s sind gegangen", len(gone)) % {"n": len(gone)},
        ngettext("%(n)s ist dazugekommen", "%(n)s sind dazugekommen", len(new)) % {"n": len(new)},
    ]
    said = [text for text, who in zip(told, (gone, new), strict=True) if who]
    text = _("Seit der Auslosung: %(changes)s. Gespielte Runden bleiben, wie sie sind.")
    return text % {"changes": ", ".join(said)}


def stages(desk: Desk) -> list[dict[str, Any]]:
    """The line of the day: sign-up, check-in, every round, the end."""
    called, state = desk.read(called_rounds), desk.tournament.state
    rounds = range(1, max(format_of(desk.tournament).rounds, len(called)) + 1)
    told = ["ahead"] * len(rounds)
    played = sum(one.state == Round.State.CLOSED for one in called)
    told[:played] = ["done"] * played
    if called and not desk.ended and played < len(rounds):
        told[played] = "now"
    signing, drawn = state in (State.DRAFT, State.OPEN), desk.read(current_draw) is not None
    end = "done" if state == State.FINISHED else "ahead"
    return [
        {"words": _("Anmeldung"), "state": "now" if signing else "done", "round": 0},
        {"words": _("Auslosung"), "state": "done" if drawn else "ahead", "round": 0},
        *(
            {"words": str(n), "state": stage, "round": n if n <= len(called) else 0}
            for n, stage in zip(rounds, told, strict=True)
        ),
        {"words": _("Schluss"), "state": end, "round": 0},
    ]


def _page(desk: Desk, name: str) -> str:
    return reverse(name, args=[desk.club.slug, desk.tournament.slug])


COMMANDS = (*commands.COMMANDS, *desk_finals.COMMANDS)
MORE = (
    "open", "finalists",
    "close", "minutes", "step-in", "drop-out", "exchange-seats", "penalty", "cancel-penalty",
    "number", "uncall", "reopen-round", "finish", "reopen", "cancel",
)  # fmt: skip
"""What is folded away, in this order."""


def overview(
    request: HttpRequest,
    desk: Desk,
    *,
    refused: CommandForm | None = None,
    sheet: SheetForm | None = None,
) -> HttpResponse:
    """The page; `refused` is a form that could not be done, `sheet` one that is half typed."""
    format_, all_called = format_of(desk.tournament), desk.read(called_rounds)
    round_ = all_called[-1] if all_called else None
    rows = rows_of(desk, round_) if round_ else []
    asked = request.GET.get("round", "")
    looked_at = next((row for row in all_called if str(row.number) == asked), round_)
    live = desk.tournament.rankings.filter(after_round=Ranking.LIVE).first()
    waiting = [row for row in rows if row.sheet is None]
    empty = _empty_seats(rows)
    gone = [entry for _row, entry in empty if str(entry.number) == request.GET.get("for")]
    forms = forms_of(desk, COMMANDS, refused=refused, presets=_presets(round_, gone))
    step = next_step(desk, len(waiting))
    main = step.command if step else ""
    return desk.render(
        request,
        "tournaments/desk/overview.html",
        here="overview",
        format=format_,
        plan=desk.read(current_draw),
        everybody=desk.read(entries_of),
        calls=_calls(desk),
        round=round_,
        clock=clock_words(round_) if round_ and round_.state != Round.State.CLOSED else "",
        now=timezone.now(),
        stages=stages(desk),
        step=step and _step(desk, forms, step),
        people=head_count(desk),
        rows=rows,
        looked_at=looked_at,
        tables=rows_of(desk, looked_at) if looked_at and looked_at is not round_ else rows,
        waiting=waiting,
        empty=empty,
        opened="step-in" if gone else "",
        contested=_contested(desk, rows),
        sitting_out=_sitting_out(looked_at),
        unpaid=_unpaid_byes(desk, live, looked_at),
        entry=_entry(desk, rows, waiting, sheet, request.GET.get("table", "")),
        forms=forms,
        more=[forms[name] for name in MORE if name in forms and name != main],
        refused=refused,
        paper_round=_paper_round(desk),
        label_sheets=LABEL_SHEETS,
        categories=_categories(desk),
        bracket=0 < (format_.knockout_from or 0) <= len(all_called),
        grouped=format_,
        fresh=ranking_freshness(desk.tournament, live),
        ranked=any(row.state == Round.State.CLOSED for row in all_called),
        penalties=penalties_of(desk),
        second=second_machine.fetched() if desk.may["director"] else None,
        taken_over=second_machine.taken_over() if desk.may["scribe"] else None,
        status=sheet.typed.status if sheet else 200,
    )


def _categories(desk: Desk) -> list[tuple[str, str]]:
    """The categories that have a ranking, and what they are called."""
    of_teams = format_of(desk.tournament).in_teams
    found = belonging(desk.read(entries_of), of_teams=of_teams).categories
    return [(label, category_words(label)) for label, who in found.items() if who]


def _empty_seats(rows: list[Row]) -> list[tuple[Row, Entry]]:
    """Where somebody went home in the middle of the round, and nobody plays for him yet."""
    return [
        (row, sitting.entry)
        for row in rows
        for sitting in row.passe.sittings.all()
        if row.sheet is None and sitting.seated.state in GONE
    ]


def _presets(round_: Round | None, gone: Sequence[Entry]) -> Mapping[str, Mapping[str, str]]:
    """What stands in the forms at first: the last round that was called, and who left his seat."""
    if round_ is None:
        return {}
    number = str(round_.number)
    chosen = {"round": number}
    return {
        **{command.name: {"number": number} for command in COMMANDS if _asks_round(command)},
        "step-in": {**chosen, "entry": str(gone[0])} if gone else chosen,
        "exchange-seats": chosen,
        "penalty": chosen,
        "time": {"number": number, "minutes": "5"},
    }


def _asks_round(command: Command) -> bool:
    """Whether its number is one of a round; who goes home is asked for by his own number."""
    return all(ask.kind != "entry" for ask in command.asks if ask.name == "number")


def _step(desk: Desk, forms: dict[str, CommandForm], step: Step) -> dict[str, Any]:
    """The main action, for who may do it; everybody else reads what comes next."""
    form = forms.get(step.command)
    return {"step": step, "form": form, "link": step.url if desk.may["scribe"] else ""}


def _calls(desk: Desk) -> list[Ringing] | None:
    """The tables that call the referee; None for who does not direct."""
    if not desk.may["director"]:
        return None
    here = {"game__passe__round__tournament": desk.tournament}
    return ringing(desk.actor, roles_of_judge(desk.actor), **here)


def _contested(desk: Desk, rows: list[Row]) -> list[dict[str, Any]]:
    if not desk.may["scribe"]:
        return []
    contested = [row for row in rows if row.state == "contested"]
    return [
        {"row": row, "versions": [v for v in versions if v["state"] in ("contested", "confirmed")]}
        for row, versions in zip(contested, versions_of(desk, contested), strict=True)
    ]


def _paper_round(desk: Desk) -> int:
    """The round that papers are printed for: the open one, else the next of the plan; in an event
    that is over the last one."""
    if (running := desk.read(open_round)) is not None:
        return running.number
    plan = desk.read(current_draw)
    nth = len(desk.read(called_rounds)) + (not desk.ended)
    return max(1, min(nth, len(plan.rounds) if plan else 1))


def _sitting_out(round_: Round | None) -> list[str]:
    if round_ is None:
        return []
    rows = round_.sitting_out.select_related("entry").order_by("entry__number")
    return [f"{row.entry.number} {row.entry.name}" for row in rows]


def _unpaid_byes(desk: Desk, live: Ranking | None, round_: Round | None) -> list[str]:
    """Who sat out in this round and has nothing for it, as the live ranking found."""
    if live is None or round_ is None:
        return []
    end = f"/rounds/{round_.number}"
    found = [f["pointer"] for f in live.findings if f["code"] == BYE_COUNTS_NOTHING]
    return [label(desk, int(at.split("/")[2])) for at in found if at.endswith(end)]


def _entry(
    desk: Desk, rows: list[Row], waiting: list[Row], sheet: SheetForm | None, table: str
) -> SheetForm | None:
    """The form to type the next sheet; none where nobody waits for one."""
    if sheet is not None:
        return sheet
    round_ = desk.read(open_round)
    running = round_ is not None and round_.state == Round.State.RUNNING
    if not (running and waiting and desk.may["scribe"]):
        return None
    form = SheetForm(desk, rows)
    known = {str(row.table) for row in rows}
    proposed = next_to_type(rows, desk.actor)
    form.typed.values["table"] = table if table in known or not proposed else str(proposed.table)
    return form
