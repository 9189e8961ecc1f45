"""The sheet of any game: running totals, control sum, strokes, who deals next, where it stands."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from scoring.games.base import (
    Control,
    Game,
    HandScore,
    Judged,
    PlayedHand,
    Row,
    Sheet,
    Table,
)
from scoring.games.strokes import strokes


@dataclass
class _Running:
    """What has been added up so far."""

    totals: list[int]
    played: list[int]
    penalties: list[int]
    matsches: list[int]
    control: Control
    counted: int = 0
    reached_at: int | None = None
    reached_by: tuple[int, ...] = ()


Judge = Callable[[PlayedHand, Table], Judged]


def build_sheet(
    game: Game, hands: Sequence[PlayedHand], table: Table, *, judge: Judge | None = None
) -> Sheet:
    """See `Game.sheet`; hands may come in any order, `table` describes hand 1.

    `judge`: for a game that knows a shorter way to what it checks and scores.
    """
    judge = judge or (lambda hand, at_hand: judged(game, hand.slip, at_hand))
    zeros = [0] * table.columns
    running = _Running(zeros[:], zeros[:], zeros[:], zeros[:], control=Control(sum=0, expected=0))
    rows, dealer, number = [], table.dealer, 1
    before: list[PlayedHand] = []
    for hand in sorted(hands, key=lambda item: item.number):
        went_round = _later(dealer, hand.number - number, table)
        dealer = went_round if hand.dealer is None else hand.dealer
        at_hand = replace(table, dealer=dealer, hand_number=hand.number, others=tuple(before))
        row = _row(hand, at_hand, judge(hand, at_hand), running, lower_wins=game.lower_wins)
        rows.append(row)
        before += [hand] if row.score is not None else []
        stays = row.score is not None and not row.score.counts
        dealer = dealer if stays and table.profile.redeal == "same" else _later(dealer, 1, table)
        number = hand.number + 1
    return _sheet(game, rows, running, replace(table, dealer=dealer))


def _later(dealer: int | None, steps: int, table: Table) -> int | None:
    return None if dealer is None else (dealer + steps) % table.players


def judged(game: Game, slip: object, table: Table) -> Judged:
    """A slip checked and, where nothing blocks, scored."""
    findings = game.check(slip, table)
    blocked = any(finding.blocks for finding in findings)
    return findings, None if blocked else game.score(slip, table)


def _row(
    hand: PlayedHand, table: Table, told: Judged, running: _Running, *, lower_wins: bool
) -> Row:
    findings, score = told
    if score is not None:
        _add_score(running, score)
    penalties = (*hand.penalties, *(0,) * table.columns)[: table.columns]
    _add_penalties(running, penalties, 1 if lower_wins else -1)
    _note_target(running, hand.number, table)
    return Row(
        number=hand.number,
        dealer=table.dealer,
        score=score,
        penalties=penalties,
        running=tuple(running.totals),
        findings=tuple(findings),
    )


def _add_score(running: _Running, score: HandScore) -> None:
    running.counted += score.hands if score.counts else 0
    running.control = Control(
        sum=running.control.sum + score.control.sum,
        expected=running.control.expected + score.control.expected,
    )
    for column, line in enumerate(score.lines):
        running.played[column] += line.total
        running.totals[column] += line.total
        running.matsches[column] += line.matsches
    if score.matsch is not None:
        running.matsches[score.matsch] += 1


def _add_penalties(running: _Running, penalties: Sequence[int], sign: int) -> None:
    for column, points in enumerate(penalties):
        running.penalties[column] += points
        running.totals[column] += sign * points


def _note_target(running: _Running, number: int, table: Table) -> None:
    target = table.profile.target
    if not target or running.reached_by:
        return
    reached = tuple(at for at, total in enumerate(running.totals) if total >= target)
    if reached:
        running.reached_by, running.reached_at = reached, number


def _sheet(game: Game, rows: Sequence[Row], running: _Running, table: Table) -> Sheet:
    """The finished sheet; the dealer of `table` is the one of the next hand."""
    totals = tuple(running.totals)
    best = min(totals) if game.lower_wins else max(totals)
    hands = table.profile.hands
    return Sheet(
        rows=tuple(rows),
        totals=totals,
        played=tuple(running.played),
        penalties=tuple(running.penalties),
        hands_counted=running.counted,
        control=running.control,
        matsches=tuple(running.matsches),
        strokes=tuple(map(strokes, totals)),
        leaders=tuple(at for at, total in enumerate(totals) if total == best),
        target_reached_by=running.reached_by,
        target_reached_at=running.reached_at,
        finished=0 < hands <= running.counted,
        may_end=_even(game, running.counted, table),
        next_dealer=table.dealer,
        next_leader=table.forehand,
    )


def _even(game: Game, counted: int, table: Table) -> bool:
    divisible = table.profile.sides == "single" and table.profile.differenzler.hands_divisible
    return counted > 0 and (not divisible or counted % table.players == 0)
