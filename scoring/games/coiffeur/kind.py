"""Coiffeur: each side plays each line of the sheet once; only who declares writes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from referee.rules.profile import Profile, SheetSwitch
from referee.rules.profile_fields import SUITS, TURNING, UNTRUMPED
from referee.rules.profile_kinds import Choice
from scoring.games.base import (
    Control,
    Findings,
    HandScore,
    Line,
    PlayedHand,
    Reader,
    Row,
    Sheet,
    State,
    Table,
    whole,
)
from scoring.games.card_sums import hand_total, possible, totals
from scoring.games.kind import (
    ALONE,
    CONTRACT,
    FLAG,
    PLAYED_WITH_CARDS,
    GameKind,
    Words,
    factors_of,
    gettext_noop,
    ngettext,
    number,
)
from scoring.games.sheet import Game

Cell = tuple[int, str]
"""A side and a line of its column."""


def lines_of(table: Table) -> dict[str, int]:
    """Name -> factor of the lines of this table's sheet, from top to bottom."""
    return dict(table.profile.coiffeur.lines(table.deck))


SYNONYMS = (("quer", "guschti"), ("trio", "3x3"), ("misere", "misère"))
"""Other names of lines, as people write them."""


def called(told: object, lines: Sequence[str]) -> str | None:
    """The line that is meant, whatever capitals it is written with, or by another name."""
    if not isinstance(told, str):
        return None
    same = next((names for names in SYNONYMS if told.lower() in names), (told.lower(),))
    return next((line for line in lines if line == told or line.lower() in same), None)


def own_contract(line: str | None, table: Table) -> str | None:
    """The one contract that a line stands for, None where there is a choice."""
    return line if line in (*SUITS[table.deck], *UNTRUMPED) else None


def contracts_on(line: str | None, table: Table) -> tuple[str, ...]:
    """What can be played on a line: its contract, in both directions, or whatever is allowed."""
    own = own_contract(line, table)
    if own is not None:
        return (own,)
    if line in TURNING:
        return tuple(f"{line}_{way}" for way in ("O", "U"))
    allowed, suits = table.profile.contracts, SUITS[table.deck]
    return tuple(each for name in allowed for each in (suits if name == "trump" else (name,)))


def played_on(line: str | None, contract: str | None, table: Table) -> tuple[str, ...]:
    """The contract if it is known, else all that it can have been."""
    return (contract,) if contract is not None else contracts_on(line, table)


MISERE, TUTTI = "Misère", "Tutti"
"""Declarers write what the others took; each trick has its own trump."""
EVERY_SUIT = 4 * 62  # all cards where Under and Nine count as in trump in every suit


def sums_on(line: str | None, contract: str | None, table: Table) -> frozenset[int]:
    """What all cards of a hand on this line can be worth."""
    if line == TUTTI and table.profile.value("coiffeur.tutti") == "all_suits":
        return frozenset({EVERY_SUIT + table.profile.last_trick})
    sums = (totals(each, table.profile) for each in played_on(line, contract, table))
    return frozenset[int]().union(*sums)


def most_on(line: str, table: Table) -> int:
    """The most that a line can bring: all points and the Matsch, with its factor."""
    profile, factor = table.profile, lines_of(table)[line]
    bonus = profile.matsch_bonus * (factor if profile.matsch_multiplied else 1)
    return max(sums_on(line, None, table)) * factor + bonus


def written_lines(table: Table) -> dict[Cell, int]:
    """The cells that the other hands have filled -> number of the hand."""
    found: dict[Cell, int] = {}
    for hand in sorted(table.others, key=lambda item: item.number):
        cell = cell_of(hand.slip, table)
        if cell is not None:
            found.setdefault(cell, hand.number)
    return found


def cell_of(slip: object, table: Table) -> Cell | None:
    """The cell a slip fills, None for a hand that is worth nothing or cannot be read."""
    if not isinstance(slip, Mapping) or slip.get("state") not in (None, "complete"):
        return None
    side, line = whole(slip.get("side")), slip.get("line")
    named = called(line, tuple(lines_of(table))) or line
    return (side, named) if side is not None and isinstance(named, str) else None


@dataclass(frozen=True, kw_only=True)
class GridCell:
    """What a side wrote on a line: points before the factor, `total` with it and the bonus."""

    hand: int
    points: int
    total: int
    matsch: bool
    scratched: bool


@dataclass(frozen=True, kw_only=True)
class GridColumn:
    """One side: its cells by line, the lines it still has to play, and where it stands.

    `most` is what the open lines can bring at best, with a Matsch on each; `total` holds
    penalties.
    """

    cells: dict[str, GridCell]
    open: tuple[str, ...]
    total: int
    most: int

    @property
    def best(self) -> int:
        """The highest total this side can still reach."""
        return self.total + self.most


def grid(sheet: Sheet, hands: Sequence[PlayedHand], table: Table) -> tuple[GridColumn, ...]:
    """A column for each side, derived from a sheet and the hands it was made of."""
    slips = {hand.number: hand.slip for hand in hands}
    cells: list[dict[str, GridCell]] = [{} for _ in range(table.columns)]
    for row in sheet.rows:
        cell = cell_of(slips[row.number], table)
        if cell is not None and row.score is not None:
            side, line = cell
            cells[side][line] = _cell(row, side, slips[row.number])
    return tuple(_column(cells[side], sheet.totals[side], table) for side in range(table.columns))


def is_full(columns: Sequence[GridColumn]) -> bool:
    """Whether every line is written."""
    return not any(column.open for column in columns)


def _column(cells: dict[str, GridCell], total: int, table: Table) -> GridColumn:
    left = tuple(line for line in lines_of(table) if line not in cells)
    return GridColumn(
        cells=cells, open=left, total=total, most=sum(most_on(line, table) for line in left)
    )


def _cell(row: Row, side: int, slip: object) -> GridCell:
    assert row.score is not None  # noqa: S101
    line = row.score.lines[side]
    scratched = isinstance(slip, dict) and slip.get("scratched") is True
    return GridCell(
        hand=row.number,
        points=line.card_points or 0,
        total=line.total,
        matsch=row.score.matsch == side,
        scratched=scratched,
    )


MOST_WRITTEN = 2000


@dataclass(frozen=True, kw_only=True)
class CoiffeurSlip:
    """`points` are those of the cards, without bonus and factor; None is not known.

    `written` is what stood on the paper: for a Matsch it may hold the bonus (257). `taken`: what
    the side took itself on a line of Misère, where the points are what the others took; a Matsch
    is then that it took no trick.
    """

    side: int | None = None
    line: str | None = None
    contract: str | None = None
    written: int | None = None
    points: int | None = None
    taken: int | None = None
    matsch: bool = False
    scratched: bool = False


def read_slip(reader: Reader, _state: State, table: Table) -> CoiffeurSlip:
    """The slip as typed values; what could not be read left a finding."""
    read = _read(reader, table)
    for key, value in (("side", read.side), ("line", read.line)):
        if value is None and not reader.out.at(reader.where(key)):
            reader.out.error("field_missing", reader.where(key), field=key)
    return replace(read, points=_card_points(read, table))


def _read(reader: Reader, table: Table) -> CoiffeurSlip:
    lines = tuple(lines_of(table))
    named = called(reader.values.get("line"), lines)
    line = named or reader.choice("line", lines)
    contract = reader.choice("contract", (*SUITS[table.deck], *UNTRUMPED))
    taken = reader.number("taken", low=0, high=hand_total(table.profile))
    if taken is not None and line != MISERE:
        reader.out.error("taken_on_misere", reader.where("taken"))
    return CoiffeurSlip(
        taken=taken,
        side=reader.number("side", low=0, high=table.columns - 1),
        line=line,
        contract=contract or own_contract(line, table),
        written=reader.number("points", low=0, high=MOST_WRITTEN),
        matsch=reader.flag("matsch"),
        scratched=reader.flag("scratched"),
    )


def _card_points(slip: CoiffeurSlip, table: Table) -> int | None:
    """Points without bonus: all of them for a Matsch that says no number."""
    sums, bonus = sums_on(slip.line, slip.contract, table), table.profile.matsch_bonus
    if slip.taken is not None and slip.written is None:
        return hand_total(table.profile) - slip.taken
    if slip.written is None:
        return 0 if slip.scratched else max(sums) if slip.matsch and len(sums) == 1 else None
    with_bonus = slip.matsch and slip.written not in sums and slip.written - bonus in sums
    return slip.written - bonus if with_bonus else slip.written


def _once(slip: CoiffeurSlip, table: Table, out: Findings) -> None:
    """A side plays each line once."""
    if slip.side is None or slip.line is None:
        return
    hand = written_lines(table).get((slip.side, slip.line))
    if hand is not None:
        out.error("line_twice", "/line", line=slip.line, side=slip.side, hand=hand)


def _contract(slip: CoiffeurSlip, table: Table, out: Findings) -> None:
    if slip.line is None or slip.contract is None:
        return
    if slip.contract not in contracts_on(slip.line, table):
        out.error("contract_not_of_line", "/contract", contract=slip.contract, line=slip.line)


def _taken(slip: CoiffeurSlip, table: Table, out: Findings) -> None:
    """What was taken and what is written make the whole."""
    if slip.taken is None or slip.points is None:
        return
    total = slip.taken + slip.points
    if total != hand_total(table.profile):
        out.error("sum_wrong", "/taken", sum=total, expected=hand_total(table.profile))


def _scratched(slip: CoiffeurSlip, _table: Table, out: Findings) -> None:
    if slip.scratched and (slip.written or slip.matsch):
        out.error("scratched_with_points", "/points" if slip.written else "/matsch")


def _points(slip: CoiffeurSlip, table: Table, out: Findings) -> None:
    if out.at("/points") or slip.scratched or slip.line is None:
        return
    if slip.points is None:
        out.error("points_missing", "/points")
    elif slip.matsch:
        _points_of_matsch(slip, table, out)
    else:
        _points_of_cards(slip, slip.points, table, out)


def _points_of_matsch(slip: CoiffeurSlip, table: Table, out: Findings) -> None:
    """All tricks are all points; with the bonus or without."""
    sums = sums_on(slip.line, slip.contract, table)
    if slip.points not in sums:
        out.error("points_of_matsch", "/points", expected=max(sums))


def _points_of_cards(slip: CoiffeurSlip, points: int, table: Table, out: Findings) -> None:
    sums = sums_on(slip.line, slip.contract, table)
    total, bonus = max(sums), table.profile.matsch_bonus
    if points > total and points - bonus in sums:
        out.error("points_with_bonus", "/points", "matchpraemie", total=total)
    elif points > total:
        out.error("out_of_range", "/points", low=0, high=total)
    elif not _possible(slip, points, table):
        out.error("impossible_points", "/points", points=points)
    elif points == hand_total(table.profile) and sums == {points}:
        out.warn("matsch_or_zero_trick", "/matsch", "matchpraemie", side=slip.side)


def _possible(slip: CoiffeurSlip, points: int, table: Table) -> bool:
    if slip.line == TUTTI:
        return True
    played = played_on(slip.line, slip.contract, table)
    return any(possible(points, each, table.profile, players=table.players) for each in played)


class Coiffeur(Game[CoiffeurSlip]):
    """Columns are two sides, or three players who each play for themselves."""

    name = "coiffeur"
    schema = {
        "side": number(0, 2),
        "line": {"type": ["string", "null"]},
        "contract": CONTRACT,
        "points": number(0, MOST_WRITTEN),
        "taken": number(0, MOST_WRITTEN),
        "matsch": FLAG,
        "scratched": FLAG,
    }
    typed = staticmethod(read_slip)
    checks = (_once, _contract, _taken, _scratched, _points)
    remarks = ("contract", "taken")
    counted = False

    def normal(self, slip: CoiffeurSlip, table: Table) -> dict[str, object]:
        """What was taken stands there only where it was told."""
        told = super().normal(slip, table)
        return {key: it for key, it in told.items() if key != "taken" or it is not None}

    def worth(self, slip: CoiffeurSlip, table: Table) -> HandScore:
        return HandScore(
            state="complete",
            lines=tuple(_line(slip, table, side) for side in range(table.columns)),
            control=Control(sum=0, expected=0),
            matsch=slip.side if slip.matsch else None,
        )

    def ended(self, sheet: Sheet, hands: Sequence[PlayedHand], table: Table) -> Sheet:
        """Over when each side has written each line."""
        return replace(sheet, finished=sheet.finished or is_full(grid(sheet, hands, table)))


def _line(slip: CoiffeurSlip, table: Table, side: int) -> Line:
    """Points times the factor for the side that declared, nothing for the others."""
    profile, factor = table.profile, lines_of(table)[slip.line or ""]
    mine = slip.side == side
    points = slip.points or 0 if mine else 0
    bonus = profile.matsch_bonus * (factor if profile.matsch_multiplied else 1)
    parts = {"cards": points * factor, "matsch": bonus if mine and slip.matsch else 0}
    return Line(total=sum(parts.values()), parts=parts, card_points=points, multiplier=factor)


SENTENCES = {
    "line_twice": gettext_noop(
        "Die Zeile «%(line)s» hat Seite %(side)s schon in Spiel %(hand)s geschrieben."
    ),
    "contract_not_of_line": gettext_noop("«%(contract)s» gehört nicht auf die Zeile «%(line)s»."),
    "scratched_with_points": gettext_noop("Eine gestrichene Zeile hat keine Punkte."),
    "taken_on_misere": gettext_noop("Was die Seite selbst machte, zählt nur auf der Zeile Misère."),
    "points_of_matsch": gettext_noop("Ein Matsch hat alle Punkte, also %(expected)s."),
}


def _agreed(profile: Profile) -> Iterator[Words]:
    lines = profile.coiffeur.lines(profile.decks[0])
    yield ngettext("%(count)d Zeile", "%(count)d Zeilen", len(lines))
    yield factors_of(factor for _name, factor in lines)
    if profile.sides == "single":
        yield ALONE


COIFFEUR = GameKind(
    game=Coiffeur(),
    title=gettext_noop("Coiffeur"),
    agreed=_agreed,
    sentences=SENTENCES,
    switches=(*PLAYED_WITH_CARDS, "coiffeur", "matsch_bonus", "matsch_multiplied", "stakes"),
    own_switches={
        "tutti": SheetSwitch(
            kind=Choice(("led_suit", "obenabe", "all_suits")),
            value="led_suit",
            house="In der zuerst ausgespielten Farbe zählen Under und Neun wie Trumpf",
            words=gettext_noop("Wie beim Tutti gezählt wird"),
            answers={
                "led_suit": gettext_noop("Under und Neun der ersten Farbe als Trumpf, 157"),
                "obenabe": gettext_noop("wie Obenabe mit Under und Neun zuoberst, 157"),
                "all_suits": gettext_noop("Under und Neun jeder Farbe als Trumpf, 253"),
            },
        ),
    },
    family="coiffeur",
    grid=grid,
)
