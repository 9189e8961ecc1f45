"""Why nobody has to believe the draw: its hash before, its count, its seed after, in words."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.core.models import Tournament
from tournaments.draw.pure import commitment
from tournaments.entries.names import Calling
from tournaments.format.pure import Format, Seating
from tournaments.rounds.models import Draw

PLAN = "plan"


@dataclass(frozen=True, kw_only=True)
class DrawLine:
    """A version of the plan. `exchanged` are round and two numbers, where it came by a swap by
    hand; `command` makes it again, where the command alone can."""

    number: int
    at: datetime
    played: int
    reason: str
    exchanged: tuple[int, int, int] | None
    command: str


@dataclass(frozen=True, kw_only=True)
class Fairness:
    """`seed` is empty before the end; `counted` are sentences about the plan that counts."""

    commitment: str
    seed: str
    counted: tuple[str, ...]
    draws: tuple[DrawLine, ...]


def fairness(tournament: Tournament, format_: Format) -> Fairness:
    """What everybody may know about the lots of a tournament, at this moment."""
    draws, calls = list(tournament.draws.order_by("number")), Calling(tournament)
    ended = tournament.state == Tournament.State.FINISHED
    seed = tournament.seed if ended else ""
    shown = {commitment(one): one for one in (*_seeds_shown(tournament), seed) if one}
    return Fairness(
        commitment=commitment(tournament.seed),
        seed=seed,
        counted=tuple(_counted(draws[-1].certificate, format_)) if draws else (),
        draws=tuple(
            _line(draw, format_, calls, seed=shown.get(draw.asked.get("commitment", ""), ""))
            for draw in draws
        ),
    )


def _seeds_shown(tournament: Tournament) -> list[str]:
    """One for each time the event was ended before: who goes on after that draws with another."""
    ends = tournament.log.filter(kind="finished").order_by("seq")
    return [record.payload["seed"] for record in ends]


def _line(draw: Draw, format_: Format, calls: Calling, *, seed: str) -> DrawLine:
    return DrawLine(
        number=draw.number,
        at=draw.at,
        played=draw.played,
        reason=calls.text(draw.reason),
        exchanged=tuple(draw.asked["exchanged"]) if "exchanged" in draw.asked else None,
        command=_command(draw, format_, seed) if seed else "",
    )


def _command(draw: Draw, format_: Format, seed: str) -> str:
    """The command that makes the plan again, for a whole event drawn at once without wishes."""
    asked = draw.asked
    wishes = any(asked.get("wishes", {}).values())
    plain = not format_.in_teams and asked.get("phase") == PLAN and not wishes
    if not plain or draw.played or "exchanged" in asked:
        return ""
    alone = " --alone" if format_.seating is Seating.ALONE else ""
    numbers = _ranges(asked["people"])
    lot = f"--rounds {len(draw.rounds)} --seed {seed}:{draw.number}{alone}"
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


def _counted(found: dict[str, Any], format_: Format) -> Iterable[str]:
    if not found:
        return
    bounds = found["lower_bounds"]
    if not (format_.partners_stay or format_.seating is Seating.ALONE):
        yield _partners(found["partner_repeats"], bounds["partner_repeats"])
    yield _opponents(found["opponent_repeats"], bounds["opponent_repeats"])
    if not format_.partners_stay:
        meetings = bounds["meeting_repeats_in_order"]
        least = bounds["meeting_repeats"] if meetings is None else meetings
        yield _meetings(found["meeting_repeats"], least)
    yield _tables(found["table_repeats"], bounds["table_repeats"])


def _partners(times: int, least: int) -> str:
    if not times:
        return _("Niemand hat zweimal den gleichen Partner.")
    text = ngettext(
        "%(count)d Mal hat jemand den gleichen Partner wieder%(least)s.",
        "%(count)d Mal hat jemand den gleichen Partner wieder%(least)s.",
        times,
    )
    return text % {"count": times, "least": _least(times, least)}


def _opponents(times: int, least: int) -> str:
    if not times:
        return _("Niemand spielt zweimal gegen die gleiche Person.")
    text = ngettext(
        "%(count)d Mal spielen zwei noch einmal gegeneinander%(least)s.",
        "%(count)d Mal spielen zwei noch einmal gegeneinander%(least)s.",
        times,
    )
    return text % {"count": times, "least": _least(times, least)}


def _meetings(times: int, least: int) -> str:
    if not times:
        return _("Niemand sitzt zweimal mit der gleichen Person am Tisch.")
    text = ngettext(
        "%(count)d Mal sitzen zwei noch einmal am gleichen Tisch%(least)s.",
        "%(count)d Mal sitzen zwei noch einmal am gleichen Tisch%(least)s.",
        times,
    )
    return text % {"count": times, "least": _least(times, least)}


def _tables(times: int, least: int) -> str:
    if not times:
        return _("Niemand kommt zweimal an den gleichen Tisch.")
    text = ngettext(
        "%(count)d Mal kommt jemand an einen Tisch zurück%(least)s.",
        "%(count)d Mal kommt jemand an einen Tisch zurück%(least)s.",
        times,
    )
    return text % {"count": times, "least": _least(times, least)}


def _least(times: int, least: int) -> str:
    if not least:
        return ""
    if times <= least:
        return _("; weniger geht nicht")
    return _("; weniger als %(least)s geht nicht") % {"least": least}
