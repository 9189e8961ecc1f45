"""HAE Jass: bid your tricks, fight for them in summit duels; each one off is a Härpfl."""

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
from scoring.games.card_sums import Numbers
from scoring.games.dealing import SpokenNumbers, check_order
from scoring.games.hae.slip import (
    HaeSlip,
    due_round,
    first_round,
    read_bids,
    read_slip,
    written_rounds,
)
from scoring.games.kind import (
    MOST_SEATS,
    GameKind,
    Speaking,
    Words,
    gettext_noop,
    members,
    number,
    several,
)
from scoring.games.sheet import Game, check_alone, check_seats


def check_bids(bids: object, table: Table, cards: int | None = None) -> list[Finding]:
    """Findings of bids while they are spoken: a list with null for those to come.

    The seat right of the dealer begins, the dealer is last and may not make the bids fit.
    `cards` of each player, where the round is not the one that is due. Source: hae.ansage.
    """
    out, of_round = Findings(), cards or due_round(table)
    said = read_bids(Reader({"bids": bids}, out), table, of_round)
    if not out.items:
        check_order(said, table, out, key="bids", article="hae.ansage")
        _fit(said, of_round, table, out)
    return out.items


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


def _bids(slip: HaeSlip, table: Table, out: Findings) -> None:
    if out.at("/bids"):
        return
    for seat, bid in enumerate(slip.bids):
        if bid is None:
            out.error("prediction_missing", pointer("bids", seat), "hae.ansage")
    _fit(slip.bids, slip.cards, table, out)


def _round(slip: HaeSlip, table: Table, out: Findings) -> None:
    if out.at("/cards"):
        return
    written = written_rounds(table)
    if slip.cards in written:
        out.error("round_twice", "/cards", "hae.geben", cards=slip.cards, hand=written[slip.cards])
    elif slip.cards != slip.due:
        out.warn("round_not_due", "/cards", "hae.geben", cards=slip.cards, due=slip.due)


def _sum(slip: HaeSlip, _table: Table, out: Findings) -> None:
    """The tricks of all total the cards of the round."""
    if out.at("/tricks") or (slip.judged is None and out.at("/record")):
        return
    if slip.judged is not None:
        _as_recorded(slip, slip.judged, out)
        return
    total = sum(taken or 0 for taken in slip.written)
    too_many = min(taken or 0 for taken in slip.tricks) < 0
    if too_many or (None not in slip.written and total != slip.cards):
        out.error("tricks_wrong", "/tricks", "hae.geben", sum=total, expected=slip.cards)


def _as_recorded(slip: HaeSlip, judged: Numbers, out: Findings) -> None:
    for seat, (written, fell) in enumerate(zip(slip.written, judged, strict=True)):
        if written is not None and written != fell:
            out.error("tricks_not_as_recorded", pointer("tricks", seat), tricks=fell)


MOST_CARDS = 27
TRICKS = several(number(0, MOST_CARDS))
CARDS = several({"type": "string"}, least=0, most=54)
TRICK = members({"lead": number(0, MOST_SEATS - 1), "cards": CARDS})


class HaeJass(Game[HaeSlip]):
    """Columns are the seats."""

    name = "hae"
    lower_wins = True
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
    typed = staticmethod(read_slip)
    checks = (_round, _bids, _sum)
    table_checks = (check_seats, check_alone)
    remarks = ("record",)
    counted = False

    def normal(self, slip: HaeSlip, _table: Table) -> dict[str, object]:
        """All tricks and the cards of the round written out, the record with its leaders."""
        return {
            "cards": slip.cards,
            "bids": list(slip.bids),
            "tricks": list(slip.tricks),
            "record": slip.record and slip.record.to_json(),
        }

    def worth(self, slip: HaeSlip, _table: Table) -> HandScore:
        taken = sum(tricks or 0 for tricks in slip.tricks)
        return HandScore(
            state="complete",
            lines=tuple(map(_line, slip.bids, slip.tricks)),
            control=Control(sum=taken, expected=slip.cards),
        )

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
    return Line(
        total=off,
        parts={"difference": off},
        card_points=made,
        prediction=said,
        made=made,
        exact=off == 0,
    )


def _fewest_misses(sheet: Sheet) -> tuple[int, ...]:
    scores = [row.score for row in sheet.rows if row.score is not None and row.score.counts]
    misses = {at: sum(not score.lines[at].exact for score in scores) for at in sheet.leaders}
    fewest = min(misses.values())
    return tuple(at for at in sheet.leaders if misses[at] == fewest)


SENTENCES = {
    "bid_forbidden": gettext_noop(
        "Verboten ist hier die Ansage %(forbidden)s: zusammen wären es genau %(tricks)s Stiche."
    ),
    "tricks_missing": gettext_noop("Es fehlen Stiche."),
    "tricks_wrong": gettext_noop("Zusammen sind es %(sum)s statt %(expected)s Stiche."),
    "tricks_not_as_recorded": gettext_noop("Nach den notierten Karten sind es %(tricks)s Stiche."),
    "round_twice": gettext_noop("Die Runde mit %(cards)s Karten steht schon in Spiel %(hand)s."),
    "round_not_due": gettext_noop(
        "Die Runde mit %(cards)s Karten ist nicht an der Reihe, sondern die mit %(due)s."
    ),
    "card_not_held": gettext_noop("Platz %(seat)s hatte %(card)s nicht."),
    "joker_is_no_card": gettext_noop("«%(card)s»: ein Joker muss eine Karte von 2 bis Ass sein."),
    "joker_unnamed": gettext_noop("Für diesen Joker wurde keine Karte angesagt."),
    "joker_counts_as_ass": gettext_noop("Was sollte der Joker sein? Ohne Ansage gilt er als Ass."),
    "wrong_leader": gettext_noop("Ausspielen musste Platz %(seat)s."),
}


def _agreed(profile: Profile) -> Iterator[Words]:
    yield Words(gettext_noop("Stiche ansagen"))
    yield Words(gettext_noop("bis %(cards)d Karten in der Hand"), {"cards": profile.hae.most_cards})


HAE = GameKind(
    game=HaeJass(),
    title=gettext_noop("HAE Jass"),
    agreed=_agreed,
    sentences=SENTENCES,
    switches=("hae",),
    speaking=Speaking(member="bids", check=check_bids),
)
