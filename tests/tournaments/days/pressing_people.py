"""Who is expected, here and gone, what he wishes, pays and is fined."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from tests.tournaments.days.pressing import NUMBERS, REASONS, ROUNDS, Pressing, in_play
from tournaments.entries import entrants, services as entries
from tournaments.entries.entrants import Person
from tournaments.entries.models import Entry, Wish
from tournaments.money import services as money
from tournaments.results import penalties
from tournaments.results.models import PenaltyPoints


class PressingPeople(Pressing):
    """The desk with its list of people."""

    @rule(present=st.booleans(), stand_in=st.booleans(), again=st.booleans())
    def enter(self, present: bool, stand_in: bool, again: bool) -> None:
        self.named += not again
        kind = Entry.Kind.STAND_IN if stand_in else Entry.Kind.PLAYER
        person = Person(f"Spät {self.named}", kind=kind)
        self.do(entries.add_entries, people=[person], present=present)

    @precondition(in_play)
    @rule()
    def sign_up(self) -> None:
        self.named += 1
        signed = self.do(entries.sign_up, people=[Person(f"Selber {self.named}")])
        if signed:
            self.secrets.append(signed[1])

    @precondition(in_play)
    @rule()
    def withdraw(self) -> None:
        secret = self.secrets.pop() if self.secrets else "jce_nie"
        self.ask(entries.withdraw, actor=self.day.director, token=secret)

    @precondition(in_play)
    @rule(numbers=st.lists(NUMBERS, min_size=1, max_size=4))
    def check_in(self, numbers: list[int]) -> None:
        if self.do(entries.check_in, numbers=numbers):
            seq = self._state()
            self.do(entries.check_in, numbers=numbers)
            assert self._state() == seq, "checked in twice is once"

    @precondition(in_play)
    @rule(number=NUMBERS)
    def check_out(self, number: int) -> None:
        self.do(entries.check_out, numbers=[number])

    @precondition(in_play)
    @rule(number=NUMBERS)
    def drop_out(self, number: int) -> None:
        self.do(entries.drop_out, number=number)

    @precondition(in_play)
    @rule(
        number=NUMBERS,
        values=st.sampled_from(
            [{"card": 7}, {"kind": "stand_in"}, {"kind": "player"}, {"note": "Knie"}]
        ),
    )
    def change_entry(self, number: int, values: dict[str, Any]) -> None:
        entry = self.day.tournament.entries.filter(number=number).first()
        if entry is not None:
            named = {
                "tournament_id": self.day.tournament.pk,
                "entry_id": entry.pk,
                "version": entry.version,
                "values": values,
            }
            self.ask(entries.change_entry, actor=self.day.director, **named)

    @precondition(in_play)
    @rule(kind=st.sampled_from(["apart", "together", "fixed"]), one=NUMBERS, other=NUMBERS)
    def wish(self, kind: str, one: int, other: int) -> None:
        if kind == "fixed":
            self.do(entrants.fix_place, entry=one, table=other % 3 + 1, seat=other % 4)
        else:
            pair = entrants.keep_apart if kind == "apart" else entrants.keep_together
            self.do(pair, one=one, other=other)

    @precondition(in_play)
    @rule()
    def drop_wish(self) -> None:
        found = Wish.objects.filter(tournament=self.day.tournament).first()
        if found is not None:
            self.ask(
                entrants.drop_wish,
                actor=self.day.director,
                tournament_id=found.tournament_id,
                wish_id=found.pk,
            )

    # ---- fines and money

    @rule(
        number=NUMBERS,
        points=st.sampled_from([-5, 0, 10, 157]),
        where=st.none() | ROUNDS,
        reason=REASONS,
    )
    def punish(self, number: int, points: int, where: int | None, reason: str) -> None:
        named = {"number": number, "points": points, "round_number": where, "reason": reason}
        self.do(penalties.give_penalty, **named)

    @rule(reason=REASONS)
    def pardon(self, reason: str) -> None:
        found = PenaltyPoints.objects.filter(entry__tournament=self.day.tournament).first()
        if found is None:
            return
        named = {
            "actor": self.day.director,
            "tournament_id": self.day.tournament.pk,
            "penalty_id": found.pk,
            "reason": reason,
        }
        if self.ask(penalties.cancel_penalty, **named):
            before = self._state()
            self.ask(penalties.cancel_penalty, **named)
            assert self._state() == before, "cancelled twice is once"

    @precondition(in_play)
    @rule(
        number=NUMBERS,
        kind=st.sampled_from(["fee", "refund", "prize", "tip"]),
        rappen=st.integers(-1, 5000),
    )
    def pay(self, number: int, kind: str, rappen: int) -> None:
        self.do(money.pay, number=number, kind=kind, rappen=rappen)
