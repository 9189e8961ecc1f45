"""Two against two: Schieber by passen or by hands, Sidi Barrani, Coiffeur, a free sheet."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from jassclub.clubs.models import Player
from jassclub.exchange.doubts import Doubts
from jassclub.exchange.reading import LineValues
from jassclub.exchange.shapes.base import FreeSheet, PastHand, Shape, Slip, agreed, mode_in
from referee.rules.profile import Profile
from scoring.games.base import Table
from scoring.games.kind import CONTRACTS
from scoring.games.lines import lines_of
from scoring.games.passen.kind import MOST_HANDS, full_hand, sides_of

ACROSS, SEATS = 2, 4
MOST_WRITTEN = 2000
"""What may stand on a slip of the Schieber, and in a cell of the Coiffeur."""


class PasseLines(Shape):
    """See `Shape`. Partners may change from passe to passe."""

    columns = ("partner", "points", "matsches", "hands")
    example = {
        "partner": (2, 3, 0, 1),
        "points": (1100, 784, 1100, 784),
        "matsches": (1, 0, 1, 0),
        "hands": (12, 12, 12, 12),
    }

    def most(self, profile: Profile) -> int:
        """All points of the longest passe."""
        return MOST_HANDS * full_hand(profile)

    def slip(self, hand: PastHand, table: Table, doubts: Doubts) -> Slip | None:
        """Totals and matsches of both sides, and who played with the first."""
        partner = partner_in(hand.lines, doubts)
        if partner is None:
            return None
        hand.columns = _firsts(partner)
        number = agreed(hand.lines, "hands", doubts)
        sides = [hand.lines[seat] for seat in hand.columns]
        slip: Slip = {
            "partner": partner,
            "points": [said.points for said in sides],
            "matsches": [said.matsches for said in sides],
        }
        return slip if number is None else {**slip, "hands": number}


class FixedPairs(Shape):
    """See `Shape`. Partners are the same in all hands of a game and sit across."""

    def seated(
        self, players: Sequence[Player], hands: Sequence[Sequence[LineValues]]
    ) -> list[Player]:
        """Partners across, by the first hand that tells who they are; else as they stand there."""
        for lines in hands:
            by_player = {said.player.pk: said for said in lines if said.player is not None}
            if len(by_player) != SEATS or {player.pk for player in players} != by_player.keys():
                continue
            partner = partner_in([by_player[player.pk] for player in players], Doubts())
            if partner is not None:
                first, *others = players
                across = players[partner]
                left = [player for player in others if player.pk != across.pk]
                return [first, left[0], across, left[1]]
        return list(players)

    def sides(self, hand: PastHand, doubts: Doubts) -> list[LineValues] | None:
        """A line of each side, None (with a doubt) where partners are not who they were."""
        partner = partner_in(hand.lines, doubts)
        if partner is not None and partner != ACROSS:
            doubts.say(hand.lines[0].line, "partner", "other_partners", number=hand.number)
        if partner != ACROSS:
            return None
        hand.columns = _firsts(partner)
        return [hand.lines[seat] for seat in hand.columns]


class HandLines(FixedPairs):
    """See `Shape`. Schieber, hand by hand."""

    columns: tuple[str, ...] = ("partner", "points", "matsches", "contract", "weis")
    example = {
        "partner": (2, 3, 0, 1),
        "points": (97, 60, 97, 60),
        "contract": ("RO", "RO", "RO", "RO"),
        "weis": (20, 0, 20, 0),
    }
    names: ClassVar[Mapping[str, str]] = {"matsch": "matsches"}

    def most(self, _profile: Profile) -> int:
        return MOST_WRITTEN

    def slip(self, hand: PastHand, table: Table, doubts: Doubts) -> Slip | None:
        """Contract, points, Matsch and Weis of both sides."""
        sides = self.sides(hand, doubts)
        if sides is None:
            return None
        slip: Slip = {
            "contract": mode_in(hand, CONTRACTS[table.deck], table, doubts),
            "points": [said.points for said in sides],
            "matsch": _matsch(sides, doubts),
        }
        pairs = (hand.lines[0::2], hand.lines[1::2])
        weis = [agreed(pair, "weis", doubts) or 0 for pair in pairs]
        return slip | ({"weis": weis} if any(weis) else {})


class SidiLines(HandLines):
    """See `Shape`. The bid stands with the side that played."""

    columns = ("partner", "prediction", "double", "points", "matsches", "contract", "weis")
    example = {
        "partner": (2, 3, 0, 1),
        "prediction": (90, None, 90, None),
        "points": (97, 60, 97, 60),
        "contract": ("SE", "SE", "SE", "SE"),
    }
    names: ClassVar[Mapping[str, str]] = {
        **HandLines.names,
        "bid": "prediction",
        "declared_by": "prediction",
    }

    def slip(self, hand: PastHand, table: Table, doubts: Doubts) -> Slip | None:
        """As in the Schieber, and who bid how much."""
        slip = super().slip(hand, table, doubts)
        if slip is None:
            return None
        bidders = [seat for seat, said in enumerate(hand.lines) if said.prediction is not None]
        others = [seat for seat in bidders if seat % 2 != bidders[0] % 2]
        if others:
            doubts.say(hand.lines[others[0]].line, "prediction", "bid_twice")
        for seat in bidders[:1]:
            slip |= {"declared_by": seat, "bid": hand.lines[seat].prediction}
        double = agreed(hand.lines, "double", doubts)
        return slip if double is None else {**slip, "double": double}


class CoiffeurLines(FixedPairs):
    """See `Shape`. Each hand fills a line of the side that has points, or the Matsch."""

    columns = ("partner", "contract", "points", "matsches")
    example = {
        "partner": (2, 3, 0, 1),
        "contract": ("EI", "EI", "EI", "EI"),
        "points": (97, None, 97, None),
    }
    names: ClassVar[Mapping[str, str]] = {"line": "contract", "side": "points"}

    def most(self, _profile: Profile) -> int:
        return MOST_WRITTEN

    def slip(self, hand: PastHand, table: Table, doubts: Doubts) -> Slip | None:
        """The side, its line, and what it made."""
        sides = self.sides(hand, doubts)
        if sides is None:
            return None
        wrote = [at for at, said in enumerate(sides) if said.points is not None or said.matsches]
        line = mode_in(hand, lines_of(table), table, doubts)
        if len(wrote) != 1:
            doubts.say(sides[-1].line, "points", "side_twice" if wrote else "side_missing")
        elif not any(said.contract for said in hand.lines):
            doubts.say(sides[0].line, "contract", "line_missing")
        if len(wrote) != 1 or line is None:
            return None
        said = sides[wrote[0]]
        matsch = bool(said.matsches)
        return {"side": wrote[0], "line": line, "points": said.points, "matsch": matsch}


class FreePairs(FixedPairs, FreeSheet):
    """See `Shape`. A free sheet of two sides."""

    columns = ("partner", "points")
    example = {
        "partner": (2, 3, 0, 1),
        "points": (257, 180, 257, 180),
    }

    def slip(self, hand: PastHand, _table: Table, doubts: Doubts) -> Slip | None:
        """The points of both sides."""
        sides = self.sides(hand, doubts)
        return None if sides is None else {"points": [said.points for said in sides]}


def partner_in(lines: Sequence[LineValues], doubts: Doubts) -> int | None:
    """The seat that played with the first, None (with a doubt) where the lines do not tell.

    Named partners decide; else those who have the same points and matsches played together.
    """
    if len(lines) != SEATS:
        return None
    written = [(said.points, said.matsches or 0) for said in lines]
    fitting = [
        partner
        for partner in (ACROSS, 1, 3)
        if _same_within_sides(written, partner) and _as_named(lines, partner)
    ]
    if not fitting:
        doubts.say(
            lines[0].line,
            "partner" if any(said.partner for said in lines) else "points",
            "sides_unknown",
        )
    elif len(fitting) > 1:
        doubts.say(lines[0].line, "partner", "partners_assumed")
    return fitting[0] if fitting else None


def _same_within_sides(written: Sequence[object], partner: int) -> bool:
    sides = sides_of(partner)
    return all(written[seat] == written[sides.index(side)] for seat, side in enumerate(sides))


def _as_named(lines: Sequence[LineValues], partner: int) -> bool:
    """Whether nobody names another partner than the one he has on these sides."""
    sides = sides_of(partner)
    for seat, said in enumerate(lines):
        mate = next(at for at in range(SEATS) if at != seat and sides[at] == sides[seat])
        if said.partner is not None and said.partner != lines[mate].player:
            return False
    return True


def _firsts(partner: int) -> tuple[int, int]:
    """The first seat of each side."""
    return 0, sides_of(partner).index(1)


def _matsch(sides: Sequence[LineValues], doubts: Doubts) -> int | None:
    """The side that took all tricks."""
    made = [side for side, said in enumerate(sides) if said.matsches]
    if len(made) > 1:
        doubts.say(sides[1].line, "matsches", "matsch_twice")
    return made[0] if made else None
