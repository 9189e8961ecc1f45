"""Games in which each says a number before the hand: by how much he misses it counts, and the
fewest win. Where it may be hidden, a hand can be written while some numbers still are."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from jassclub.core.errors import Finding, pointer
from scoring.games import kind
from scoring.games.base import Control, Findings, HandScore, Line, PlayedHand, Reader, Sheet, Table
from scoring.games.card_sums import Numbers
from scoring.games.dealing import Speaking
from scoring.games.sheet import check_alone, check_seats
from scoring.games.sheets.asked import AskedGame
from scoring.games.sheets.checks import Values
from scoring.games.sheets.reading import SheetRules

SEALED = "sealed"


class PredictionGame(AskedGame):
    """Columns are the seats. `made`: the member of the slip with what each made; `most`: the
    largest number that any slip may hold.

    A slip as it was read has, beside these two, `high` (the largest number there is), `expected`
    (what all made together, None where nobody knows) and, where some are, `sealed`.
    """

    speaking: Speaking
    made: str
    most: int
    missing: str = "points_missing"
    table_checks: Sequence[Callable[[Table], list[Finding]]] = (check_seats, check_alone)
    whole_hand: Sequence[Callable[[Values, Table, Findings], None]] = ()
    """What else can be wrong with a slip that tells the whole hand."""

    def __init__(self, rules: SheetRules) -> None:
        numbers = kind.several(kind.number(0, self.most))
        sealed = {SEALED: kind.several(kind.FLAG)} if self.speaking.sealable else {}
        said = {self.speaking.member: numbers, **sealed, self.made: numbers}
        self.schema = {**said, **self.schema}
        super().__init__(rules)
        self.checks = (*self.checks, self._check)

    def read_said(self, reader: Reader, table: Table, high: int) -> Values:
        """What each said, up to `high`, and whose number lies sealed on his phone, where one does.
        As long as one does, no difference is known, and who has sealed one is told no other."""
        said = self.speaking.read(reader, table, high)
        read = {"high": high, self.speaking.member: said}
        if SEALED not in self.schema or not reader.has(SEALED):
            return read
        if not table.profile.differenzler.on_phone:
            known = ", ".join(("state", *(key for key in self.schema if key != SEALED)))
            reader.out.error("unknown_field", reader.where(SEALED), field=SEALED, known=known)
            return read
        sealed = tuple(flag is True for flag in reader.flags(SEALED, table.players) or ())
        for seat, both in enumerate(zip(said, sealed, strict=False)):
            if both[0] is not None and both[1]:
                reader.out.error("predictions_sealed", reader.where(self.speaking.member, seat))
        return read | ({SEALED: sealed} if any(sealed) else {})

    def read_made(self, reader: Reader, table: Table, high: int, *, gaps: int) -> Numbers:
        """What each made; a finding where more are not told than the `gaps` that follow."""
        told = reader.numbers(self.made, table.players, low=0, high=high)
        made, where = told or (None,) * table.players, reader.where(self.made)
        if made.count(None) > gaps and not reader.out.at(where):
            reader.out.error(self.missing, where)
        return made

    def _check(self, slip: Values, table: Table, out: Findings) -> None:
        """Each has said a number, and all of them may be."""
        said, sealed = slip.get(self.speaking.member), slip.get(SEALED)
        if said is None:
            return
        unread = out.at(pointer(self.speaking.member))
        for seat, number in enumerate(() if unread else said):
            if (
                number is None
                and table.profile.says(self.speaking.needed)
                and not (sealed and sealed[seat])
            ):
                where = pointer(self.speaking.member, seat)
                out.error("prediction_missing", where, self.speaking.article)
        if table.profile.says(self.speaking.in_order) and not unread:
            self.speaking.check_fit(said, table, out, slip["high"])
        for check in self.whole_hand:
            check(slip, table, out)

    def line(self, slip: Values, _table: Table, seat: int) -> Line:
        """By how much a seat missed what it said."""
        said, made = slip[self.speaking.member][seat] or 0, slip[self.made][seat] or 0
        off = abs(said - made)
        return Line.of({"difference": off}, made, exact=off == 0, prediction=said, made=made)

    def worth(self, slip: Values, table: Table) -> HandScore:
        made, expected = sum(number or 0 for number in slip[self.made]), slip["expected"]
        lines = [self.line(slip, table, seat) for seat in range(table.players)]
        if SEALED in slip:
            lines = [replace(line, total=0, parts={}, exact=False) for line in lines]
        return HandScore(
            lines=tuple(lines),
            control=Control(sum=made, expected=made if expected is None else expected),
            sealed=SEALED in slip,
        )

    def ended(self, sheet: Sheet, _hands: Sequence[PlayedHand], _table: Table) -> Sheet:
        """Not over as long as a hand is sealed: nobody knows yet who has won."""
        waits = any(row.score is not None and row.score.sealed for row in sheet.rows)
        return replace(sheet, finished=False) if waits else sheet
