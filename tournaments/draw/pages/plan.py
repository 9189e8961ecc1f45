"""The plan of a tournament: rounds, what an independent count found, every version, exchanges."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from jassclub.clubs.models import Role
from jassclub.clubs.selectors import named
from jassclub.web.refusals import page
from tournaments.core.desk_commands import (
    REASON,
    Ask,
    Command,
    CommandForm,
    CommandInput,
    Option,
    forms_of,
    status_of,
)
from tournaments.core.desk_page import Desk
from tournaments.core.seats import LETTERS
from tournaments.draw import services
from tournaments.draw.messages import said
from tournaments.draw.pages.fairness import fairness
from tournaments.entries.names import label
from tournaments.entries.selectors import entries_of
from tournaments.format.selectors import format_of
from tournaments.rounds.models import Draw
from tournaments.rounds.selectors import called_rounds, current_draw


def draw(desk: Desk, sent: CommandInput) -> str:
    found, made = services.draw(**desk.ids, reason=sent.words(), expected=sent.on("expected"))
    if not made:
        return _("Seit der letzten Auslosung hat sich nichts geändert; sie gilt weiter.")
    told = {"number": found.number, "rounds": len(found.rounds)}
    return _("Ausgelost: Fassung %(number)s, %(rounds)s Runden.") % told


def exchange(desk: Desk, sent: CommandInput) -> str:
    drawn = services.exchange_in_plan(
        **desk.ids,
        number=sent.number("round"),
        one=sent.entry("one"),
        other=sent.entry("other"),
        reason=sent.words(),
    )
    return _("Getauscht; das ist jetzt Fassung %(number)s des Plans.") % {"number": drawn.number}


def _rounds_to_come(desk: Desk) -> Sequence[Option]:
    plan = desk.read(current_draw)
    text = _("Runde %(number)s")
    numbers = range(len(desk.read(called_rounds)) + 1, (len(plan.rounds) if plan else 0) + 1)
    return [(str(number), text % {"number": number}) for number in numbers]


def _can_draw(desk: Desk) -> bool:
    return not desk.ended and len(desk.read(called_rounds)) < format_of(desk.tournament).rounds


COMMANDS = (
    Command(
        "draw-plan",
        "plan",
        gettext_lazy("Auslosen"),
        draw,
        title=gettext_lazy("Auslosen"),
        help=gettext_lazy(
            "Gespielte Runden bleiben, alle anderen entstehen neu. Hat sich nichts "
            "geändert, bleibt der Plan; mit einem Grund wird trotzdem neu gelost."
        ),
        asks=(
            Ask("expected", gettext_lazy("Auch wer erwartet wird und noch nicht da ist"), "check"),
            Ask(REASON, gettext_lazy("Grund für eine andere Auslosung"), "words"),
        ),
        look="main",
        shown=_can_draw,
    ),
    Command(
        "exchange",
        "plan",
        gettext_lazy("Im Plan tauschen"),
        exchange,
        title=gettext_lazy("Zwei von Hand tauschen"),
        help=gettext_lazy(
            "In einer Runde, die noch nicht aufgerufen ist. Der Tausch steht im Protokoll, "
            "und die Zählung darüber wird neu gemacht."
        ),
        asks=(
            Ask("round", gettext_lazy("In welcher Runde?"), "choice", options=_rounds_to_come),
            Ask("one", gettext_lazy("Wer?"), "entry"),
            Ask("other", gettext_lazy("Mit wem?"), "entry"),
            Ask(REASON, gettext_lazy("Warum?"), "words"),
        ),
        shown=lambda desk: not desk.ended and bool(_rounds_to_come(desk)),
    ),
)


@never_cache
@require_GET
@page
def plan_page(request: HttpRequest, slug: str, tslug: str) -> HttpResponse:
    """The plan with its count in words. Role: scribe."""
    return show(request, Desk.of(request, slug, tslug, Role.SCRIBE))


def show(request: HttpRequest, desk: Desk, *, refused: CommandForm | None = None) -> HttpResponse:
    """The page; `refused` is a form that could not be done."""
    draws = list(desk.tournament.draws.order_by("-number"))
    context = desk.context(
        here="plan",
        everybody=desk.read(entries_of),
        fair=fairness(desk.tournament, format_of(desk.tournament)),
        broken=_broken(desk.read(current_draw)),
        rounds=list(_rounds(desk)),
        draws=_told(desk, draws),
        letters=LETTERS,
        forms=forms_of(desk, COMMANDS, refused=refused),
        refused=refused,
    )
    return render(request, "tournaments/desk/plan.html", context, status=status_of(refused))


def _broken(plan: Draw | None) -> Sequence[str]:
    """Which wishes an exchange by hand has broken."""
    found = plan.certificate["faults"] if plan else []
    return [said(fault["code"], fault["params"]) for fault in found]


def _rounds(desk: Desk) -> Sequence[Mapping[str, Any]]:
    """The rounds of the plan that counts, the next one first open."""
    plan = desk.read(current_draw)
    planned = plan.rounds if plan else []
    called = len(desk.read(called_rounds))
    return [
        {
            "number": number,
            "called": number <= called,
            "next": number == called + 1,
            "tables": [
                (table, [label(desk, entry) for entry in people])
                for table, people in enumerate(seated["tables"], start=1)
            ],
            "sitting_out": [label(desk, entry) for entry in seated["sitting_out"]],
        }
        for number, seated in enumerate(planned, start=1)
    ]


def _told(desk: Desk, draws: Sequence[Draw]) -> list[tuple[Draw, str]]:
    names = named(desk.club, [draw.actor for draw in draws])
    return [(draw, names[draw.actor]) for draw in draws]
