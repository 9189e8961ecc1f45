"""Differenzler: each player predicts his points; the differences add up, the lowest wins.

Of a hand in an old spreadsheet only the `differences` may be known. They count like any other
hand; what was predicted and made, and whether the sum stood, nobody can tell any more. A profile
allows it (`differenzler.differences_alone`), none that is played by.
"""

from jassclub.core.errors import Finding, pointer
from referee.rules.profile_fields import SUITS
from scoring.games.base import Findings, HandScore, Line, Reader, Table
from scoring.games.card_sums import check_dealt, check_sum, filled, must_stand, only
from scoring.games.dealing import Speaking
from scoring.games.differenzler.deck import dealt_at, read_left_out
from scoring.games.kind import FLAG, MOST_SEATS, TRUMP, members, number, several
from scoring.games.predictions import PredictionGame
from scoring.games.sheet import check_hands_divisible
from scoring.games.sheets.asked import asked_kind
from scoring.games.sheets.checks import Values
from scoring.games.sheets.reading import own_rules

KEY = "differences"


def check_all_cards(table: Table) -> list[Finding]:
    """Some variations reckon with all points: they need a deal in which no card is left."""
    out, options = Findings(), table.profile.differenzler
    if dealt_at(table).left and options.dealer_incentive:
        out.error("needs_all_cards", "/players", "differenzler.geberanreiz")
    if dealt_at(table).left and not options.dealer_may_fit:
        out.error("needs_all_cards", "/players")
    return out.items


def _barred(table: Table, _highest: int) -> int | None:
    """The sum of all cards, where the dealer may not make the predictions fit."""
    dealt, options = dealt_at(table), table.profile.differenzler
    fits = options.dealer_may_fit or table.dealer is None or dealt.left
    return None if fits else dealt.total


RULES = own_rules("differenzler")
PREDICTIONS = Speaking(high=lambda table: dealt_at(table).highest, barred=_barred, **RULES.speaking)


def _points(slip: Values, table: Table, out: Findings) -> None:
    """Hidden predictions are shown only when the points add up, so there a wrong sum blocks."""
    refuse = must_stand(table) or table.profile.differenzler.predictions == "hidden"
    made, sums = [number or 0 for number in slip["points"]], slip["sums"]
    if sums and not out.at("/points"):
        check_sum(made, sums, out, refuse=refuse, none_of="sum_not_of_deck")
    if not out.at("/points"):
        check_dealt(made, dealt_at(table), out, refuse=refuse)


def _premiums(slip: Values, table: Table, out: Findings) -> None:
    """What the dealer takes off needs a dealer; predicting 0 and making 0 earns the bonus only with
    a trick worth 0."""
    options = table.profile.differenzler
    if options.dealer_incentive and table.dealer is None:
        out.error("dealer_unknown", "", "differenzler.geberanreiz")
    for seat, said in enumerate(slip["predictions"] if options.exact_bonus else ()):
        hit = said == 0 == made_by(slip, seat, table) and not out.at("/points")
        if hit and slip["won_trick"][seat] is None:
            out.warn("zero_trick_unknown", pointer("won_trick", seat), "differenzler.praemie")


def made_by(slip: Values, seat: int, table: Table) -> int:
    """The points the prediction is compared with: cards, and Stöck as declared."""
    declared = slip["stoeck"] or {}
    sign = declared["sign"] if declared.get("seat") == seat else 0
    return int((slip["points"][seat] or 0) + sign * table.profile.stoeck_points)


class Differenzler(PredictionGame):
    """Columns are the seats."""

    speaking, made, most = PREDICTIONS, "points", 400
    schema = {
        "trump": TRUMP,
        "left_out": {"anyOf": [number(0, most), several({"type": "string"}, least=0, most=72)]},
        "stoeck": members({"seat": number(0, MOST_SEATS - 1), "sign": {"enum": [1, -1, None]}}),
        "won_trick": several(FLAG),
        KEY: several(number(-10, most)),
    }
    whole_hand = (_points, _premiums)
    remarks = ("trump", "sealed", "left_out", "won_trick")
    table_checks = (*PredictionGame.table_checks, check_hands_divisible, check_all_cards)

    def completed(self, slip: Values, reader: Reader, table: Table) -> Values:
        high, bonus = dealt_at(table).highest, table.profile.differenzler.exact_bonus
        if reader.has(KEY):
            return {KEY: self.alone(reader, KEY, table, low=-bonus, high=high) or ()}
        trump = reader.choice("trump", SUITS[table.deck])
        slip |= {"trump": trump, **self.read_said(reader, table, high)}
        slip |= read_left_out(reader, table, trump)
        expected, gaps = only(slip["sums"]), len(slip["sums"]) < 2
        points = filled(self.read_made(reader, table, high, gaps=gaps), expected)
        slip |= {"expected": expected, "points": points, "stoeck": _stoeck(reader, table)}
        won = reader.flags("won_trick", table.players) or (None,) * table.players
        return slip | {"won_trick": won}

    def told(self, normal: dict[str, object], slip: Values, table: Table) -> dict[str, object]:
        """Who was exact, instead of what decides that."""
        exact = [line.exact for line in self.worth(slip, table).lines]
        return super().told(normal, slip, table) | {"exact": exact}

    def worth(self, slip: Values, table: Table) -> HandScore:
        """A difference of nothing that stands alone, or below it by a premium, was exact."""
        if KEY not in slip:
            return super().worth(slip, table)
        return HandScore(lines=tuple(Line.of({"difference": n}, exact=n <= 0) for n in slip[KEY]))

    def line(self, slip: Values, table: Table, seat: int) -> Line:
        """Exact as the bonus asks for it: a prediction of 0 needs a trick worth 0."""
        options, prediction = table.profile.differenzler, slip["predictions"][seat]
        made, points = made_by(slip, seat, table), slip["points"][seat] or 0
        exact = prediction == made and (prediction != 0 or slip["won_trick"][seat] is True)
        parts = {"missing": options.missing_penalty, "made": made}
        if prediction is not None:
            parts = {"difference": abs(prediction - made), "exact": -options.exact_bonus * exact}
        parts["incentive"] = -_incentive(slip, table) if seat == table.dealer else 0
        return Line.of(parts, points, exact=exact, prediction=prediction, made=made)


def _stoeck(reader: Reader, table: Table) -> Values | None:
    inner = reader.inner("stoeck", ("seat", "sign"), ("seat",))
    if inner is None:
        return None
    seat = inner.number("seat", low=0, high=table.players - 1)
    sign = inner.number("sign", low=-1, high=1)
    if sign not in (1, -1) and not reader.out.at(inner.where("sign")):
        reader.out.error("stoeck_sign", inner.where("sign"), "differenzler.stoecke")
    return None if seat is None or sign not in (1, -1) else {"seat": seat, "sign": sign}


def _incentive(slip: Values, table: Table) -> int:
    """What the dealer takes off: 1 for each full 5 (or 2) that the predictions miss the sum by."""
    step, said = table.profile.differenzler.dealer_incentive, slip["predictions"]
    if not step or slip["expected"] is None or None in said:
        return 0
    return int(abs(slip["expected"] - sum(said)) // step)


DIFFERENZLER = asked_kind(Differenzler(RULES), speaking=PREDICTIONS, dealt=dealt_at)
