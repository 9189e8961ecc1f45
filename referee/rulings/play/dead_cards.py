"""Cards that lose their taking power, and who then takes a trick.

Articles falsch-gespielte-karte, nichtangeben, vorspielen, zwei-karten-gespielt. A dead card takes
nothing to the end of the hand and keeps its points. Where tricks are avoided no card is ever dead,
as that would help the offender.

Only the open trick is judged anew. Tricks that are turned stay where they went: with another
taker another seat would have led, and nobody knows what would have been played.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from referee.rules.cards import mask_at
from referee.rules.ranking import Ranking
from referee.rules.seats import after, side_of
from referee.rules.tricks import STRICT, DeadRule, winner

Cause = Literal["best_card", "dead_lead"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickOutcome:
    """Who gets a complete trick: the seat that takes it and leads next, its side, and why.

    `card` is the card that takes it, None where a dead lead gave it away.
    """

    seat: int
    side: int
    card: int | None
    cause: Cause

    @property
    def next_leader(self) -> int:
        return self.seat


def dead_after_revoke(
    held: int, lead: int, table: Ranking, *, wrong: int | None = None, avoiding: bool = False
) -> int:
    """The dead cards (mask) of one who did not give the suit led (article nichtangeben).

    `held`: the cards (mask) he had left. Of a side suit the highest dies, of trumps all but the
    Bauer. `wrong`: the card he gave, while the trick is open; it dies too.
    """
    if avoiding:
        return 0
    suit = held & table.suit[lead]
    mistaken = 0 if wrong is None else 1 << wrong
    if table.suit[lead] == table.trumps:
        return suit & table.binding | mistaken
    return _highest(suit, table) | mistaken


def dead_after_exchange(given: int, kept: int, *, avoiding: bool = False) -> int:
    """Both cards of an exchange die: the wrong or early one and the one given in its place."""
    return 0 if avoiding else mask_at((given, kept))


def dead_after_two_cards(cards: Sequence[int], *, avoiding: bool = False) -> int:
    """Cards that one player gave at once all die (article zwei-karten-gespielt)."""
    return 0 if avoiding else mask_at(cards)


def dead_after_holding_back(held: int, card: int, table: Ranking, *, avoiding: bool = False) -> int:
    """The card that was held back by mistake dies; a trump takes all others but the Bauer along.

    `held`: the offender's cards (mask) that are left (article falsch-gespielte-karte).
    """
    if avoiding:
        return 0
    return held & table.binding if table.trumps >> card & 1 else 1 << card


def trick_outcome(
    cards: Sequence[int],
    leader: int,
    table: Ranking,
    *,
    dead: int = 0,
    cannot_win: int | None = None,
    rule: DeadRule = STRICT,
    players: int = 4,
) -> TrickOutcome:
    """Who gets a complete trick.

    `cannot_win`: the seat that gave a wrong card to it; corrected or not, it takes nothing. A
    dead lead gives the trick to the opponents, and the leader's right neighbour leads next.
    """
    gone = dead
    if cannot_win is not None:
        gone |= 1 << cards[(cannot_win - leader) % players]
    place = winner(cards, table, gone, rule=rule)
    seat = after(leader, place, players)
    given_away = bool(gone >> cards[0] & 1) and not _taken_by_card(cards, place, gone, table, rule)
    return TrickOutcome(
        seat=seat,
        side=side_of(seat, players, single=not rule.sides),
        card=None if given_away else cards[place],
        cause="dead_lead" if given_away else "best_card",
    )


def turned_trick_is_contested(
    cards: Sequence[int], table: Ranking, dead: int, *, rule: DeadRule = STRICT
) -> bool:
    """Whether a turned trick went to a card that was dead when it fell, or to a dead lead.

    It is not given to anybody else: the opponents choose what becomes of the hand.
    """
    return winner(cards, table, rule=rule) != winner(cards, table, dead, rule=rule)


def _taken_by_card(
    cards: Sequence[int], place: int, dead: int, table: Ranking, rule: DeadRule
) -> bool:
    """After a dead lead: whether a live card took the trick, as the rule lets it."""
    card = cards[place]
    live = table.strength[cards[0]][card] and not dead >> card & 1
    if not rule.sides:
        return bool(live)
    return bool(live) and place == 2 and rule.partner_ruff_rescues


def _highest(suit: int, table: Ranking) -> int:
    if not suit:
        return 0
    cards = [card for card in range(suit.bit_length()) if suit >> card & 1]
    return 1 << max(cards, key=lambda card: table.strength[card][card])
