"""Coiffeur: each side plays each line of the sheet once; only who declares writes.

`points` are those of the cards, without bonus and factor; for a Matsch the bonus may have been
written along (257). `taken`: what the side took itself on a line of Misère, where the points are
what the others took; a Matsch is then that it took no trick. `written`: what stood on the paper.
"""

from collections.abc import Sequence
from dataclasses import replace

from referee.rules.profile_fields import CALLED, SUITS, TURNING, UNTRUMPED
from scoring.games.base import Findings, Reader, Table
from scoring.games.card_sums import contracts_at, hand_total, possible, totals, without_bonus
from scoring.games.kind import TournamentUse
from scoring.games.lines import LinesGame
from scoring.games.sheets.asked import asked_kind
from scoring.games.sheets.checks import Values
from scoring.games.sheets.reading import own_rules

MISERE, TUTTI, TRIO = "Misère", "Tutti", "Trio"
"""Declarers write what the others took; each trick has its own trump; three tricks of each."""
EVERY_SUIT = 4 * 62  # all cards where Under and Nine count as in trump in every suit


def own_contract(line: str | None, table: Table) -> str | None:
    """The one contract that a line stands for, None where there is a choice."""
    return line if line in (*SUITS[table.deck], *UNTRUMPED) else None


def contracts_on(line: str | None, table: Table) -> Sequence[str]:
    """What can be played on a line: its contract, in both directions, or whatever is allowed."""
    turning = CALLED.get(line or "", line)
    if turning in TURNING:
        return [f"{turning}_{way}" for way in ("O", "U")]
    own = own_contract(line, table)
    return contracts_at(table) if own is None else [own]


def choices_on(line: str, table: Table) -> Sequence[str]:
    """What can be told of a line that leaves a choice; nothing turns crosswise in a Misère or a
    Trio, and each trick of a Tutti has its own trump."""
    if line == TUTTI or own_contract(line, table) is not None:
        return ()
    crossed = () if line not in (MISERE, TRIO) else ("GUSCHTI", "MARY")
    return [it for it in contracts_on(line, table) if not it.startswith(crossed)]


def sums_on(line: str | None, contract: str | None, table: Table) -> frozenset[int]:
    """What all cards of a hand on this line can be worth, by whatever it can have been."""
    if line == TUTTI and table.profile.value("coiffeur.tutti") == "all_suits":
        return frozenset({EVERY_SUIT + table.profile.last_trick})
    played = contracts_on(line, table) if contract is None else [contract]
    return frozenset[int]().union(*(totals(each, table.profile) for each in played))


def _contract(slip: Values, table: Table, out: Findings) -> None:
    """What was played is played on that line."""
    line, contract = slip["line"], slip["contract"]
    if None not in (line, contract) and contract not in contracts_on(line, table):
        out.error("contract_not_of_line", "/contract", contract=contract, line=line)


def _points(slip: Values, table: Table, out: Findings) -> None:
    """What was taken and what is written make the whole; all tricks are all points, with the bonus
    or without; else they are what some tricks can make."""
    line, contract, points = slip["line"], slip["contract"], slip["points"]
    all_cards = hand_total(table.profile)
    if slip["taken"] is not None and line != MISERE:
        out.error("taken_on_misere", "/taken")
    if None not in (slip["taken"], points) and slip["taken"] + points != all_cards:
        out.error("sum_wrong", "/taken", sum=slip["taken"] + points, expected=all_cards)
    if out.at("/points") or slip["scratched"] or line is None:
        return
    sums, played = sums_on(line, contract, table), [contract] if contract else None
    total, bare = max(sums), (points or 0) - table.profile.matsch_bonus
    if points is None:
        out.error("points_missing", "/points")
    elif slip["matsch"]:
        if points not in sums:
            out.error("points_of_matsch", "/points", expected=total)
    elif points > total and bare in sums:
        out.error("points_with_bonus", "/points", "matchpraemie", total=total)
    elif points > total:
        out.error("out_of_range", "/points", low=0, high=total)
    elif line != TUTTI and not any(
        possible(points, each, table.profile, players=table.players)
        for each in played or contracts_on(line, table)
    ):
        out.error("impossible_points", "/points", points=points)
    elif points == all_cards and sums == {points}:
        out.warn("matsch_or_zero_trick", "/matsch", "matchpraemie", side=slip["side"])


class Coiffeur(LinesGame):
    """Columns are two sides, or three players who each play for themselves."""

    checks = (_contract, _points)
    read_by_code = ("taken",)

    def most_on(self, line: str, table: Table) -> int:
        return max(sums_on(line, None, table))

    def completed(self, slip: Values, reader: Reader, table: Table) -> Values:
        """Points without bonus: all of them for a Matsch that says no number."""
        slip, profile = super().completed(slip, reader, table), table.profile
        slip["taken"] = self.answer(self.asked["taken"], reader, table, high=hand_total(profile))
        slip["contract"] = slip["contract"] or own_contract(slip["line"], table)
        written, sums = slip["points"], sums_on(slip["line"], slip["contract"], table)
        if written is None and slip["taken"] is not None:
            slip["points"] = hand_total(profile) - slip["taken"]
        elif written is None:
            matsch = max(sums) if slip["matsch"] and len(sums) == 1 else None
            slip["points"] = 0 if slip["scratched"] else matsch
        elif slip["matsch"]:
            slip["points"] = without_bonus(written, sums, profile.matsch_bonus)
        return slip | {"written": written}


RULES = own_rules("coiffeur")
GAME = Coiffeur(RULES)
COIFFEUR = asked_kind(
    GAME,
    grid=GAME.grid,
    fields=(),
    tournament=replace(
        RULES.tournament or TournamentUse(),
        rows=lambda profile, deck, _hands: [
            (name.capitalize() if name in TURNING else name, str(factor))
            for name, factor in profile.coiffeur.lines(deck)
        ],
        hands=lambda profile: (2 * len(profile.coiffeur.german),) * 2,
    ),
)
