"""What all games share: the table, a scored hand, the sheet, reading a slip and its faults.

A slip is what was written about one hand: a JSON object. A column is what points are written
for: a side in games with pairs, a seat where everyone plays alone. Seats, columns and pointers
count from 0, hands from 1.

Whatever JSON sends, the answer is a value or a finding. In Python true is an int and 1e400 is a
float: only whole numbers that are neither are numbers here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from jassclub.core.errors import Finding, echo, pointer
from jassclub.core.reader import Refusal
from referee.rules.profile import Profile
from scoring.games.endings import Finish, Outcome, Strokes, strokes

State = Literal["complete", "annulled", "misdealt", "ended", "approximate"]
"""`ended`: the game ended within the hand; `approximate`: the points were worked out afterwards."""
STATES: tuple[State, ...] = ("complete", "annulled", "misdealt")
"""The states of a hand that every game knows."""
REPLAYED: tuple[State, ...] = ("annulled", "misdealt")
"""The states of a hand that is worth nothing and is dealt again."""


class SlipError(Refusal):
    """A slip that `check` finds errors in was handed to `score`."""


@dataclass(frozen=True, kw_only=True)
class Table:
    """Who sits where and by which profile. `dealer` is the seat that deals `hand_number`.

    `others` are the hands that a slip has to fit, where a game asks for it (a line of Coiffeur
    is played once): at an entry the current slips of all other hands, on a sheet those before.
    `gone`: the seats that play no more in it. `stored`: what its hands say was taken when it was
    written, perhaps by rules that refused less.
    """

    profile: Profile
    deck: str = "german"
    players: int = 4
    dealer: int | None = None
    hand_number: int = 1
    others: tuple["PlayedHand", ...] = field(default=(), hash=False)
    gone: tuple[int, ...] = ()
    stored: bool = False

    @property
    def columns(self) -> int:
        """How many totals the sheet has."""
        return 2 if self.profile.sides == "pairs" else self.players

    @property
    def place(self) -> int:
        """Which one it is, from 1, of the hands that were not dealt again."""
        before = (it for it in self.others if it.number < self.hand_number)
        return self.hand_number - sum(it.replayed for it in before)

    @property
    def first_said(self) -> Mapping[str, Any]:
        """The slip of the first hand before that counts."""
        before = sorted(self.others, key=lambda item: item.number)
        slips = (it.slip for it in before if it.number < self.hand_number and not it.replayed)
        return next((slip for slip in slips if isinstance(slip, Mapping)), {})

    @property
    def forehand(self) -> int | None:
        """The seat that speaks first, None while the dealer is unknown."""
        return None if self.dealer is None else self.next_seat(self.dealer)

    def next_seat(self, seat: int) -> int:
        """The seat that plays after `seat`; seats are numbered in playing order."""
        order = ((seat + step) % self.players for step in range(1, self.players + 1))
        return next(after for after in order if after not in self.gone or after == seat)

    def column_of(self, seat: int) -> int:
        """The column a seat's points are written in."""
        return seat % self.columns


@dataclass(frozen=True, kw_only=True)
class Control:
    """A control sum: what the counted cards give and what they ought to give."""

    sum: int = 0
    expected: int = 0

    @classmethod
    def of(cls, total: int, sums: frozenset[int], bonus: int = 0) -> "Control":
        """Of cards that can make several sums; `bonus`: what counts beside them."""
        right = total if total in sums else max(sums)
        return cls(sum=total + bonus, expected=right + bonus)

    @property
    def holds(self) -> bool:
        return self.sum == self.expected


@dataclass(frozen=True, kw_only=True)
class Line:
    """One column of one hand. `parts` says what `total` is made of: they add up to it.

    `card_points` is None where only the total is known.
    `unmultiplied` is the total without the factor of the contract, where tables agree on factors
    of their own; None where the factor belongs to the game itself (the lines of Coiffeur).
    `matsches` and `against` (the points of the opponents) are of an entry that is told by its
    sums, where partners change and every player has a column.
    """

    total: int
    parts: Mapping[str, int]
    card_points: int | None
    multiplier: int = 1
    unmultiplied: int | None = None
    prediction: int | None = None
    made: int | None = None
    exact: bool = False
    matsches: int = 0
    against: int | None = None

    @classmethod
    def of(cls, parts: Mapping[str, int], card_points: int | None = None, **more: Any) -> "Line":
        """The line of these parts."""
        return cls(total=sum(parts.values()), parts=parts, card_points=card_points, **more)


@dataclass(frozen=True, kw_only=True)
class HandScore:
    """What a slip is worth. A hand that was annulled or misdealt has lines of nothing.

    `hands`: how many hands the entry stands for, where it is told by the sum of several; `counts`:
    whether it counts toward the number of hands at all.
    `sealed`: the points stand, what they are worth is known once the predictions are opened.
    """

    lines: tuple[Line, ...]
    state: State = "complete"
    control: Control = field(default_factory=Control)
    matsch: int | None = None
    kontermatsch: bool = False
    hands: int = 1
    counts: bool = True
    sealed: bool = False

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(line.total for line in self.lines)

    @property
    def matsches(self) -> tuple[int, ...]:
        """The matsches of each column."""
        return tuple(line.matsches + (at == self.matsch) for at, line in enumerate(self.lines))


@dataclass(frozen=True, kw_only=True)
class PlayedHand:
    """A current entry: its number, its slip, and penalty points per column (positive).

    `dealer` is who really dealt, where that was written down when the hand was; without it the
    deal goes round, and annulling an earlier hand moves the dealers of the later ones.
    """

    number: int
    slip: object
    penalties: tuple[int, ...] = ()
    dealer: int | None = None

    @property
    def replayed(self) -> bool:
        """Whether it is worth nothing and dealt again."""
        return isinstance(self.slip, Mapping) and self.slip.get("state") in REPLAYED


@dataclass(frozen=True, kw_only=True)
class Row:
    """A line of the sheet. A slip with errors has no score, counts nothing and is kept."""

    number: int
    dealer: int | None
    score: HandScore | None
    penalties: tuple[int, ...]
    running: tuple[int, ...]
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """The whole game so far, derived from current slips and nothing else.

    `totals` hold the penalties, `played` doesn't: control sums stay valid. Reaching the target
    is reported and ends nothing; `finished`: the agreed number of hands is played, or `finish`
    has an ending, or the `outcome` of a game that is told as data is over.
    """

    rows: tuple[Row, ...]
    totals: tuple[int, ...]
    played: tuple[int, ...]
    penalties: tuple[int, ...]
    hands_counted: int
    control: Control
    matsches: tuple[int, ...]
    leaders: tuple[int, ...]
    target_reached_by: tuple[int, ...] = ()
    finished: bool = False
    next_dealer: int | None = None
    next_leader: int | None = None
    finish: Finish = field(default_factory=Finish)
    outcome: Outcome | None = None
    feet: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """What else is written below the hands, a number a column: the marks that wait for the next
    hand (`rampo`), the strokes of each `round` that is over and of several together (`strokes`)."""

    @property
    def strokes(self) -> tuple[Strokes, ...]:
        """Each total as it stands on the slate."""
        return tuple(map(strokes, self.totals))


@dataclass
class Findings:
    """Collects findings while a slip is read."""

    items: list[Finding] = field(default_factory=list)
    blocked: bool = False
    """Whether an error is among them."""
    stored: bool = False
    """Whether the slip was taken before and counts."""

    def error(
        self, code: str, pointer: str, /, article: str | None = None, **params: object
    ) -> None:
        self.blocked = True
        self.items.append(Finding(code=code, pointer=pointer, article=article, params=params))

    def warn(
        self, code: str, pointer: str, /, article: str | None = None, **params: object
    ) -> None:
        self.items.append(
            Finding(code=code, pointer=pointer, severity="warning", article=article, params=params)
        )

    def refuse(
        self, code: str, pointer: str, /, article: str | None = None, **params: object
    ) -> None:
        """An error of whoever writes it now; what is stored keeps counting, with a warning."""
        (self.warn if self.stored else self.error)(code, pointer, article, **params)

    def at(self, where: str) -> bool:
        """Whether anything was found at this pointer or below it."""
        return any((item.pointer + "/").startswith(where + "/") for item in self.items)


T = TypeVar("T")


def whole(value: object) -> int | None:
    """The value if it is a whole number, else None."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


@dataclass
class Reader:
    """One JSON object and where it stands in the slip."""

    values: Mapping[object, object]
    out: Findings
    at: tuple[str | int, ...] = ()

    def where(self, *parts: str | int) -> str:
        return pointer(*self.at, *parts)

    def has(self, key: str) -> bool:
        """Whether the key holds anything; null counts as nothing."""
        return self.values.get(key) is not None

    def only(self, *known: str) -> None:
        """A finding for each key that is not known."""
        for key in self.values:
            if key not in known:
                name, there = echo(key), ", ".join(known)
                self.out.error("unknown_field", self.where(name), field=name, known=there)

    def number(self, key: str, *, low: int, high: int) -> int | None:
        """A whole number from low to high, None (with a finding unless absent) otherwise."""
        return self._number(self.values.get(key), (key,), low, high)

    def choice(self, key: str, options: Sequence[str]) -> str | None:
        """One of the options, None (with a finding unless absent) otherwise."""
        value = self.values.get(key)
        if value is None or (isinstance(value, str) and value in options):
            return value if isinstance(value, str) else None
        self.out.error("not_a_choice", self.where(key), options=", ".join(options))
        return None

    def flag(self, key: str) -> bool:
        """True or false; absent is false."""
        value = self.values.get(key)
        if value is not None and not isinstance(value, bool):
            self.out.error("wrong_type", self.where(key), expected="true/false")
        return value is True

    def numbers(
        self, key: str, count: int, *, low: int, high: int
    ) -> tuple[int | None, ...] | None:
        """`count` numbers or nulls; None (with a finding unless absent) for anything else."""
        return self.several(key, count, lambda item, at: self._number(item, (key, at), low, high))

    def flags(self, key: str, count: int) -> tuple[bool | None, ...] | None:
        """`count` times true, false or null; None (with a finding unless absent) otherwise."""
        return self.several(key, count, lambda item, at: self._flag(item, key, at))

    def several(
        self, key: str, count: int, read: Callable[[object, int], T]
    ) -> tuple[T, ...] | None:
        """`count` values, each read with its place; None (with a finding unless absent) where one
        of them leaves a finding, or for anything else."""
        value = self.values.get(key)
        if value is None:
            return None
        if not isinstance(value, list | tuple) or len(value) != count:
            self.out.error("wrong_length", self.where(key), count=count)
            return None
        before = len(self.out.items)
        read_items = tuple(read(item, at) for at, item in enumerate(value))
        return read_items if len(self.out.items) == before else None

    def inner(
        self, key: str, known: Sequence[str] = (), needed: Sequence[str] = ()
    ) -> "Reader | None":
        """A reader of the object under a key, None (with a finding unless absent) if it is none;
        `known`: the keys it may have, `needed`: those it must have."""
        value = self.values.get(key)
        if value is None:
            return None
        if not isinstance(value, Mapping):
            self.out.error("not_an_object", self.where(key))
            return None
        found = Reader(value, self.out, (*self.at, key))
        found.only(*(known or value))
        for field_ in needed:
            if not found.has(field_):
                self.out.error("field_missing", found.where(field_), field=field_)
        return found

    def _number(self, value: object, at: tuple[str | int, ...], low: int, high: int) -> int | None:
        if value is None:
            return None
        number = whole(value)
        if number is None:
            self.out.error("wrong_type", self.where(*at), expected="integer")
        elif not low <= number <= high:
            self.out.error("out_of_range", self.where(*at), low=low, high=high)
            return None
        return number

    def _flag(self, value: object, key: str, at: int) -> bool | None:
        if value is None or isinstance(value, bool):
            return value
        self.out.error("wrong_type", self.where(key, at), expected="true/false")
        return None


def open_slip(slip: object, out: Findings, known: Sequence[str]) -> Reader | None:
    """A reader of the slip, None (with a finding) if it is no JSON object."""
    if not isinstance(slip, Mapping):
        out.error("not_an_object", "")
        return None
    reader = Reader(slip, out)
    reader.only("state", *known)
    return reader


def read_state(reader: Reader, states: Sequence[State] = STATES) -> State:
    """The state of the hand, one of `states`; absent means complete."""
    chosen = reader.choice("state", states)
    return next((state for state in states if state == chosen), "complete")
