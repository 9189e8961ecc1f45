"""From the stages of a knock-out to its paper."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from django.utils.translation import gettext as _

from jassclub.core.errors import NotFound
from jassclub.core.typography import printed
from tournaments.core.models import Tournament
from tournaments.format.selectors import format_of
from tournaments.papers.contents import event_of
from tournaments.papers.pdf.bracket import Duel, Side, Stage, bracket_sheet
from tournaments.standings.bracket import STAGES, bracket_of

MAIN = "main"
NOBODY = Side()


def bracket_paper(tournament: Tournament) -> bytes:
    """What was called, and boxes up to the final with who goes on so far; NotFound before the
    first stage."""
    stages = bracket_of(tournament, format_of(tournament))
    if not stages:
        raise NotFound("no_knockout", _("Noch ist keine Runde des K.-o. aufgerufen."))
    parts = [(stage["number"], part) for stage in stages for part in stage["parts"]]
    main = [_stage(part, part["heading"]) for _number, part in parts if part["part"] == MAIN]
    while len(main[-1].duels) > 1:
        on = [Side(name="".join(side.name for side in duel if side.won)) for duel in main[-1].duels]
        duels = list(zip_longest(on[::2], on[1::2], fillvalue=NOBODY))
        main.append(Stage(heading=str(STAGES.get(len(duels), "")), duels=duels))
    beside = [
        _stage(part, f"{part['heading']} · {_('Runde %(number)s') % {'number': number}}")
        for number, part in parts
        if part["part"] != MAIN
    ]
    return bracket_sheet(event_of(tournament), main, beside)


def _stage(part: Mapping[str, Any], heading: str) -> Stage:
    return Stage(heading=heading, duels=[_duel(duel["sides"]) for duel in part["duels"]])


def _duel(sides: Sequence[Mapping[str, Any]]) -> Duel:
    found = [
        Side(name=side["name"], points=printed(side["points"] or ""), won=side["goes_on"])
        for side in sides
    ]
    one, other = (*found, NOBODY, NOBODY)[:2]
    return one, other
