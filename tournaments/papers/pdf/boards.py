"""The papers of a duplicate: slips to sort the cards by, travellers, the cards of the tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _

from jassclub.core.speaking import spoken
from referee.rules.modes import name_of
from tournaments.core.selectors import LETTERS
from tournaments.papers.pdf.names import put_names
from tournaments.papers.pdf.pages import draw_suit
from tournaments.papers.pdf.paper import BOLD, PENCIL, SHADE, Event, Paper, half_sheets
from tournaments.papers.pdf.sheets import EDGE, sheet_head
from tournaments.papers.pdf.tags import Element

RANKS, SUITS = 9, 4


@dataclass(frozen=True, kw_only=True)
class Slip:
    """How a sorted pack is laid out on four piles: `piles` are the letters of the seats, suit by
    suit from the six to the Ass; `suits` and `ranks` as the deck writes them."""

    board: int
    trump: str
    piles: Sequence[str]
    suits: Sequence[str]
    ranks: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class Traveller:
    """A board and who will play it: round, table, both pairs."""

    board: int
    trump: str
    rows: Sequence[tuple[int, int, str, str]]


@dataclass(frozen=True, kw_only=True)
class TableCard:
    """What happens at a table, round by round: both pairs, the boards, where these go next."""

    table: int
    rows: Sequence[tuple[int, str, str, str, str]]


def deal_slips(event: Event, slips: Sequence[Slip], *, two_up: bool = False) -> bytes:
    """A slip a board."""
    drawings = [partial(_slip, event=event, slip=slip) for slip in slips]
    return half_sheets(f"{_('Kartenzettel')} · {event.name}", drawings, two_up=two_up)


def _trump(seat: str) -> str:
    return _("%(seat)s sagt Trumpf") % {"seat": seat}


def _slip(paper: Paper, *, event: Event, slip: Slip) -> None:
    title = _("Board %(board)s") % {"board": slip.board}
    y = sheet_head(paper, event, f"{title} · {_trump(slip.trump)}")
    hint = _("Spiel geordnet von oben: jede Karte auf den Haufen A, B, C oder D.")
    paper.text(EDGE, y + 4, hint, size=9, ink=PENCIL, width=paper.width - 2 * EDGE)
    top, left = y + 20, EDGE + 34
    wide = (paper.width - EDGE - left) / SUITS
    high = min(30.0, (paper.height - top - EDGE - 120) / (RANKS + 1))
    with paper.inside(Element("Table")):
        with paper.inside(Element("TR")):
            paper.tags.leave_empty(Element("TD"))
            for suit in range(SUITS):
                x = left + wide * (suit + 0.5) - 9
                with paper.inside(Element("TH")):
                    _suit(paper, slip.suits[suit], x=x, y=top + 2, side=18)
        for rank in range(RANKS):
            line = top + high * (rank + 1)
            if rank % 2 == 0:
                paper.fill(EDGE, line, width=paper.width - 2 * EDGE, height=high, ink=SHADE)
            with paper.inside(Element("TR")):
                base = line + high / 2 + 5
                paper.text(EDGE + 14, base, slip.ranks[rank], size=14, align="centre")
                for suit in range(SUITS):
                    x, pile = left + wide * (suit + 0.5), slip.piles[suit * RANKS + rank]
                    paper.text(x, base, pile, size=16, font=BOLD, align="centre")
    _by_seat(paper, slip, y=top + high * (RANKS + 1) + 18)


def _by_seat(paper: Paper, slip: Slip, *, y: float) -> None:
    """The four hands, to check the piles by."""
    for seat, letter in enumerate(LETTERS):
        base, x, tag = y + 22 * seat, EDGE + 20, Element("P")
        paper.text(EDGE, base, letter, size=13, font=BOLD, tag=tag)
        for suit in range(SUITS):
            held = [
                slip.ranks[rank]
                for rank in range(RANKS)
                if slip.piles[suit * RANKS + rank] == letter
            ]
            with paper.inside(tag):
                _suit(paper, slip.suits[suit], x=x, y=base - 9, side=11)
            text = " ".join(held) or "–"
            paper.shrinking(x + 15, base, text, size=11, least=7, width=66, tag=tag)
            x += (paper.width - 2 * EDGE - 20) / SUITS


def _suit(paper: Paper, suit: str, *, x: float, y: float, side: float) -> None:
    shown = Element("Figure", alt=name_of(suit, spoken()))
    draw_suit(paper, suit, x=x, y=y, side=side, tag=shown)


def travellers(event: Event, boards: Sequence[Traveller], *, two_up: bool = False) -> bytes:
    """A sheet that stays in the envelope of its board and takes up what every table makes."""
    drawings = [partial(_traveller, event=event, board=board) for board in boards]
    title = f"{_('Begleitzettel')} · {event.name}"
    return half_sheets(title, drawings, two_up=two_up)


def _traveller(paper: Paper, *, event: Event, board: Traveller) -> None:
    title = _("Board %(board)s") % {"board": board.board}
    y = sheet_head(paper, event, f"{title} · {_trump(board.trump)}")
    hint = _("Nach dem Spiel eine Zeile schreiben und verdeckt zurücklegen: zusammen 157.")
    paper.text(EDGE, y + 4, hint, size=8, ink=PENCIL, width=paper.width - 2 * EDGE)
    wide = paper.width - 2 * EDGE
    names = wide / 2 - 90
    columns = [
        *((28.0, _("Runde")), (28.0, _("Tisch")), (names, "A + C"), (names, "B + D")),
        (36.0, _("Trumpf")),
        *((44.0, _("Punkte %(who)s") % {"who": side}) for side in ("A + C", "B + D")),
    ]
    rows = [(str(n), str(table), one, other, "", "", "") for n, table, one, other in board.rows]
    _grid(paper, columns, rows, y=y + 14)


def table_ways(event: Event, tables: Sequence[TableCard], *, two_up: bool = False) -> bytes:
    """The card that lies on a table: who comes when, with which boards, and where they go."""
    drawings = [partial(_way, event=event, card=card) for card in tables]
    title = f"{_('Laufkarten')} · {event.name}"
    return half_sheets(title, drawings, two_up=two_up)


def _way(paper: Paper, *, event: Event, card: TableCard) -> None:
    y = sheet_head(paper, event, _("Tisch %(table)s") % {"table": card.table})
    wide = paper.width - 2 * EDGE
    columns = [(36.0, _("Runde")), ((wide - 166) / 2, "A + C"), ((wide - 166) / 2, "B + D"),
               (60.0, _("Boards")), (70.0, _("danach zu"))]  # fmt: skip
    rows = [(str(n), *rest) for n, *rest in card.rows]
    _grid(paper, columns, rows, y=y)


def _grid(
    paper: Paper,
    columns: Sequence[tuple[float, str]],
    rows: Sequence[Sequence[str]],
    *,
    y: float,
) -> None:
    high = min(30.0, (paper.height - y - EDGE - 18) / max(1, len(rows)))
    x = EDGE
    with paper.inside(Element("Table")):
        with paper.inside(Element("TR")):
            for width, heading in columns:
                paper.shrinking(x + 3, y + 11, heading, size=8, least=5, width=width - 6, tag="TH")
                x += width
        for place, row in enumerate(rows):
            top, x = y + 18 + place * high, EDGE
            paper.line((EDGE, top), (paper.width - EDGE, top), weight=0.4)
            with paper.inside(Element("TR")):
                for (width, _heading), text in zip(columns, row, strict=True):
                    put_names(paper, x + 3, top + high * 0.62, text, size=10, least=high * 0.3,
                              width=width - 6)  # fmt: skip
                    x += width
    end = y + 18 + len(rows) * high
    x = EDGE
    for width, _heading in columns[:-1]:
        x += width
        paper.line((x, y + 18), (x, end), weight=0.3, ink=PENCIL)
    paper.frame(EDGE, y + 18, width=paper.width - 2 * EDGE, height=end - y - 18, weight=1.2)
