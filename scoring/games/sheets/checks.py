"""Reading the answers of a game that is data, and what can be wrong with them."""

from collections.abc import Mapping, Sequence
from typing import Any

from jassclub.core.errors import pointer
from referee.rules.profile import Profile
from scoring.games.base import Findings, Reader, Table
from scoring.games.card_sums import check_contract
from scoring.games.kind import CONTRACTS
from scoring.games.sheets.awards import Hand, made_of
from scoring.games.sheets.reading import Ask
from scoring.games.weis import composable, values_article

Values = dict[str, Any]
TAKEN = {"all_tricks": True, "all_taken": True, "no_trick": False}
"""Members that name who took all of it, or nothing."""


def check_taken(asked: Sequence[Ask], key: str, values: Values, out: Findings) -> None:
    """Who took all leaves the others nothing; who took no trick has nothing."""
    parts = next((values.get(ask.key) for ask in asked if ask.part), None) or ()
    columns = [at for at, made in enumerate(parts) if made]
    others = [at for at in columns if (at == values[key]) is not TAKEN[key]]
    if others:
        out.error("matsch_with_points", pointer(key), side=others[0])


def check_weis(key: str, value: Any, table: Table, out: Findings) -> None:
    """Weise can add up to what was written."""
    for at, points in enumerate(value if isinstance(value, tuple) else (value,)):
        if points and not composable(points, table.profile.weis_table):
            where = pointer(key, at) if isinstance(value, tuple) else pointer(key)
            out.refuse("weis_impossible", where, values_article(table), points=points)


def check_playing(asked: Sequence[Ask], hand: Hand, out: Findings) -> None:
    """Who does not play this hand is not named and has nothing; who was `out` first may be."""
    for ask in asked:
        value = hand.values.get(ask.key)
        named = {pointer(ask.key): value} if ask.kind in ("seat", "column") else {}
        if ask.kind == "points" and value is not None:
            named = {pointer(ask.key, at): at for at, number in enumerate(value) if number}
        for where, seat in named.items():
            playing = seat is None or hand.table.column_of(seat) in hand.active
            if not playing and ask.key != "out":
                out.error("not_playing", where, seat=seat)


def remark_contract(contract: str, table: Table, out: Findings) -> None:
    """All contracts count alike in games that are data: one that is not played is remarked upon."""
    found = Findings()
    check_contract(contract, table, found)
    for item in found.items:
        out.warn(item.code, item.pointer, item.article, **item.params)


def options_of(ask: Ask, profile: Profile) -> list[tuple[str, str]]:
    """What can be answered at a table, and in which words."""
    there = (it for it in ask.options if len(it) < 3 or profile.value(it[2]))
    return [(value, words) for value, words, *_switch in there]


def read_answer(ask: Ask, reader: Reader, table: Table) -> Any:
    offered = [value for value, _words in options_of(ask, table.profile)]
    match ask.kind:
        case "points":
            columns = min(ask.columns, table.columns)
            return reader.numbers(ask.key, columns, low=ask.low, high=ask.high)
        case "marks":
            read = reader.flags(ask.key, table.columns)
            return None if read is None or not any(read) else tuple(bool(it) for it in read)
        case "word" | "trump":
            contracts = CONTRACTS[table.deck]
            return reader.choice(ask.key, contracts if ask.kind == "trump" else offered)
        case "choice":
            return read_number_of(ask, reader)
        case "flag" | "text":
            return reader.flag(ask.key) if ask.kind == "flag" else reader.values.get(ask.key)
    bounds = {"column": (0, table.columns - 1), "seat": (0, table.players - 1)}
    low, high = bounds.get(ask.kind, (ask.low, ask.high))
    return reader.number(ask.key, low=low, high=high)


def read_number_of(ask: Ask, reader: Reader) -> int | None:
    """One of several numbers, the first where none is told."""
    numbers = [option[0] for option in ask.options]
    read = reader.number(ask.key, low=min(numbers), high=max(numbers)) or numbers[0]
    if read not in numbers:
        reader.out.error("not_a_choice", pointer(ask.key), options=", ".join(map(str, numbers)))
    return read


def check_step(ask: Ask, value: int, table: Table, out: Findings) -> None:
    """A bid is at least so much, in steps; the one that is agreed on for all is no bid."""
    least = table.profile.value(ask.least)
    step = table.profile.value(ask.step) if isinstance(ask.step, str) else ask.step
    agreed = ask.fixed and table.profile.value(ask.fixed)
    if value not in (agreed, ask.always) and (value < least or (value - least) % step):
        out.error(ask.off, pointer(ask.key), least=least, step=step)


def _check_declarer(values: Values, hand: Hand, out: Findings) -> None:
    """Whoever declares has a contract, a bid where it is for points, and made it or not."""
    declarer, contract = values.get("declared_by"), hand.rule["worth"][values["played"]]
    dealt, count = hand.table.dealer, contract.get("active", len(hand.active))
    own, against = values.get("points"), values.get("against")
    if values["played"] == "none":
        values["declared_by"] = None
    elif declarer is None:
        out.error("answer_missing", "/declared_by")
    elif contract.get("by_dealer") and dealt is not None and declarer != hand.dealer:
        out.error("dealer_only", "/declared_by")
    elif len(hand.active) != count:
        out.error("not_so_many", "/played", count=count)
    elif "ladder" in contract and values.get("bid") is None:
        out.error("answer_missing", "/bid")
    elif made_of(hand) is None:
        out.error("answer_missing", "/result")
    elif own is not None and against is not None:
        whole, total = contract.get("whole", 157), own + against
        if total > whole or (contract.get("whole") and total < whole):
            out.error("sum_wrong", "/against", sum=total, expected=whole)


def _check_king(values: Values, hand: Hand, out: Findings) -> None:
    """What the king made, unless the hand was decided otherwise."""
    whole, aside = hand.param("whole", 157), values.get("laid_away") or 0
    maker, result = values.get("all_tricks"), values.get("result")
    if maker and values.get("points") is None:
        values["points"] = whole - aside if maker == "declarer" else 0
    points = values.get("points")
    if points is None and result is None:
        out.error("points_missing", "/points")
    if values.get("partner") is not None and values["partner"] == values.get("declared_by"):
        out.refuse("partner_of_himself", "/partner")
    total = (points or 0) + aside
    if total > whole:
        out.error("sum_too_high", "/laid_away", sum=total, expected=whole)
    elif maker == "declarer" and total < whole:
        out.error("sum_wrong", "/points", sum=total, expected=whole)
    if result == "declined" and (points is not None or maker):
        out.error("hand_declined", "/points" if points is not None else "/all_tricks")


def _check_taker(values: Values, _hand: Hand, out: Findings) -> None:
    """Whoever took has played; a hand that nobody took is said to be one, and nothing else."""
    if values.get("declined"):
        for key, it in values.items():
            if key != "declined" and it not in (None, False, (None, None)):
                out.error("hand_declined", f"/{key}")
        return
    if values["declared_by"] is None:
        out.error("answer_missing", "/declared_by")
    if None in (values.get("points") or (None,)):
        out.error("points_missing", "/points")


def _check_split(values: Values, hand: Hand, out: Findings) -> None:
    """Somebody plays; two of them may split a hand, ten to five says who has the ten."""
    if not hand.active:
        out.error("nobody_played", "/home")
    split = values.get("split")
    if split is not None and len(hand.active) != 2:
        out.error("not_so_many", "/split", count=2)
    if split == "ten_five" and values.get("split_first") is None:
        out.error("answer_missing", "/split_first")


def _check_places(values: Values, hand: Hand, out: Findings) -> None:
    """Each round is played as often as the agreed number of hands needs; places are all
    different."""
    rounds = hand.rule.get("rounds", {})
    if "round" in values:
        slips = [it.slip for it in hand.table.others if not it.replayed]
        told = [(it.get("round"), it.get("reversed")) for it in slips if isinstance(it, Mapping)]
        played = told.count((values["round"], values.get("reversed")))
        ways = len(rounds) * (2 if "reversed" in values else 1)
        if 0 < hand.table.profile.hands <= played * ways:
            out.refuse("round_played", "/round")
    round_ = rounds.get(values.get("round"), {})
    places = [*range(1, hand.table.players + 1)]
    if "credits" in round_ and sorted(hand.numbers("counts")) != places:
        out.error("places_wrong", "/counts", count=hand.table.players)


CHECKS = {
    "by_contract": _check_declarer,
    "king": _check_king,
    "taker_wins": _check_taker,
    "tens": _check_split,
    "items": _check_places,
}
"""What else can be wrong with a slip, by the rule that is to count it."""
