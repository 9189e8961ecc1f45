"""Where a tournament stands, and the one thing that comes next."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.core.desk_page import Desk
from tournaments.core.models import Tournament
from tournaments.desk.rounds import field_changes
from tournaments.entries.models import Entry
from tournaments.entries.selectors import entries_of
from tournaments.format.selectors import format_of
from tournaments.rounds.models import Round
from tournaments.rounds.selectors import called_rounds, current_draw, open_round

State = Tournament.State


@dataclass(frozen=True)
class Step:
    """The main action: a `command` of the desk, or a page to go to. `values` go with it."""

    words: str
    why: str = ""
    command: str = ""
    url: str = ""
    values: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Stage:
    """A stage of the day, for the line on top: `done`, `now` or `ahead`.

    `round` is the round whose tables can be looked at; 0 where there are none.
    """

    words: str
    state: str
    round: int = 0


def next_step(desk: Desk, outstanding: int) -> Step | None:
    """What the direction does next; None where it waits for results, or where all is over."""
    state = desk.tournament.state
    if state == State.FINISHED:
        return Step(_("Preise auszahlen"), url=_page(desk, "desk_money"))
    if state == State.CANCELLED:
        return None
    if (running := desk.read(open_round)) is not None:
        return _in_round(running, outstanding)
    if state == State.DRAFT and not desk.read(entries_of):
        why = _("Prüfe zuerst die Einstellungen. Danach kann sich anmelden, wer die Adresse hat.")
        return Step(_("Anmeldung öffnen"), why, command="open")
    round_ = desk.read(called_rounds)
    if round_ and len(round_) >= format_of(desk.tournament).rounds:
        why = _("Alle Runden sind gespielt. Die Rangliste gilt, und alle können die Auslosung "
                "nachprüfen.")  # fmt: skip
        return Step(_("Turnier beenden"), why, command="finish")
    return _before_round(desk)


def _in_round(round_: Round, outstanding: int) -> Step | None:
    number = {"number": round_.number}
    if round_.state == Round.State.CALLED:
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
    text = _("Runde %(number)s aufrufen") % {"number": number}
    return Step(text, _("Dann sehen alle, wo sie sitzen."), "call")


def _to_draw(desk: Desk, number: int) -> str:
    """Why the next round has to be drawn first; empty where it can be called."""
    plan = desk.read(current_draw)
    if plan is None:
        return _("Aus allen, die da sind, für das ganze Turnier.")
    if len(plan.rounds) < number:
        return _("Die nächste Runde richtet sich nach der Rangliste.")
    planned = plan.rounds[number - 1]
    gone, new = field_changes(desk.tournament, format_of(desk.tournament), number, planned)
    return _changed(gone, new) if gone or new else ""


def _changed(gone: list[int], new: list[int]) -> str:
    told = [
        ngettext("%(n)s ist gegangen", "%(n)s sind gegangen", len(gone)) % {"n": len(gone)},
        ngettext("%(n)s ist dazugekommen", "%(n)s sind dazugekommen", len(new)) % {"n": len(new)},
    ]
    said = [text for text, who in zip(told, (gone, new), strict=True) if who]
    text = _("Seit der Auslosung: %(changes)s. Gespielte Runden bleiben, wie sie sind.")
    return text % {"changes": ", ".join(said)}


def stages(desk: Desk) -> Iterator[Stage]:
    """The line of the day: sign-up, check-in, every round, the end."""
    round_ = desk.read(called_rounds)
    played = sum(one.state == Round.State.CLOSED for one in round_)
    all_rounds = max(format_of(desk.tournament).rounds, len(round_))
    state, over = desk.tournament.state, desk.ended
    yield Stage(_("Anmeldung"), "now" if state in (State.DRAFT, State.OPEN) else "done")
    drawn = desk.read(current_draw) is not None
    yield Stage(_("Auslosung"), "done" if drawn else "ahead")
    for number in range(1, all_rounds + 1):
        now = number == played + 1 and round_ and not over
        stage = "done" if number <= played else "now" if now else "ahead"
        yield Stage(str(number), stage, number if number <= len(round_) else 0)
    yield Stage(_("Schluss"), "done" if state == State.FINISHED else "ahead")


def _page(desk: Desk, name: str) -> str:
    return reverse(name, args=[desk.club.slug, desk.tournament.slug])
