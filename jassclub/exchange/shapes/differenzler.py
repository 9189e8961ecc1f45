"""Differenzler: what each predicted and made, or the differences alone."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import ClassVar

from django.utils.translation import gettext as _

from jassclub.exchange.doubts import Doubts
from jassclub.exchange.reading import LineValues
from jassclub.exchange.shapes.base import PastHand, Shape, Slip, Values
from referee.rules.profile import Profile
from scoring.games.base import Table
from scoring.games.card_sums import hand_total


class DifferenzlerLines(Shape):
    """See `Shape`. A hand of which only the differences stand there is taken as such."""

    columns = ("prediction", "points", "difference")
    example = {"prediction": (40, 50, 20, 47), "points": (50, 47, 33, 27)}
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
