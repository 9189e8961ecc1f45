"""A Differenzler hand of which only the differences are known, as old spreadsheets keep them.

They count like any other hand; what was predicted and made, and whether the sum stood, nobody
can tell any more. A profile allows it (`differenzler.differences_alone`), none that is played by.
"""

from collections.abc import Sequence

from scoring.games.base import Control, HandScore, Line, Table
from scoring.games.differenzler.deck import dealt_at
from scoring.games.reading import Reader

KEY = "differences"


def read_differences(reader: Reader, table: Table, others: Sequence[str]) -> tuple[int, ...]:
    """The difference of each seat as it was booked; what is wrong leaves findings.

    `others` are the members of a slip that tells the whole hand: they do not go with it.
    """
    options, out = table.profile.differenzler, reader.out
    if not options.differences_alone:
        out.error("differences_not_here", reader.where(KEY))
    for member in (name for name in others if reader.has(name)):
        out.error("differences_with_more", reader.where(member), field=member)
    high = dealt_at(table).highest
    found = reader.numbers(KEY, table.players, low=-options.exact_bonus, high=high) or ()
    for seat in (seat for seat, difference in enumerate(found) if difference is None):
        out.error("difference_missing", reader.where(KEY, seat))
    if not out.blocked:
        out.warn("differences_alone", reader.where(KEY))
    return tuple(difference or 0 for difference in found)


def score_differences(differences: Sequence[int]) -> HandScore:
    """The hand as it counts; a difference of nothing, or below it by a premium, was exact."""
    lines = tuple(
        Line(total=n, parts={"difference": n}, card_points=None, exact=n <= 0) for n in differences
    )
    return HandScore(state="complete", lines=lines, control=Control(sum=0, expected=0))
