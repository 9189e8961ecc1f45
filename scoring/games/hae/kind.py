"""HAE Jass: bid your tricks, fight for them in summit duels; each one off is a Härpfl."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from jassclub.core.errors import Finding, pointer
from referee.rules.cards import HAE_54
from scoring.games.base import (
    Control,
    Findings,
    HandScore,
    Line,
    PlayedHand,
    Reader,
    Sheet,
    Table,
    whole,
)
from scoring.games.card_sums import Numbers, filled
from scoring.games.dealing import SpokenNumbers, check_said, check_speaking, read_said
from scoring.games.hae.record import judge_record, read_record
from scoring.games.kind import MOST_SEATS, Speaking, TournamentUse, members, number, several
from scoring.games.sheet import check_alone, check_seats
from scoring.games.sheets.asked import AskedGame, asked_kind
from scoring.games.sheets.checks import Values
from scoring.games.sheets.reading import own_rules

SAID = "hae.ansage"


def check_bids(bids: object, table: Table, cards: int | None = None) -> list[Finding]:
    """Findings of bids while they are spoken: a list with null for those to come.

    The seat right of the dealer begins, the dealer is last and may not make the bids fit.
    `cards` of each player, where the round is not the one that is due. Source: hae.ansage.
    """
    of_round = cards or due_round(table)
    return check_speaking(
        bids,
        "bids",
        table,
        high=of_round,
        article=SAID,
        fit=lambda said, out: _fit(said, of_round, table, out),
    )


def forbidden_bid(bids: SpokenNumbers, table: Table, cards: int | None = None) -> int | None:
    """The number that whoever bids last may not say, None while others are still to bid.

    Bids that are over the tricks already forbid nothing. Source: hae.ansage.
    """
    of_round = cards or due_round(table)
    dealer = table.dealer
    if dealer is None or _may_fit(of_round, table):
        return None
    others = [bid for seat, bid in enumerate(bids) if seat != dealer]
    said = sum(bid or 0 for bid in others)
    return None if None in others or said > of_round else of_round - said


def _may_fit(cards: int, table: Table) -> bool:
    allowed = table.profile.hae.bids_may_fit
    return allowed == "always" or (allowed == "last_round" and cards == 1)


def _fit(bids: Numbers, cards: int, table: Table, out: Findings) -> None:
    """The bids may not total the tricks; the finding names the number the dealer may not say."""
    if None in bids or sum(bid or 0 for bid in bids) != cards or _may_fit(cards, table):
        return
    cited = table.profile.citation("hae.bids_may_fit").article
    if table.dealer is None:
        out.error("prediction_makes_sum_fit", "/bids", cited, total=cards)
        return
    where = pointer("bids", table.dealer)
    out.error("bid_forbidden", where, cited, forbidden=bids[table.dealer], tricks=cards)


def first_round(table: Table) -> int:
    """Cards for each player in the first round: ten, or as many as the pack has for all.

    Source: hae.geben.
    """
    return min(table.profile.hae.most_cards, len(HAE_54) // table.players)


def written_rounds(table: Table) -> dict[int, int]:
    """Cards of each round that the other hands have written -> number of the hand."""
    found: dict[int, int] = {}
    for hand in sorted(table.others, key=lambda item: item.number):
        if _counts(hand):
            said = whole(hand.slip.get("cards")) if isinstance(hand.slip, Mapping) else None
            cards = _due(hand.number, table, found) if said is None else said
            found.setdefault(cards, hand.number)
    return found


def due_round(table: Table) -> int:
    """Cards of the round that this hand should be: one fewer each hand, a redeal keeps them."""
    return _due(table.hand_number, table, written_rounds(table))


def _due(number: int, table: Table, written: Mapping[int, int]) -> int:
    redealt = sum(hand.number < number and not _counts(hand) for hand in table.others)
    first = first_round(table)
    cards = first - (number - 1) + redealt
    if 1 <= cards <= first and cards not in written:
        return cards
    return next((left for left in range(first, 0, -1) if left not in written), 1)


def _counts(hand: PlayedHand) -> bool:
    state = hand.slip.get("state") if isinstance(hand.slip, Mapping) else None
    return state in (None, "complete")


def _round(slip: Values, table: Table, out: Findings) -> None:
    written, cards, due = written_rounds(table), slip["cards"], due_round(table)
    if out.at("/cards"):
        return
    if cards in written:
        out.error("round_twice", "/cards", "hae.geben", cards=cards, hand=written[cards])
    elif cards != due:
        out.warn("round_not_due", "/cards", "hae.geben", cards=cards, due=due)


def _bids(slip: Values, table: Table, out: Findings) -> None:
    if not out.at("/bids"):
        check_said(slip["bids"], out, key="bids", article=SAID)
        _fit(slip["bids"], slip["cards"], table, out)


def _sum(slip: Values, _table: Table, out: Findings) -> None:
    """The tricks of all total the cards of the round, and are those of the record."""
    if out.at("/tricks") or (slip["judged"] is None and out.at("/record")):
        return
    for seat, fell in enumerate(slip["judged"] or ()):
        if slip["written"][seat] not in (None, fell):
            out.error("tricks_not_as_recorded", pointer("tricks", seat), tricks=fell)
    total = sum(taken or 0 for taken in slip["written"])
    too_many = min(taken or 0 for taken in slip["tricks"]) < 0
    wrong = too_many or (None not in slip["written"] and total != slip["cards"])
    if wrong and slip["judged"] is None:
        out.error("tricks_wrong", "/tricks", "hae.geben", sum=total, expected=slip["cards"])


MOST_CARDS = 27
TRICKS = several(number(0, MOST_CARDS))
CARDS = several({"type": "string"}, least=0, most=54)
TRICK = members({"lead": number(0, MOST_SEATS - 1), "cards": CARDS})


class HaeJass(AskedGame):
    """Columns are the seats."""

    schema = {
        "cards": number(1, MOST_CARDS),
        "bids": TRICKS,
        "tricks": TRICKS,
        "record": members(
            {
                "tricks": several({"anyOf": [CARDS, TRICK]}, least=0, most=MOST_CARDS),
                "hands": several(CARDS),
            }
        ),
    }
    checks = (_round, _bids, _sum)
    table_checks = (check_seats, check_alone)
    remarks = ("record",)
    counted = False

    def completed(self, _slip: Values, reader: Reader, table: Table) -> Values:
        """`written`: the tricks as they were told; `judged`: as the record decides them, None
        where it decides nothing."""
        cards = reader.number("cards", low=1, high=first_round(table)) or due_round(table)
        bids = read_said(reader, "bids", table, high=cards, article=SAID)
        told = reader.numbers("tricks", table.players, low=0, high=cards)
        written = told or (None,) * table.players
        missing = written.count(None) > 1 and not reader.has("record")
        if missing and not reader.out.at("/tricks"):
            reader.out.error("tricks_missing", "/tricks")
        record = read_record(reader, table, cards) if reader.has("record") else None
        played = None if record is None else judge_record(record, table, reader.out)
        judged = None if played is None else played.taken
        return {
            "cards": cards,
            "bids": bids,
            "tricks": judged or filled(written, cards),
            "record": record and record.to_json(played),
            "written": written,
            "judged": judged,
        }

    def worth(self, slip: Values, _table: Table) -> HandScore:
        taken = sum(tricks or 0 for tricks in slip["tricks"])
        lines = tuple(map(_line, slip["bids"], slip["tricks"]))
        return HandScore(lines=lines, control=Control(sum=taken, expected=slip["cards"]))

    def ended(self, sheet: Sheet, _hands: Sequence[PlayedHand], table: Table) -> Sheet:
        """Over after the round of one card, when every round has been played."""
        complete = rounds_played(sheet) == set(range(1, first_round(table) + 1))
        fewest = table.profile.hae.ties == "fewest_misses"
        leaders = _fewest_misses(sheet) if fewest else sheet.leaders
        return replace(sheet, leaders=leaders, finished=sheet.finished or complete)


def rounds_played(sheet: Sheet) -> set[int]:
    """The cards of each round that stands on the sheet."""
    scores = [row.score for row in sheet.rows if row.score is not None]
    return {score.control.expected for score in scores if score.counts}


def _line(bid: int | None, taken: int | None) -> Line:
    said, made = bid or 0, taken or 0
    off = abs(said - made)
    return Line.of({"difference": off}, made, prediction=said, made=made, exact=off == 0)


def _fewest_misses(sheet: Sheet) -> tuple[int, ...]:
    scores = [row.score for row in sheet.rows if row.score is not None and row.score.counts]
    misses = {at: sum(not score.lines[at].exact for score in scores) for at in sheet.leaders}
    return tuple(at for at in sheet.leaders if misses[at] == min(misses.values()))


HAE = asked_kind(
    HaeJass(own_rules("hae")),
    speaking=Speaking(member="bids", check=check_bids),
    tournament=TournamentUse(
        differences=True,
        adds="tricks",
        rows=lambda _profile, _deck, hands: [(str(cards),) for cards in range(hands, 0, -1)],
        hands=lambda _profile: (1, 54 // 4),
        sized_by=("hae.most_cards",),
        rules=("hae.spielziel",),
        dealing="hae.geben",
        melds=(),
        counting=("hae.haerpfl",),
    ),
)
