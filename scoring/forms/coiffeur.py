"""The form of a Coiffeur hand: a cell of the sheet, and the sheet on the wall."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from jassclub.web.form_state import FormState
from jassclub.web.suits import mode_name
from referee.rules.profile_fields import TURNING
from scoring.claims.selectors import GameState
from scoring.core.rules import Rules
from scoring.forms.kind import COMMON, Column, Kind, Spot, as_typed, voided
from scoring.games.base import PlayedHand, Table
from scoring.games.card_sums import possible
from scoring.games.coiffeur.kind import (
    GAME,
    MISERE,
    choices_on,
    contracts_on,
    own_contract,
    sums_on,
)
from scoring.games.lines import GridCell, lines_of

FIELDS = ("state", "side", "line", "contract", "points", "matsch", "scratched")
FIELD_OF = {**COMMON, **{f"/{name}": name for name in FIELDS}}


@dataclass(frozen=True)
class Line:
    """One line of the sheet. `cells`: what each side wrote there, None where it is open."""

    name: str
    words: str
    factor: int
    cells: Sequence[GridCell | None] = ()


def slip_of(typed: FormState, _spot: Spot) -> dict[str, Any]:
    """The slip as typed."""
    return voided(typed) or {
        "side": typed.number("side"),
        "line": typed.values.get("line") or None,
        "contract": typed.values.get("contract") or None,
        "points": typed.number("points"),
        "matsch": bool(typed.values.get("matsch")),
        "scratched": bool(typed.values.get("scratched")),
    }


def typed_from(slip: Mapping[str, Any], rules: Rules) -> FormState:
    """The fields of a slip that stands on the sheet, to be corrected."""
    values = {name: slip.get(name) for name in FIELDS}
    own = own_contract(slip.get("line"), rules.table())
    values["contract"] = None if own else slip.get("contract")
    values["points"] = None if slip.get("scratched") else slip.get("points")
    flags = {name: "1" if slip.get(name) else "" for name in ("matsch", "scratched")}
    return as_typed({**values, **flags})


def more(typed: FormState, spot: Spot) -> dict[str, Any]:
    """What can be chosen for a cell: side, line, and the contract where a line leaves a choice;
    the words of the cell that was tapped, and whether its line is free."""
    sides = [(str(index), name) for index, name in enumerate(spot.names)]
    lines = _lines(spot.rules)
    name = dict(sides).get(typed.values.get("side", ""))
    line = next((line for line in lines if line.name == typed.values.get("line")), None)
    return {
        "sides": sides,
        "lines": lines,
        "misere": any(line.name == MISERE for line in lines),
        "contracts": _contracts(spot.rules),
        "words": f"{name} · {line.words} ×\u00a0{line.factor}" if name and line else "",
        "free": line is not None and bool(choices_on(line.name, spot.rules.table())),
    }


def drawn(state: GameState) -> dict[str, Any]:
    """The sheet on the wall: its lines with what each side wrote there, and where it stands."""
    hands = [
        PlayedHand(number=entry.hand.number, slip=entry.slip, dealer=entry.hand.dealer)
        for entry in state.entries
    ]
    columns = GAME.grid(state.sheet, hands, state.rules.table())
    lines = [
        replace(line, cells=[column.cells.get(line.name) for column in columns])
        for line in _lines(state.rules)
    ]
    return {"lines": lines, "columns": columns}


def grid(spot: Spot) -> list[Column]:
    """A hand of the paper sheet in the order of play: who, which line, how many points."""
    sides = [("", ""), *((str(index), name) for index, name in enumerate(spot.names))]
    lines = [("", ""), *((line.name, line.words) for line in _lines(spot.rules))]
    return [
        Column("side", _("Wer"), sides),
        Column("line", _("Zeile"), lines),
        Column("points", _("Punkte")),
        Column("matsch", _("Matsch"), [("", ""), ("1", _("Matsch"))]),
        Column("scratched", _("gestrichen"), [("", ""), ("1", _("gestrichen"))]),
    ]


def _lines(rules: Rules) -> list[Line]:
    """The lines by their names as people say them."""
    return [
        Line(name, name.capitalize() if name in TURNING else mode_name(name, rules.deck), factor)
        for name, factor in lines_of(rules.table()).items()
    ]


def _contracts(rules: Rules) -> list[dict[str, Any]]:
    """All that can be played on the lines that leave a choice."""
    table = rules.table()
    found: dict[str, list[str]] = {}
    for line in lines_of(table):
        for mode in choices_on(line, table):
            found.setdefault(mode, []).append(line)
    return [
        {"mode": mode, "name": mode_name(mode, rules.deck), "lines": lines}
        for mode, lines in found.items()
    ]


def tariff(rules: Rules) -> dict[str, Any]:
    """Factor of each line, what all cards on it make, and what no tricks can make."""
    profile, table = rules.profile, rules.table()
    return {
        "matsch": [profile.matsch_bonus, profile.matsch_multiplied],
        "lines": {
            name: {
                "factor": factor,
                "sums": sorted(sums_on(name, None, table)),
                "never": _never(name, table),
            }
            for name, factor in lines_of(table).items()
        },
    }


def _never(line: str, table: Table) -> list[int]:
    """Points that by one contract of a line or another no tricks are worth."""
    contracts = contracts_on(line, table)
    return [
        points
        for points in range(max(sums_on(line, None, table)))
        if not all(possible(points, one, table.profile, players=table.players) for one in contracts)
    ]


KIND = Kind(
    template="scoring/_coiffeur_fields.html",
    sheet="scoring/_coiffeur_sheet.html",
    field_of=lambda _rules: FIELD_OF,
    slip_of=slip_of,
    typed_from=typed_from,
    whole=lambda _spot: 0,
    grid=grid,
    more=more,
    drawn=drawn,
    course=True,
    preset=("side", "line"),
    tariff=tariff,
)
