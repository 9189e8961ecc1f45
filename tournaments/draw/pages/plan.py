"""The plan of a tournament: rounds, what an independent count found, every version, exchanges.

Why nobody has to believe the draw: its hash before, its count, its seed after, in words.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _, gettext_lazy, ngettext, ngettext_lazy

from jassclub.clubs.models import Role
from jassclub.clubs.rights import named
from jassclub.web.forms import shown_page
from tournaments.core.desk_page import (
    REASON,
    Ask,
    Command,
    CommandForm,
    CommandInput,
    Desk,
    Option,
    calls,
    forms_of,
)
from tournaments.core.models import Tournament
from tournaments.core.selectors import LETTERS
from tournaments.draw import searching, services
from tournaments.draw.planning import lot_seed, phase_at
from tournaments.draw.pure import commitment
from tournaments.draw.reasons import in_words
from tournaments.entries.selectors import Calling, entries_of, label
from tournaments.entries.tickets import tickets_of
from tournaments.format.pure import Format, Seating
from tournaments.format.selectors import format_of
from tournaments.rounds.hall import called_rounds, current_draw
from tournaments.rounds.models import Draw

PLAN = "plan"


def fairness(tournament: Tournament, format_: Format) -> dict[str, Any]:
    """What everybody may know about the lots of a tournament, at this moment.

    `seed` is empty before the end; `counted` are sentences about the plan that counts. A version
    that came by a swap by hand says what was `exchanged`: a round and two numbers; `command` makes
    it again, where the command alone can.
    """
    draws, calls = list(tournament.draws.order_by("number")), Calling(tournament)
    seed = tournament.seed if tournament.state == Tournament.State.FINISHED else ""
    # One for each time the event was ended before: who goes on after that draws with another.
    ends = tournament.log.filter(kind="finished").order_by("seq")
    seeds = [*(record.payload["seed"] for record in ends), seed]
    by_commitment = {commitment(public): public for public in seeds if public}
    return {
        "commitment": commitment(tournament.seed),
        "seed": seed,
        "tickets": tickets_of(tournament) if seed else 0,
        "counted": tuple(_counted(draws[-1].certificate, format_)) if draws else (),
        "draws": tuple(
            {
                "number": draw.number,
                "at": draw.at,
                "played": draw.played,
                "reason": calls.text(draw.reason),
                "exchanged": tuple(draw.asked["exchanged"]) if "exchanged" in draw.asked else None,
                "command": _command(
                    draw, format_, by_commitment.get(draw.asked.get("commitment", ""))
                ),
            }
            for draw in draws
        ),
    }


def _command(draw: Draw, format_: Format, seed: str | None) -> str:
    """The command that makes the plan again; with wishes or played rounds, of a draw in a file.

    Empty as long as the seed is not public, and where no lot alone decides.
    """
    facts = draw.asked
    by_lot = not (format_.in_teams or format_.groups) and facts.get("phase") == PLAN
    if not seed or not by_lot or "exchanged" in facts:
        return ""
    alone = " --alone" if format_.seating is Seating.ALONE else ""
    if draw.played or any(facts.get("wishes", {}).values()):
        return f"python manage.py plan --draw draw.json --seed {seed}{alone}"
    numbers = _ranges(facts["people"])
    chance = lot_seed(seed, draw.number, facts.get("lot", 0))
    lot = f"--rounds {len(draw.rounds)} --seed {chance}{alone}"
    return f"python manage.py plan --numbers {numbers} {lot}"


def _ranges(numbers: Iterable[int]) -> str:
    """1, 2, 3, 7 as "1-3,7"."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ",".join(f"{run[0]}-{run[-1]}" if run[1:] else str(run[0]) for run in runs)


REPEATS = {
    "partner_repeats": (
        gettext_lazy("Niemand hat zweimal den gleichen Partner."),
        ngettext_lazy(
            "%(count)s Mal hat jemand den gleichen Partner wieder%(least)s.",
            "%(count)s Mal hat jemand den gleichen Partner wieder%(least)s.",
            "count",
        ),
    ),
    "opponent_repeats": (
        gettext_lazy("Niemand spielt zweimal gegen die gleiche Person."),
        ngettext_lazy(
            "%(count)s Mal spielen zwei noch einmal gegeneinander%(least)s.",
            "%(count)s Mal spielen zwei noch einmal gegeneinander%(least)s.",
            "count",
        ),
    ),
    "meeting_repeats": (
        gettext_lazy("Niemand sitzt zweimal mit der gleichen Person am Tisch."),
        ngettext_lazy(
            "%(count)s Mal sitzen zwei noch einmal am gleichen Tisch%(least)s.",
            "%(count)s Mal sitzen zwei noch einmal am gleichen Tisch%(least)s.",
            "count",
        ),
    ),
    "table_repeats": (
        gettext_lazy("Niemand kommt zweimal an den gleichen Tisch."),
        ngettext_lazy(
            "%(count)s Mal kommt jemand an einen Tisch zurück%(least)s.",
            "%(count)s Mal kommt jemand an einen Tisch zurück%(least)s.",
            "count",
        ),
    ),
}
"""For each number of a certificate the sentence for none and that for some."""


def _counted(certificate: dict[str, Any], format_: Format) -> Iterable[str]:
    left_out = {
        "partner_repeats": format_.partners_stay or format_.seating is Seating.ALONE,
        "meeting_repeats": format_.partners_stay,
        "table_repeats": format_.is_duplicate,
    }
    for name, (none, some) in REPEATS.items():
        if certificate and not left_out.get(name):
            bounds, times = certificate["lower_bounds"], certificate[name]
            in_order = bounds.get(f"{name}_in_order")
            least = _least(times, bounds[name] if in_order is None else in_order)
            yield str(some % {"count": times, "least": least} if times else none)


def _least(times: int, least: int) -> str:
    if not least:
        return ""
    if times <= least:
        return _("; weniger geht nicht")
    return _("; weniger als %(least)s geht nicht") % {"least": least}


PRESETS = {"search-plan": {"lots": "50"}}


def draw(desk: Desk, sent: CommandInput) -> str:
    plan, made = services.draw(**desk.ids, reason=sent.words(), expected=sent.on("expected"))
    if not made:
        return _("Seit der letzten Auslosung hat sich nichts geändert; sie gilt weiter.")
    rounds = len(plan.rounds)
    text = ngettext(
        "Ausgelost: Fassung %(number)s, %(rounds)s Runde.",
        "Ausgelost: Fassung %(number)s, %(rounds)s Runden.",
        rounds,
    )
    return text % {"number": plan.number, "rounds": rounds}


def _rounds_to_come(desk: Desk) -> Sequence[Option]:
    plan = desk.read(current_draw)
    text = _("Runde %(number)s")
    numbers = range(len(desk.read(called_rounds)) + 1, (len(plan.rounds) if plan else 0) + 1)
    return [(str(number), text % {"number": number}) for number in numbers]


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
        shown=lambda desk: (
            not desk.ended and len(desk.read(called_rounds)) < format_of(desk.tournament).rounds
        ),
    ),
    Command(
        "search-plan",
        "plan",
        gettext_lazy("Besseren Plan suchen"),
        calls(searching.begin, gettext_lazy("Die Suche läuft; der Plan gilt unterdessen.")),
        title=gettext_lazy("Besseren Plan suchen"),
        help=gettext_lazy(
            "So viele weitere Lose werden im Hintergrund versucht, der beste Plan wird behalten "
            "und neu gezählt. Du kannst jederzeit aufhören."
        ),
        asks=(Ask("lots", gettext_lazy("Wie viele Lose?"), "number"),),
        shown=lambda desk: (
            not desk.ended and not desk.read(searching.running) and desk.read(searching.searchable)
        ),
    ),
    Command(
        "stop-search",
        "plan",
        gettext_lazy("Aufhören und das Beste behalten"),
        calls(searching.stop, gettext_lazy("Aufgehört: Das Beste wird übernommen.")),
        title=gettext_lazy("Suche beenden"),
        shown=lambda desk: desk.read(searching.running),
    ),
    Command(
        "exchange",
        "plan",
        gettext_lazy("Im Plan tauschen"),
        calls(
            services.exchange_in_plan,
            gettext_lazy("Getauscht; das ist jetzt Fassung %(number)s des Plans."),
        ),
        title=gettext_lazy("Zwei von Hand tauschen"),
        help=gettext_lazy(
            "In einer Runde, die noch nicht aufgerufen ist. Der Tausch steht im Protokoll, "
            "und die Zählung darüber wird neu gemacht."
        ),
        asks=(
            Ask(
                "round",
                gettext_lazy("In welcher Runde?"),
                "choice",
                options=_rounds_to_come,
                reads="number",
                into="number",
            ),
            Ask("one", gettext_lazy("Wer?"), "entry"),
            Ask("other", gettext_lazy("Mit wem?"), "entry"),
            Ask(REASON, gettext_lazy("Warum?"), "words"),
        ),
        shown=lambda desk: not desk.ended and bool(_rounds_to_come(desk)),
    ),
)


@shown_page
def plan_page(request: HttpRequest, slug: str, tslug: str) -> HttpResponse:
    """The plan with its count in words. Role: scribe."""
    return show(request, Desk.of(request, slug, tslug, Role.SCRIBE))


def show(request: HttpRequest, desk: Desk, *, refused: CommandForm | None = None) -> HttpResponse:
    """The page; `refused` is a form that could not be done."""
    draws = list(desk.tournament.draws.order_by("-number"))
    names = named(desk.club, [draw.actor for draw in draws])
    plan, fmt = desk.read(current_draw), format_of(desk.tournament)
    # Which wishes an exchange by hand has broken.
    faults = plan.certificate["faults"] if plan else []
    return desk.render(
        request,
        "tournaments/desk/plan.html",
        here="plan",
        everybody=desk.read(entries_of),
        fair=fairness(desk.tournament, fmt),
        broken=[in_words(fault["code"], fault["params"]) for fault in faults],
        rounds=list(_rounds(desk)),
        whole=phase_at(fmt, 1).last >= fmt.rounds,
        search=desk.read(searching.last_search),
        sought=_sought(desk),
        draws=[(draw, names[draw.actor]) for draw in draws],
        letters=LETTERS,
        forms=forms_of(desk, COMMANDS, refused=refused, presets=PRESETS),
        refused=refused,
    )


def _sought(desk: Desk) -> Sequence[str]:
    """What the best plan of a search repeats, in the words of the count."""
    search, format_ = desk.read(searching.last_search), format_of(desk.tournament)
    plan = desk.read(current_draw)
    if search is None or plan is None:
        return ()
    return tuple(_counted({**plan.certificate, **searching.told(search)}, format_))


def _rounds(desk: Desk) -> Sequence[Mapping[str, Any]]:
    """The rounds of the plan that counts, the next one first open."""
    plan = desk.read(current_draw)
    begun = len(desk.read(called_rounds))
    return [
        {
            "number": number,
            "called": number <= begun,
            "next": number == begun + 1,
            "tables": [
                (table, [label(desk, entry) for entry in people])
                for table, people in enumerate(seated["tables"], start=1)
            ],
            "sitting_out": [label(desk, entry) for entry in seated["sitting_out"]],
        }
        for number, seated in enumerate(plan.rounds if plan else [], start=1)
    ]
