"""Each for himself: the Handjass, a free sheet, HAE."""

from jassclub.exchange.doubts import Doubts
from jassclub.exchange.shapes.base import FreeSheet, PastHand, Shape, Slip, mode_in
from referee.rules.profile import Profile
from referee.rules.profile_fields import SUITS
from scoring.games.base import Table
from scoring.games.card_sums import hand_total
from scoring.games.hae.kind import MOST_CARDS


class HandjassLines(Shape):
    """See `Shape`. What each made, and the trump."""

    columns = ("points", "contract")
    example = {"points": (47, 62, 13, 35), "contract": ("EI", "EI", "EI", "EI")}
    names = {"trump": "contract"}

    def most(self, profile: Profile) -> int:
        """The points of all cards of a hand."""
        return hand_total(profile)

    def slip(self, hand: PastHand, table: Table, doubts: Doubts) -> Slip | None:
        """The points of each seat."""
        trump = mode_in(hand, SUITS[table.deck], table, doubts)
        return {"points": [said.points for said in hand.lines], "trump": trump}


class FreeLines(FreeSheet):
    """See `Shape`. A number each."""

    columns = ("points",)
    example = {"points": (120, 85, 40, 15)}

    def slip(self, hand: PastHand, _table: Table, _doubts: Doubts) -> Slip | None:
        """The points of each seat."""
        return {"points": [said.points for said in hand.lines]}


class HaeLines(Shape):
    """See `Shape`. Tricks that each said and made; as many cards were dealt as tricks were made."""

    columns = ("prediction", "tricks")
    example = {"prediction": (1, 0, 2, 3), "tricks": (1, 1, 2, 1)}
    names = {"bids": "prediction", "cards": "tricks"}

    def most(self, _profile: Profile) -> int:
        """No round has more cards."""
        return MOST_CARDS

    def slip(self, hand: PastHand, _table: Table, _doubts: Doubts) -> Slip | None:
        """Bids and tricks of each seat."""
        tricks = [said.tricks for said in hand.lines]
        return {
            "cards": sum(number or 0 for number in tricks) or None,
            "bids": [said.prediction for said in hand.lines],
            "tricks": tricks,
        }
