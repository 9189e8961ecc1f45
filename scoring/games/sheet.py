"""The sheet of any game: running totals, control sum, strokes, who deals next, where it stands.

A hand that was written although the game had been decided before: it counts for nothing more.

Such a hand stays on the sheet and in its totals, since nothing claimed at a table is lost; the
warning says that it changes nothing of how the game ended.

Whether these players can play by this profile, and the hand that is worth nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from jassclub.core.errors import Finding
from scoring.games.base import (
    REPLAYED,
    Control,
    Findings,
    Game,
    HandScore,
    Judged,
    Line,
    PlayedHand,
    Row,
    Sheet,
    State,
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


def check_seats(table: Table) -> list[Finding]:
    """Findings about the deck, the number of players and the dealer of a table."""
    out, profile = Findings(), table.profile
    if table.deck not in profile.decks:
        out.error("deck_not_allowed", "/deck", options=", ".join(profile.decks))
    if table.players not in profile.players:
        cited = profile.citation("players").article
        out.error(
            "players_not_allowed", "/players", cited, options=", ".join(map(str, profile.players))
        )
    if table.dealer is not None and not 0 <= table.dealer < table.players:
        out.error("out_of_range", "/dealer", low=0, high=table.players - 1)
    return out.items


def check_alone(table: Table) -> list[Finding]:
    """Everybody plays alone: a game with a column for each seat takes no fixed partners."""
    out, profile = Findings(), table.profile
    if profile.sides != "single":
        out.error("alone_only", "/sides", profile.citation("sides").article)
    return out.items


def check_hands_divisible(table: Table) -> list[Finding]:
    """Each player deals equally often: the number of hands is divisible by the players."""
    out, profile = Findings(), table.profile
    if profile.differenzler.hands_divisible and profile.hands % table.players:
        cited = profile.citation("differenzler.hands_divisible").article
        out.error(
            "hands_not_divisible", "/hands", cited, hands=profile.hands, players=table.players
        )
    return out.items


def nothing(state: State, table: Table) -> HandScore:
    """The score of a hand that was annulled or misdealt: no points, no control sum."""
    line = Line(total=0, parts={}, card_points=0)
    return HandScore(state=state, lines=(line,) * table.columns, control=Control(sum=0, expected=0))
