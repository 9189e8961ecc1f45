"""Schieber: two sides of two, card points, Weis, Stöck and Matsch, each with its multiplier."""

from referee.rules.profile_fields import SUITS, UNTRUMPED
from scoring.games.base import STATES, Control, HandScore, Line, Reader, State, Table
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
MOST_WRITTEN = 2000
CONTRACTS = {deck: (*letters, *UNTRUMPED) for deck, letters in SUITS.items()}
"""Every contract that can be written with a deck, allowed or not."""


class Schieber(AskedGame):
    """Columns are the sides 0+2 and 1+3."""

    schema = {"weis": WEIS_SCHEMA, "tricks": number(0, ALL_TRICKS), **CLAIM_SCHEMA}
    states = (*STATES, "ended", "approximate")
    read_by_code = ("points",)
    checks = (check_sense,)
    ended = staticmethod(with_finish)

    def typed(self, reader: Reader, state: State, table: Table) -> Values:
        """`points` are card points with the last trick, never with a bonus; None is not known.

        `written` is what stood on the paper. Where all tricks went to one side it may hold the
        bonus (257). `tricks`: how many were complete when the game ended within the hand;
        `claim`: who said then, or after it, that his side is out. `unfinished`: whether tricks
        were left then. `cards`: the points of both sides, only for a slip without errors;
        `sums`: what they can make together.
        """
        slip = super().typed(reader, state, table)
        matsch, sums = slip["matsch"], totals(slip["contract"], table.profile)
        course = read_course(reader, state, table)
        tricks = course["tricks"]
        points = written = _pair(reader, tricks)
        if tricks == ALL_TRICKS and matsch is not None:
            points = _of_matsch(written, matsch, sums, table.profile.matsch_bonus)
        elif tricks == ALL_TRICKS:
            points = filled(written, only(sums))
        weis, weise = read_weise(reader, table)
        return {
            **slip,
            **course,
            "state": state,
            "written": written,
            "points": points,
            "weis": weis,
            "weise": weise,
            "cards": (points[0] or 0, points[1] or 0),
            "sums": sums,
        }

    def normal(self, slip: Values, _table: Table) -> dict[str, object]:
        """Both sides' card points without bonus, Weis as points per side, null for unknown; how
        far the hand went and what was claimed, where a slip says so."""
        said = {key: slip[key].to_json() for key in CLAIMS if slip[key] is not None}
        said |= {"tricks": slip["tricks"]} if slip["state"] == "ended" else {}
        asked = {ask.key: slip[ask.key] for ask in self.rules.ask}
        return said | asked | {"points": list(slip["cards"]), "weis": list(slip["weis"])}

    def told(self, normal: dict[str, object], slip: Values, table: Table) -> dict[str, object]:
        """Contract, points, Matsch, Weis, claims and the side of the Stöck; not who declared."""
        side = None if slip["stoeck"] is None else table.column_of(slip["stoeck"])
        kept = ("state", "contract", "points", "matsch", "weis", "tricks", "claim", "berg")
        return {key: normal[key] for key in kept if key in normal} | {"stoeck_side": side}

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


def _pair(reader: Reader, tricks: int) -> Numbers:
    before = len(reader.out.items)
    if tricks == 0 and not reader.has("points"):
        return 0, 0
    read = reader.numbers("points", 2, low=0, high=MOST_WRITTEN)
    pair = (read[0], read[1]) if read else (None, None)
    if pair == (None, None) and not reader.has("matsch") and len(reader.out.items) == before:
        reader.out.error("points_missing", reader.where("points"))
    return pair


def _of_matsch(written: Numbers, matsch: int, sums: frozenset[int], bonus: int) -> Numbers:
    """All points are one side's; it may have written the bonus along."""
    winner, loser = written[matsch], written[1 - matsch] or 0
    winner = only(sums) if winner is None else without_bonus(winner, sums, bonus)
    return (winner, loser) if matsch == 0 else (loser, winner)


def multiplier(contract: str | None, table: Table) -> int:
    """The factor of a contract; where none was written, the one all contracts share."""
    factor = (
        constant_factor(table)
        if contract is None
        else table.profile.multipliers.by_deck[table.deck].get(contract)
    )
    return factor or 1


def _line(slip: Values, table: Table, side: int, factor: int) -> Line:
    profile = table.profile
    plain = {
        "cards": slip["cards"][side],
        **melds(slip, side, table),
        "matsch": (slip["matsch"] == side) * profile.matsch_bonus,
    }
    multiplied = {
        "cards": True,
        "weis": profile.weis_multiplied,
        "stoeck": profile.stoeck_multiplied,
        "matsch": profile.matsch_multiplied,
    }
    parts = {name: points * (factor if multiplied[name] else 1) for name, points in plain.items()}
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
