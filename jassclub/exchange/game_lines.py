"""How the lines of each game become a slip: of Differenzler, and of Schieber passe by passe or hand
by hand."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, ClassVar, Protocol

from django.utils.translation import gettext as _

from jassclub.clubs.models import Player
from jassclub.exchange.doubts import Doubts
from jassclub.exchange.reading import LineValues, plain
from jassclub.web.suits import mode_name
from referee.rules.profile import Profile
from scoring.games.base import Table
from scoring.games.card_sums import hand_total
from scoring.games.passen.kind import MOST_HANDS, full_hand, sides_of
from scoring.games.schieber.slip import CONTRACTS, MOST_WRITTEN

Slip = dict[str, Any]
Values = Mapping[str, object]


@dataclass
class PastHand:
    """One hand: its lines in the order of the seats, and the slip that they make.

    `columns`: the seat whose line a column of the slip comes from.
    """

    number: int
    lines: list[LineValues]
    slip: Slip = field(default_factory=dict)
    columns: Sequence[int] = ()


class Shape(Protocol):
    """How the evenings of one game stand in a spreadsheet."""

    columns: ClassVar[tuple[str, ...]]
    """Columns that are read beside date, table, hand and player."""
    names: ClassVar[Mapping[str, str]]
    """Members of a slip that stand in a column of another name."""

    def most(self, profile: Profile, /) -> int:
        """The most points that a cell may hold."""

    def seated(
        self, players: Sequence[Player], hands: Sequence[Sequence[LineValues]], /
    ) -> list[Player]:
        """The people of a table in the order of their seats; unless said as they stand there."""
        return list(players)

    def slip(self, hand: PastHand, table: Table, doubts: Doubts, /) -> Slip | None:
        """The slip of a hand; None where a doubt says already why there is none."""

    def house_rules(self, hands: Sequence[PastHand], /) -> Values:
        """What a game of these hands needs on top of its profile; unless said nothing."""
        return {}


def one_a_player(lines: Sequence[LineValues]) -> Iterator[LineValues]:
    """A line for each player: where a line stands for a side, its partner gets one, too."""
    named = {said.player.pk for said in lines if said.player is not None}
    yield from lines
    for said in lines:
        if said.partner is not None and said.partner.pk not in named:
            yield replace(said, player=said.partner, partner=said.player)


class DifferenzlerLines(Shape):
    """See `Shape`. A hand of which only the differences stand there is taken as such."""

    columns: ClassVar[tuple[str, ...]] = ("prediction", "points", "difference")
    names: ClassVar[Mapping[str, str]] = {"predictions": "prediction", "differences": "difference"}

    def most(self, profile: Profile) -> int:
        """The points of all cards of a hand."""
        return hand_total(profile)

    def house_rules(self, hands: Sequence[PastHand]) -> Values:
        """Differences alone are only in games that are carried over."""
        if not any("differences" in hand.slip for hand in hands):
            return {}
        why = _("Übernommen aus einer Tabelle, in der nur die Differenzen stehen")
        return {"differenzler.differences_alone": {"value": True, "house": why}}

    def slip(self, hand: PastHand, table: Table, doubts: Doubts) -> Slip | None:
        """Predictions and points; points left out follow from the differences, if they can."""
        if all(said.difference_alone for said in hand.lines):
            return {"differences": [said.difference for said in hand.lines]}
        points = [said.points for said in hand.lines]
        if points.count(None) > 1:
            points = _from_differences(hand, table, doubts) or points
        _compare(hand, doubts)
        predictions = [said.prediction for said in hand.lines]
        return None if points.count(None) > 1 else {"predictions": predictions, "points": points}


def _compare(hand: PastHand, doubts: Doubts) -> None:
    """Where all three numbers stand, they have to agree."""
    for said in hand.lines:
        if None in (said.difference, said.prediction, said.points):
            continue
        if abs((said.prediction or 0) - (said.points or 0)) != said.difference:
            doubts.say(said.line, "difference", "difference_wrong")


def _from_differences(hand: PastHand, table: Table, doubts: Doubts) -> list[int | None] | None:
    found = list(_made(hand.lines, hand_total(table.profile)))
    if len(found) == 1:
        return list(found[0])
    doubts.say(hand.lines[0].line, "points", "points_unknown", number=hand.number)
    return None


def _made(lines: Sequence[LineValues], total: int) -> Iterator[tuple[int, ...]]:
    """Every way in which predictions and differences give points that add up."""
    options = [sorted(set(_options(said, total))) for said in lines]
    yield from (points for points in product(*options) if sum(points) == total)


def _options(said: LineValues, total: int) -> Iterator[int]:
    if said.points is not None:
        yield said.points
    elif said.prediction is not None and said.difference is not None:
        for points in (said.prediction - said.difference, said.prediction + said.difference):
            if 0 <= points <= total:
                yield points


ACROSS, SEATS = 2, 4


class PasseLines(Shape):
    """See `Shape`. Partners may change from passe to passe."""

    columns: ClassVar[tuple[str, ...]] = ("partner", "points", "matsches", "hands")
    names: ClassVar[Mapping[str, str]] = {}

    def most(self, profile: Profile) -> int:
        """All points of the longest passe."""
        return MOST_HANDS * full_hand(profile)

    def slip(self, hand: PastHand, table: Table, doubts: Doubts) -> Slip | None:
        """Totals and matsches of both sides, and who played with the first."""
        partner = partner_in(hand.lines, doubts)
        if partner is None:
            return None
        hand.columns = _firsts(partner)
        number = _agreed(hand.lines, "hands", doubts)
        sides = [hand.lines[seat] for seat in hand.columns]
        slip: Slip = {
            "partner": partner,
            "points": [said.points for said in sides],
            "matsches": [said.matsches for said in sides],
        }
        return slip if number is None else {**slip, "hands": number}


class HandLines(Shape):
    """See `Shape`. Partners are the same in all hands of a game and sit across."""

    columns: ClassVar[tuple[str, ...]] = ("partner", "points", "matsches", "contract", "weis")
    names: ClassVar[Mapping[str, str]] = {"matsch": "matsches"}

    def most(self, _profile: Profile) -> int:
        """What may stand on a slip of the Schieber."""
        return MOST_WRITTEN

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

    def slip(self, hand: PastHand, table: Table, doubts: Doubts) -> Slip | None:
        """Contract, points, Matsch and Weis of both sides."""
        partner = partner_in(hand.lines, doubts)
        if partner is not None and partner != ACROSS:
            doubts.say(hand.lines[0].line, "partner", "other_partners", number=hand.number)
        if partner != ACROSS:
            return None
        hand.columns = _firsts(partner)
        sides = [hand.lines[seat] for seat in hand.columns]
        slip: Slip = {
            "contract": _contract(hand, table, doubts),
            "points": [said.points for said in sides],
            "matsch": _matsch(sides, doubts),
        }
        pairs = (hand.lines[0::2], hand.lines[1::2])
        weis = [_agreed(pair, "weis", doubts) or 0 for pair in pairs]
        return slip | ({"weis": weis} if any(weis) else {})


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


def _agreed(lines: Sequence[LineValues], column: str, doubts: Doubts) -> Any:
    """The one value that lines have in a column, None where none has one; differing is doubted."""
    told = [(said, getattr(said, column)) for said in lines]
    told = [(said, value) for said, value in told if value not in (None, "")]
    for said, value in told[1:]:
        if value != told[0][1]:
            doubts.say(said.line, column, "lines_differ")
    return told[0][1] if told else None


def _matsch(sides: Sequence[LineValues], doubts: Doubts) -> int | None:
    """The side that took all tricks."""
    made = [side for side, said in enumerate(sides) if said.matsches]
    if len(made) > 1:
        doubts.say(sides[1].line, "matsches", "matsch_twice")
    return made[0] if made else None


def _contract(hand: PastHand, table: Table, doubts: Doubts) -> str | None:
    """The contract in the notation of the cards; what is not known is doubted."""
    written = _agreed(hand.lines, "contract", doubts)
    if not written:
        return None
    for mode in CONTRACTS[table.deck]:
        names = (mode, mode_name(mode, table.deck), f"{mode_name(mode, table.deck)}n")
        if plain(written) in map(plain, names):
            return mode
    doubts.say(hand.lines[0].line, "contract", "unknown_contract", word=written)
    return None
