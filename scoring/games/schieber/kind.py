"""Schieber: two sides of two, card points, Weis, Stöck and Matsch, each with its multiplier."""

from scoring.games.base import STATES, Control, HandScore, Line, Reader, Table
from scoring.games.card_sums import Numbers, filled, only, totals, without_bonus
from scoring.games.claims import ALL_TRICKS, CLAIMS, SCHEMA as CLAIM_SCHEMA, read_course
from scoring.games.finish import with_finish
from scoring.games.kind import number
from scoring.games.schieber.checks import check_sense, constant_factor
from scoring.games.sheets.asked import AskedGame, asked_kind
from scoring.games.sheets.awards import melds
from scoring.games.sheets.checks import Values
from scoring.games.sheets.reading import own_rules
from scoring.games.weis import SCHEMA as WEIS_SCHEMA, read_weise

SIDES = (0, 1)


class Schieber(AskedGame):
    """Columns are the sides 0+2 and 1+3."""

    schema = {"weis": WEIS_SCHEMA, "tricks": number(0, ALL_TRICKS), **CLAIM_SCHEMA}
    states = (*STATES, "ended", "approximate")
    read_by_code = ("points",)
    checks = (check_sense,)
    ended = staticmethod(with_finish)

    def completed(self, slip: Values, reader: Reader, table: Table) -> Values:
        """`points` are card points with the last trick, never with a bonus; None is not known.

        `written` is what stood on the paper. Where all tricks went to one side it may hold the
        bonus (257). `tricks`: how many were complete when the game ended within the hand;
        `claim`: who said then, or after it, that his side is out. `unfinished`: whether tricks
        were left then. `cards`: the points of both sides, only for a slip without errors;
        `sums`: what they can make together.
        """
        matsch, sums = slip["matsch"], totals(slip["contract"], table.profile)
        slip |= read_course(reader, slip["state"], table)
        points = written = self._written(reader, slip["tricks"], table)
        if slip["tricks"] == ALL_TRICKS and matsch is not None:
            points = _of_matsch(written, matsch, sums, table.profile.matsch_bonus)
        elif slip["tricks"] == ALL_TRICKS:
            points = filled(written, only(sums))
        slip |= {"written": written, "points": points, "sums": sums}
        slip["cards"] = tuple(number or 0 for number in points)
        return slip | read_weise(reader, table)

    def _written(self, reader: Reader, tricks: int, table: Table) -> Numbers:
        """Without a trick there is nothing to write."""
        if tricks == 0 and not reader.has("points"):
            return 0, 0
        return self.answer(self.asked["points"], reader, table) or (None, None)

    def normal(self, slip: Values, _table: Table) -> dict[str, object]:
        """Both sides' card points without bonus, Weis as points per side, null for unknown; how
        far the hand went and what was claimed, where a slip says so."""
        said = {key: slip[key].to_json() for key in CLAIMS if slip[key] is not None}
        said |= {"tricks": slip["tricks"]} if slip["state"] == "ended" else {}
        asked = {ask.key: slip[ask.key] for ask in self.rules.ask}
        return said | asked | {"points": list(slip["cards"]), "weis": list(slip["weis"])}

    def worth(self, slip: Values, table: Table) -> HandScore:
        """All tricks to the side that did not declare count like any Matsch (kontermatsch)."""
        factor, declarer = multiplier(slip["contract"], table), slip["declared_by"]
        known = None not in (slip["matsch"], declarer)
        return HandScore(
            state=slip["state"],
            lines=tuple(_line(slip, table, side, factor) for side in SIDES),
            control=_control(slip, table),
            matsch=slip["matsch"],
            kontermatsch=known and table.column_of(declarer) != slip["matsch"],
        )


def _of_matsch(written: Numbers, matsch: int, sums: frozenset[int], bonus: int) -> Numbers:
    """All points are one side's; it may have written the bonus along."""
    winner, loser = written[matsch], written[1 - matsch] or 0
    winner = only(sums) if winner is None else without_bonus(winner, sums, bonus)
    return (winner, loser) if matsch == 0 else (loser, winner)


def multiplier(contract: str | None, table: Table) -> int:
    """The factor of a contract; where none was written, the one all contracts share."""
    if contract is None:
        return constant_factor(table) or 1
    return table.profile.multipliers.by_deck[table.deck].get(contract) or 1


def _line(slip: Values, table: Table, side: int, factor: int) -> Line:
    profile = table.profile
    plain = {
        "cards": slip["cards"][side],
        **melds(slip, side, table),
        "matsch": (slip["matsch"] == side) * profile.matsch_bonus,
    }
    parts = {
        name: points * (factor if name == "cards" or profile.value(f"{name}_multiplied") else 1)
        for name, points in plain.items()
    }
    plain_total = sum(plain.values())
    return Line.of(parts, slip["cards"][side], multiplier=factor, unmultiplied=plain_total)


def _control(slip: Values, table: Table) -> Control:
    """Card points and, for a Matsch, the bonus once: 157 or 257 for a hand that adds up.

    A hand that was not played to its end has no sum of its own, only what the check allows.
    """
    if slip["unfinished"]:
        return Control(sum=sum(slip["cards"]), expected=sum(slip["cards"]))
    bonus = table.profile.matsch_bonus if slip["matsch"] is not None else 0
    return Control.of(sum(slip["cards"]), slip["sums"], bonus)


SCHIEBER = asked_kind(Schieber(own_rules("schieber")), fields=())
