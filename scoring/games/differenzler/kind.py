"""Differenzler: each player predicts his points; the differences add up, the lowest wins.

Of a hand in an old spreadsheet only the `differences` may be known. They count like any other
hand; what was predicted and made, and whether the sum stood, nobody can tell any more. A profile
allows it (`differenzler.differences_alone`), none that is played by.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from jassclub.core.errors import Finding, pointer
from referee.rules.profile_fields import SUITS
from scoring.games.base import Control, Findings, HandScore, Line, PlayedHand, Reader, Sheet, Table
from scoring.games.card_sums import Numbers, check_sum, filled, must_stand
from scoring.games.dealing import check_said, check_speaking, read_said
from scoring.games.differenzler.deck import dealt_at, read_left_out
from scoring.games.kind import (
    FLAG,
    MOST_SEATS,
    TRUMP,
    Speaking,
    TournamentUse,
    members,
    number,
    several,
)
from scoring.games.sheet import check_alone, check_hands_divisible, check_seats
from scoring.games.sheets.asked import AskedGame, asked_kind
from scoring.games.sheets.checks import Values
from scoring.games.sheets.reading import own_rules

KEY, SAID = "differences", "differenzler.ansage"


def check_predictions(predictions: object, table: Table) -> list[Finding]:
    """Findings of predictions while they are being made: a list with null for those to come.

    Open predictions are spoken from the right of the dealer on, the dealer last; hidden ones
    may come in any order. Source: differenzler.ansage.
    """
    return check_speaking(
        predictions,
        "predictions",
        table,
        high=dealt_at(table).highest,
        article=SAID,
        fit=lambda said, out: _makes_sum_fit(said, table, out),
        in_order=table.profile.differenzler.predictions == "open",
    )


def check_all_cards(table: Table) -> list[Finding]:
    """Some variations reckon with all points: they need a deal in which no card is left."""
    out, options = Findings(), table.profile.differenzler
    if dealt_at(table).left and options.dealer_incentive:
        out.error("needs_all_cards", "/players", "differenzler.geberanreiz")
    if dealt_at(table).left and not options.dealer_may_fit:
        out.error("needs_all_cards", "/players")
    return out.items


def _makes_sum_fit(predictions: Sequence[int | None], table: Table, out: Findings) -> None:
    options, dealt = table.profile.differenzler, dealt_at(table)
    if options.dealer_may_fit or table.dealer is None or None in predictions or dealt.left:
        return
    if sum(points or 0 for points in predictions) == dealt.total:
        where = pointer("predictions", table.dealer)
        out.error("prediction_makes_sum_fit", where, total=dealt.total)


def _predictions(slip: Values, table: Table, out: Findings) -> None:
    options = table.profile.differenzler
    if out.at("/predictions"):
        return
    if options.missing_prediction == "refuse":
        said, sealed = slip["predictions"], slip["sealed"]
        check_said(said, out, key="predictions", article=SAID, sealed=sealed)
    if options.predictions == "open":
        _makes_sum_fit(slip["predictions"], table, out)


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
    elif not slip["left"].faulty and not dealt_at(table).can_be_dealt(sum(made)):
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


class Differenzler(AskedGame):
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
    whole_hand = (_predictions, _agreed_on, _points, _zero_trick)
    """What can be wrong with a slip that tells the whole hand."""
    table_checks = (check_seats, check_alone, check_hands_divisible, check_all_cards)

    def completed(self, _slip: Values, reader: Reader, table: Table) -> Values:
        """`expected`: the control sum, None where nobody knows which cards were not dealt."""
        if reader.has(KEY):
            return {KEY: self._differences(reader, table)}
        none = (None,) * table.players
        trump = reader.choice("trump", SUITS[table.deck])
        high = dealt_at(table).highest
        predictions = read_said(reader, "predictions", table, high=high, article=SAID)
        sealed = self._sealed(reader, table, predictions)
        left = read_left_out(reader, table, trump)
        expected = None if left.points is None else dealt_at(table).total - left.points
        gaps = expected is not None or left.faulty
        written = reader.numbers("points", table.players, low=0, high=high)
        if not reader.out.at("/points") and (written or none).count(None) > gaps:
            reader.out.error("points_missing", "/points")
        slip = {
            "left": left,
            "trump": trump,
            "predictions": predictions,
            "sealed": sealed,
            "points": filled(written or none, expected),
            "expected": expected,
            "stoeck": _stoeck(reader, table),
            "won_trick": reader.flags("won_trick", table.players) or none,
        }
        for check in self.whole_hand:
            check(slip, table, reader.out)
        return slip

    def _differences(self, reader: Reader, table: Table) -> tuple[int, ...]:
        """The difference of each seat as it was booked, with nothing else of the hand."""
        options, out = table.profile.differenzler, reader.out
        if not options.differences_alone:
            out.error("differences_not_here", reader.where(KEY))
        for member in (name for name in self.schema if name != KEY and reader.has(name)):
            out.error("differences_with_more", reader.where(member), field=member)
        high = dealt_at(table).highest
        found = reader.numbers(KEY, table.players, low=-options.exact_bonus, high=high) or ()
        for seat in (seat for seat, difference in enumerate(found) if difference is None):
            out.error("difference_missing", reader.where(KEY, seat))
        if not out.blocked:
            out.warn("differences_alone", reader.where(KEY))
        return tuple(difference or 0 for difference in found)

    def _sealed(self, reader: Reader, table: Table, predictions: Numbers) -> tuple[bool, ...]:
        """Whose number lies sealed on his phone; nothing where none does. As long as one does, no
        difference is known, and who has sealed one is told no other."""
        options = table.profile.differenzler
        if not reader.has("sealed"):
            return ()
        if options.predictions != "hidden" or options.sealed_entry == "paper":
            known = ", ".join(("state", *(key for key in self.schema if key != "sealed")))
            reader.out.error("unknown_field", reader.where("sealed"), field="sealed", known=known)
            return ()
        sealed = tuple(flag is True for flag in reader.flags("sealed", table.players) or ())
        for seat, both in enumerate(zip(predictions, sealed, strict=False)):
            if both[0] is not None and both[1]:
                reader.out.error("predictions_sealed", reader.where("predictions", seat))
        return sealed if any(sealed) else ()

    def normal(self, slip: Values, table: Table) -> dict[str, object]:
        """All points written out, null for what is unknown."""
        told = super().normal(slip, table)
        if KEY not in slip:
            written = slip["left"].written
            told["left_out"] = list(written) if isinstance(written, tuple) else written
        absent = [] if dealt_at(table).left else ["left_out"]
        absent += [] if slip.get("sealed") else ["sealed"]
        return {key: told[key] for key in self.schema if key in told and key not in absent}

    def told(self, normal: dict[str, object], slip: Values, table: Table) -> dict[str, object]:
        """Predictions, points, Stöck and who was exact; trump is no number."""
        exact = [line.exact for line in self.worth(slip, table).lines]
        kept = ("state", "predictions", "points", "stoeck", KEY)
        return {key: normal[key] for key in kept if key in normal} | {"exact": exact}

    def worth(self, slip: Values, table: Table) -> HandScore:
        """A difference of nothing that stands alone, or below it by a premium, was exact."""
        if KEY in slip:
            each = (Line.of({"difference": n}, exact=n <= 0) for n in slip[KEY])
            return HandScore(lines=tuple(each))
        made, expected = sum(points or 0 for points in slip["points"]), slip["expected"]
        return HandScore(
            lines=tuple(_line(slip, table, seat) for seat in range(table.players)),
            control=Control(sum=made, expected=made if expected is None else expected),
            sealed=bool(slip["sealed"]),
        )

    def ended(self, sheet: Sheet, _hands: Sequence[PlayedHand], _table: Table) -> Sheet:
        """Not over as long as a hand is sealed: nobody knows yet who has won."""
        waits = any(row.score is not None and row.score.sealed for row in sheet.rows)
        return replace(sheet, finished=False) if waits else sheet


def _stoeck(reader: Reader, table: Table) -> Mapping[str, int] | None:
    inner = reader.inner("stoeck") if reader.has("stoeck") else None
    if inner is None:
        return None
    inner.only("seat", "sign")
    seat = inner.number("seat", low=0, high=table.players - 1)
    sign = inner.number("sign", low=-1, high=1)
    if seat is None and not inner.has("seat"):
        reader.out.error("field_missing", inner.where("seat"), field="seat")
    if sign not in (1, -1) and not reader.out.at(inner.where("sign")):
        reader.out.error("stoeck_sign", inner.where("sign"), "differenzler.stoecke")
    return None if seat is None or sign not in (1, -1) else {"seat": seat, "sign": sign}


def _line(slip: Values, table: Table, seat: int) -> Line:
    """Exact as the bonus asks for it: a prediction of 0 needs a trick worth 0."""
    options, prediction = table.profile.differenzler, slip["predictions"][seat]
    made = made_by(slip, seat, table)
    hit = not slip["sealed"] and prediction == made
    exact = hit and (prediction != 0 or slip["won_trick"][seat] is True)
    incentive = -_incentive(slip, table) if seat == table.dealer else 0
    parts = {"missing": options.missing_penalty, "made": made, "incentive": incentive}
    if prediction is not None:
        bonus = -options.exact_bonus if exact else 0
        parts = {"difference": abs(prediction - made), "exact": bonus, "incentive": incentive}
    return Line.of(
        {} if slip["sealed"] else parts,
        slip["points"][seat] or 0,
        prediction=prediction,
        made=made,
        exact=exact,
    )


def _incentive(slip: Values, table: Table) -> int:
    """What the dealer takes off: 1 for each full 5 (or 2) that the predictions miss the sum by."""
    step, said = table.profile.differenzler.dealer_incentive, slip["predictions"]
    if not step or slip["expected"] is None or None in said:
        return 0
    return int(abs(slip["expected"] - sum(said)) // step)


DIFFERENZLER = asked_kind(
    Differenzler(own_rules("differenzler")),
    speaking=Speaking(member="predictions", check=check_predictions, sealable=True),
    tournament=TournamentUse(
        differences=True,
        rules=("differenzler.spieler",),
        dealing="differenzler.geben",
        melds=("differenzler.spieler",),
        counting=("differenzler.wertung",),
    ),
)
