"""Bills of membership fees on A4: a letter above, the payment part of the banks below.

What the code says and how it is checked comes from qrbill; it is drawn here in millimetres, as the
Swiss Implementation Guidelines for the QR-bill lay it out. Its letters are Liberation Sans, one of
the four that they allow, and Latin.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

import segno
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from qrbill.bill import LABELS, QRBill
from reportlab.lib.colors import Color, black
from reportlab.lib.units import mm

from jassclub.clubs.models import Club
from jassclub.clubs.services.fees import Fee, Money, reference_of, shown_reference
from jassclub.core.languages import FOR_PROGRAMS
from jassclub.core.speaking import spoken
from jassclub.web.francs import written
from tournaments.papers.pdf.paper import BANK, BANK_BOLD, BOLD, PENCIL, REGULAR, Paper, width_of
from tournaments.papers.pdf.tags import Element

HEIGHT, RECEIPT = 105, 62
"""Of the payment part, and how far the receipt goes."""
CODE, CROSS = 46.0, 7.0
LATIN = "cp1252"
PRINTED = {FOR_PROGRAMS, *LABELS["Reference"]}
"""Languages that the standard has words in."""


def bill_of(fee: Fee, money: Money) -> QRBill:
    """What the payment part says; ValueError where a bank would refuse it."""
    return QRBill(
        account=money.iban,
        creditor={
            "name": money.holder,
            "street": money.street,
            "house_num": money.number,
            "pcode": money.postcode,
            "city": money.town,
            "country": money.iban[:2],
        },
        amount=Decimal(fee.open) / 100,
        reference_number=reference_of(fee.booking, money.iban),
        additional_information=_latin(f"{fee.booking.note}, {fee.player.name}")[:140],
        language=language if (language := spoken()) in PRINTED else FOR_PROGRAMS,
    )


def print_bills(club: Club, fees: Sequence[Fee], money: Money) -> bytes:
    """A page for each bill."""
    paper = Paper(title=_("Beiträge"))
    for fee in fees:
        with paper.inside(Element("Sect")):
            _letter(paper, club, fee, money)
            PaymentPart(paper, bill_of(fee, money)).draw()
        paper.turn()
    return paper.bytes()


def _letter(paper: Paper, club: Club, fee: Fee, money: Money) -> None:
    left, right = 25 * mm, paper.width - 20 * mm
    day = date_format(fee.booking.day, "DATE_FORMAT")
    paper.shrinking(left, 28 * mm, club.name, size=18, width=right - left, tag="P")
    where = " ".join(part for part in (money.street, money.number) if part)
    lines = [where, f"{money.postcode} {money.town}"]
    for place, line in enumerate(line for line in lines if line):
        paper.text(left, (35 + 5 * place) * mm, line, ink=PENCIL)
    paper.shrinking(118 * mm, 58 * mm, fee.player.name, size=12, width=72 * mm)
    paper.text(left, 84 * mm, f"{money.town}, {day}", ink=PENCIL)
    paper.shrinking(left, 98 * mm, fee.booking.note, size=16, width=right - left, tag="H1")
    rows = [(fee.booking.note, fee.due)]
    rows += [(_("bezahlt"), -fee.paid)] if fee.paid else []
    rows += [(_("zu bezahlen, in Franken"), fee.open)]
    with paper.inside(Element("Table")):
        for place, (words, amount) in enumerate(rows):
            y = (112 + 8 * place) * mm
            font = BOLD if place == len(rows) - 1 else REGULAR
            paper.line((left, y - 5.5 * mm), (right, y - 5.5 * mm))
            with paper.inside(Element("TR")):
                paper.text(left, y, words, size=11, width=130 * mm, font=font)
                paper.text(right, y, written(amount), size=11, align="right", font=font)
    paper.text(left, 146 * mm, _("Herzlichen Dank."), size=11)


def _latin(text: str) -> str:
    """The text in the letters of the code: an accent that they lack is left out."""
    return "".join(_in_code(sign) for sign in unicodedata.normalize("NFC", text))


def _in_code(sign: str) -> str:
    plain = unicodedata.normalize("NFKD", sign)[:1] if not sign.isascii() else sign
    for one in (sign, plain):
        if one.encode(LATIN, "ignore"):
            return one
    return "?"


@dataclass
class PaymentPart:
    """Receipt and payment part at the foot of a page; x from the left, y down from the cut."""

    paper: Paper
    bill: QRBill

    def draw(self) -> None:
        """Everything of it."""
        self._cuts()
        self._title(5, self.bill.label("Receipt"))
        self._said(5, 12, self._parts(), head=6, body=8, step=3.2)
        self._payer(5, 43, width=52, height=20, size=6)
        self._amount(5, 68, gap=12, head=6, body=8)
        self._text(57, 82, self.bill.label("Acceptance point"), size=6, bold=True, right=True)
        self._title(67, self.bill.label("Payment part"))
        self._code(67, 17)
        self._amount(67, 68, gap=18, head=8, body=10)
        more = [(self.bill.label("Additional information"), [self.bill.additional_information])]
        self._said(118, 5, [*self._parts(), *more], head=8, body=10, step=4)
        self._payer(118, 61, width=65, height=25, size=8)

    def _parts(self) -> list[tuple[str, list[str]]]:
        account = self.bill.account
        grouped = " ".join(account[at : at + 4] for at in range(0, len(account), 4))
        return [
            (
                self.bill.label("Account / Payable to"),
                [grouped, *self.bill.creditor.as_paragraph(max_chars=38)],
            ),
            (self.bill.label("Reference"), [shown_reference(self.bill.reference_number)]),
        ]

    def _said(
        self,
        x: float,
        y: float,
        parts: Iterable[tuple[str, list[str]]],
        *,
        head: float,
        body: float,
        step: float,
    ) -> None:
        for title, lines in parts:
            y += step
            self._text(x, y, title, size=head, bold=True)
            for line in lines:
                for piece in self._wrapped(line, body, 87 if x > RECEIPT else 52):
                    y += step
                    self._text(x, y, piece, size=body)
            y += step * 0.7

    def _wrapped(self, text: str, size: float, width: float) -> list[str]:
        lines = [""]
        for word in _latin(text).split(" "):
            longer = f"{lines[-1]} {word}".strip()
            if width_of(longer, font=BANK, size=size) <= width * mm:
                lines[-1] = longer
            else:
                lines.append(word)
        return [line for line in lines if line]

    def _title(self, x: float, text: str) -> None:
        self._text(x, 9, text, size=11, bold=True, tag="H2")

    def _amount(self, x: float, y: float, *, gap: float, head: float, body: float) -> None:
        amount = f"{Decimal(self.bill.amount):,}".replace(",", " ")
        for at, title, value in (
            (x, self.bill.label("Currency"), self.bill.currency),
            (x + gap, self.bill.label("Amount"), amount),
        ):
            self._text(at, y + 3, title, size=head, bold=True)
            self._text(at, y + 7.5, value, size=body)

    def _payer(self, x: float, y: float, *, width: float, height: float, size: float) -> None:
        """Who pays writes his name between four corners."""
        self._text(x, y, self.bill.label("Payable by (name/address)"), size=size, bold=True)
        top, arm = y + 1.5, 3
        for across, corner in ((1, x), (-1, x + width)):
            for down, edge in ((1, top), (-1, top + height)):
                self._line(corner, edge, corner + across * arm, edge)
                self._line(corner, edge, corner, edge + down * arm)

    def _cuts(self) -> None:
        self.paper.canvas.setDash(2, 2)
        self._line(0, 0, 210, 0)
        self._line(RECEIPT, 0, RECEIPT, HEIGHT)
        self.paper.canvas.setDash()
        words = self.bill.label("Separate before paying in")
        self._text(105, -1.5, words, size=7, centre=True)

    def _code(self, x: float, y: float) -> None:
        made = segno.make(
            self.bill.qr_data(), error="m", encoding="utf-8", micro=False, boost_error=False
        )
        rows = list(made.matrix)
        module, middle = CODE / len(rows), (CODE - CROSS) / 2
        with self.paper.marked(Element("Figure", alt=_("QR-Code der Rechnung"))):
            for down, row in enumerate(rows):
                for across, dark in enumerate(row):
                    if dark:
                        corner = x + across * module, y + down * module
                        self._box(*corner, module * 1.02, module * 1.02)
            self._cross(x + middle, y + middle)

    def _cross(self, x: float, y: float) -> None:
        self._box(x, y, CROSS, CROSS, grey=1)
        self._box(x + 0.5, y + 0.5, CROSS - 1, CROSS - 1)
        long, thin = 3.9, 1.17
        near, far = (CROSS - long) / 2, (CROSS - thin) / 2
        self._box(x + near, y + far, long, thin, grey=1)
        self._box(x + far, y + near, thin, long, grey=1)

    def _box(self, x: float, y: float, width: float, height: float, *, grey: float = 0) -> None:
        corner = x * mm, self.paper.height - (HEIGHT - y) * mm
        ink = Color(grey, grey, grey)
        self.paper.fill(*corner, width=width * mm, height=height * mm, ink=ink)

    def _line(self, x: float, y: float, to_x: float, to_y: float) -> None:
        foot = self.paper.height - HEIGHT * mm
        ends = (x * mm, foot + y * mm), (to_x * mm, foot + to_y * mm)
        self.paper.line(*ends, weight=0.75, ink=black)

    def _text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float,
        bold: bool = False,
        right: bool = False,
        centre: bool = False,
        tag: str = "",
    ) -> None:
        self.paper.text(
            x * mm,
            self.paper.height - (HEIGHT - y) * mm,
            _latin(text),
            size=size,
            font=BANK_BOLD if bold else BANK,
            align="right" if right else "centre" if centre else "left",
            ink=black,
            tag=tag,
        )
