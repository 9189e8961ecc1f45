"""Differenzler: each player predicts his points; the differences add up, the lowest wins."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from jassclub.core.errors import Finding, pointer
from referee.rules.profile import Profile
from scoring.games.base import (
    Control,
    Findings,
    HandScore,
    Line,
    PlayedHand,
    Reader,
    Sheet,
    Table,
)
from scoring.games.card_sums import check_sum, must_stand
from scoring.games.dealing import check_order
from scoring.games.differenzler.slip import (
    KEY,
    DifferenzlerSlip,
    dealt_at,
    read_predictions,
    read_slip,
    score_differences,
)
from scoring.games.kind import (
    FLAG,
    MOST_SEATS,
    PLAYED_WITH_CARDS,
    TRUMP,
    GameKind,
    Speaking,
    TournamentUse,
    Words,
    gettext_noop,
    length,
    members,
    number,
    several,
)
from scoring.games.sheet import Game, check_alone, check_hands_divisible, check_seats


def check_sense(slip: DifferenzlerSlip, table: Table, out: Findings) -> None:
    """Run all checks on a hand that is told whole."""
    for check in _CHECKS if slip.differences is None else ():
        check(slip, table, out)


def check_predictions(predictions: object, table: Table) -> list[Finding]:
    """Findings of predictions while they are being made: a list with null for those to come.

    Open predictions are spoken from the right of the dealer on, the dealer last; hidden ones
    may come in any order. Source: differenzler.ansage.
    """
    out = Findings()
    found = read_predictions(Reader({"predictions": predictions}, out), table)
    if not out.items and table.profile.differenzler.predictions == "open":
        check_order(found, table, out, key="predictions", article="differenzler.ansage")
        _makes_sum_fit(found, table, out)
    return out.items


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
    total = dealt.total
    if sum(points or 0 for points in predictions) == total:
        out.error("prediction_makes_sum_fit", pointer("predictions", table.dealer), total=total)


def _predictions(slip: DifferenzlerSlip, table: Table, out: Findings) -> None:
    options = table.profile.differenzler
    if out.at("/predictions"):
        return
    if options.missing_prediction == "refuse":
        for seat, prediction in enumerate(slip.predictions):
            if prediction is None and not (slip.sealed and slip.sealed[seat]):
                out.error("prediction_missing", pointer("predictions", seat), "differenzler.ansage")
    if options.predictions == "open":
        _makes_sum_fit(slip.predictions, table, out)


def _needs_dealer(_slip: DifferenzlerSlip, table: Table, out: Findings) -> None:
    if table.profile.differenzler.dealer_incentive and table.dealer is None:
        out.error("dealer_unknown", "", "differenzler.geberanreiz")


def _sum(slip: DifferenzlerSlip, table: Table, out: Findings) -> None:
    if out.at("/points") or slip.left.faulty:
        return
    points, refuse = [number or 0 for number in slip.points], _sum_must_stand(table)
    if slip.expected is not None:
        check_sum(points, frozenset({slip.expected}), out, refuse=refuse)
    elif not dealt_at(table).can_be_dealt(sum(points)):
        add = out.error if refuse else out.warn
        add("sum_not_of_deck", "/points", "letzter-stich", sum=sum(points))


def _sum_must_stand(table: Table) -> bool:
    """Hidden predictions are shown only when the points add up, so there a wrong sum blocks."""
    return must_stand(table) or table.profile.differenzler.predictions == "hidden"


def _possible_points(slip: DifferenzlerSlip, table: Table, out: Findings) -> None:
    if out.at("/points"):
        return
    add = out.error if _sum_must_stand(table) else out.warn
    for seat, points in enumerate(slip.points):
        if not dealt_at(table).can_be_made(points or 0):
            add("impossible_points", pointer("points", seat), points=points)


def _stoeck(slip: DifferenzlerSlip, table: Table, out: Findings) -> None:
    if slip.stoeck is not None and not table.profile.differenzler.stoeck_choice:
        cited = table.profile.citation("differenzler.stoeck_choice").article
        out.error("stoeck_not_allowed", "/stoeck", cited)


def _zero_trick(slip: DifferenzlerSlip, table: Table, out: Findings) -> None:
    """Predicting 0 and making 0 earns the bonus only with a trick worth 0."""
    profile = table.profile
    if not profile.differenzler.exact_bonus or out.at("/points"):
        return
    for seat, prediction in enumerate(slip.predictions):
        hit = prediction == 0 and slip.made(seat, profile.stoeck_points) == 0
        if hit and slip.won_trick[seat] is None:
            out.warn("zero_trick_unknown", pointer("won_trick", seat), "differenzler.praemie")


_CHECKS = (
    _predictions,
    _needs_dealer,
    _sum,
    _possible_points,
    _stoeck,
    _zero_trick,
)


HIGHEST = 400
"""More than two packs hold."""
CARDS = several({"type": "string"}, least=0, most=72)


class Differenzler(Game[DifferenzlerSlip]):
    """Columns are the seats."""

    name = "differenzler"
    lower_wins = True
    schema = {
        "trump": TRUMP,
        "predictions": several(number(0, HIGHEST)),
        "sealed": several(FLAG),
        "points": several(number(0, HIGHEST)),
        "left_out": {"anyOf": [number(0, HIGHEST), CARDS]},
        "stoeck": members({"seat": number(0, MOST_SEATS - 1), "sign": {"enum": [1, -1, None]}}),
        "won_trick": several(FLAG),
        "differences": several(number(-10, HIGHEST)),
    }
    typed = staticmethod(read_slip)
    checks = (check_sense,)
    table_checks = (check_seats, check_alone, check_hands_divisible, check_all_cards)

    def normal(self, slip: DifferenzlerSlip, table: Table) -> dict[str, object]:
        """All points written out, null for what is unknown."""
        if slip.differences is not None:
            return {KEY: list(slip.differences)}
        left = slip.left.written
        left_out = {"left_out": list(left) if isinstance(left, tuple) else left}
        return (left_out if dealt_at(table).left else {}) | {
            "trump": slip.trump,
            "predictions": list(slip.predictions),
            **({"sealed": list(slip.sealed)} if slip.sealed else {}),
            "points": list(slip.points),
            "stoeck": slip.stoeck,
            "won_trick": list(slip.won_trick),
        }

    def told(
        self, normal: dict[str, object], slip: DifferenzlerSlip, table: Table
    ) -> dict[str, object]:
        """Predictions, points, Stöck and who was exact; trump is no number."""
        exact = [line.exact for line in self.worth(slip, table).lines]
        kept = ("state", "predictions", "points", "stoeck", KEY)
        return {key: normal[key] for key in kept if key in normal} | {"exact": exact}

    def worth(self, slip: DifferenzlerSlip, table: Table) -> HandScore:
        if slip.differences is not None:
            return score_differences(slip.differences)
        made = sum(points or 0 for points in slip.points)
        return HandScore(
            state="complete",
            lines=tuple(_line(slip, table, seat) for seat in range(table.players)),
            control=Control(sum=made, expected=made if slip.expected is None else slip.expected),
            sealed=bool(slip.sealed),
        )

    def ended(self, sheet: Sheet, _hands: Sequence[PlayedHand], _table: Table) -> Sheet:
        """Not over as long as a hand is sealed: nobody knows yet who has won."""
        waits = any(row.score is not None and row.score.sealed for row in sheet.rows)
        return replace(sheet, finished=False) if waits else sheet


def _line(slip: DifferenzlerSlip, table: Table, seat: int) -> Line:
    made, prediction = slip.made(seat, table.profile.stoeck_points), slip.predictions[seat]
    parts = _parts(slip, table, seat)
    return Line(
        total=sum(parts.values()),
        parts=parts,
        card_points=slip.points[seat] or 0,
        prediction=prediction,
        made=made,
        exact=_is_exact(slip, table, seat),
    )


def _parts(slip: DifferenzlerSlip, table: Table, seat: int) -> dict[str, int]:
    options = table.profile.differenzler
    made, prediction = slip.made(seat, table.profile.stoeck_points), slip.predictions[seat]
    if slip.sealed:
        return {}
    incentive = -_incentive(slip, table) if seat == table.dealer else 0
    if prediction is None:
        return {"missing": options.missing_penalty, "made": made, "incentive": incentive}
    return {
        "difference": abs(prediction - made),
        "exact": -options.exact_bonus if _is_exact(slip, table, seat) else 0,
        "incentive": incentive,
    }


def _is_exact(slip: DifferenzlerSlip, table: Table, seat: int) -> bool:
    """Exact as the bonus asks for it: a prediction of 0 needs a trick worth 0."""
    prediction = slip.predictions[seat]
    hit = not slip.sealed and prediction == slip.made(seat, table.profile.stoeck_points)
    return hit and (prediction != 0 or slip.won_trick[seat] is True)


def _incentive(slip: DifferenzlerSlip, table: Table) -> int:
    """What the dealer takes off: 1 for each full 5 (or 2) that the predictions miss the sum by."""
    step = table.profile.differenzler.dealer_incentive
    if not step or slip.expected is None or None in slip.predictions:
        return 0
    return abs(slip.expected - sum(points or 0 for points in slip.predictions)) // step


SENTENCES = {
    "stoeck_sign": gettext_noop("Stöcke zählen +20 oder -20: hier gehört 1 oder -1 hin."),
    "predictions_sealed": gettext_noop(
        "Für diesen Platz ist verdeckt getippt; die Zahl kommt von selbst dazu."
    ),
    "zero_trick_unknown": gettext_noop(
        "Für den Abzug bei Ansage 0 braucht es einen Stich ohne Punkte: wurde einer gemacht?"
    ),
    "needs_all_cards": gettext_noop(
        "Diese Regel braucht alle Punkte: keine Karte darf liegen bleiben."
    ),
    "differences_alone": gettext_noop(
        "Nur die Differenzen sind bekannt: die Summe der Punkte lässt sich nicht prüfen."
    ),
    "differences_not_here": gettext_noop(
        "Differenzen allein gibt es nur in übernommenen Abenden: "
        "hier braucht es Ansagen und Punkte."
    ),
    "difference_missing": gettext_noop("Diese Differenz fehlt."),
    "differences_with_more": gettext_noop(
        "Neben den Differenzen steht «%(field)s»: entweder das eine oder das andere."
    ),
    "nothing_left_out": gettext_noop("Hier werden alle Karten verteilt."),
    "left_out_unknown": gettext_noop(
        "Ohne die %(count)s liegengelassenen Karten lässt sich die Summe nicht prüfen."
    ),
    "left_out_impossible": gettext_noop("%(count)s Karten können nicht %(points)s Punkte zählen."),
    "trump_missing": gettext_noop("Um diese Karten zu zählen, muss Trumpf bekannt sein."),
    "sum_not_of_deck": gettext_noop("Die verteilten Karten können nicht %(sum)s Punkte zählen."),
}


def _agreed(profile: Profile) -> Iterator[Words]:
    rules, penalty = profile.differenzler, profile.referee.wrong_card_penalty
    spoken = gettext_noop("offen angesagt"), gettext_noop("verdeckt angesagt")
    yield Words(spoken[rules.predictions == "hidden"])
    yield length(profile)
    if rules.exact_bonus:
        yield Words(gettext_noop("genau getroffen −%(points)d"), {"points": rules.exact_bonus})
    if rules.trump_recut:
        yield Words(gettext_noop("Trumpf wird neu abgehoben"))
    if penalty:
        words = gettext_noop("%(points)d Strafpunkte für die falsche Karte")
        yield Words(words, {"points": penalty})


DIFFERENZLER = GameKind(
    game=Differenzler(),
    title=gettext_noop("Differenzler"),
    agreed=_agreed,
    sentences=SENTENCES,
    switches=(*PLAYED_WITH_CARDS, "differenzler", "settlement", "stoeck_points"),
    family="differenzler",
    speaking=Speaking(member="predictions", check=check_predictions, sealable=True),
    averaged=True,
    blank_headings=(gettext_noop("Ansage"), gettext_noop("Punkte"), gettext_noop("Diff.")),
    tournament=TournamentUse(
        differences=True,
        rules=("differenzler.spieler",),
        dealing="differenzler.geben",
        melds=("differenzler.spieler",),
    ),
)
