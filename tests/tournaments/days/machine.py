"""A tournament day in which anybody presses anything, in any order."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from tests.tournaments.days.pressing import REASONS, SELDOM, in_play
from tests.tournaments.days.pressing_people import PressingPeople
from tests.tournaments.days.pressing_rounds import PressingRounds
from tests.tournaments.days.pressing_sheets import PressingSheets
from tournaments.desk import services as desk
from tournaments.standings.contests import day_of
from tournaments.standings.rankings import content_of
from tournaments.standings.services import recount


class Day(PressingPeople, PressingRounds, PressingSheets):
    """After every step, whoever pressed, everything in `Memory.holds` is true."""

    @precondition(in_play)
    @rule(count=st.integers(1, 5), capacity=st.sampled_from([None, 8, 12]))
    def change(self, count: int, capacity: int | None) -> None:
        version = self.memory.tournament.version
        values = {"capacity": capacity}
        self.do(desk.change_tournament, version=version, values=values, settings={"rounds": count})

    @precondition(in_play)
    @rule(reason=REASONS, sure=SELDOM)
    def finish(self, reason: str, sure: bool) -> None:
        if sure:
            self.do(desk.finish, reason=reason)

    @precondition(in_play)
    @rule(reason=REASONS, sure=SELDOM)
    def cancel(self, reason: str, sure: bool) -> None:
        if sure:
            self.do(desk.cancel, reason=reason)

    @precondition(lambda day: not in_play(day))
    @rule(reason=REASONS)
    def reopen(self, reason: str) -> None:
        self.do(desk.reopen, reason=reason)

    @precondition(in_play)
    @rule()
    def reveal(self) -> None:
        self.do(desk.reveal)

    @precondition(in_play)
    @rule(number=st.integers(0, 999), reason=REASONS)
    def draw_number(self, number: int, reason: str) -> None:
        self.do(desk.draw_number, number=number, reason=reason)

    @rule()
    def rank(self) -> None:
        recount(self.day.tournament.pk)
        assert not recount(self.day.tournament.pk)
        live = self.day.tournament.rankings.get(after_round=0)
        now = content_of(day_of(self.memory.tournament))["rows"]
        assert ranked(live.rows) == ranked(now)


def ranked(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows of those who have a result: who was just entered may come into the list later."""
    return [row for row in rows if row["units"]]
