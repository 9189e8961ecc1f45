"""Cards that lose their taking power (articles falsch-gespielte-karte, nichtangeben).

A dead card takes nothing to the end of the hand and keeps its points. Where tricks are avoided no
card is ever dead, as that would help the offender: the caller then does not ask.
"""

from referee.rules.cards import indices_of, mask_at
from referee.rules.modes import Ranking


def dead_after_revoke(held: int, lead: int, table: Ranking) -> int:
    """The dead cards (mask) of one who did not give the suit led (article nichtangeben).

    `held`: the cards (mask) that were left. Of a side suit the highest dies, of trumps all but
    the Bauer.
    """
    suit = held & table.suit[lead]
    if table.suit[lead] == table.trumps:
        return suit & table.binding
    cards = sorted(indices_of(suit), key=lambda card: table.strength[card][card])
    return mask_at(cards[-1:])


def dead_after_holding_back(held: int, card: int, table: Ranking) -> int:
    """The card that was held back by mistake dies; a trump takes all others but the Bauer along.

    `held`: the offender's cards (mask) that are left (article falsch-gespielte-karte).
    """
    return held & table.binding if table.trumps >> card & 1 else 1 << card
