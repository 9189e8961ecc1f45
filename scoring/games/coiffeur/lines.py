"""The lines of a Coiffeur sheet: their factors, what is played on them, and who has written them.

A line named like a contract (`EI`, `O`, `SLALOM`) is that contract; any other name (`Joker 7`,
`3x3`) leaves the choice to whoever declares.
"""

from collections.abc import Mapping

from referee.rules.profile_fields import SUITS, TURNING, UNTRUMPED
from scoring.games.base import Table
from scoring.games.card_sums import totals
from scoring.games.reading import whole

Cell = tuple[int, str]
"""A side and a line of its column."""


def lines_of(table: Table) -> dict[str, int]:
    """Name -> factor of the lines of this table's sheet, from top to bottom."""
    return dict(table.profile.coiffeur.lines(table.deck))


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
    sums = (totals(each, table.profile) for each in played_on(line, contract, table))
    return frozenset[int]().union(*sums)


def most_on(line: str, table: Table) -> int:
    """The most that a line can bring: all points and the Matsch, with its factor."""
    profile, factor = table.profile, lines_of(table)[line]
    bonus = profile.matsch_bonus * (factor if profile.matsch_multiplied else 1)
    return max(sums_on(line, None, table)) * factor + bonus


def written_lines(table: Table) -> dict[Cell, int]:
    """The cells that the other hands have filled -> number of the hand."""
    found: dict[Cell, int] = {}
    for hand in sorted(table.others, key=lambda item: item.number):
        cell = cell_of(hand.slip)
        if cell is not None:
            found.setdefault(cell, hand.number)
    return found


def cell_of(slip: object) -> Cell | None:
    """The cell a slip fills, None for a hand that is worth nothing or cannot be read."""
    if not isinstance(slip, Mapping) or slip.get("state") not in (None, "complete"):
        return None
    side, line = whole(slip.get("side")), slip.get("line")
    return (side, line) if side is not None and isinstance(line, str) else None
