"""A hand that was written although the game had been decided before: it counts for nothing more.

Such a hand stays on the sheet and in its totals, since nothing claimed at a table is lost; the
warning says that it changes nothing of how the game ended.
"""

from collections.abc import Mapping

from jassclub.core.findings import Finding
from scoring.games.base import REPLAYED, Sheet, Table


def after_the_last(table: Table) -> list[Finding]:
    """A warning where the agreed number of hands had been played before `table.hand_number`."""
    agreed = table.profile.hands
    if not agreed:
        return []
    counted = sorted(
        other.number
        for other in table.others
        if other.number < table.hand_number and not _replayed(other.slip)
    )
    if len(counted) < agreed:
        return []
    return [decided(counted[agreed - 1], table.profile.citation("hands").article)]


def after_the_end(sheet: Sheet, number: int) -> list[Finding]:
    """The same where a claim or the target ended the game; `sheet` need not hold the hand."""
    ending = sheet.finish.ending
    if ending is None or ending.hand >= number:
        return []
    return [decided(ending.hand, ending.article)]


def decided(hand: int, article: str | None) -> Finding:
    """The warning: the game was decided with that hand."""
    return Finding(code="game_decided", severity="warning", article=article, params={"hand": hand})


def _replayed(slip: object) -> bool:
    return isinstance(slip, Mapping) and slip.get("state") in REPLAYED
