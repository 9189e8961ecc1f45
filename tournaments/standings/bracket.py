"""The bracket of a knock-out as everybody may see it: stage by stage, with who went on."""

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy

from tournaments.core.models import Tournament
from tournaments.entries.selectors import Calling
from tournaments.format.pure import Format
from tournaments.format.selectors import hidden_from, is_shown
from tournaments.standings.contests import Played, day_of
from tournaments.standings.pure.knockout import Duel, went_on

STAGES = {
    1: gettext_lazy("Final"),
    2: gettext_lazy("Halbfinal"),
    4: gettext_lazy("Viertelfinal"),
    8: gettext_lazy("Achtelfinal"),
}
PARTS = {
    "third": gettext_lazy("Spiel um Platz drei"),
    "consolation": gettext_lazy("Trostturnier"),
}


def bracket_of(tournament: Tournament, format_: Format) -> list[dict[str, Any]]:
    """The stages that were called, first to last; none where the event has no knock-out.

    `outcome` of a side is `won`, `lost` or nothing yet; `changed` names who would have won by a
    correction that came after the next stage was called.
    """
    if format_.knockout_from is None:
        return []
    played, calls = day_of(tournament).bracket, Calling(tournament)
    hidden = hidden_from(tournament, format_)
    return [
        {
            "number": one.number,
            "parts": list(_parts(one, later, calls.teams, shown=is_shown(one.number, hidden))),
        }
        for one, later in zip_longest(played, played[1:])
    ]


def _parts(
    played: Played, later: Played | None, names: dict[int, str], *, shown: bool
) -> Iterator[dict[str, Any]]:
    # Who won a hidden round is told by the seats of the next one alone.
    on = went_on(played.stage, played.won if shown else (), later.stage if later else None)
    for part, duels in played.stage.parts.items():
        if duels:
            yield {
                "part": part,
                "heading": _heading(part, len(duels)),
                "duels": [
                    {
                        "sides": [
                            _side(side, duel, played, on, names, shown=shown)
                            for side in duel
                            if side is not None
                        ],
                        "changed": names.get(_changed(duel, played, on), "") if shown else "",
                    }
                    for duel in duels
                    if duel != (None, None)
                ],
            }


def _heading(part: str, duels: int) -> str:
    if part != "main":
        return str(PARTS[part])
    return str(STAGES.get(duels, "")) or _("Letzte %(sides)s") % {"sides": 2 * duels}


def _side(
    side: int,
    duel: Duel,
    played: Played,
    on: set[int],
    names: dict[int, str],
    *,
    shown: bool,
) -> dict[str, Any]:
    decided = shown and None not in duel and not on.isdisjoint(duel)
    points = played.points.get(side) if shown else None
    return {
        "number": side,
        "name": names.get(side, ""),
        "points": None if points is None else str(points),
        "goes_on": side in on,
        "outcome": ("won" if side in on else "lost") if decided else "",
    }


def _changed(duel: Duel, played: Played, on: Iterable[int]) -> int:
    """The winner by what counts now, where another one went on; 0 for nobody."""
    return next((side for side in duel if side in played.won and side not in on), 0) or 0
