"""Who has won a game of a file, and what it costs: by target, by hands, by whoever first loses.

The account after a hand decides. Where several have it with the same hand, the one of whom it is
said that he was `out` first has won, else the best total.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Any

from scoring.games.base import Row, Sheet, Table
from scoring.games.endings import Outcome, paid
from scoring.games.sheets.reading import End

Slips = Mapping[int, Mapping[str, Any]]


def gone(
    totals: Sequence[int],
    parts: Sequence[Mapping[str, int]],
    before: Sequence[int],
    target: int,
    end: End,
) -> list[int]:
    """The columns that have the target with this hand, best first; what is inherited by the
    dealer never finishes."""
    found = []
    for column, total in enumerate(totals):
        own = sum(value for key, value in parts[column].items() if key != "dealer")
        inherited = end.inherits and own <= 0
        if column not in before and 0 < target <= total and not inherited:
            found.append(column)
    return sorted(found, key=lambda column: -totals[column])


def outcome_of(
    sheet: Sheet, end: End, slips: Slips, table: Table, *, lower_wins: bool
) -> Outcome | None:
    """How the game stands, None where nobody has won yet."""
    rows = [row for row in sheet.rows if row.score is not None and row.score.counts]
    if end.by == "hands":
        # A hand that was told to be the last one is it, whatever number was agreed on.
        told = (slips.get(row.number, {}).get("last") for row in rows)
        last = next((at for at, it in enumerate(told, 1) if it == "yes"), None)
        return _after_hands(
            rows, end, table, agreed=last or table.profile.hands, lower_wins=lower_wins
        )
    if end.drop_out and table.profile.value(end.drop_out):
        return _dropping(rows, end, table)
    for row in rows:
        found = _at_target(row, rows, end, slips, table)
        if found is not None:
            return found
    return None


def _after_hands(
    rows: Sequence[Row], end: End, table: Table, *, agreed: int, lower_wins: bool
) -> Outcome | None:
    if end.strokes and agreed > table.players:
        agreed -= agreed % table.players
    if not 0 < agreed <= len(rows):
        return None
    last = rows[agreed - 1]
    better, made = (min if lower_wins else max), last.running
    each = strokes_of_rounds(rows[:agreed], end, table, lower_wins=lower_wins)
    cost = tuple(map(sum, zip(*each, strict=True)))
    if cost and agreed > table.players:
        better, made = max, cost
    best = better(made)
    winners = tuple(c for c, total in enumerate(made) if total == best)
    cost = cost or paid(table.profile, table.columns, winners, ())
    return Outcome(hand=last.number, over=True, winners=winners, reason="hands", strokes=cost)


def strokes_of_rounds(
    rows: Sequence[Row], end: End, table: Table, *, lower_wins: bool
) -> list[tuple[int, ...]]:
    """The strokes of each round in which everybody has dealt, where a game is played for them."""
    places = end.strokes.get(str(table.players))
    if places is None:
        return []
    ends = [(0,) * table.columns, *(row.running for row in rows)][:: table.players]
    rounds = [
        [now - had for now, had in zip(after, before, strict=True)]
        for before, after in pairwise(ends)
    ]
    return [_by_place(totals, places, lower_wins=lower_wins) for totals in rounds]


def _by_place(totals: Sequence[int], places: Sequence[int], *, lower_wins: bool) -> tuple[int, ...]:
    """What each place is worth; equals who would get different strokes have none."""
    ordered = sorted(totals, reverse=not lower_wins)
    worth = {
        total: {places[at] for at, other in enumerate(ordered) if other == total}
        for total in ordered
    }
    return tuple(next(iter(worth[t])) if len(worth[t]) == 1 else 0 for t in totals)


def _dropping(rows: Sequence[Row], end: End, table: Table) -> Outcome | None:
    won: list[int] = []
    for row in rows:
        parts = [line.parts for line in row.score.lines] if row.score else []
        won += gone(row.running, parts, won, table.profile.target, end)
        if len(won) >= table.columns - 1:
            winners = tuple(won[: table.columns - 1])
            return Outcome(
                hand=row.number,
                over=True,
                winners=winners,
                reason="target",
                strokes=paid(table.profile, table.columns, winners, ()),
            )
    if not won:
        return None
    return Outcome(hand=rows[-1].number, over=False, winners=tuple(won), reason="out")


def _targets(rows: Sequence[Row], end: End, slips: Slips, table: Table) -> list[int]:
    """The target of each column: the same, or his own bid for who declared in the first hand."""
    found: list[int] = [table.profile.target] * table.columns
    bid: Any = slips[rows[0].number].get("bid") if rows else None
    party = [_first_said(slips, key) for key in ("declared_by", "partner")]
    for seat in party if end.contract and isinstance(bid, int) else ():
        if seat is not None:
            found[table.column_of(seat)] = bid
    return found


def _at_target(
    row: Row, rows: Sequence[Row], end: End, slips: Slips, table: Table
) -> Outcome | None:
    targets = _targets(rows, end, slips, table)
    parts = [line.parts for line in row.score.lines] if row.score else []
    reached = [
        column
        for column, target in enumerate(targets)
        if column in gone(row.running, parts, (), target, end)
    ]
    best = max(row.running)
    if end.by == "sole" and (len(reached) != 1 or list(row.running).count(best) > 1):
        reached = [c for c in reached if row.running[c] == best]
        reached = reached if len(reached) == 1 else []
    if not reached:
        return None
    columns = range(table.columns)
    if end.by == "loses":
        most = max(row.running[c] for c in reached)
        losers = {c for c in reached if row.running[c] == most}
        others = sorted({row.running[c] for c in columns if c not in losers})
        level = {c for c in columns if others and row.running[c] == others[-1]} - losers
        many = table.profile.value(end.losers) if end.losers else 1
        second = level if len(losers) < many and len(losers | level) < table.columns else set()
        winners = tuple(c for c in columns if c not in losers | second)
        losers |= second if len(second) == 1 else set()
        return Outcome(
            hand=row.number,
            over=True,
            winners=winners,
            reason="lost",
            strokes=_between(table, winners, losers),
            neither=tuple(sorted(second - losers)),
        )
    winners = _first_of(reached, row, slips, end, table)
    lost = [c for c in columns if c not in winners]
    schneider = tuple(
        c for c in lost if table.profile.schneider and 2 * row.running[c] < targets[c]
    )
    cost = paid(table.profile, table.columns, winners, schneider)
    declarer, partner = (_first_said(slips, key) for key in ("declared_by", "partner"))
    shares = end.shares.get(str(table.players))
    if shares and partner != declarer:
        sign = 1 if declarer in winners else -1
        stake = table.profile.stakes.game
        stake *= table.profile.stakes.schneider if schneider else 1
        place: dict[int | None, int] = {declarer: shares[0], partner: shares[1]}
        cost = tuple(sign * stake * place.get(c, shares[2]) for c in columns)
    return Outcome(
        hand=row.number,
        over=True,
        winners=winners,
        reason="target",
        schneider=schneider,
        strokes=cost,
        targets=tuple(targets),
    )


def _between(table: Table, winners: Sequence[int], losers: Collection[int]) -> tuple[int, ...]:
    """One stake from every loser to every winner; who is neither pays and gets nothing."""
    stake = table.profile.stakes.game
    worth = dict.fromkeys(winners, len(losers) * stake)
    worth |= dict.fromkeys(losers, -len(winners) * stake)
    return tuple(worth.get(column, 0) for column in range(table.columns))


def _first_said(slips: Slips, key: str) -> int | None:
    """A seat that one hand says for the whole game."""
    said = (slips[number].get(key) for number in sorted(slips))
    return next((seat for seat in said if isinstance(seat, int)), None)


def _first_of(
    reached: Sequence[int], row: Row, slips: Slips, end: End, table: Table
) -> tuple[int, ...]:
    """Who won, where more than one has the target: who was out first, else who has more."""
    party = [_first_said(slips, key) for key in ("declared_by", "partner")]
    told = slips[row.number].get("out")
    best = max(reached, key=lambda column: row.running[column])
    first = next((column for column in reached if column == told), best)
    if end.contract:
        return tuple(c for c in range(table.columns) if (c in party) == (first in party))
    return (first,)
