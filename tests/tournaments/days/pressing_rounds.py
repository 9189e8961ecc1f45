"""The plan, the rounds that are called, and who sits where."""

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from tests.tournaments.days.holding import people_of, seats_of
from tests.tournaments.days.pressing import (
    NUMBERS,
    REASONS,
    ROUNDS,
    SUM,
    TABLES,
    Pressing,
    called,
    in_play,
)
from tests.tournaments.days.pressing_sheets import sheet
from tournaments.desk import rounds, seating
from tournaments.draw import planning as plans, services as drawing
from tournaments.draw.planning import roster_of
from tournaments.entries.models import Entry
from tournaments.format.selectors import format_of
from tournaments.results import services as results
from tournaments.rounds.hall import seated_rounds
from tournaments.rounds.models import Draw


class PressingRounds(Pressing):
    """The direction with its rounds."""

    # ---- the plan

    @rule(reason=REASONS, expected=st.sampled_from([False, False, True]))
    def draw(self, reason: str, expected: bool) -> None:
        drawn = self.do(drawing.draw, reason=reason, expected=expected)
        if drawn is None:
            return
        assert self.do(drawing.draw, expected=expected) == (drawn[0], False)
        played = len(self.memory.seats)
        called = [played_round["tables"] for played_round in drawn[0].rounds[:played]]
        assert called == [tables for _r, tables, _out in seated_rounds(self.memory.tournament)]
        if drawn[1]:
            self._is_made_again(drawn[0], expected=expected)

    def _is_made_again(self, drawn: Draw, *, expected: bool) -> None:
        """From the seed, the people and the history alone."""
        tournament = self.memory.tournament
        roster = roster_of(tournament, expected=expected)
        phase = plans.phase_at(format_of(tournament), drawn.played + 1)
        seed = f"{tournament.seed}:{drawn.number}"
        again = plans.planned(roster, phase, seed=seed, order=())
        assert [plans.round_as_json(planned) for planned in again.rounds] == drawn.rounds

    @precondition(called)
    @rule(number=ROUNDS, one=NUMBERS, other=NUMBERS, reason=REASONS)
    def exchange_in_plan(self, number: int, one: int, other: int, reason: str) -> None:
        named = {"number": number, "one": one, "other": other, "reason": reason}
        if self.do(drawing.exchange_in_plan, **named):
            self.benches_moved = True

    # ---- rounds

    @precondition(in_play)
    @rule()
    def call(self) -> None:
        self.seats_move = True
        called = self.do(rounds.call_round)
        if called is None:
            return
        seated = people_of(seats_of(self.memory.tournament)[called.number])
        here = self.day.tournament.entries.filter(state=Entry.State.PRESENT)
        players = set(here.filter(kind=Entry.Kind.PLAYER).values_list("number", flat=True))
        assert players <= seated <= set(here.values_list("number", flat=True))

    @precondition(called)
    @rule(number=ROUNDS, reason=REASONS)
    def uncall(self, number: int, reason: str) -> None:
        number = self.number(number)
        if self.do(rounds.uncall_round, number=number, reason=reason) is None:
            return

    @precondition(called)
    @rule(number=ROUNDS)
    def start(self, number: int) -> None:
        self.do(rounds.start_round, number=self.number(number))

    @precondition(called)
    @rule(number=ROUNDS, reason=REASONS)
    def close(self, number: int, reason: str) -> None:
        self.do(rounds.close_round, number=self.number(number), reason=reason)

    @precondition(called)
    @rule(number=ROUNDS, reason=REASONS)
    def reopen_round(self, number: int, reason: str) -> None:
        self.do(rounds.reopen_round, number=self.number(number), reason=reason)

    @precondition(in_play)
    @rule(firsts=st.lists(st.integers(0, SUM), min_size=4, max_size=4))
    def play_out(self, firsts: list[int]) -> None:
        """Draw and call if need be, type whatever is missing, twice, and close."""
        if self.open is None:
            self.draw("", False)
            self.call()
            self.memory.holds(seats_move=True)
        called = self.open
        if called is None:
            return
        for passe in called.passen.all():
            first = firsts[passe.table.number % 4]
            for scribe in self.scribes:
                self.ask(results.type_sheet, actor=scribe, passe_id=passe.pk, data=sheet(first))
        self.do(rounds.close_round, number=called.number)

    @precondition(in_play)
    @rule(firsts=st.lists(st.integers(0, SUM), min_size=4, max_size=4))
    def play_on(self, firsts: list[int]) -> None:
        """The same once more, so that days get beyond their first round."""
        self.play_out(firsts)

    # ---- seats

    @precondition(called)
    @rule(
        number=ROUNDS,
        entry=NUMBERS,
        helper=st.none() | NUMBERS,
        credited=st.sampled_from(["", "entry", "substitute"]),
    )
    def step_in(self, number: int, entry: int, helper: int | None, credited: str) -> None:
        self.seats_move = True
        named = {"entry": entry, "substitute": helper, "credited": credited, "reason": "Knie"}
        self.do(seating.step_in, number=self.number(number), **named)

    @precondition(called)
    @rule(number=ROUNDS, one=NUMBERS, other=NUMBERS, reason=REASONS)
    def exchange_seats(self, number: int, one: int, other: int, reason: str) -> None:
        self.seats_move = True
        named = {"one": one, "other": other, "reason": reason}
        if self.do(seating.exchange_seats, number=self.number(number), **named):
            self.benches_moved = True

    @precondition(called)
    @rule(number=ROUNDS, table=TABLES, turn=st.permutations(range(4)), reason=REASONS)
    def turn_table(self, number: int, table: int, turn: list[int], reason: str) -> None:
        self.seats_move = True
        number = self.number(number)
        passe = self.passe(table, number)
        here = (
            list(passe.sittings.values_list("entry__number", flat=True)) if passe else [1, 2, 3, 4]
        )
        named = {"table": table, "order": [here[at] for at in turn], "reason": reason}
        self.do(seating.turn_table, number=number, **named)
