"""Schieber by passen: an entry is a block of hands, told by the total of each side.

Partners may change from passe to passe, so everybody has a column of his own and is credited
the points of his side. One total of a slip follows from the other and the control sum; what the
sides are given or lose where a sum is wrong makes it stand again. `points` hold the bonuses; the
first side is that of seat 0 and his `partner`; `scribe`: the seat that wrote.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from referee.rules.profile import Profile
from scoring.games.base import Control, Findings, HandScore, Line, PlayedHand, Reader, Sheet, Table
from scoring.games.card_sums import charged, check_sum, filled, halved, hand_total, must_stand
from scoring.games.sheet import check_alone, check_seats
from scoring.games.sheets.asked import AskedGame, asked_kind
from scoring.games.sheets.checks import Values
from scoring.games.sheets.reading import own_rules

SEATS = 4
ACROSS = 2
"""The partner of the first seat where nobody says otherwise."""
MOST_HANDS = 100
"""No passe is longer; the usual ones have 8 to 16 hands."""


def sides_of(partner: int) -> tuple[int, ...]:
    """The side of each seat, where seat 0 plays with `partner`."""
    return tuple(int(seat not in (0, partner)) for seat in range(SEATS))


def full_hand(profile: Profile) -> int:
    """What a side writes for a hand in which it took all tricks. Source: matchpraemie."""
    return hand_total(profile) + profile.matsch_bonus


def expected_of(passe: Values, table: Table) -> int:
    """The control sum: 157 for each hand, and the bonus for each matsch."""
    bonus = int(sum(passe["matsches"])) * table.profile.matsch_bonus
    return int(passe["hands"]) * hand_total(table.profile) + bonus


def _check_matsches(passe: Values, table: Table, out: Findings) -> None:
    """Not more matsches than hands, and for each the points of a whole hand."""
    if out.at("/matsches") or out.at("/hands"):
        return
    cited, unread = "matchpraemie", out.at("/points")
    if sum(passe["matsches"]) > passe["hands"]:
        out.error("matsches_too_many", "/matsches", cited, hands=passe["hands"])
    for side, matsches in enumerate(passe["matsches"]):
        about = {"side": side, "matsches": matsches, "least": matsches * full_hand(table.profile)}
        if not unread and 0 <= passe["points"][side] < about["least"]:
            out.error("points_below_matsches", f"/points/{side}", cited, **about)


def _check_sum(passe: Values, table: Table, out: Findings) -> None:
    """Cards are put together only when the sum stands; else it is as the profile says."""
    if any(out.at(where) for where in ("/points", "/matsches", "/hands")):
        return
    expected = expected_of(passe, table)
    check_sum(passe["points"], frozenset({expected}), out, refuse=must_stand(table))
    charged_to_scribe = table.profile.passe.difference == "scribe" and min(passe["points"]) >= 0
    if charged_to_scribe and passe["scribe"] is None and sum(passe["points"]) != expected:
        out.error("scribe_missing", "/scribe")


def _given(passe: Values, table: Table) -> tuple[int, ...]:
    """What each side is given or loses of a sum that is wrong; the sides' sum then stands."""
    rule = table.profile.passe.difference
    off = expected_of(passe, table) - sum(passe["points"])
    if rule == "split":
        return halved(off, passe["points"])
    own = sides_of(passe["partner"])[passe["scribe"] or 0]
    return (0, 0) if rule == "stays" else charged(off, passe["points"], scribe=own)


class Passen(AskedGame):
    """Columns are the seats."""

    read_by_code = ("points", "matsches")
    checks = (_check_matsches, _check_sum)
    table_checks = (check_seats, check_alone)
    counted = False

    def completed(self, passe: Values, reader: Reader, table: Table) -> Values:
        """One total that is not written is what the other leaves of the control sum."""
        asked = self.asked
        most = passe["hands"] * full_hand(table.profile)
        passe["matsches"] = self.answer(asked["matsches"], reader, table, high=passe["hands"])
        read = self.answer(asked["points"], reader, table, high=most)
        points = filled(read or (0, 0), expected_of(passe, table))
        return passe | {"points": tuple(number or 0 for number in points)}

    def told(self, normal: dict[str, object], passe: Values, table: Table) -> dict[str, object]:
        """All of it; who wrote matters only where a difference is charged to him."""
        nothing_off = _given(passe, table) == (0, 0)
        return {key: it for key, it in normal.items() if key != "scribe" or not nothing_off}

    def worth(self, passe: Values, table: Table) -> HandScore:
        """Everybody is credited the points and matsches of his side."""
        given, matsches = _given(passe, table), passe["matsches"]
        sums = [points + extra for points, extra in zip(passe["points"], given, strict=True)]
        premiums = [number * table.profile.matsch_bonus for number in matsches]
        cards = [points - extra for points, extra in zip(passe["points"], premiums, strict=True)]
        lines = tuple(
            Line.of(
                {"cards": cards[side], "matsch": premiums[side], "difference": given[side]},
                cards[side],
                matsches=matsches[side],
                against=sums[1 - side],
            )
            for side in sides_of(passe["partner"])
        )
        control = Control(sum=sum(passe["points"]), expected=expected_of(passe, table))
        return HandScore(lines=lines, control=control, hands=passe["hands"])

    def sheet(self, hands: Sequence[PlayedHand], table: Table) -> Sheet:
        """A passe has no dealer: seats are drawn anew, and the deal goes round within it."""
        undealt = [replace(hand, dealer=None) for hand in hands]
        return super().sheet(undealt, replace(table, dealer=None))


def played_together(slip: Mapping[str, object], seat: int, other: int) -> bool:
    """Whether two seats were partners in a passe as it was written; False for any other slip."""
    partner = slip.get("partner")
    if not isinstance(partner, int) or not {seat, other} <= set(range(SEATS)):
        return False
    return len({sides_of(partner)[seat], sides_of(partner)[other]}) == 1


PASSEN = asked_kind(Passen(own_rules("passen")), partners=played_together, fields=())
