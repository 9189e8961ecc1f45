"""What the members pay for a year, and where to: billing, what is paid, the money of the club.

A bill is a booking of the kind fee, of one person for one year; what is paid for it is a payment
that names it as its source. So a bill is cancelled, and a payment taken back, like any booking.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import date
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Max, QuerySet, Sum
from django.utils.translation import gettext as _
from stdnum import iban as ibans, iso11649
from stdnum.ch import esr

from jassclub.clubs import rights
from jassclub.clubs.actors import Actor
from jassclub.clubs.kitty import note_of_fee
from jassclub.clubs.models import Club, KittyBooking, KittyEntry, Player, Role
from jassclub.clubs.services import kitty
from jassclub.clubs.services.clubs import change_club
from jassclub.clubs.services.kitty import STANDING, Kind, Line, Source
from jassclub.core.errors import Conflict, Finding, Invalid

COUNTRIES = ("CH", "LI")
QR_INSTITUTES = range(30_000, 32_000)
"""What stands in an account number that is only for bills with a QR code."""
ADDRESS = {"holder": 70, "street": 70, "number": 16, "postcode": 16, "town": 35}
"""How long each line of an address may be on a bill."""
NEEDED = ("holder", "postcode", "town")
MOST_FINES = 20


@dataclass(frozen=True)
class Money:
    """What a club has agreed about money; amounts in Rappen, 0: there is no such thing."""

    holder: str = ""
    street: str = ""
    number: str = ""
    postcode: str = ""
    town: str = ""
    iban: str = ""
    fee: int = 0
    reduced: int = 0
    fine: int = 0
    """For each penalty, beside `point` for each of its points."""
    point: int = 0
    fines: list[tuple[str, int]] = field(default_factory=list)
    """Fines of the house, with what they are for."""
    coin: int = 1
    """What is paid in cash is a multiple of it."""

    @classmethod
    def of(cls, club: Club) -> "Money":
        """As the club has it."""
        fines = [(words, amount) for words, amount in club.money.get("fines", ())]
        return cls(**{**club.money, "fines": fines})

    @property
    def billable(self) -> bool:
        """Whether a bill can say where to pay."""
        return bool(self.iban)

    def faults(self) -> Iterable[Finding]:
        """Everything that is wrong with it."""
        for name, most in ADDRESS.items():
            if len(getattr(self, name)) > most:
                text = _("Höchstens %(most)s Zeichen haben auf dem Einzahlungsschein Platz.")
                yield Finding("too_long", f"/{name}", text % {"most": most})
            elif self.iban and name in NEEDED and not getattr(self, name):
                yield Finding("required", f"/{name}", _("Das gehört auf jeden Einzahlungsschein."))
        if self.iban and not (ibans.is_valid(self.iban) and self.iban.startswith(COUNTRIES)):
            text = _(
                "Diese IBAN stimmt nicht: 21 Zeichen, am Anfang CH oder LI. Bitte vergleichen."
            )
            yield Finding("no_iban", "/iban", text)
        if self.reduced > self.fee:
            yield Finding("above_fee", "/reduced", _("Das ist mehr als der ganze Beitrag."))


def change_money(*, actor: Actor, club_id: UUID, version: int, money: Money) -> Club:
    """What is agreed about money, as a version of the club with its history. Role: admin."""
    Invalid.raise_for(money.faults(), _("So kann das nicht gelten."))
    values = {"money": asdict(money)}
    return change_club(actor=actor, club_id=club_id, version=version, values=values)


@dataclass(frozen=True)
class Fee:
    """The bill of one person for a year."""

    booking: KittyBooking
    player: Player
    due: int
    paid: int = 0

    @property
    def open(self) -> int:
        """What is still to be paid."""
        return max(0, self.due - self.paid)


def fees_in(rows: QuerySet[KittyBooking]) -> list[Fee]:
    """The bills among bookings, by name; those taken back are none."""
    bills = rows.filter(STANDING, kind=Kind.FEE).distinct()
    entries = KittyEntry.objects.filter(booking__in=bills.values("pk"))
    paid = _paid(bills)
    found = [
        Fee(entry.booking, entry.player.person, -entry.amount, paid.get(entry.booking_id, 0))
        for entry in entries.select_related("booking__club", "player__merged_into")
        if entry.player
    ]
    return sorted(found, key=lambda fee: (fee.player.name.casefold(), fee.player.pk))


def _paid(bills: QuerySet[KittyBooking]) -> dict[UUID, int]:
    """What was paid for each; a payment that was taken back brings its opposite."""
    rows = KittyEntry.objects.filter(
        booking__kind=Kind.PAYMENT,
        booking__source_kind="fee",
        booking__source_id__in=bills.values("pk"),
    )
    return dict(rows.order_by().values_list("booking__source_id").annotate(sum=Sum("amount")))


def fees_of_year(club_id: UUID, year: int) -> list[Fee]:
    """All bills of a year."""
    return fees_in(KittyBooking.objects.filter(club=club_id, year=year))


def members_of(club_id: UUID) -> QuerySet[Player]:
    """Who pays a fee: everybody who plays here and is no guest."""
    return Player.objects.filter(club=club_id, active=True, guest=False, merged_into=None).order_by(
        "name", "pk"
    )


@dataclass(frozen=True)
class Proposal:
    """Somebody without a bill for the year; `chosen`: full, reduced or none, as the last time."""

    player: Player
    chosen: str


def proposed(club: Club, year: int) -> list[Proposal]:
    """Everybody who has no bill of the year yet, with what he paid the last time."""
    billed = {fee.player.pk for fee in fees_of_year(club.pk, year)}
    earlier = KittyBooking.objects.filter(STANDING, club=club, kind=Kind.FEE, year__lt=year)
    last = earlier.aggregate(year=Max("year"))["year"]
    before = fees_of_year(club.pk, last) if last else []
    most = max((fee.due for fee in before), default=0)
    paid = {fee.player.pk: "full" if fee.due == most else "reduced" for fee in before}
    # Who was there the last time and had no bill pays none; who came since has to pay.
    then = max((fee.booking.created_at for fee in before), default=None)
    return [
        Proposal(
            player, paid.get(player.pk, "none" if then and player.created_at < then else "full")
        )
        for player in members_of(club.pk)
        if player.pk not in billed
    ]


@transaction.atomic
def bill(
    *, actor: Actor, club_id: UUID, year: int, day: date, amounts: Mapping[UUID, int]
) -> list[KittyBooking]:
    """A bill for each person, in Rappen. Who has one for the year keeps it. Role: director."""
    rights.get_club(actor, club_id, Role.DIRECTOR)
    # Race: two treasurers bill one year at once; the second bills who is left.
    Club.objects.select_for_update(of=("self",), no_key=True).get(pk=club_id)
    known = {fee.player.pk for fee in fees_of_year(club_id, year)}
    own: dict[str, Any] = {"actor": actor, "club_id": club_id, "day": day, "year": year}
    return [
        kitty.book(**own, kind=Kind.FEE, note=note_of_fee(year), lines=[Line(player, -amount)])
        for player, amount in amounts.items()
        if player not in known and amount
    ]


@transaction.atomic
def pay(
    *, actor: Actor, club_id: UUID, fees: Collection[UUID], day: date, by_bank: bool
) -> list[KittyBooking]:
    """What is open of each bill has come in. Role: director; Conflict where one is paid already."""
    rights.get_club(actor, club_id, Role.DIRECTOR)
    # Race: two note one payment at once; the second finds the bill paid.
    Club.objects.select_for_update(of=("self",), no_key=True).get(pk=club_id)
    found = fees_in(KittyBooking.objects.filter(club=club_id, pk__in=fees))
    done = [fee.player.name for fee in found if not fee.open]
    if done or len(found) != len(set(fees)):
        text = _("Inzwischen bezahlt oder aufgehoben: %(names)s.")
        raise Conflict("fee_settled", text % {"names": ", ".join(done) or _("eine Rechnung")})
    own: dict[str, Any] = {"actor": actor, "club_id": club_id, "day": day, "by_bank": by_bank}
    return [
        kitty.book(
            **own,
            kind=Kind.PAYMENT,
            note=fee.booking.note,
            lines=[Line(fee.player.pk, fee.open)],
            source=Source("fee", fee.booking.pk),
        )
        for fee in found
    ]


DIGITS = 10


def reference_of(booking: KittyBooking, iban: str) -> str:
    """The number on a bill by which the bank says who has paid; which kind, the account tells."""
    number = f"{booking.year}{booking.pk.int % 10**DIGITS:0{DIGITS}}"
    if iban[4:9].isdigit() and int(iban[4:9]) in QR_INSTITUTES:
        digits = number.rjust(26, "0")
        return digits + str(esr.calc_check_digit(digits))
    # ISO 11649: the letters RF as numbers and two zeros behind, 98 less the rest.
    return f"RF{98 - int(number + '271500') % 97:02}{number}"


def shown_reference(reference: str) -> str:
    """In groups, as people read it."""
    return iso11649.format(reference) if reference.startswith("RF") else esr.format(reference)


def by_reference(fees: Iterable[Fee], iban: str, text: str) -> list[Fee]:
    """The bills of a reference, whatever blanks it was typed with; or of a part of a name."""
    typed = "".join(text.split()).casefold()
    return [
        fee
        for fee in fees
        if typed
        and (
            typed in fee.player.name.replace(" ", "").casefold()
            or typed.lstrip("0") == reference_of(fee.booking, iban).casefold().lstrip("0")
        )
    ]
