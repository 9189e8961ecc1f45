"""A slip of a passe as typed values; one total follows from the other and the control sum.

What the sides are given or lose where a sum is wrong, so that it stands again.

`off` is what is missing of the control sum, negative where too much was written.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.rules.profile import Profile
from scoring.games.base import State, Table
from scoring.games.card_sums import hand_total
from scoring.games.reading import Reader

FIELDS = ("partner", "hands", "points", "matsches", "scribe")
SEATS = 4
ACROSS = 2
"""The partner of the first seat where nobody says otherwise."""
MOST_HANDS = 100
"""No passe is longer; the usual ones have 8 to 16 hands."""
Pair = tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class Passe:
    """`points` and `matsches` per side; the first side is that of seat 0 and his `partner`.

    `points` hold the bonuses, as they stand on the paper. `scribe`: the seat that wrote.
    """

    partner: int = ACROSS
    hands: int = 0
    points: Pair = (0, 0)
    matsches: Pair = (0, 0)
    scribe: int | None = None


def sides_of(partner: int) -> tuple[int, ...]:
    """The side of each seat, where seat 0 plays with `partner`."""
    return tuple(int(seat not in (0, partner)) for seat in range(SEATS))


def full_hand(profile: Profile) -> int:
    """What a side writes for a hand in which it took all tricks. Source: matchpraemie."""
    return hand_total(profile) + profile.matsch_bonus


def expected_of(passe: Passe, table: Table) -> int:
    """The control sum: 157 for each hand, and the bonus for each matsch."""
    profile = table.profile
    return passe.hands * hand_total(profile) + sum(passe.matsches) * profile.matsch_bonus


def read_slip(reader: Reader, _state: State, table: Table) -> Passe:
    """The slip as typed values; what could not be read left a finding."""
    hands = reader.number("hands", low=1, high=MOST_HANDS) or table.profile.passe.hands
    read = Passe(
        partner=reader.number("partner", low=1, high=SEATS - 1) or ACROSS,
        hands=hands,
        matsches=_matsches(reader, hands),
        scribe=reader.number("scribe", low=0, high=SEATS - 1),
    )
    return replace(read, points=_points(reader, read, table))


def _matsches(reader: Reader, hands: int) -> Pair:
    """What nobody wrote down is none."""
    read = reader.numbers("matsches", 2, low=0, high=hands) or (0, 0)
    return read[0] or 0, read[1] or 0


def _points(reader: Reader, passe: Passe, table: Table) -> Pair:
    """Both totals; one that is not written is what the other leaves of the control sum."""
    most = passe.hands * full_hand(table.profile)
    read = reader.numbers("points", 2, low=0, high=most)
    if read is None or read == (None, None):
        if not reader.out.at("/points"):
            reader.out.error("points_missing", "/points")
        return 0, 0
    rest = expected_of(passe, table) - sum(points or 0 for points in read)
    first, second = (rest if points is None else points for points in read)
    return first, second


def halved(off: int, points: Sequence[int]) -> tuple[int, ...]:
    """As much to each; odd points go one each to those with fewest, with as many to the first."""
    each, odd = divmod(off, len(points))
    weakest = sorted(range(len(points)), key=lambda column: points[column])[:odd]
    return tuple(each + (column in weakest) for column in range(len(points)))


def charged(off: int, points: Sequence[int], *, scribe: int) -> tuple[int, ...]:
    """Points missing are shared by the others, points too many come off the scribe's column."""
    if off <= 0:
        return tuple(off if column == scribe else 0 for column in range(len(points)))
    others = [column for column in range(len(points)) if column != scribe]
    shares = dict(zip(others, halved(off, [points[column] for column in others]), strict=True))
    return tuple(shares.get(column, 0) for column in range(len(points)))
