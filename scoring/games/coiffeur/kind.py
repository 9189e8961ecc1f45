"""Coiffeur: each side plays each line of the sheet once; only who declares writes.

`points` are those of the cards, without bonus and factor; for a Matsch the bonus may have been
written along (257). `taken`: what the side took itself on a line of Misère, where the points are
what the others took; a Matsch is then that it took no trick.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from referee.rules.profile_fields import SUITS, TURNING, UNTRUMPED
from scoring.games.base import (
    Control,
    Findings,
    HandScore,
    Line,
    PlayedHand,
    Reader,
    Sheet,
    State,
    Table,
    whole,
)
from scoring.games.card_sums import hand_total, possible, totals
from scoring.games.kind import TournamentUse
from scoring.games.lines import Cell, GridColumn, check_once, grid_of, is_full
from scoring.games.sheets.asked import AskedGame, asked_kind
from scoring.games.sheets.checks import Values
from scoring.games.sheets.reading import own_rules

MISERE, TUTTI = "Misère", "Tutti"
"""Declarers write what the others took; each trick has its own trump."""
EVERY_SUIT = 4 * 62  # all cards where Under and Nine count as in trump in every suit
SYNONYMS = (("quer", "guschti"), ("trio", "3x3"), ("misere", "misère"))
"""Other names of lines, as people write them."""


def lines_of(table: Table) -> dict[str, int]:
    """Name -> factor of the lines of this table's sheet, from top to bottom."""
    return dict(table.profile.coiffeur.lines(table.deck))


def called(told: object, table: Table) -> str | None:
    """The line that is meant, whatever capitals it is written with, or by another name."""
    if not isinstance(told, str):
        return None
    same = next((names for names in SYNONYMS if told.lower() in names), (told.lower(),))
    return next((line for line in lines_of(table) if line == told or line.lower() in same), None)


def own_contract(line: str | None, table: Table) -> str | None:
    """The one contract that a line stands for, None where there is a choice."""
    return line if line in (*SUITS[table.deck], *UNTRUMPED) else None


def contracts_on(line: str | None, table: Table) -> tuple[str, ...]:
    """What can be played on a line: its contract, in both directions, or whatever is allowed."""
    own = own_contract(line, table)
    if own is not None:
        return (own,)
    if line in TURNING:
        return tuple(f"{line}_{way}" for way in ("O", "U"))
    allowed, suits = table.profile.contracts, SUITS[table.deck]
    return tuple(each for name in allowed for each in (suits if name == "trump" else (name,)))


def played_on(line: str | None, contract: str | None, table: Table) -> tuple[str, ...]:
    """The contract if it is known, else all that it can have been."""
    return (contract,) if contract is not None else contracts_on(line, table)


def sums_on(line: str | None, contract: str | None, table: Table) -> frozenset[int]:
    """What all cards of a hand on this line can be worth."""
    if line == TUTTI and table.profile.value("coiffeur.tutti") == "all_suits":
        return frozenset({EVERY_SUIT + table.profile.last_trick})
    sums = (totals(each, table.profile) for each in played_on(line, contract, table))
    return frozenset[int]().union(*sums)


def worth_of(line: str, points: int, table: Table, *, matsch: bool) -> dict[str, int]:
    """The points with the factor of the line, and the bonus of a Matsch."""
    profile, factor = table.profile, lines_of(table)[line]
    bonus = profile.matsch_bonus * (factor if profile.matsch_multiplied else 1)
    return {"cards": points * factor, "matsch": bonus * matsch}


def cell_of(slip: object, table: Table) -> Cell | None:
    """The cell a slip fills, None for a hand that is worth nothing or cannot be read."""
    if not isinstance(slip, Mapping) or slip.get("state") not in (None, "complete"):
        return None
    side, line = whole(slip.get("side")), slip.get("line")
    named = called(line, table) or line
    return (side, named) if side is not None and isinstance(named, str) else None


def grid(sheet: Sheet, hands: Sequence[PlayedHand], table: Table) -> tuple[GridColumn, ...]:
    """A column for each side: what it wrote, and what it still has to play."""
    most = {
        line: sum(worth_of(line, max(sums_on(line, None, table)), table, matsch=True).values())
        for line in lines_of(table)
    }
    return grid_of(sheet, hands, table, most=most, cell_of=cell_of)


def _points_of(slip: Values, table: Table) -> int | None:
    """Points without bonus: all of them for a Matsch that says no number."""
    sums, written = sums_on(slip["line"], slip["contract"], table), slip["written"]
    if written is None and slip["taken"] is not None:
        return hand_total(table.profile) - int(slip["taken"])
    if written is None:
        return 0 if slip["scratched"] else max(sums) if slip["matsch"] and len(sums) == 1 else None
    bare: int = written - table.profile.matsch_bonus
    return bare if slip["matsch"] and written not in sums and bare in sums else int(written)


def _cell(slip: Values, table: Table, out: Findings) -> None:
    """A line that is free, with a contract that is played on it, and points unless scratched."""
    side, line, contract = slip["side"], slip["line"], slip["contract"]
    if line is not None and side is not None:
        check_once((side, line), cell_of, table, out)
    if None not in (line, contract) and contract not in contracts_on(line, table):
        out.error("contract_not_of_line", "/contract", contract=contract, line=line)
    if slip["scratched"] and (slip["written"] or slip["matsch"]):
        out.error("scratched_with_points", "/points" if slip["written"] else "/matsch")


def _taken(slip: Values, table: Table, out: Findings) -> None:
    """What was taken and what is written make the whole."""
    if slip["taken"] is not None and slip["line"] != MISERE:
        out.error("taken_on_misere", "/taken")
    whole_ = hand_total(table.profile)
    total = whole_ if None in (slip["taken"], slip["points"]) else slip["taken"] + slip["points"]
    if total != whole_:
        out.error("sum_wrong", "/taken", sum=total, expected=whole_)


def _points(slip: Values, table: Table, out: Findings) -> None:
    """All tricks are all points, with the bonus or without; else what some tricks can make."""
    line, contract, points = slip["line"], slip["contract"], slip["points"]
    if out.at("/points") or slip["scratched"] or line is None:
        return
    sums, profile = sums_on(line, contract, table), table.profile
    played, total = played_on(line, contract, table), max(sums)
    if points is None:
        out.error("points_missing", "/points")
    elif slip["matsch"]:
        if points not in sums:
            out.error("points_of_matsch", "/points", expected=total)
    elif points > total and points - profile.matsch_bonus in sums:
        out.error("points_with_bonus", "/points", "matchpraemie", total=total)
    elif points > total:
        out.error("out_of_range", "/points", low=0, high=total)
    elif line != TUTTI and not any(
        possible(points, each, profile, players=table.players) for each in played
    ):
        out.error("impossible_points", "/points", points=points)
    elif points == hand_total(profile) and sums == {points}:
        out.warn("matsch_or_zero_trick", "/matsch", "matchpraemie", side=slip["side"])


class Coiffeur(AskedGame):
    """Columns are two sides, or three players who each play for themselves."""

    checks = (_cell, _taken, _points)
    remarks = ("contract", "taken")
    counted = False
    read_by_code = ("line", "taken")

    def typed(self, reader: Reader, state: State, table: Table) -> Values:
        """`written` is what stood on the paper."""
        slip = super().typed(reader, state, table)
        line = called(reader.values.get("line"), table)
        slip["line"] = line or reader.choice("line", tuple(lines_of(table)))
        slip["taken"] = reader.number("taken", low=0, high=hand_total(table.profile))
        for key in ("side", "line"):
            if slip[key] is None and not reader.out.at(f"/{key}"):
                reader.out.error("field_missing", f"/{key}", field=key)
        slip["contract"] = slip["contract"] or own_contract(slip["line"], table)
        slip["written"] = slip["points"]
        return slip | {"points": _points_of(slip, table)}

    def normal(self, slip: Values, table: Table) -> dict[str, object]:
        """What was taken stands there only where it was told."""
        absent = ("written", "taken") if slip["taken"] is None else ("written",)
        return {key: it for key, it in super().normal(slip, table).items() if key not in absent}

    def worth(self, slip: Values, table: Table) -> HandScore:
        """Points times the factor for the side that declared, nothing for the others."""
        side, line, points = slip["side"], slip["line"], slip["points"] or 0
        lines = [
            Line(total=sum(parts.values()), parts=parts, card_points=made, multiplier=factor)
            for factor in (lines_of(table)[line],)
            for column in range(table.columns)
            for made in ((column == side) * points,)
            for parts in (worth_of(line, made, table, matsch=column == side and slip["matsch"]),)
        ]
        return HandScore(
            state="complete",
            lines=tuple(lines),
            control=Control(sum=0, expected=0),
            matsch=side if slip["matsch"] else None,
        )

    def ended(self, sheet: Sheet, hands: Sequence[PlayedHand], table: Table) -> Sheet:
        """Over when each side has written each line."""
        return replace(sheet, finished=sheet.finished or is_full(grid(sheet, hands, table)))


COIFFEUR = asked_kind(
    Coiffeur(own_rules("coiffeur")),
    grid=grid,
    fields=(),
    tournament=TournamentUse(
        adds="nothing",
        rows=lambda profile, deck, _hands: [
            (name.capitalize() if name in TURNING else name, str(factor))
            for name, factor in profile.coiffeur.lines(deck)
        ],
        hands=lambda profile: (2 * len(profile.coiffeur.german),) * 2,
    ),
)
