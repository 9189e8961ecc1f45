"""The total of a passe, written at its table: a line a column, as on the paper sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from jassclub.core.errors import DomainError
from jassclub.web.form_state import FormState, words_of
from tournaments.results.models import PasseSheet
from tournaments.results.pages.table_page import TablePage
from tournaments.results.pure.sheet import Terms
from tournaments.results.selectors import terms_of


@dataclass(frozen=True)
class Column:
    """A line of the form: for whom, what stands in its fields, what is wrong there."""

    index: int
    name: str
    points: str
    extra: str
    errors: Sequence[str]


@dataclass
class Totals:
    """The form of one table; `page.passe` is there."""

    page: TablePage
    typed: FormState = field(default_factory=FormState)

    @property
    def key(self) -> str:
        """The key of the form."""
        return self.typed.key

    @property
    def terms(self) -> Terms:
        """What the regulation says about the sheet."""
        assert self.page.passe is not None  # noqa: S101 a form is shown where somebody plays
        return terms_of(self.page.passe)

    @property
    def extra(self) -> str:
        """What is counted beside the points."""
        return "exact" if self.terms.counts == "differences" else "matsches"

    @property
    def columns(self) -> list[Column]:
        """The lines in the order of the seats."""
        return [self._column(index) for index in range(self.terms.columns)]

    @property
    def waiting(self) -> bool:
        """Whether the other side has written what the reader's may confirm."""
        sheet, own = self.page.sheet, self.page.own
        if sheet is None or sheet.state != PasseSheet.State.TYPED or own is None:
            return False
        column = self.terms.column_of
        return sheet.seat is not None and column(sheet.seat) != column(own.seat)

    def read(self, post: Mapping[str, str]) -> Totals:
        """The fields as they were sent."""
        names = [f"{kind}_{i}" for i in range(self.terms.columns) for kind in ("points", "extra")]
        self.typed = FormState.of(post, ("hands", *names))
        self.typed.values["reason"] = words_of(post, "reason")
        return self

    @property
    def data(self) -> dict[str, Any]:
        """The sheet as `read_sheet` takes it."""
        lines = [
            {
                "points": self.typed.number(f"points_{index}"),
                self.extra: self.typed.number(f"extra_{index}"),
            }
            for index in range(self.terms.columns)
        ]
        own = self.page.own
        return {
            "hands": self.typed.number("hands"),
            "lines": lines,
            "scribe": None if own is None else own.seat,
            "reason": self.typed.values["reason"],
        }

    def refuse(self, refusal: DomainError) -> None:
        """Say what is wrong at its field."""
        lines = {f"/lines/{i}": f"points_{i}" for i in range(self.terms.columns)}
        self.typed.refuse(refusal, {**lines, "/hands": "hands", "/reason": "reason"})

    def _column(self, index: int) -> Column:
        chairs = [c for c in self.page.chairs if self.terms.column_of(c.seat) == index]
        value = self.typed.values.get
        return Column(
            index=index,
            name=" & ".join(chair.name for chair in chairs),
            points=value(f"points_{index}", ""),
            extra=value(f"extra_{index}", ""),
            errors=self.typed.errors.get(f"points_{index}", ()),
        )
