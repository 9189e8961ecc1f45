"""A result list as somebody printed it: lines of cells, whatever their columns, become lists of
rows.

Lines come from a spreadsheet, a newspaper or a PDF. Nothing is decided here that the lines do not
say: which of the numbers beside a name is the total is for who checks the list.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby, pairwise
from typing import NamedTuple

from tournaments.format.pure import Number, exact

MOST_ROWS = 2_000
LONGEST_LINE = 500

WORDS = {
    "rank": "rang rg rk platz pl rank place rango classement klassierung schlussrang pos position",
    "name": "name namen vorname nachname spieler spielerin jasser jasserin paar team mannschaft "
    "nom prenom joueur equipe paire nome cognome giocatore coppia squadra player pair partner",
    "text": "ort wohnort verein club societe domicile lieu luogo town plz jg jahrgang nr startnr "
    "no nummer startnummer tisch lizenz preis preise gabe gewinn bemerkung bemerkungen schnitt "
    "durchschnitt mittel moyenne media average spiele anzahl prix premio prize",
    "category": "kat kategorie category categorie categoria",
    "category_rank": "rangkat katrang kategorierang rangkategorie",
    "total": "total totale summe gesamt gesamttotal gesamtpunkte punktetotal totalpunkte endtotal "
    "schlusstotal sum",
    "points": "punkte pkt pkte points punti differenz diff",
    "subtotal": "zwischentotal zwtotal zwischensumme zt subtotal",
    "matsches": "matsch matsche match matches",
}
"""Headings without accents, signs and capitals, by what stands below them."""
ROLES = {word: role for role, words in WORDS.items() for word in words.split()}
BESIDE = ("rank", "name", "text", "category", "category_rank")
"""What is no number to be added."""
SUMS = WORDS["total"].split()
SIGNS = str.maketrans("’ʼ`−–—", "'''---")
NUMBER = re.compile(r"([+-]?)(\d{1,3}(?:[' .]\d{3})+|\d{1,9})(?:[.,](\d{1,2}))?")
DROPPED = re.compile(r"\((.+)\)|(.+)\*")
RANK = re.compile(r"[=tT]?(\d{1,5})(?:\.?-\d{1,5})?(?:[.)°=]|er|ère|re|e)*")
RANK_FIRST = re.compile(r"(=?\d{1,5}[.)])\s*(?=[^\W\d])(.+)")
NARROW = re.compile(r"(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))")
MEAN = re.compile(r"(?<=\d)[ \u00a0]?Ø")
"""What somebody got for sitting out is marked on our own lists."""
SAME = ("=", '"', "''", "″", "„", "”", "dito", "idem")
NOTHING = ("", "-", "/")
LEFT_OUT = re.compile(r"[.…\[\] ]+|(ferner|weiter|sowie|puis|inoltre)\b.{0,20}", re.IGNORECASE)
DATED = re.compile(r"\d{1,3}\.\s*\S+\s+(19|20)\d\d")
"""«12. Jassturnier 2024» is no row, and neither is «12. März 2024»."""
RANKS = re.compile(r"(?<![^\s])\d{1,5}\.\s+(?=[^\W\d])(?!(?:Passe|Runde)\b)")
BORDERS = re.compile(r"[ ]*[\t;|][ ]*")
GAPS = re.compile(r"\s{2,}")

Head = Sequence[tuple[str, str]]
"""Headings, each with what stands below it ("": a result)."""


class Cell(NamedTuple):
    """A number of a row; None where a stroke or nothing stands. `dropped`: in brackets."""

    value: Number | None
    dropped: bool = False


EMPTY = Cell(None)


class Line(NamedTuple):
    """The cells of a line; `firm` where borders part them, and not only gaps."""

    number: int
    cells: Sequence[str]
    firm: bool = True

    @property
    def text(self) -> str:
        """As it was printed, but for the gaps."""
        return " ".join(self.cells).strip()


@dataclass
class Row:
    """A line with a name; `rank` None where none is printed, 0 where it is that of the row above.

    `numbers` stand under the columns of the list. `below`: words alone on the next line.
    """

    line: int
    rank: int | None
    name: str
    numbers: list[Cell]
    category: str = ""
    category_rank: int | None = None
    below: Line | None = None

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return sum(cell.value is not None for cell in self.numbers)


@dataclass
class Listed:
    """One list: its title, the headings of its numbers, and its rows.

    `breaks` are the rows before which others are left out; `sums` is a last line of sums.
    """

    title: str
    columns: list[tuple[str, str]]
    rows: list[Row] = field(default_factory=list)
    breaks: set[int] = field(default_factory=set)
    sums: list[Cell] = field(default_factory=list)

    def settle(self) -> list[int]:
        """Make all rows as wide as the list, without columns in which no number stands. Words under
        most rows are second names; else the numbers of their lines are given back."""
        under = [row.below.number for row in self.rows if row.below]
        paired = 2 * len(under) >= len(self.rows) > 1
        for row in self.rows:
            row.name += f" / {row.below.text}" if row.below and paired else ""
        lines = [self.sums, *(row.numbers for row in self.rows)]
        width = max(map(len, lines))
        padded = [[*[EMPTY] * (width - len(line)), *line] for line in lines]
        filled = [n for n in range(width) if any(line[n].value is not None for line in padded[1:])]
        self.sums, *numbers = ([line[n] for n in filled] for line in padded)
        for row, cells in zip(self.rows, numbers, strict=True):
            row.numbers = cells
        columns = [*[("", "")] * (width - len(self.columns)), *self.columns]
        self.columns = [columns[n] for n in filled]
        return [] if paired else under


class Lists(NamedTuple):
    """The lists of a text or a file, and the numbers of lines that belong to none."""

    lists: list[Listed]
    unread: list[int]


def lines_of(text: str) -> list[Line]:
    """The lines of a text that was pasted, with something in them."""
    read = MEAN.sub("", NARROW.sub("'", text))
    return [
        _line(number, part[:LONGEST_LINE].rstrip().lstrip(" "))
        for number, line in enumerate(read.splitlines(), start=1)
        for part in _parts(line)
        if part.strip()
    ]


def _parts(line: str) -> list[str]:
    """The rows of a list that a newspaper prints as a paragraph."""
    starts = [found.start() for found in RANKS.finditer(line)]
    if len(starts) < 3:
        return [line]
    return [line[a:b].rstrip("., ;") for a, b in pairwise([0, *starts, len(line)])]


def _line(number: int, text: str) -> Line:
    if BORDERS.search(text):
        cells = BORDERS.split(text.strip("| "))
    elif text.count(",") > 1 and ", " not in text and not re.search(r"\d \d|  ", text):
        cells = text.split(",")
    else:
        return Line(number, GAPS.split(text), firm=False)
    return Line(number, [re.sub(r'^"(.+)"$', r"\1", cell.strip()) for cell in cells])


def plain(text: str) -> str:
    """A heading without accents, signs and capitals."""
    return re.sub("[^a-z]", "", unicodedata.normalize("NFKD", text.casefold()))


def number_in(text: str) -> Cell | None:
    """A number as it is printed: 4'753, (612), 94.25; None where it is something else."""
    text = text.strip(" ,;:").translate(SIGNS)
    if text in NOTHING:
        return EMPTY
    outer = DROPPED.fullmatch(text)
    found = NUMBER.fullmatch((outer[1] or outer[2]).strip() if outer else text)
    if found is None:
        return None
    sign, whole, part = found.groups()
    value = Fraction(f"{sign}{re.sub('[^0-9]', '', whole)}.{part or 0}")
    return Cell(exact(value), dropped=outer is not None)


def read_lists(lines: Iterable[Line], title: str = "") -> Lists:
    """All lists in these lines: a new one where ranks begin again after a title or headings."""
    head: Head = []
    heads: dict[int, Head] = {}
    entries: list[tuple[Line, Row | None]] = []
    for line in lines:
        if columns := _headings(line):
            heads[len(entries)] = head = columns
        else:
            entries.append((line, _row(line, head) if len(entries) < MOST_ROWS else None))
    return _parted(entries, heads, title)


def _parted(
    entries: Sequence[tuple[Line, Row | None]], heads: Mapping[int, Head], title: str
) -> Lists:
    """Rows put into lists; what stands between them is a title, a second name, or unread."""
    lists: list[Listed] = []
    unread: list[int] = []
    since: list[Line] = []
    head: Head = []
    headed = False
    for n, (line, row) in enumerate(entries):
        headed |= n in heads and heads[n] != head
        head = heads.get(n, head)
        now = lists[-1] if lists else None
        if row and now and plain(row.name) in SUMS:
            now.sums = row.numbers
            continue
        following = next((later.rank for _line, later in entries[n + 1 :] if later), None)
        if row is None or not _goes_on(line, row, now, following, headed=bool(head)):
            since.append(line)
            continue
        said = [one for one in since if not LEFT_OUT.fullmatch(one.text)]
        if now is None or headed or _begins_anew(row, now, following, told=bool(said)):
            named = said.pop().text if said else title
            now = Listed(named, [one for one in head if one[1] not in BESIDE])
            lists.append(now)
        elif len(said) < len(since):
            now.breaks.add(len(now.rows))
        _put_below(now, said)
        unread += [one.number for one in said]
        now.rows.append(row)
        since, headed = [], False
    if lists:
        _put_below(lists[-1], since)
    unread += [line.number for line in since if not LEFT_OUT.fullmatch(line.text)]
    unread += [number for listed in lists for number in listed.settle()]
    return Lists(lists, sorted(unread))


def _put_below(listed: Listed, said: list[Line]) -> None:
    """The words directly below the last row, taken from what was said since."""
    last = listed.rows[-1] if listed.rows else None
    if last and said and said[0].number == last.line + 1:
        last.below = said.pop(0)


def _begins_anew(row: Row, listed: Listed, following: int | None, *, told: bool) -> bool:
    """Whether a rank before the last one begins another list, and is no misprint."""
    last = max(one.rank or 0 for one in listed.rows)
    back = row.rank is not None and 0 < row.rank < last
    return back and (told or (row.rank == 1 and (following or 0) <= 2))


def _goes_on(
    line: Line, row: Row, now: Listed | None, following: int | None, *, headed: bool
) -> bool:
    """Whether what looks like a row is one: not «12. Jassturnier 2024», and no line without a rank
    that does not look like the row above."""
    above = now.rows[-1] if now else None
    if row.rank is None:
        if above is None:
            return headed
        equal = {row.numbers[0], row.numbers[-1]} & {above.numbers[0], above.numbers[-1]} - {EMPTY}
        return row.size == above.size and (line.firm or bool(equal) or above.rank is None)
    last = (above.rank or 0) if above else 0
    return not DATED.fullmatch(line.text) or (row.rank in (last, last + 1) and following != 1)


def _row(line: Line, head: Head) -> Row | None:
    """What a line says of somebody, None where it is no row."""
    if LEFT_OUT.fullmatch(line.text):
        return None
    if head and (line.firm or len(line.cells) == len(head)):
        return _under(line, head)
    words = [*line.cells] if line.firm else line.text.split()
    if first := RANK_FIRST.fullmatch(words[0]):
        words[:1] = first.groups()
    rank = _rank(words[0])
    words = words[1:] if rank is not None or words[0] in NOTHING else words
    start, numbers = _longest_run(words)
    name = " ".join(word for n, word in enumerate(words[:start]) if n or not word.isdigit())
    if not numbers or not any(map(str.isalpha, name)):
        return None
    return Row(line.number, rank, " ".join(name.split()), _aligned(numbers, head))


def _under(line: Line, head: Head) -> Row | None:
    """A row whose cells stand under their headings."""
    cells = [*line.cells, *[""] * (len(head) - len(line.cells))]
    under = [(role, cell.strip()) for (_heading, role), cell in zip(head, cells, strict=False)]
    said = {role: " ".join(cell for one, cell in under if one == role) for role in BESIDE}
    name = " ".join(said["name"].split())
    numbers = [number_in(cell) or EMPTY for role, cell in under if role not in BESIDE]
    row = Row(line.number, _rank(said["rank"]), name, numbers, said["category"].strip())
    row.category_rank = _rank(said["category_rank"]) or None
    return row if name and row.size else None


def _rank(word: str) -> int | None:
    if word.strip() in SAME:
        return 0
    found = RANK.fullmatch(word.strip().translate(SIGNS))
    return int(found[1]) if found else None


def _longest_run(words: Sequence[str]) -> tuple[int, list[Cell]]:
    """Where the most numbers stand beside each other, the last ones of as many."""
    found = [number_in(word) for word in words]
    best, start, run = 1, 0, list[Cell]()
    for _is_number, group in groupby(range(len(found)), key=lambda n: found[n] is not None):
        places = [*group]
        cells = [cell for n in places if (cell := found[n]) is not None]
        size = sum(cell.value is not None for cell in cells)
        if size >= best:
            best, start, run = size, places[0], cells
    return start, run


def _aligned(numbers: list[Cell], head: Head) -> list[Cell]:
    """Numbers of a line without borders, put from the right under their headings."""
    beside = [role in BESIDE for _heading, role in head]
    if all(beside):
        return numbers
    first, end = beside.index(False), len(head) - beside[::-1].index(False)
    roles = [role for _heading, role in head[first:]]
    if len(numbers) != len(roles):
        roles = roles[: end - first]
    given = [*[EMPTY] * (len(roles) - len(numbers)), *numbers[-len(roles) :]]
    return [cell for role, cell in zip(roles, given, strict=True) if role not in BESIDE]


def _headings(line: Line) -> Head:
    """Each heading with what stands below it, [] where the line is none of headings."""
    cells = line.cells if len(line.cells) > 2 else _merged(line.text.split())
    roles = [_role(cell) for cell in cells]
    if not {"rank", "name"} & {*roles} or len({*roles} - {""}) < 2 or _rank(cells[0]):
        return []
    last = max((n for n, role in enumerate(roles) if role == "total"), default=None)
    roles = ["subtotal" if r == "total" and n != last else r for n, r in enumerate(roles)]
    return list(zip(cells, roles, strict=True))


def _role(cell: str) -> str:
    word = plain(cell)
    return ROLES.get(word, "total" if word.startswith("total") else "")


def _merged(words: Sequence[str]) -> list[str]:
    """«Passe 1» is one heading, and so is «1. Passe»."""
    cells: list[str] = []
    for word in words:
        before = cells[-1] if cells else ""
        apart = " " in before or not before or _role(before) or _role(word)
        if not apart and plain(before).isalpha() != plain(word).isalpha():
            cells[-1] = f"{before} {word}"
        else:
            cells.append(word)
    return cells
