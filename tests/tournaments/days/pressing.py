"""Buttons of a tournament day: every refusal is one of ours and changes nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, ClassVar

from django.db import transaction
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant

from jassclub.core.errors import DomainError
from tests.tournaments.days.holding import Memory
from tests.tournaments.events import Event, event
from tournaments.desk import services as desk
from tournaments.entries.models import Entry
from tournaments.rounds.hall import open_round, seated_rounds
from tournaments.rounds.models import Passe, Round

NUMBERS = st.integers(1, 16)
"""Of entries; the high ones are nobody's as long as few came late."""
TABLES = st.integers(1, 4)
ROUNDS = st.integers(1, 4)
REASONS = st.sampled_from(["", "  ", "verzählt", "Knie"])
SLIPS = st.sampled_from(["right"] * 4 + ["swapped", "13:7", "short", "matsch", "rubbish"])
SELDOM = st.sampled_from([False] * 3 + [True])
HANDS = 4
SUM = HANDS * 157


def in_play(day: Pressing) -> bool:
    return day.memory.state in ("draft", "open", "running")


def called(day: Pressing) -> bool:
    return bool(day.memory.seats) and in_play(day)


class Pressing(RuleBasedStateMachine):
    """Every refusal is one of ours; after every step everything in `Memory.holds` is true."""

    refused: ClassVar[Counter[str]] = Counter()
    done: ClassVar[Counter[str]] = Counter()

    def __init__(self) -> None:
        super().__init__()
        self.around = transaction.atomic()
        self.around.__enter__()
        self.seats_move = False
        self.benches_moved = False
        self.named = 0
        self.secrets: list[str] = []

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.around.__exit__(None, None, None)

    @initialize(
        count=st.integers(8, 13),
        rounds=st.integers(2, 4),
        odd=st.sampled_from(["mean", "joker", "stand_in"]),
        double_entry=st.booleans(),
        control=st.sampled_from(["reject", "split", "director"]),
        matsch_bonus=st.sampled_from([0, 100]),
        drop=st.booleans(),
    )
    def begin(self, count: int, drop: bool, **settings: Any) -> None:
        ranking = {"count": "drop:1" if drop else "sum"}
        self.day: Event = event(hands=HANDS, **settings, ranking=ranking)
        self.scribes = [self.day.scribe, self.day.scribe]
        self.memory = Memory(self.day.tournament)
        self.do(desk.open_sign_up)
        self.day.enter(count)

    def do(self, command: Callable[..., Any], /, **named: Any) -> Any:
        """One button of the direction; None if it was refused, which changes nothing."""
        return self.ask(command, **self.day.ids, **named)

    def ask(self, command: Callable[..., Any], /, **named: Any) -> Any:
        before = self._state()
        try:
            answer = command(**named)
        except DomainError as refusal:
            self.refused[refusal.code] += 1
            assert self._state() == before
            return None
        self.done[command.__name__] += 1
        return answer

    def _state(self) -> tuple[Any, ...]:
        row = self.memory.tournament
        return row.log_seq, row.log_hash, row.results_version, row.version, row.state

    @property
    def open(self) -> Round | None:
        return open_round(self.memory.tournament)

    def number(self, wish: int) -> int:
        """The number of a round: the last with 1, the one before with 2, with 4 one to come."""
        count: int = self.memory.tournament.rounds.count()
        return count + 1 if wish == 4 else max(1, count + 1 - wish)

    def passe(self, table: int, number: int) -> Passe | None:
        found = Passe.objects.filter(round__tournament=self.day.tournament)
        return found.filter(round__number=number, table__number=table).first()

    @invariant()
    def everything_holds(self) -> None:
        if hasattr(self, "memory"):
            self.memory.holds(seats_move=self.seats_move)
            self.seats_move = False
            if not self.benches_moved:
                self._benches_are_fair()

    def _benches_are_fair(self) -> None:
        """Among those who were there in every round nobody sat out twice more than another."""
        times: Counter[int] = Counter()
        always: set[int] | None = None
        kinds = dict(self.day.tournament.entries.values_list("number", "kind"))
        for _called, tables, out in seated_rounds(self.memory.tournament):
            here = {n for table in tables for n in table} | set(out)
            always = here if always is None else always & here
            times.update(out)
        spread = [times[n] for n in always or () if kinds[n] == Entry.Kind.PLAYER]
        assert not spread or max(spread) - min(spread) <= 1
