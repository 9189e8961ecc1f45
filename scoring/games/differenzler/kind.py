"""Differenzler: each player predicts his points; the differences add up, the lowest wins.

Of a hand in an old spreadsheet only the `differences` may be known. They count like any other
hand; what was predicted and made, and whether the sum stood, nobody can tell any more. A profile
allows it (`differenzler.differences_alone`), none that is played by.
"""

from collections.abc import Mapping

from jassclub.core.errors import Finding, pointer
from referee.rules.profile_fields import SUITS
from scoring.games.base import Findings, HandScore, Line, Reader, Table
from scoring.games.card_sums import check_sum, filled, must_stand
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
PREDICTIONS = Speaking(
    high=lambda table: dealt_at(table).highest,
    barred=_barred,
    in_order=lambda table: table.profile.differenzler.predictions == "open",
    needed=lambda table: table.profile.differenzler.missing_prediction == "refuse",
    **RULES.speaking,
)


def _agreed_on(slip: Values, table: Table, out: Findings) -> None:
    """What a table has agreed on: Stöck that are declared, an incentive of the dealer."""
    options = table.profile.differenzler
    if options.dealer_incentive and table.dealer is None:
        out.error("dealer_unknown", "", "differenzler.geberanreiz")
    if slip["stoeck"] is not None and not options.stoeck_choice:
        cited = table.profile.citation("differenzler.stoeck_choice").article
        out.error("stoeck_not_allowed", "/stoeck", cited)


def _points(slip: Values, table: Table, out: Findings) -> None:
    """Hidden predictions are shown only when the points add up, so there a wrong sum blocks."""
    if out.at("/points"):
        return
    refuse = must_stand(table) or table.profile.differenzler.predictions == "hidden"
    made, add = [number or 0 for number in slip["points"]], out.error if refuse else out.warn
    if slip["expected"] is not None:
        check_sum(made, frozenset({slip["expected"]}), out, refuse=refuse)
    elif not slip["faulty"] and not dealt_at(table).can_be_dealt(sum(made)):
        add("sum_not_of_deck", "/points", "letzter-stich", sum=sum(made))
    for seat, points in enumerate(() if out.at("/points") else made):
        if not dealt_at(table).can_be_made(points):
            add("impossible_points", pointer("points", seat), points=points)


def _zero_trick(slip: Values, table: Table, out: Findings) -> None:
    """Predicting 0 and making 0 earns the bonus only with a trick worth 0."""
    if not table.profile.differenzler.exact_bonus or out.at("/points"):
        return
    for seat, prediction in enumerate(slip["predictions"]):
        hit = prediction == 0 and made_by(slip, seat, table) == 0
        if hit and slip["won_trick"][seat] is None:
            out.warn("zero_trick_unknown", pointer("won_trick", seat), "differenzler.praemie")


def made_by(slip: Values, seat: int, table: Table) -> int:
    """The points the prediction is compared with: cards, and Stöck as declared."""
    declared = slip["stoeck"] or {}
    sign = declared["sign"] if declared.get("seat") == seat else 0
    return int((slip["points"][seat] or 0) + sign * table.profile.stoeck_points)


HIGHEST = 400
"""More than two packs hold."""
CARDS = several({"type": "string"}, least=0, most=72)


class Differenzler(PredictionGame):
    """Columns are the seats."""

    schema = {
        "trump": TRUMP,
        "predictions": several(number(0, HIGHEST)),
        "sealed": several(FLAG),
        "left_out": {"anyOf": [number(0, HIGHEST), CARDS]},
        "points": several(number(0, HIGHEST)),
        "stoeck": members({"seat": number(0, MOST_SEATS - 1), "sign": {"enum": [1, -1, None]}}),
        "won_trick": several(FLAG),
        KEY: several(number(-10, HIGHEST)),
    }
    speaking, made = PREDICTIONS, "points"
    whole_hand = (_agreed_on, _points, _zero_trick)
    table_checks = (*PredictionGame.table_checks, check_hands_divisible, check_all_cards)

    def completed(self, _slip: Values, reader: Reader, table: Table) -> Values:
        options, high = table.profile.differenzler, dealt_at(table).highest
        if reader.has(KEY):
            return {KEY: self._differences(reader, table, high)}
        trump = reader.choice("trump", SUITS[table.deck])
        said = PREDICTIONS.read(reader, table, high)
        here = options.predictions == "hidden" and options.sealed_entry != "paper"
        sealed = self.read_sealed(reader, table, said, here=here)
        left = read_left_out(reader, table, trump)
        gaps = left["expected"] is not None or left["faulty"]
        points = filled(self.read_made(reader, table, high, gaps=gaps), left["expected"])
        slip = {"trump": trump, "predictions": said, **left, "high": high, "points": points}
        won = reader.flags("won_trick", table.players) or (None,) * table.players
        slip |= {"stoeck": _stoeck(reader, table), "won_trick": won}
        return slip | ({"sealed": sealed} if sealed else {})

    def _differences(self, reader: Reader, table: Table, high: int) -> tuple[int, ...]:
        """The difference of each seat as it was booked, with nothing else of the hand."""
        options, out = table.profile.differenzler, reader.out
        if not options.differences_alone:
            out.error("differences_not_here", reader.where(KEY))
        found = self.alone(reader, KEY, table, low=-options.exact_bonus, high=high) or ()
        if not out.blocked:
            out.warn("differences_alone", reader.where(KEY))
        return tuple(difference or 0 for difference in found)

    def told(self, normal: dict[str, object], slip: Values, table: Table) -> dict[str, object]:
        """Predictions, points, Stöck and who was exact; trump is no number."""
        exact = [line.exact for line in self.worth(slip, table).lines]
        kept = ("state", "predictions", "points", "stoeck", KEY)
        return {key: normal[key] for key in kept if key in normal} | {"exact": exact}

    def worth(self, slip: Values, table: Table) -> HandScore:
        """A difference of nothing that stands alone, or below it by a premium, was exact."""
        if KEY not in slip:
            return super().worth(slip, table)
        return HandScore(lines=tuple(Line.of({"difference": n}, exact=n <= 0) for n in slip[KEY]))

    def line(self, slip: Values, table: Table, seat: int) -> Line:
        """Exact as the bonus asks for it: a prediction of 0 needs a trick worth 0."""
        options, prediction = table.profile.differenzler, slip["predictions"][seat]
        made, sealed = made_by(slip, seat, table), "sealed" in slip
        hit = not sealed and prediction == made
        exact = hit and (prediction != 0 or slip["won_trick"][seat] is True)
        incentive = -_incentive(slip, table) if seat == table.dealer else 0
        parts = {"missing": options.missing_penalty, "made": made, "incentive": incentive}
        if prediction is not None:
            bonus = -options.exact_bonus if exact else 0
            parts = {"difference": abs(prediction - made), "exact": bonus, "incentive": incentive}
        points, told = slip["points"][seat] or 0, {"prediction": prediction, "made": made}
        return Line.of({} if sealed else parts, points, exact=exact, **told)


def _stoeck(reader: Reader, table: Table) -> Mapping[str, int] | None:
    known = ("seat", "sign")
    inner = reader.inner("stoeck", known, known[:1]) if reader.has("stoeck") else None
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


DIFFERENZLER = asked_kind(Differenzler(RULES), speaking=PREDICTIONS)
