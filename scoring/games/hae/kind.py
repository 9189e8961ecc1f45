"""HAE Jass: bid your tricks, fight for them in summit duels; each one off is a Härpfl."""

from collections.abc import Sequence
from dataclasses import replace

from jassclub.core.errors import pointer
from referee.rules.cards import HAE_54
from scoring.games.base import Findings, PlayedHand, Reader, Sheet, Table, whole
from scoring.games.card_sums import Dealt, filled
from scoring.games.courses import due, written
from scoring.games.dealing import Speaking
from scoring.games.hae.record import SCHEMA, judged
from scoring.games.kind import TournamentUse, number
from scoring.games.predictions import PredictionGame
from scoring.games.sheets.asked import asked_kind
from scoring.games.sheets.checks import Values
from scoring.games.sheets.reading import own_rules

MOST_CARDS = 27


def first_round(table: Table) -> int:
    """Cards for each player in the first round: ten, or as many as the pack has for all.

    Source: hae.geben.
    """
    return min(table.profile.hae.most_cards, len(HAE_54) // table.players)


def _rounds(table: Table) -> Sequence[int]:
    """Each round has a card fewer than the one before."""
    return range(first_round(table), 0, -1)


def _cards(slip: Values) -> int | None:
    return whole(slip.get("cards"))


def due_round(table: Table) -> int:
    """Cards of the round that this hand should be."""
    return due(table, _cards, _rounds(table))


def _barred(table: Table, cards: int) -> int | None:
    """The bids may not total the tricks, unless it is agreed on."""
    allowed = table.profile.hae.bids_may_fit
    fits = allowed == "always" or (allowed == "last_round" and cards == 1)
    return None if fits else cards


RULES = own_rules("hae")
BIDS = Speaking(high=due_round, barred=_barred, **RULES.speaking)


def _read_round(reader: Reader, table: Table) -> int:
    """Each round is played once, in its turn."""
    rounds, in_turn, out = _rounds(table), due_round(table), reader.out
    cards = reader.number("cards", low=1, high=len(rounds)) or in_turn
    before = written(table, _cards, rounds).get(cards)
    if not out.at("/cards") and before is not None:
        out.error("round_twice", "/cards", "hae.geben", cards=cards, hand=before)
    elif cards != in_turn:
        out.warn("round_not_due", "/cards", "hae.geben", cards=cards, due=in_turn)
    return cards


def _tricks(slip: Values, _table: Table, out: Findings) -> None:
    """The tricks of all total the cards of the round, and are those of the record."""
    told, tricks = slip["written"], [taken or 0 for taken in slip["tricks"]]
    unread = out.at("/tricks") or (slip["judged"] is None and out.at("/record"))
    for seat, fell in enumerate(() if unread else slip["judged"] or ()):
        if told[seat] not in (None, fell):
            out.error("tricks_not_as_recorded", pointer("tricks", seat), tricks=fell)
    if not unread and (min(tricks) < 0 or sum(tricks) != slip["cards"]):
        total = sum(taken or 0 for taken in told)
        out.error("tricks_wrong", "/tricks", "hae.geben", sum=total, expected=slip["cards"])


class HaeJass(PredictionGame):
    """Columns are the seats."""

    schema = {"cards": number(1, MOST_CARDS), "record": SCHEMA}
    speaking, made, most = BIDS, "tricks", MOST_CARDS
    missing = "tricks_missing"
    whole_hand = (_tricks,)
    remarks = ("record",)
    counted, has_end = False, True

    def completed(self, _slip: Values, reader: Reader, table: Table) -> Values:
        """`written`: the tricks as they were told; `judged`: as the record decides them, None
        where it decides nothing."""
        cards = _read_round(reader, table)
        said = self.read_said(reader, table, cards)
        gaps = table.players if reader.has("record") else 1
        told = self.read_made(reader, table, cards, gaps=gaps)
        record, taken = judged(reader, table, cards)
        found = {"cards": cards, "tricks": taken or filled(told, cards), "record": record}
        return said | found | {"expected": cards, "written": told, "judged": taken}

    def ended(self, sheet: Sheet, hands: Sequence[PlayedHand], table: Table) -> Sheet:
        """Over when every round has been played; of equal totals those may win who bid right most
        often."""
        scores = [row.score for row in sheet.rows if row.score and row.score.counts]
        complete = rounds_played(sheet) == set(_rounds(table))
        leaders = sheet.leaders
        if table.profile.hae.ties == "fewest_misses":
            exact = {at: sum(score.lines[at].exact for score in scores) for at in leaders}
            leaders = tuple(at for at in leaders if exact[at] == max(exact.values()))
        return replace(sheet, leaders=leaders, finished=sheet.finished or complete)


def rounds_played(sheet: Sheet) -> set[int]:
    """The cards of each round that stands on the sheet."""
    return {row.score.control.expected for row in sheet.rows if row.score and row.score.counts}


HAE = asked_kind(
    HaeJass(RULES),
    speaking=BIDS,
    dealt=lambda at: Dealt(players=at.players, each=first_round(at), last_trick=0, cards=54),
    tournament=replace(
        RULES.tournament or TournamentUse(),
        rows=lambda _profile, _deck, hands: [(str(cards),) for cards in range(hands, 0, -1)],
        hands=lambda _profile: (1, len(HAE_54) // 4),
    ),
)
