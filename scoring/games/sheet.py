"""The sheet of any game: running totals, control sum, strokes, who deals next, where it stands.

A hand that was written although the game had been decided before: it counts for nothing more.

Such a hand stays on the sheet and in its totals, since nothing claimed at a table is lost; the
warning says that it changes nothing of how the game ended.

Whether these players can play by this profile, and the hand that is worth nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any, Generic, TypeVar

from jassclub.core.errors import Finding
from scoring.games.base import (
    REPLAYED,
    STATES,
    Control,
    Findings,
    HandScore,
    Line,
    PlayedHand,
    Reader,
    Row,
    Sheet,
    SlipError,
    State,
    Table,
    open_slip,
    read_state,
)

S = TypeVar("S")
Read = tuple[State, S | None, Findings]
"""A slip as it was read: its state, its typed values where the hand counts, and what was found."""


@dataclass(frozen=True, kw_only=True)
class Entered:
    """What becomes of a slip among the other hands: its findings, its canonical form, its row and
    the sheet with it. Where a finding blocks there are only findings."""

    findings: Sequence[Finding]
    slip: Mapping[str, object] = field(default_factory=dict)
    row: Row | None = None
    sheet: Sheet | None = None


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


class Game(Generic[S]):
    """A game: slip in, points and findings out. All of it is pure.

    What games have in common is here: a slip is read once, and everything else is told from what
    was read (`S`). A game adds what its slips hold, what can be wrong with them and what they are
    worth. Slips are described in `jassclub/docs/slips.md`.
    """

    name: str
    lower_wins = False
    """Whether the smallest total is the best; penalties then add, else they are taken off."""
    schema: Mapping[str, Mapping[str, Any]] = {}
    """What a slip may hold beside its state, each member as JSON Schema."""
    states: Sequence[State] = STATES
    checks: Sequence[Callable[[S, Table, Findings], None]] = ()
    """What can be wrong with a slip that can be read, in the order of its members."""
    table_checks: Sequence[Callable[[Table], list[Finding]]] = (check_seats,)
    """What can keep people from playing it by a profile."""
    remarks: Sequence[str] = ()
    """Members that are no numbers: two entries of a hand need not agree on them."""
    counted = True
    """Whether hands after the number that was agreed on are remarked upon."""
    has_end = False
    """Whether it is over once all that there is to play was played, whatever was agreed on."""

    def typed(self, reader: Reader, state: State, table: Table, /) -> S:
        """The values of a slip; what cannot be read leaves a finding."""
        raise NotImplementedError

    def normal(self, slip: S, table: Table, /) -> dict[str, object]:
        """The members of the canonical form: derived numbers filled in, defaults written out.

        Slips that say the same are equal in this form; as they were read where a game says no more.
        """
        read = {key: getattr(slip, key) for key in self.schema}
        return {key: list(it) if isinstance(it, tuple) else it for key, it in read.items()}

    def worth(self, slip: S, table: Table, /) -> HandScore:
        """What a hand that counts is worth."""
        raise NotImplementedError

    def told(self, normal: dict[str, object], slip: S, table: Table, /) -> dict[str, object]:
        """The part of the canonical form on which two entries of a hand must agree."""
        return {key: value for key, value in normal.items() if key not in self.remarks}

    def ended(self, sheet: Sheet, hands: Sequence[PlayedHand], table: Table, /) -> Sheet:
        """The sheet with how the game ended, where more than the number of hands decides it."""
        return sheet

    def deals_after(self, table: Table, /) -> int | None:
        """Who deals after the hand of `table`, which is the last of its `others`."""
        return _later(table.dealer, 1, table)

    def left(self, _table: Table, /) -> Sequence[int]:
        """The seats that play no more in the hand of a table."""
        return ()

    def leader(self, table: Table, /) -> int | None:
        """Who leads to the first trick, None while nobody can know."""
        return table.forehand

    def table_at(self, number: int, hands: Sequence[PlayedHand], first: Table) -> Table:
        """The table at hand `number`, among all other `hands`; `first` describes it at hand 1."""
        before = list[PlayedHand]()
        for hand in sorted((it for it in hands if it.number < number), key=lambda it: it.number):
            turn = self.turn(hand.number, before, first) if hand.dealer is None else hand.dealer
            before.append(replace(hand, dealer=turn))
        others = (*before, *(it for it in hands if it.number > number))
        dealer = self.turn(number, before, first)
        table = replace(first, dealer=dealer, hand_number=number, others=others)
        return replace(table, gone=tuple(self.left(table)))

    def turn(self, number: int, before: Sequence[PlayedHand], first: Table) -> int | None:
        """Whose turn it is to deal hand `number`; who dealt those `before` is noted with them."""
        if not before:
            return _later(first.dealer, number - 1, first)
        last, others = before[-1], tuple(before)
        table = replace(first, dealer=last.dealer, hand_number=last.number, others=others)
        stays = last.replayed and table.profile.redeal == "same"
        dealer = last.dealer if stays else self.deals_after(table)
        return _later(dealer, number - last.number - 1, first)

    def check_table(self, table: Table) -> list[Finding]:
        """Everything that keeps these players from playing by this profile."""
        return [finding for check in self.table_checks for finding in check(table)]

    def check(self, slip: object, table: Table) -> Sequence[Finding]:
        """All findings of a slip, errors and warnings, in the slip's order; never raises."""
        hand = PlayedHand(number=table.hand_number, slip=slip, dealer=table.dealer)
        first = replace(table, dealer=None, hand_number=1, others=())
        return self.enter(hand, table, first).findings

    def normalise(self, slip: object, table: Table) -> dict[str, object]:
        """The slip in canonical form. SlipError when `check` finds errors."""
        return self._canonical(*self._readable(slip, table), table)

    def numbers(self, slip: object, table: Table) -> dict[str, object]:
        """What two entries of a hand must agree on to count as the same; SlipError as above."""
        state, typed = self._readable(slip, table)
        normal = self._canonical(state, typed, table)
        return normal if typed is None else self.told(normal, typed, table)

    def score(self, slip: object, table: Table) -> HandScore:
        """What the slip is worth; SlipError when `check` finds errors."""
        return self._score(*self._readable(slip, table), table)

    def enter(self, hand: PlayedHand, table: Table, first: Table) -> Entered:
        """A slip among the `others` of its `table`, read and put on the sheet at once.

        `first` describes the table at hand 1, as for `sheet`.
        """
        state, typed, out = self._read(hand.slip, table, Findings())
        if out.blocked:
            return Entered(findings=out.items)
        slip = self._canonical(state, typed, table)
        others = [other for other in table.others if other.number != hand.number]
        sheet = self.sheet([*others, replace(hand, slip=slip)], first)
        (row,) = (row for row in sheet.rows if row.number == hand.number)
        late = [item for item in row.findings if item.code == "game_decided"]
        return Entered(findings=[*out.items, *late], slip=slip, row=row, sheet=sheet)

    def sheet(self, hands: Sequence[PlayedHand], table: Table) -> Sheet:
        """The sheet of the hands in the order of their numbers; `table` describes hand 1."""
        sheet = self.ended(build_sheet(self, hands, table), hands, table)
        if sheet.finish.ending is None and sheet.outcome is None:
            return sheet
        return replace(sheet, rows=tuple(_told_late(row, sheet) for row in sheet.rows))

    def judge(self, slip: object, table: Table) -> tuple[Sequence[Finding], HandScore | None]:
        """The findings of a slip and what it is worth, None where one of them blocks."""
        state, typed, out = self._read(slip, table)
        findings = [*out.items, *(after_the_last(table) if self.counted else ())]
        return findings, None if out.blocked else self._score(state, typed, table)

    def _read(self, slip: object, table: Table, out: Findings | None = None) -> Read[S]:
        out = out or Findings(stored=table.stored)
        reader = open_slip(slip, out, tuple(self.schema))
        state = "complete" if reader is None else read_state(reader, self.states)
        if reader is None or state in REPLAYED:
            return state, None, out
        typed = self.typed(reader, state, table)
        for check in self.checks:
            check(typed, table, out)
        return state, typed, out

    def _readable(self, slip: object, table: Table) -> tuple[State, S | None]:
        state, typed, out = self._read(slip, table)
        if out.blocked:
            raise SlipError(out.items)
        return state, typed

    def _canonical(self, state: State, typed: S | None, table: Table) -> dict[str, object]:
        return {"state": state} | ({} if typed is None else self.normal(typed, table))

    def _score(self, state: State, typed: S | None, table: Table) -> HandScore:
        return nothing(state, table) if typed is None else self.worth(typed, table)


def build_sheet(game: Game[S], hands: Sequence[PlayedHand], table: Table) -> Sheet:
    """The sheet without its end; hands may come in any order, `table` describes hand 1."""
    rows, number = [], 0
    running, before = (0,) * table.columns, list[PlayedHand]()
    for hand in sorted(hands, key=lambda item: item.number):
        number = hand.number
        dealer = game.turn(number, before, table) if hand.dealer is None else hand.dealer
        at_hand = replace(table, dealer=dealer, hand_number=number, others=tuple(before))
        row = _row(game, hand, at_hand, running)
        rows.append(row)
        running = row.running
        before += [replace(hand, dealer=dealer)] if row.score is not None else []
    return _sheet(game, rows, running, game.table_at(number + 1, before, table))


def _later(dealer: int | None, steps: int, table: Table) -> int | None:
    return None if dealer is None else (dealer + steps) % table.players


def _row(game: Game[S], hand: PlayedHand, table: Table, before: tuple[int, ...]) -> Row:
    """The hand as it counts; `before`: what stood on the sheet."""
    findings, score = game.judge(hand.slip, table)
    none = (0,) * len(before)
    penalties = (*hand.penalties, *none)[: len(before)]
    sign = 1 if game.lower_wins else -1
    brought = zip(before, none if score is None else score.totals, penalties, strict=True)
    return Row(
        number=hand.number,
        dealer=table.dealer,
        score=score,
        penalties=penalties,
        running=tuple(had + points + sign * off for had, points, off in brought),
        findings=tuple(findings),
    )


def _sheet(game: Game[S], rows: Sequence[Row], totals: tuple[int, ...], table: Table) -> Sheet:
    """The finished sheet; `table` is that of the next hand."""
    scores = [row.score for row in rows if row.score is not None]
    counted = sum(score.hands for score in scores if score.counts)
    best = min(totals) if game.lower_wins else max(totals)
    agreed, target = table.profile.hands, table.profile.target or inf
    reached = ([at for at, had in enumerate(row.running) if had >= target] for row in rows)
    return Sheet(
        rows=tuple(rows),
        totals=totals,
        played=_added([score.totals for score in scores], len(totals)),
        penalties=_added([row.penalties for row in rows], len(totals)),
        hands_counted=counted,
        control=Control(
            sum=sum(score.control.sum for score in scores),
            expected=sum(score.control.expected for score in scores),
        ),
        matsches=_added([score.matsches for score in scores], len(totals)),
        leaders=tuple(at for at, total in enumerate(totals) if total == best),
        target_reached_by=tuple(next(filter(None, reached), ())),
        finished=0 < agreed <= counted,
        next_dealer=table.dealer,
        next_leader=game.leader(table),
    )


def _added(rows: Sequence[Sequence[int]], columns: int) -> tuple[int, ...]:
    """The sum of each column."""
    return tuple(sum(row[at] for row in rows) for at in range(columns))


def after_the_last(table: Table) -> list[Finding]:
    """A warning where the agreed number of hands had been played before `table.hand_number`."""
    agreed = table.profile.hands
    if not agreed:
        return []
    counted = sorted(
        other.number
        for other in table.others
        if other.number < table.hand_number and not other.replayed
    )
    if len(counted) < agreed:
        return []
    return [decided(counted[agreed - 1], table.profile.citation("hands").article)]


def _told_late(row: Row, sheet: Sheet) -> Row:
    late = after_the_end(sheet, row.number)
    told = any(item.code == "game_decided" for item in row.findings)
    return replace(row, findings=(*row.findings, *late)) if late and not told else row


def after_the_end(sheet: Sheet, number: int) -> list[Finding]:
    """The same where a claim or the target ended the game; `sheet` need not hold the hand."""
    ending, outcome = sheet.finish.ending, sheet.outcome
    if outcome is not None and outcome.over and outcome.hand < number:
        return [decided(outcome.hand, None)]
    if ending is None or ending.hand >= number:
        return []
    return [decided(ending.hand, ending.article)]


def decided(hand: int, article: str | None) -> Finding:
    """The warning: the game was decided with that hand."""
    return Finding(code="game_decided", severity="warning", article=article, params={"hand": hand})


def nothing(state: State, table: Table) -> HandScore:
    """The score of a hand that was annulled or misdealt: no points, no control sum."""
    return HandScore(state=state, lines=(Line.of({}, 0),) * table.columns, counts=False)
