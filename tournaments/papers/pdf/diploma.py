"""The diploma: a page to keep, with slate, card felt and the four suits."""

from dataclasses import dataclass
from functools import partial
from typing import Literal

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4, landscape

from tournaments.papers.pdf.lettering import REGULAR, SERIF
from tournaments.papers.pdf.paper import CHALK, FELT, PENCIL, SLATE, Event, Paper, one_a_page
from tournaments.papers.pdf.suits import draw_suit

DECKS = {"german": ("EI", "SI", "RO", "SE"), "french": ("S", "H", "D", "C")}


@dataclass(frozen=True, kw_only=True)
class Diploma:
    """For whom and what: the rank or, for a feat, its own words; the result as written. `people`
    are those of a pair or a team."""

    event: Event
    name: str
    people: str = ""
    rank: int | None = None
    award: str = ""
    result: str = ""
    signers: tuple[str, ...] = ()
    deck: Literal["german", "french"] = "german"


def diploma(*diplomas: Diploma) -> bytes:
    """A page for each, A4 in landscape."""
    return one_a_page(_("Diplom"), landscape(A4), (partial(_diploma, d) for d in diplomas))


def _diploma(content: Diploma, paper: Paper) -> None:
    paper.fill(0, 0, width=paper.width, height=paper.height, ink=CHALK)
    paper.fill(0, 0, width=paper.width, height=118, ink=SLATE)
    paper.fill(0, 118, width=paper.width, height=5, ink=FELT)
    below = paper.height - 145 - 22
    paper.frame(22, 145, width=paper.width - 44, height=below, weight=0.8, ink=FELT)
    _words(paper, content)
    side, gap = 44.0, 26.0
    left = (paper.width - 4 * side - 3 * gap) / 2
    for place, suit in enumerate(DECKS[content.deck]):
        x = left + place * (side + gap)
        draw_suit(paper.canvas, suit, x=x, y=paper.height - 206, side=side)
    _signatures(paper, content.signers)


def _words(paper: Paper, content: Diploma) -> None:
    middle, width = paper.width / 2, paper.width - 160
    paper.text(middle, 86, _("Diplom"), size=50, font=SERIF, align="centre", ink=CHALK)
    rank = "" if content.rank is None else _("%(rank)s. Rang") % {"rank": content.rank}
    paper.shrinking(middle, 262, content.award or rank, size=30, width=width, font=SERIF,
                    align="centre", ink=FELT)  # fmt: skip
    above = 16 if content.people else 0
    paper.shrinking(middle, 322 - above, content.name, size=46, width=width, least=16, font=SERIF,
                    align="centre", ink=SLATE)  # fmt: skip
    paper.shrinking(middle, 332, content.people, size=18, width=width, least=9, font=REGULAR,
                    align="centre", ink=SLATE)  # fmt: skip
    paper.line((middle - 90, 342), (middle + 90, 342), weight=1, ink=FELT)
    paper.shrinking(middle, 368, content.result, size=16, width=width, font=REGULAR,
                    align="centre", ink=SLATE)  # fmt: skip
    paper.shrinking(middle, 408, content.event.name, size=22, width=width, font=SERIF,
                    align="centre", ink=SLATE)  # fmt: skip
    paper.text(middle, 430, content.event.when_and_where(), size=12, width=width, align="centre",
               ink=PENCIL)  # fmt: skip


def _signatures(paper: Paper, signers: tuple[str, ...]) -> None:
    if not signers:
        return
    each = min(260.0, (paper.width - 160) / len(signers))
    left, y = (paper.width - each * len(signers)) / 2, paper.height - 78
    for place, signer in enumerate(signers):
        x = left + each * place
        paper.line((x + 20, y), (x + each - 20, y), weight=0.6, ink=SLATE)
        paper.text(x + each / 2, y + 14, signer, size=10, ink=PENCIL, align="centre",
                   width=each - 40)  # fmt: skip
