"""What a hand is worth by the rules of a file: the parts of each column, by the name of the rule.

Each rule reads the members of the slip that its file asks for. What a column has by itself are
its card points, its Weis and its Stöck; flags are typed and never concluded from points.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.games.base import Table

Parts = list[dict[str, int]]


def melds(values: Mapping[str, Any], column: int, table: Table) -> dict[str, int]:
    """Weis and Stöck of a column."""
    seat, weis = values.get("stoeck"), values.get("weis")
    has = seat is not None and table.column_of(seat) == column
    return {
        "weis": (weis[column] if weis else 0) or 0,
        "stoeck": has * table.profile.stoeck_points,
    }


@dataclass(frozen=True, kw_only=True)
class Hand:
    """A slip without errors at its table. `active`: the columns that play this hand; `dealer`: the
    column that dealt and takes no cards, None where the dealer plays; `earlier`: what was told of
    the hands before, for the rules that carry a mark along."""

    rule: Mapping[str, Any]
    values: Mapping[str, Any]
    table: Table
    active: Sequence[int]
    dealer: int | None
    earlier: Callable[[], Sequence[Mapping[str, Any]]] = tuple

    def param(self, name: str, default: Any = 0) -> Any:
        """A value of the rule; "@switch" stands for what the table agreed on."""
        return self.agreed(self.rule.get(name, default))

    def agreed(self, value: Any) -> Any:
        """The value, or that of the switch that it names."""
        named = isinstance(value, str) and value.startswith("@")
        return self.table.profile.value(value[1:]) if named else value

    def numbers(self, key: str) -> Sequence[int]:
        """A member with a number a column; what is not written is nothing."""
        found = self.values.get(key) or (0,) * self.table.columns
        return [number or 0 for number in found]

    def marked(self, key: str, column: int) -> bool:
        """Whether a member that names one column or marks several names this one."""
        found = self.values.get(key)
        return bool(found[column]) if isinstance(found, list | tuple) else found == column

    def own(self, column: int) -> dict[str, int]:
        """Card points, Weis and Stöck of a column."""
        return {"cards": self.numbers("points")[column], **melds(self.values, column, self.table)}

    def each(self, written: Mapping[int, int], part: str = "strokes") -> Parts:
        """One part for each column; those not named have nothing."""
        return [{part: written.get(column, 0)} for column in range(self.table.columns)]


def points(hand: Hand) -> Parts:
    """Own points, what is to be taken off (`minus`), the bonus of all tricks, twice in the `last`.

    `all_others`: whoever took all tricks writes nothing and the others so much each.
    `lost`: the hand of who is named is lost, the other writes the cards of both.
    """
    times = 2 if hand.values.get("last") == "yes" and hand.param("last", False) else 1
    found: Parts = []
    for column in range(hand.table.columns):
        own = hand.own(column)
        sign = -1 if hand.param("minus", False) else 1
        parts = {**own, "weis": sign * own["weis"], "stoeck": sign * own["stoeck"]}
        parts |= {key: hand.numbers(key)[column] for key in hand.param("plus", ())}
        worth = hand.table.profile.stoeck_points
        parts |= {key: hand.marked(key, column) * worth for key in hand.param("plus_stoeck", ())}
        if hand.marked("all_tricks", column):
            parts["matsch"] = hand.param("bonus")
        found.append({key: value * times for key, value in parts.items()})
    maker, others = hand.values.get("all_tricks"), hand.param("all_others")
    if others and maker is not None:
        found = [{"matsch": others * (column != maker)} for column in range(len(found))]
    loser = hand.values.get("lost_by")
    if loser is not None:
        cards = sum(parts["cards"] for parts in found)
        found = [{**parts, "cards": cards} for parts in found]
        found[loser] = {"lost": 0}
    return found


def king(hand: Hand) -> Parts:
    """One against all others (Bieter): they write the same. `points` are those of the declarer,
    what he laid away may stand apart; a `partner` writes what he writes.

    Declined: the others write `declined` and their own Stöck, no Weis counts. Hindersi without a
    trick is worth as much to the declarer, with one to the others, who then keeps only his Weis.
    """
    declarer, whole = hand.values["declared_by"], hand.param("whole", 157)
    mine = (hand.values.get("points") or 0) + (hand.values.get("laid_away") or 0)
    party, bonus = {declarer, hand.values.get("partner")}, hand.param("bonus")
    weis, against = (hand.values.get(key) or 0 for key in ("weis", "weis_against"))
    seat, worth = hand.values.get("stoeck"), hand.table.profile.stoeck_points
    has = {"declarer": seat is not None and seat in party, "others": seat not in (None, *party)}
    result = hand.values.get("result")
    maker = hand.values.get("all_tricks")
    first = {"cards": mine, "weis": weis, "stoeck": has["declarer"] * worth}
    first["matsch"] = (maker == "declarer") * bonus
    other = {"cards": whole - mine, "weis": against, "stoeck": has["others"] * worth}
    other["matsch"] = (maker == "others") * bonus
    if result == "declined":
        first = {"cards": 0}
        other = {"declined": hand.param("declined"), "stoeck": has["others"] * worth}
    elif result == "hindersi_made":
        first, other = {"hindersi": whole + bonus, "weis": weis}, {"cards": 0}
    elif result == "hindersi_failed":
        first, other = {"weis": weis}, {"hindersi": whole + bonus}
    elif result == "discard_wrong":
        first = {"weis": weis * hand.param("discard_keeps_weis", True)}
        other = {"lost": whole + bonus}
    return [dict(first if column in party else other) for column in range(hand.table.columns)]


def taker_wins(hand: Hand) -> Parts:
    """The taker must have more than the other, else the other writes both; nobody took: nothing."""
    taker = hand.values["declared_by"]
    if taker is None:
        return hand.each({})
    found = [
        {**hand.own(column), "matsch": hand.marked("all_tricks", column) * hand.param("bonus")}
        for column in range(hand.table.columns)
    ]
    sums = [sum(parts.values()) for parts in found]
    if sums[taker] > sums[1 - taker]:
        return found
    both = {key: found[0][key] + found[1][key] for key in found[0]}
    return [dict.fromkeys(both, 0) if column == taker else both for column in range(2)]


def tens(hand: Hand) -> Parts:
    """Whole tens of points, Weis and Stöck, times the `factor` of the trump; below the threshold a
    fall; the dealer inherits. Who alone did not stay at home writes what is agreed (`alone`)."""
    found: Parts = [{} for _column in range(hand.table.columns)]
    split, factor = hand.values.get("split"), hand.values.get("factor") or 1
    weis, helps = sum(hand.numbers("weis")), hand.param("weis_helps", False)
    for column in hand.active:
        own = hand.own(column)
        if len(hand.active) == 1:
            found[column] = {"alone": hand.param("alone")}
        elif split is not None:
            first = hand.values.get("split_first") == column
            cards = 7 if split == "equal" else 10 if first else 5
            found[column] = {"cards": cards, "weis": weis // len(hand.active) // 10}
        elif sum(own.values() if helps else [own["cards"]]) < hand.param("threshold"):
            found[column] = {"fall": -hand.param("fall") * factor}
        else:
            found[column] = {key: value // 10 * factor for key, value in own.items()}
    if hand.dealer is not None:
        found[hand.dealer] = {"dealer": hand.param("dealer")}
    return found


def by_threshold(hand: Hand) -> Parts:
    """A stroke to the best, one off for whoever stays below the threshold.

    Who is equal at the border of the strokes has none: no book says more. Of two the one that
    reached it has all the strokes when the other falls; who comes alone has them, too. `shared`:
    there are as many strokes as play, and what those who fall leave goes to the best.
    """
    wrong = hand.values.get("exchanged_wrong")
    if wrong is not None:
        return hand.each({column: -1 if column == wrong else 1 for column in hand.active})
    scores = {column: sum(hand.own(column).values()) for column in hand.active}
    threshold, strokes = hand.param("threshold"), hand.param("strokes")
    if not hand.param("weis_helps", True):
        counted = {column: hand.numbers("points")[column] for column in hand.active}
    else:
        counted = scores
    fallen = {column for column, made in counted.items() if made < threshold}
    standing = [column for column in hand.active if column not in fallen]
    written = dict.fromkeys(fallen, -1)
    if hand.param("shared", False) and standing:
        best = max(scores[column] for column in standing)
        first = [column for column in standing if scores[column] == best]
        left = len(hand.active) - len(standing)
        written |= {c: 1 + left * ([c] == first) for c in standing}
        return hand.each(written)
    if len(hand.active) == 1 or (len(hand.active) == 2 and len(standing) == 1):
        return hand.each(written | dict.fromkeys(standing or hand.active, strokes))
    for column in standing:
        before = sum(scores[other] >= scores[column] for other in standing if other != column)
        written[column] = int(before < strokes)
    return hand.each(written)


def by_rank(hand: Hand) -> Parts:
    """Strokes by who has most and least; the first case that fits counts.

    A case names `who` it is about and what he and the `others` write; `first` and `last` are those
    with most and least points, who are nothing where they are equal (`tie`: one seat or the hand).
    """
    made = hand.numbers("points")
    found = next(written for case in hand.rule["cases"] if (written := _case(hand, case, made)))
    return hand.each(found)


def _case(hand: Hand, case: Mapping[str, Any], made: Sequence[int]) -> dict[int, int] | None:
    columns = list(hand.active)
    order = sorted(columns, key=lambda column: -made[column])
    empty = {c for c in columns if made[c] == 0 or hand.marked("no_trick", c)}
    high = next((c for c in columns if made[c] >= case.get("least", 100)), None)
    middle = [c for c in columns if c != high and c not in empty]
    all_tricks = hand.values.get("all_tricks")
    about = {
        "all_tricks": all_tricks,
        "high_and_none": middle[0] if high is not None and empty and len(middle) == 1 else None,
        "high": high,
        "no_trick": next((c for c in columns if hand.marked("no_trick", c)), None),
    }
    others = case.get("others", 0)
    tied = {c for c in columns if [made[o] for o in columns].count(made[c]) > 1}
    if case["when"] in about:
        who = about[case["when"]]
        if who is None:
            return None
        found = dict.fromkeys(columns, others) | {who: case.get("who", 0)}
        lowest = order[-1] if "last" in case and order[-1] not in tied else who
        return found | ({lowest: case["last"]} if lowest != who else {})
    if case["when"] == "tie":
        return dict.fromkeys(columns, 0) if tied else None
    found = dict.fromkeys(columns, others)
    found |= {order[0]: case.get("first", 0), order[-1]: case.get("last", 0)}
    return found | dict.fromkeys(tied, 0)


def items(hand: Hand) -> Parts:
    """So many of something, each worth `value`, or by what is agreed; `round` says of what,
    `credits` go by place, and `reversed` rounds are credits.

    `all_others`: whoever has all of them writes nothing, the others so much each; with `all_off`
    he takes it off. A revoke ends the hand and costs as much.
    """
    kind = hand.rule
    if "rounds" in hand.rule:
        kind = hand.rule["rounds"][hand.values["round"]]
    counts = hand.numbers("counts")
    if "credits" in kind:
        credits_ = kind["credits"][f"{hand.table.players}x{hand.param('worth', 1)}"]
        places = dict(enumerate(counts))
        return hand.each({c: -credits_[place - 1] for c, place in places.items()}, "domino")
    taker, revoked = hand.values.get("all_taken"), hand.values.get("revoked_by")
    if revoked is not None:
        return hand.each({revoked: hand.param("all_others")}, "revoke")
    if taker is not None and hand.param("all_off", False):
        return hand.each({taker: -hand.param("all_others")}, "turi")
    if taker is not None:
        others = hand.param("all_others")
        return hand.each({c: others * (c != taker) for c in hand.active}, "turi")
    worth = kind["values"][str(hand.param("worth"))] if "values" in kind else kind["value"]
    sign = -1 if hand.values.get("reversed") == "yes" else 1
    return hand.each({column: sign * count * worth for column, count in enumerate(counts)})


def all_but_most(hand: Hand) -> Parts:
    """A stroke to all but the one with most; whoever has all of them has `all` strokes.

    Those who have equally many and most are marked (Rampo): with the next hand all of them but
    whoever then has most of them write the stroke as well; where that is nobody, the mark stays.
    """
    written, late, _marked = _strokes_of(hand, pending(hand))
    return [
        {"strokes": written.get(column, 0), "rampo": late.get(column, 0)}
        for column in range(hand.table.columns)
    ]


def pending(hand: Hand) -> list[set[int]]:
    """The marks (Rampo) that the hands before leave: the columns of each."""
    marked: list[set[int]] = []
    for values in hand.earlier():
        _written, _late, marked = _strokes_of(replace(hand, values=values), marked)
    return marked


Marks = tuple[dict[int, int], dict[int, int], list[set[int]]]


def _strokes_of(hand: Hand, marked: Sequence[set[int]]) -> Marks:
    """What is written of this hand, of the marks before it, and the marks that stand after it."""
    taker, counts = hand.values.get("all_taken"), hand.numbers("counts")
    made = dict(enumerate(counts)) if taker is None else {taker: hand.param("whole", 9)}
    left: list[set[int]] = []
    late: dict[int, int] = {}
    for group in marked:
        worst = max(made.get(column, 0) for column in group)
        still = {column for column in group if made.get(column, 0) == worst}
        late |= {column: late.get(column, 0) + 1 for column in group - still}
        left += [still] if len(still) > 1 else []
    if taker is not None:
        return {taker: hand.param("all")}, late, left
    most = {column for column in hand.active if made[column] == max(counts)}
    return dict.fromkeys(set(hand.active) - most, 1), late, left + [most] * (len(most) > 1)


def by_contract(hand: Hand) -> Parts:
    """A declarer against the others: what he, each of them and the dealer write.

    `worth`: contract -> strokes of these three made and failed, or a `ladder` of bids; `untold`:
    the result where none is told, of a contract that can only end so.
    """
    declarer, mode = hand.values.get("declared_by"), hand.param("dealer", "table")
    written: dict[int, int] = {}
    inherited = hand.param("fixed") * (mode == "fixed")
    if declarer is not None:
        worth, made = hand.rule["worth"][hand.values["played"]], made_of(hand)
        value = hand.agreed(worth.get("value", 1))
        for least, strokes in worth.get("ladder", ()):
            value = strokes if hand.values["bid"] >= least else value
        shares = [hand.agreed(it) * value for it in worth["made" if made else "failed"]]
        written = dict.fromkeys(hand.active, shares[1]) | {declarer: shares[0]}
        inherited += shares[2] if mode == "table" else 0
        inherited += value * ((mode == "on_made" and made) or (mode == "on_failed" and not made))
    found = hand.each(written)
    late = hand.values.get("late_four")
    if late is not None:
        found[late]["late_four"] = -1
    if hand.dealer is not None and hand.dealer != declarer:
        found[hand.dealer] = {"dealer": inherited}
    return found


def made_of(hand: Hand) -> bool | None:
    """Whether a contract was made: as it is typed, else by the points; None while unknown."""
    worth = hand.rule["worth"].get(hand.values.get("played"), {})
    told, own = hand.values.get("result") or worth.get("untold"), hand.values.get("points")
    if told is not None:
        return bool(told == "made")
    if own is None:
        return None
    weis = hand.values.get("weis") or 0
    if hand.rule.get("reach") == "bid":
        bid = hand.values.get("bid")
        return None if bid is None else bool(own + weis >= bid)
    against = hand.values.get("against")
    if against is None and "whole" in worth:
        against = worth["whole"] - own
    if against is None or worth.get("told"):
        return None
    other = hand.values.get("weis_against") or 0
    return bool(own + weis >= against + other + worth.get("over", 1))


AWARDS: Mapping[str, Callable[[Hand], Parts]] = {
    "points": points,
    "king": king,
    "taker_wins": taker_wins,
    "tens": tens,
    "by_threshold": by_threshold,
    "by_rank": by_rank,
    "items": items,
    "all_but_most": all_but_most,
    "by_contract": by_contract,
}
