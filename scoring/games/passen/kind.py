"""Schieber by passen: an entry is a block of hands, told by the total of each side.

Partners may change from passe to passe, so everybody has a column of his own and is credited
the points of his side. One total of a slip follows from the other and the control sum; what the
sides are given or lose where a sum is wrong makes it stand again. `off` is what is missing of it,
negative where too much was written.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from referee.rules.profile import Profile
from scoring.games.base import (
    Control,
    Findings,
    HandScore,
    Line,
    PlayedHand,
    Reader,
    Sheet,
    State,
    Table,
)
from scoring.games.card_sums import check_sum, filled, hand_total, must_stand
from scoring.games.sheet import check_alone, check_seats
from scoring.games.sheets.asked import AskedGame, asked_kind
from scoring.games.sheets.checks import Values
from scoring.games.sheets.reading import own_rules

SEATS = 4
ACROSS = 2
"""The partner of the first seat where nobody says otherwise."""
MOST_HANDS = 100
"""No passe is longer; the usual ones have 8 to 16 hands."""
Pair = tuple[int, int]


def sides_of(partner: int) -> tuple[int, ...]:
    """The side of each seat, where seat 0 plays with `partner`."""
    return tuple(int(seat not in (0, partner)) for seat in range(SEATS))


def full_hand(profile: Profile) -> int:
    """What a side writes for a hand in which it took all tricks. Source: matchpraemie."""
    return hand_total(profile) + profile.matsch_bonus


def expected_of(passe: Values, table: Table) -> int:
    """The control sum: 157 for each hand, and the bonus for each matsch."""
    profile = table.profile
    bonus = sum(passe["matsches"]) * profile.matsch_bonus
    return int(passe["hands"]) * hand_total(profile) + int(bonus)


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


def _check_matsches(passe: Values, table: Table, out: Findings) -> None:
    """Not more matsches than hands, and for each the points of a whole hand."""
    if out.at("/matsches") or out.at("/hands"):
        return
    cited, readable = "matchpraemie", not out.at("/points")
    if sum(passe["matsches"]) > passe["hands"]:
        out.error("matsches_too_many", "/matsches", cited, hands=passe["hands"])
    for side, matsches in enumerate(passe["matsches"]):
        least = matsches * full_hand(table.profile)
        if readable and 0 <= passe["points"][side] < least:
            out.error(
                "points_below_matsches",
                f"/points/{side}",
                cited,
                side=side,
                matsches=matsches,
                least=least,
            )


def _check_sum(passe: Values, table: Table, out: Findings) -> None:
    """Cards are put together only when the sum stands; else it is as the profile says."""
    if any(out.at(where) for where in ("/points", "/matsches", "/hands")):
        return
    expected = expected_of(passe, table)
    check_sum(passe["points"], frozenset({expected}), out, refuse=must_stand(table))
    charged_to_scribe = table.profile.passe.difference == "scribe" and min(passe["points"]) >= 0
    if charged_to_scribe and passe["scribe"] is None and sum(passe["points"]) != expected:
        out.error("scribe_missing", "/scribe")


def _charged(passe: Values, table: Table) -> tuple[int, ...]:
    """What each side is given or loses of a sum that is wrong; the sides' sum then stands."""
    rule = table.profile.passe.difference
    if rule == "stays":
        return 0, 0
    off = expected_of(passe, table) - sum(passe["points"])
    if rule == "split":
        return halved(off, passe["points"])
    own = 0 if passe["scribe"] is None else sides_of(passe["partner"])[passe["scribe"]]
    return charged(off, passe["points"], scribe=own)


class Passen(AskedGame):
    """Columns are the seats."""

    read_by_code = ("points", "matsches")
    checks = (_check_matsches, _check_sum)
    table_checks = (check_seats, check_alone)
    counted = False

    def typed(self, reader: Reader, state: State, table: Table) -> Values:
        """`points` and `matsches` per side; the first side is that of seat 0 and his `partner`.

        `points` hold the bonuses, as they stand on the paper; one total that is not written is
        what the other leaves of the control sum. `scribe`: the seat that wrote.
        """
        passe = super().typed(reader, state, table)
        passe["partner"] = passe["partner"] or ACROSS
        hands = passe["hands"] = passe["hands"] or table.profile.passe.hands
        matsches = reader.numbers("matsches", 2, low=0, high=hands) or (0, 0)
        passe["matsches"] = tuple(number or 0 for number in matsches)
        read = reader.numbers("points", 2, low=0, high=hands * full_hand(table.profile))
        if (read is None or read == (None, None)) and not reader.out.at("/points"):
            reader.out.error("points_missing", "/points")
        points = filled(read, expected_of(passe, table)) if read else (0, 0)
        return passe | {"points": tuple(number or 0 for number in points)}

    def normal(self, passe: Values, table: Table) -> dict[str, object]:
        """Partner, hands and matsches written out, both totals; the scribe where he is known."""
        told = super().normal(passe, table)
        return {key: it for key, it in told.items() if key != "scribe" or it is not None}

    def told(self, normal: dict[str, object], passe: Values, table: Table) -> dict[str, object]:
        """All of it; who wrote matters only where a difference is charged to him."""
        if _charged(passe, table) == (0, 0):
            normal.pop("scribe", None)
        return normal

    def worth(self, passe: Values, table: Table) -> HandScore:
        return HandScore(
            state="complete",
            lines=tuple(_lines(passe, table)),
            control=Control(sum=sum(passe["points"]), expected=expected_of(passe, table)),
            hands=passe["hands"],
        )

    def sheet(self, hands: Sequence[PlayedHand], table: Table) -> Sheet:
        """A passe has no dealer: seats are drawn anew, and the deal goes round within it."""
        undealt = [replace(hand, dealer=None) for hand in hands]
        return super().sheet(undealt, replace(table, dealer=None))


def played_together(slip: Mapping[str, object], seat: int, other: int) -> bool:
    """Whether two seats were partners in a passe as it was written; False for any other slip."""
    partner = slip.get("partner")
    if not isinstance(partner, int) or not {seat, other} <= set(range(SEATS)):
        return False
    sides = sides_of(partner)
    return sides[seat] == sides[other]


def _lines(passe: Values, table: Table) -> Iterator[Line]:
    """A line a seat: everybody is credited the points and matsches of his side."""
    given, bonus = _charged(passe, table), table.profile.matsch_bonus
    sums = [points + extra for points, extra in zip(passe["points"], given, strict=True)]
    for side in sides_of(passe["partner"]):
        premium = passe["matsches"][side] * bonus
        yield Line(
            total=sums[side],
            parts={
                "cards": passe["points"][side] - premium,
                "matsch": premium,
                "difference": given[side],
            },
            card_points=passe["points"][side] - premium,
            matsches=passe["matsches"][side],
            against=sums[1 - side],
        )


PASSEN = asked_kind(
    Passen(own_rules("passen")),
    partners=played_together,
    fields=(),
)
