"""A lead by the wrong player, and the suit that his side may then not lead.

Article falsch-gespielte-karte: after a side suit led out of turn the card goes back dead, and the
suit is barred to the offender's side until the opponents have taken a trick. After a trump the
opponents say whether trump has to be led now; no suit is barred.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.rules.cards import Suit, mask_at
from referee.rules.modes import TrickMode
from referee.rules.ranking import Ranking, ranking, suit_of
from referee.rules.seats import side_of


@dataclass(frozen=True, slots=True)
class Bar:
    """A suit that a side may not lead; ends with the first trick of the other side."""

    suit: Suit
    side: int

    def after_trick(self, side: int) -> Bar | None:
        """What is left of it when `side` has taken a trick."""
        return self if side == self.side else None


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongLead:
    """What follows from a lead out of turn, while it can be put right.

    `card` goes back into the hand; `dead`: what dies (mask); `bar`: the suit barred;
    `opponents_choose`: they say whether a trump must be led now.
    """

    card: int
    dead: int
    bar: Bar | None
    opponents_choose: bool


def after_wrong_lead(
    card: int,
    offender: int,
    mode: TrickMode,
    *,
    players: int = 4,
    single: bool = False,
    avoiding: bool = False,
) -> WrongLead:
    """What a card led by the wrong player brings; nothing dies where tricks are avoided."""
    trump = bool(ranking(mode).trumps >> card & 1)
    side = side_of(offender, players, single=single)
    return WrongLead(
        card=card,
        dead=0 if avoiding else mask_at((card,)),
        bar=None if trump else Bar(suit_of(card), side),
        opponents_choose=trump,
    )


def bar_after(bar: Bar | None, takers: Iterable[int]) -> Bar | None:
    """The bar after tricks that these sides took, in order."""
    for side in takers:
        bar = bar.after_trick(side) if bar else None
    return bar


def leads_allowed(hand: int, side: int, bar: Bar | None) -> int:
    """The cards (mask) of `hand` that a player of `side` may lead.

    Where nothing but the barred suit is left, it may be led.
    """
    if bar is None or bar.side != side:
        return hand
    return hand & ~ranking(TrickMode.OBENABE).suit[_any_card(bar.suit)] or hand


def leads_demanded(hand: int, table: Ranking) -> int:
    """The cards (mask) that may be led where trump has to be led now: any, if there is none."""
    return hand & table.trumps or hand


def _any_card(suit: Suit) -> int:
    return 9 * suit
