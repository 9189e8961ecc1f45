"""Which of two sides is out first, by the order of what counts (article ausmachregel)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Side = int
SIDES: tuple[Side, Side] = (0, 1)
Credit = Literal["stoeck", "weis", "stich"]
Order = Literal["stoeck-weis-stich", "stoeck-stich-weis"]
STOECK_WEIS_STICH: Order = "stoeck-weis-stich"

_ORDERS: dict[Order, tuple[Credit, Credit, Credit]] = {
    "stoeck-weis-stich": ("stoeck", "weis", "stich"),
    "stoeck-stich-weis": ("stoeck", "stich", "weis"),
}
AT_ONCE = 0
"""The place of a side that has its points before anything of the order counts."""
UNCOVERED = 4
"""The place after all others: of a side that needs Stöck, Weis and trick together."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Standing:
    """What one side has, in points of the slate: factors are multiplied in already.

    `written`: the slate, with Weis and Stöck written by now; `turned`: tricks turned before the
    last complete one; `trick`: that last complete trick (turned or not), the five points and the
    bonus for all tricks included; `weis` valid and `stoeck` held, neither written yet;
    `incomplete`: cards in a trick that is not complete, which never count (article bedanken).
    """

    written: int = 0
    turned: int = 0
    trick: int = 0
    weis: int = 0
    stoeck: int = 0
    incomplete: int = 0

    @property
    def before(self) -> int:
        """What counts before anything of the order."""
        return self.written + self.turned

    @property
    def total(self) -> int:
        """All that may be counted."""
        return self.before + self.trick + self.weis + self.stoeck

    def credit(self, name: Credit) -> int:
        """The points of one credit of the order."""
        return {"stoeck": self.stoeck, "weis": self.weis, "stich": self.trick}[name]


def credits_in(order: Order) -> tuple[Credit, Credit, Credit]:
    """What counts first, second and third."""
    return _ORDERS[order]


def place(standing: Standing, target: int, order: Order) -> int | None:
    """Where in the order a side is out: 0 at once, else 1 to 3; None if it is not out.

    A credit is enough alone or with one that comes later: the article lets Stöck count first
    "alone or with a Weis or with the trick". UNCOVERED when it takes all three together.
    """
    need = target - standing.before
    if need <= 0:
        return AT_ONCE
    values = [standing.credit(name) for name in credits_in(order)]
    for at, value in enumerate(values):
        if value and value + max((0, *values[at + 1 :])) >= need:
            return at + 1
    return UNCOVERED if sum(values) >= need else None


def credit_at(place: int | None, order: Order) -> Credit | None:
    """The credit at a place, None where none was needed, or all."""
    return credits_in(order)[place - 1] if place in (1, 2, 3) else None


def first_out(
    sides: Sequence[Standing], target: int, order: Order, *, all_three_at: int = UNCOVERED
) -> Side | None:
    """The side with the earlier place; None where neither is out, or both at the same place.

    `all_three_at` is the place given to a side that needs Stöck, Weis and trick together.
    Two sides with different owners of each credit never share a place above 0.
    """
    places = [_placed(side, target, order, all_three_at) for side in sides]
    if places[0] == places[1]:
        return None
    return 0 if places[0] < places[1] else 1


def _placed(standing: Standing, target: int, order: Order, all_three_at: int) -> int:
    reached = place(standing, target, order)
    if reached is None:
        return UNCOVERED + 1
    return all_three_at if reached == UNCOVERED else reached
