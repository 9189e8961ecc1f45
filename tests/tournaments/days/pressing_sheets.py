"""Results, right and wrong, typed, confirmed, decided, struck, corrected."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from tests.tournaments.days.pressing import REASONS, ROUNDS, SLIPS, SUM, TABLES, Pressing, called
from tournaments.results import services as results
from tournaments.results.models import PasseSheet


class PressingSheets(Pressing):
    """The desk with the paper of the tables."""

    @rule(
        number=ROUNDS, table=TABLES, first=st.integers(0, SUM), slip=SLIPS, scribe=st.integers(0, 1)
    )
    def type_sheet(self, number: int, table: int, first: int, slip: str, scribe: int) -> None:
        passe = self.passe(table, self.number(number))
        if passe is not None:
            named = {"passe_id": passe.pk, "data": sheet(first, slip)}
            self.ask(results.type_sheet, actor=self.scribes[scribe], **named)

    @precondition(called)
    @rule(version=st.integers(0, 30))
    def confirm(self, version: int) -> None:
        found = self._version(version)
        if found is not None:
            self.ask(results.confirm_sheet, actor=self.scribes[0], sheet_id=found.pk)

    @precondition(called)
    @rule(
        version=st.integers(0, 30),
        first=st.none() | st.integers(0, SUM),
        slip=SLIPS,
        reason=REASONS,
    )
    def decide(self, version: int, first: int | None, slip: str, reason: str) -> None:
        found = self._version(version)
        if found is not None:
            what = {"sheet_id": found.pk} if first is None else {"data": sheet(first, slip)}
            named = {"passe_id": found.passe_id, "reason": reason, **what}
            self.ask(results.decide, actor=self.day.director, **named)

    @precondition(called)
    @rule(version=st.integers(0, 30), reason=REASONS)
    def strike(self, version: int, reason: str) -> None:
        found = self._version(version)
        if found is not None:
            named = {"passe_id": found.passe_id, "reason": reason}
            self.ask(results.strike, actor=self.scribes[1], **named)

    @rule(number=ROUNDS, table=TABLES, first=st.integers(0, SUM), slip=SLIPS, reason=REASONS)
    def correct(self, number: int, table: int, first: int, slip: str, reason: str) -> None:
        passe = self.passe(table, self.number(number))
        if passe is not None:
            named = {"passe_id": passe.pk, "data": sheet(first, slip), "reason": reason}
            self.ask(results.correct, actor=self.day.director, **named)

    def _version(self, wish: int) -> PasseSheet | None:
        """One of the versions, the newest with 0."""
        rows = PasseSheet.objects.filter(passe__round__tournament=self.day.tournament)
        found = list(rows.order_by("-at", "-number")[:20])
        return found[wish % len(found)] if found else None


def sheet(first: int, slip: str = "right") -> dict[str, Any]:
    """A sheet as it is typed: right, or with what goes wrong at a desk."""
    points = {
        "right": [first, SUM - first],
        "swapped": [int(str(first)[::-1]), SUM - first],
        "13:7": [137, 7],
        "short": [first // 2, 3 * 157 - first // 2],
        "matsch": [157, SUM + 100 - 157],
        "rubbish": [10**9, -4],
    }[slip]
    lines: list[dict[str, Any]] = [{"points": value} for value in points]
    if slip == "matsch":
        lines[1]["matsches"] = 1
    found: dict[str, Any] = {"lines": lines}
    return {**found, "hands": 3, "reason": "Feueralarm"} if slip == "short" else found
