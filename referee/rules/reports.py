"""The answers of the rules as plain JSON values, in the letters of the record they answer."""

from __future__ import annotations

from referee.rules.cards import card_at, cards_of, mask_at
from referee.rules.legality import JASSREGELN, FollowRule, legal_mask, why_not
from referee.rules.melds import Meld
from referee.rules.messages import message
from referee.rules.notation import Notation
from referee.rules.plays import PlayFinding
from referee.rules.ranking import ranking
from referee.rules.records import HandRecord, PositionRecord, WeisRecord
from referee.rules.replay import PlayedTrick, Replay, ReplayRule, replay
from referee.rules.weis import SeatWeis, settle
from referee.rules.weistables import JASSREGELN_WEIS, WeisRule

Json = dict[str, object]


def replay_report(
    record: HandRecord, rule: ReplayRule | None = None, *, with_legal: bool = False
) -> Json:
    """Tricks, points, matsch and findings; the legal cards where asked for and known."""
    outcome = replay(record, rule)
    show_legal = with_legal and record.open
    return {
        "id": record.id,
        "ok": outcome.ok,
        "tricks": [_trick(trick, record.notation, show_legal) for trick in outcome.tricks],
        "team_card_points": list(outcome.side_points),
        "team_tricks": list(outcome.side_tricks),
        "matsch": outcome.matsch,
        "findings": findings_report(outcome, record.notation),
    }


def findings_report(outcome: Replay, notation: Notation) -> list[Json]:
    """All findings of a replay."""
    return [_finding(finding, notation) for finding in outcome.findings]


def weis_report(record: WeisRecord, rule: WeisRule = JASSREGELN_WEIS) -> Json:
    """The Weise of every seat, who has the highest, and the points of the sides."""
    holdings = [mask_at(hand) for hand in record.hands]
    result = settle(holdings, record.mode, record.starter, rule=rule)
    return {
        "id": record.id,
        "seats": [_seat(seat, record.notation) for seat in result.seats],
        "winner": result.winner,
        "sides": list(result.sides),
    }


def legal_report(record: PositionRecord, rule: FollowRule = JASSREGELN) -> Json:
    """The cards that may be played, and for the others why not."""
    rule = rule.avoiding() if record.mode.misere else rule
    table = ranking(record.mode.start)
    hand = mask_at(record.hand)
    legal = legal_mask(hand, record.trick, table, rule)
    reasons = {
        card.text(record.notation): why_not(card.index, hand, record.trick, table, rule)
        for card in cards_of(hand & ~legal)
    }
    return {
        "id": record.id,
        "legal": _texts(legal, record.notation),
        "why": {card: reason.code for card, reason in reasons.items() if reason},
    }


def _trick(trick: PlayedTrick, notation: Notation, show_legal: bool) -> Json:
    told: Json = {"winner": trick.winner, "points": trick.points}
    if show_legal:
        told["legal"] = [_texts(mask, notation) for mask in trick.legal]
    return told


def _finding(finding: PlayFinding, notation: Notation) -> Json:
    return {
        "code": finding.code,
        "article": finding.article,
        "trick": finding.trick,
        "seat": finding.seat,
        "card": None if finding.card is None else card_at(finding.card).text(notation),
        "message": message(finding, notation),
    }


def _seat(seat: SeatWeis, notation: Notation) -> Json:
    return {
        "runs": [_texts(meld.cards, notation) for meld in seat.melds if meld.suit is not None],
        "quartets": [_rank(meld, notation) for meld in seat.melds if meld.suit is None],
        "stoeck": seat.stoeck,
        "points": seat.points,
    }


def _rank(meld: Meld, notation: Notation) -> str:
    return meld.high.text(notation)


def _texts(mask: int, notation: Notation) -> list[str]:
    return [card.text(notation) for card in cards_of(mask)]
