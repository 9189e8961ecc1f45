"""Seasons written line by line: a day, a person and what he made there.

Such a list comes from a database or a pivot table. It becomes the table of a season: the lines of
a person are his evenings. Where most have three lines a day or more, each line is a hand; where it
is said of how many hands a line is, nothing is asked.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from statistics import median

from openpyxl.utils import get_column_letter

from jassclub.exchange.reading import COLUMNS, Columns, date_parts, headed
from jassclub.exchange.seasons.sums import Line, Odd, SeasonTable
from jassclub.exchange.seasons.words import (
    HEADINGS,
    day_in_words,
    is_absent,
    is_evening,
    is_name,
    number_of,
    role_of,
    season_in,
    whole_name,
    year_in,
)
from jassclub.exchange.sheets import Lines, Values

AMOUNTS = ("difference", "total", "mean")
"""Of which one counts, the first that is there."""
WORDS = {
    "day": COLUMNS["date"].headings,
    "name": f"{HEADINGS['name']} {COLUMNS['player'].headings}",
    "season": "saison jahr season annee stagione anno year",
    "number": f"{COLUMNS['hand'].headings} runde round giornata",
    "bid": COLUMNS["prediction"].headings,
    "difference": COLUMNS["difference"].headings,
    "total": f"{HEADINGS['total']} {COLUMNS['points'].headings}",
    "mean": HEADINGS["mean"],
    "hands": HEADINGS["hands"],
}
NEWEST = date(2069, 12, 31)
"""By it two digits are a year from 1970 on: nobody kept such a list before."""
HALF_YEAR = 7
"""A season that begins from this month on ends before it."""


@dataclass(frozen=True)
class _Row:
    """A line: when, who, how much in how many hands; the cell of the name."""

    day: str
    season: str
    name: str
    cell: str
    made: Decimal
    hands: Decimal | None


def written_by_evening(lines: Sequence[tuple[int, Values]]) -> Columns | None:
    """The columns where each line is a person on a day, and no hand of it; else None."""
    found = headed(Lines([*lines]), WORDS, {"day", "name"}.issubset, several=("name",))
    if found is None or found.places.keys().isdisjoint(AMOUNTS):
        return None
    if re.search(r"\d", str(found.headings[found.places["day"][0]])):
        return None  # "1. Abend" is one evening, not the day of each line
    if "bid" in found.places and "difference" not in found.places:
        return None
    rows = [cells for number, cells in lines if number > found.line]
    people = Counter(name for cells in rows if is_name(name := found.text(cells, "name")))
    days = {found.of(cells, "day") for cells in rows} - {None}
    dated = sum(map(_is_day, days)) * 2 > len(days) > 0
    listed = people.total() > len(people) or people.total() >= 2 * len(days)
    numbers = [(found.of(cells, "day"), found.of(cells, "number")) for cells in rows]
    # A number that each line, or each day, has for itself is none of a hand.
    of_hands = "number" in found.places and len({number for _day, number in numbers}) not in (
        len(rows),
        len({*numbers}) if len(days) > 1 else 0,
    )
    return found if len(people) > 1 and dated and listed and not of_hands else None


def _is_day(cell: object) -> bool:
    return is_evening(cell) or _date(str(cell)) is not None


def seasons_by_line(sheet: str, lines: Sequence[tuple[int, Values]]) -> list[SeasonTable]:
    """The seasons of such a list, one after the other; none where it is none."""
    columns = written_by_evening(lines)
    if columns is None:
        return []
    odd: list[Odd] = []
    amount = next(role for role in AMOUNTS if role in columns.places)
    rows = list(_rows(sheet, columns, amount, lines, odd))
    above = [
        str(cell) for number, cells in lines if number < columns.line for cell in cells if cell
    ]
    label = season_in([sheet, *above])
    by_season: dict[str, list[_Row]] = defaultdict(list)
    for row, season in zip(rows, _seasons(rows, label or sheet), strict=True):
        by_season[season].append(row)
    tables = [_table(sheet, season, found) for season, found in by_season.items()]
    if tables:
        tables[0].odd[:0] = [*odd, *_unread(sheet, columns, amount, lines)]
    return tables


def _rows(
    sheet: str, columns: Columns, amount: str, lines: Sequence[tuple[int, Values]], odd: list[Odd]
) -> Iterator[_Row]:
    day = season = name = ""
    for number, cells in lines:
        named = columns.of(cells, "day") or columns.text(cells, "name")
        below = not named and any(role_of(cell) in ("total", "mean") for cell in cells)
        if number <= columns.line or below:
            continue
        # Where a day or a name stands once above its lines, it is that of all of them.
        day = str(columns.of(cells, "day") or day)
        season = str(columns.of(cells, "season") or season)
        places = (at for at in columns.places["name"] if at < len(cells))
        named = whole_name((columns.headings[at], cells[at]) for at in places)
        name = named.replace(",", "") or name
        cell, place = columns.of(cells, amount), columns.places[amount][0]
        if is_absent(cell) or not (day and is_name(name)):
            continue
        made, hands = number_of(cell), number_of(columns.of(cells, "hands"))
        if made is None:
            place_name = f"{get_column_letter(place + 1)}{number}"
            odd.append(Odd(sheet, place_name, "no_number", {"cell": cell}))
            continue
        if amount == "mean" and hands:
            made = (made * hands).to_integral_value(ROUND_HALF_UP)
        at = f"{get_column_letter(columns.places['name'][0] + 1)}{number}"
        yield _Row(day, season, name, at, made, hands)


def _seasons(rows: Sequence[_Row], label: str) -> Iterator[str]:
    """What the season of each line is called: as it stands there, else by its days."""
    days = [_date(row.day) for row in rows]
    known = [day for day in days if day is not None]
    over = bool(known) and min(known).month >= HALF_YEAR > max(known).month
    one = not known
    if known and label and year_in(label) == label:
        first = int(label[:4])
        fits = any(first <= day.year <= first + (len(label) > 4) for day in known)
        one = fits and (max(known) - min(known)).days < 330
    for row, day in zip(rows, days, strict=True):
        if row.season or one or day is None:
            yield row.season or label
        elif over:
            first = day.year if day.month >= HALF_YEAR else day.year - 1
            yield f"{first}/{(first + 1) % 100:02}"
        else:
            yield str(day.year)


def _date(text: str) -> date | None:
    parts = date_parts(text, NEWEST, within=True) or day_in_words(text)
    try:
        return None if parts is None else date(*parts)
    except ValueError:
        return None


def _table(sheet: str, label: str, rows: Sequence[_Row]) -> SeasonTable:
    days = list(dict.fromkeys(row.day for row in rows))
    by_person: dict[str, list[_Row]] = defaultdict(list)
    for row in rows:
        by_person[row.name.casefold()].append(row)
    often = Counter((row.name.casefold(), row.day) for row in rows)
    by_hand = median(often.values()) > 2
    odd: list[Odd] = []
    if by_hand:
        odd.append(Odd(sheet, rows[0].cell, "lines_are_hands"))
    told = not by_hand and all(row.hands for row in rows)
    lines = []
    for found in by_person.values():
        first = found[0]
        made: dict[str, Decimal] = {}
        given: dict[str, Decimal] = {}
        for row in found:
            if row.day in made and not by_hand:
                odd.append(Odd(sheet, row.cell, "day_twice", {"name": row.name, "day": row.day}))
            made[row.day] = made.get(row.day, Decimal(0)) + row.made
        if by_hand or told:
            hands = Decimal(len(found)) if by_hand else sum(row.hands or 0 for row in found)
            total = sum(made.values(), Decimal(0))
            given = {"hands": Decimal(hands), "total": total, "evenings": Decimal(len(made))}
            if by_hand:
                given["exact"] = Decimal(sum(not row.made for row in found))
        evenings = [] if given else [made.get(day) for day in days]
        lines.append(Line(first.name, first.cell, evenings, given))
    open_hands = [] if by_hand or told else [None] * len(days)
    return SeasonTable(sheet, label, lines, open_hands, days if open_hands else (), odd)


def _unread(
    sheet: str, columns: Columns, amount: str, lines: Collection[tuple[int, Values]]
) -> Iterator[Odd]:
    """Columns of numbers that are left aside."""
    head = next(cells for number, cells in lines if number == columns.line)
    read = {"day", "name", "season", "number", "hands", amount}
    for place, (role, title) in enumerate(zip(columns.roles, head, strict=True)):
        cells = [row[place] for number, row in lines if number > columns.line and place < len(row)]
        if title is not None and role not in read and any(map(number_of, cells)):
            at = f"{get_column_letter(place + 1)}{columns.line}"
            yield Odd(sheet, at, "not_read", {"title": title})
