"""A case that the rows of its table decide, whether as it was told or as it is asked again."""

from dataclasses import dataclass
from functools import cached_property

from referee.rules.profile import Profile
from referee.rulings.answers import Position, locate
from referee.rulings.binding import Details, decided
from referee.rulings.case import Case, FactsError
from referee.rulings.ruling import Decision
from referee.rulings.tables import Row, Table, laws
from referee.rulings.vocabulary import Verdict


@dataclass(frozen=True, kw_only=True)
class Settled:
    """What holds: `rows` are those that apply, all of one law; what they say in this case is
    worked out when it is asked for. `book`: whose words are cited.
    """

    rows: list[Row]
    details: Details
    book: Profile

    @property
    def verdict(self) -> Verdict:
        return self.rows[0].outcome.verdict

    @property
    def law(self) -> str:
        return self.rows[0].outcome.law

    @cached_property
    def decision(self) -> Decision:
        cites = dict.fromkeys(citation for row in self.rows for citation in row.cites)
        return decided(self.rows[0].outcome, tuple(cites), self.details, self.book)

    @property
    def readings(self) -> tuple[Decision, ...]:
        return tuple(
            decided(reading, reading.cites, self.details, self.book)
            for reading in self.rows[0].outcome.readings
        )


def settled(
    table: Table, case: Case, position: Position, book: Profile | None = None
) -> Settled | None:
    """The decision, None where rows of different law remain. `book`: whose words are cited, if
    another's than that of the case.
    """
    rows = table.possible(position.box)
    if laws(rows) != 1:
        return None
    return Settled(rows=rows, details=Details(table, case), book=book or case.profile)


def located(table: Table, case: Case) -> Position | None:
    """Where a case lies that nobody told like this; None where its facts cannot stand together."""
    try:
        return locate(table, case)
    except FactsError:
        return None
