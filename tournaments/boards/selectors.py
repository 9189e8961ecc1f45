"""What everybody may know of the boards: which are open, their cards, what each table made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tournaments.boards.models import Board
from tournaments.core.models import Tournament
from tournaments.core.selectors import LETTERS
from tournaments.draw.pure import commitment
from tournaments.draw.pure.duplicate import deal
from tournaments.entries.selectors import Calling
from tournaments.format.pure import Compare, as_decimal
from tournaments.format.selectors import format_of, hidden_from, is_shown
from tournaments.results.models import PasseSheet
from tournaments.results.pages.boards import names_trump
from tournaments.results.pure.sheet import sheet_from_json
from tournaments.rounds.boards import boards_in, boards_planned, sealed_boards
from tournaments.rounds.hall import current_draw
from tournaments.rounds.models import Sitting
from tournaments.standings.pure.duplicate import board_worth, matchpoints

SIDES = 2


@dataclass(frozen=True)
class Side:
    """One side of a table on a board."""

    pair: int
    name: str
    points: int
    matchpoints: int
    possible: int
    worth: Fraction
    """Percent of the matchpoints, by the same cards."""
    against_mean: Fraction

    @property
    def percent(self) -> str:
        """The worth as it is printed."""
        return str(as_decimal(self.worth, 1))

    @property
    def off(self) -> str:
        """The points against the mean as they are printed, with their sign."""
        return f"{as_decimal(self.against_mean, 1):+}"


@dataclass(frozen=True)
class Meeting:
    """A board at a table: both sides, A + C first."""

    round: int
    table: int
    sides: tuple[Side, Side]


@dataclass(frozen=True)
class BoardSeen:
    """A board for a reader. While it is sealed, neither cards nor results are told."""

    number: int
    trump: str
    sealed: bool
    sorted: bool | None
    """None where the cards were not dealt by the service."""
    hands: tuple[tuple[int, ...], ...] = ()
    meetings: tuple[Meeting, ...] = ()


def boards_seen(tournament: Tournament) -> list[BoardSeen]:
    """Every board of the plan; what is open with cards and results."""
    draw = current_draw(tournament)
    if draw is None or not format_of(tournament).is_duplicate:
        return []
    dealt = {board.number: board for board in tournament.boards.all()}
    sealed = sealed_boards(tournament) | _veiled(tournament)
    played = _meetings(tournament, sealed)
    return [
        BoardSeen(
            number,
            names_trump(number),
            number in sealed,
            dealt[number].sorted_at is not None if number in dealt else None,
            deal(number, seed=dealt[number].seed)
            if number in dealt and number not in sealed
            else (),
            tuple(played.get(number, ())),
        )
        for number in sorted(boards_planned(draw) | dealt.keys())
    ]


def seeds_of(tournament: Tournament) -> list[dict[str, Any]]:
    """By the time of dealing: which boards, the hash of their seed, and the seed itself once none
    of them is sealed any more."""
    sealed = sealed_boards(tournament) | _veiled(tournament)
    dealt: dict[str, list[Board]] = {}
    for board in tournament.boards.order_by("dealt_at", "number"):
        dealt.setdefault(board.seed, []).append(board)
    return [
        {
            "boards": [board.number for board in boards],
            "commitment": commitment(seed),
            "seed": "" if sealed.intersection(board.number for board in boards) else seed,
        }
        for seed, boards in dealt.items()
    ]


def _veiled(tournament: Tournament) -> frozenset[int]:
    """Boards of rounds whose results the hall does not see yet."""
    hidden = hidden_from(tournament, format_of(tournament))
    rounds = [] if hidden is None else tournament.rounds.select_related("draw")
    return frozenset(
        board
        for one in rounds
        if not is_shown(one.number, hidden)
        for here in boards_in(one.draw, one.number).values()
        for board in here
    )


@dataclass(frozen=True)
class _Made:
    round: int
    table: int
    pairs: tuple[int, ...]
    points: tuple[int, int]


def _meetings(tournament: Tournament, sealed: frozenset[int]) -> Mapping[int, list[Meeting]]:
    """By board what counts of it, the best of the first side on top; nothing of sealed ones."""
    made: dict[int, list[_Made]] = {}
    rounds = {one.pk: one for one in tournament.rounds.select_related("draw")}
    pairs: dict[object, dict[int, int]] = {}
    for sitting in Sitting.objects.filter(round__in=rounds).select_related("entry__team"):
        if sitting.entry.team is not None:
            pairs.setdefault(sitting.passe_id, {})[sitting.index % SIDES] = (
                sitting.entry.team.number
            )
    counted = PasseSheet.objects.filter(
        passe__round__in=rounds, state=PasseSheet.State.CONFIRMED
    ).select_related("passe__table")
    for stored in counted:
        round_, table = rounds[stored.passe.round_id], stored.passe.table.number
        here = boards_in(round_.draw, round_.number).get(table, range(0))
        sides = pairs.get(stored.passe_id, {})
        for board, points in zip(here, sheet_from_json(stored.sheet).boards, strict=False):
            if points is not None and board not in sealed and len(sides) == SIDES:
                told = _Made(round_.number, table, (sides[0], sides[1]), points)
                made.setdefault(board, []).append(told)
    names = Calling(tournament).teams
    return {board: _compared(rows, names) for board, rows in made.items()}


def _compared(rows: Sequence[_Made], names: Mapping[int, str]) -> list[Meeting]:
    held = [[row.points[side] for row in rows] for side in range(SIDES)]
    percent = [board_worth(points, Compare.MATCHPOINTS) for points in held]
    mean = [board_worth(points, Compare.MEAN) for points in held]

    def side(row: _Made, at: int) -> Side:
        made = row.points[at]
        return Side(
            row.pairs[at],
            names.get(row.pairs[at], ""),
            made,
            matchpoints(made, held[at]),
            2 * (len(rows) - 1),
            percent[at][made],
            mean[at][made],
        )

    best_first = sorted(rows, key=lambda row: (-row.points[0], row.round, row.table))
    return [Meeting(row.round, row.table, (side(row, 0), side(row, 1))) for row in best_first]


def seats_of(hands: Sequence[Sequence[int]]) -> list[tuple[str, Sequence[int]]]:
    """The cards by the letter of the seat."""
    return list(zip(LETTERS, hands, strict=True))
