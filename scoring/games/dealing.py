"""Who deals the first hand of a game: asked once, then the deal goes round.

Who says a number when: from the right of the dealer on, the dealer last.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from jassclub.core.errors import Finding, pointer
from referee.rules.profile import Profile
from scoring.games.base import Findings, Reader, Sheet, Table
from scoring.games.card_sums import Numbers


@dataclass(frozen=True, kw_only=True)
class Opening:
    """What to ask before the first hand.

    `lot`: which seat deals, as the table settles it; `losers`: the same, but `columns` (the
    losers of the last game) decide; `diamond_seven`: which seat holds the 7 of diamonds, once
    the cards are dealt: it speaks first. `article` is None where a house rule decides.
    """

    asks: Literal["lot", "losers", "diamond_seven"]
    columns: tuple[int, ...] = ()
    article: str | None = None


def opening(profile: Profile, last: Sheet | None = None) -> Opening:
    """What to ask at a new game; `last` is the sheet of the game before at this table."""
    cited = profile.citation("first_forehand").article
    if profile.first_forehand == "diamond_seven":
        return Opening(asks="diamond_seven", article=cited)
    losers = losing_columns(last) if last is not None and last.finished else ()
    if last is not None and losers and _sole_loser(last) is None:
        return Opening(asks="losers", columns=losers, article="spiel-geben")
    return Opening(asks="lot", article=cited)


def losing_columns(sheet: Sheet) -> tuple[int, ...]:
    """The columns that lost a finished game; () where all are equal."""
    ending, outcome = sheet.finish.ending, sheet.outcome
    won = sheet.leaders if outcome is None else outcome.winners
    won = won if ending is None or ending.winner is None else (ending.winner,)
    spared = (*won, *(() if outcome is None else outcome.neither))
    return tuple(at for at in range(len(sheet.totals)) if at not in spared)


def first_dealer(asked: Opening, seat: int, table: Table) -> int:
    """The dealer of hand 1 from the answer: that seat, or the one before the 7 of diamonds.

    Whoever holds the 7 speaks first as if the seat before had dealt; the next hand is dealt by
    him, and his neighbour speaks (what-is-jass.eldest).
    """
    return (seat - 1) % table.players if asked.asks == "diamond_seven" else seat


FOUR_AS_PAIRS = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 1, 3, 2))
"""Who sits where, so that each plays with each of the others once."""


def seatings(table: Table) -> Sequence[tuple[int, ...]]:
    """How the same people may sit at the next game, as they sat first: by who plays with whom."""
    as_before = tuple(range(table.players))
    paired = table.players == len(FOUR_AS_PAIRS[0]) and table.columns < table.players
    return FOUR_AS_PAIRS if paired else (as_before,)


def next_to_deal(asked: Opening, sheet: Sheet, table: Table) -> int | None:
    """The seat to propose for the next game: whose turn it is, of the losers where they decide."""
    loser, turn = _sole_loser(sheet), sheet.next_dealer
    if loser is not None and asked.asks == "lot":
        return (loser - 1) % table.players
    if turn is None or asked.asks != "losers":
        return turn if asked.asks == "lot" else None
    round_ = [(turn + step) % table.players for step in range(table.players)]
    return next(seat for seat in round_ if table.column_of(seat) in asked.columns)


def _sole_loser(sheet: Sheet) -> int | None:
    """Who alone lost a game that somebody loses first: then his left neighbour deals."""
    lost = sheet.outcome is not None and sheet.outcome.over and sheet.outcome.reason == "lost"
    losers = losing_columns(sheet) if lost else ()
    return losers[0] if len(losers) == 1 else None


SpokenNumbers = Sequence[int | None]
"""What was said by seat, None where somebody is still to speak."""


def speaking_order(table: Table) -> list[int]:
    """Seats from forehand to dealer, none while nobody knows the dealer."""
    if table.forehand is None:
        return []
    return [(table.forehand + step) % table.players for step in range(table.players)]


def next_to_speak(said: SpokenNumbers, table: Table) -> int | None:
    """The seat whose turn it is, None when all have spoken or nobody knows the dealer."""
    return next((seat for seat in speaking_order(table) if said[seat] is None), None)


@dataclass(frozen=True, kw_only=True)
class Speaking:
    """What is said before a hand is played: `member` of the slip holds it, a number a seat.

    `high`: the largest number at a table. All numbers together may not make the one that `barred`
    tells of a table and its largest number, None where they may make any; `refused` is the finding
    of that, with these numbers by `names` (the sum, and what the dealer said), `switch` what cites
    it. By rules that say `in_order`, they are said from the right of the dealer on, by those that
    say `needed` each must say one. `sealable`: whether they may be hidden; `article`: where all
    this stands.
    """

    member: str
    article: str
    high: Callable[[Table], int]
    barred: Callable[[Table, int], int | None]
    refused: str = "prediction_makes_sum_fit"
    names: Sequence[str] = ("total",)
    switch: str = ""
    in_order: Mapping[str, Any] = field(default_factory=dict)
    needed: Mapping[str, Any] = field(default_factory=dict)
    sealable: bool = False

    def read(self, reader: Reader, table: Table, high: int) -> Numbers:
        """A number, or null, for each seat; a finding where nobody said any."""
        where = reader.where(self.member)
        found = reader.numbers(self.member, table.players, low=0, high=high)
        if found is None and not reader.out.at(where):
            reader.out.error("predictions_missing", where, self.article)
        return found or (None,) * table.players

    def check(self, told: object, table: Table) -> list[Finding]:
        """Findings of numbers while they are said: a list with null for those to come."""
        out, high = Findings(), self.high(table)
        found = self.read(Reader({self.member: told}, out), table, high)
        if table.profile.says(self.in_order) and not out.items:
            due, order = next_to_speak(found, table), speaking_order(table)
            for seat in order[order.index(due) + 1 :] if due is not None else ():
                if found[seat] is not None:
                    where = pointer(self.member, seat)
                    out.error("prediction_too_early", where, self.article, seat=due)
            self.check_fit(found, table, out, high)
        return out.items

    def check_fit(self, said: SpokenNumbers, table: Table, out: Findings, high: int) -> None:
        """All numbers may not make the sum that is barred; it is the dealer who makes them fit."""
        total, dealer = self.barred(table, high), table.dealer
        if None in said or sum(number or 0 for number in said) != total:
            return
        cited = table.profile.citation(self.switch).article if self.switch else None
        if dealer is None:
            out.error("prediction_makes_sum_fit", pointer(self.member), cited, total=total)
        else:
            told = dict(zip(self.names, (total, said[dealer]), strict=False))
            out.error(self.refused, pointer(self.member, dealer), cited, **told)

    def forbidden(self, said: SpokenNumbers, table: Table) -> int | None:
        """The number that the dealer may not say, None while others are still to speak."""
        total, dealer = self.barred(table, self.high(table)), table.dealer
        others = [number for seat, number in enumerate(said) if seat != dealer]
        left = (total or 0) - sum(number or 0 for number in others)
        return None if None in (total, dealer, *others) or left < 0 else left
