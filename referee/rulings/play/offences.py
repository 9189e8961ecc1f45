"""The disputes that a recorded hand proves by itself.

Every one rests on a finding of the replay, so that a hand that was played by the rules brings
none. Faults of the record alone (a card in two places, a hand broken off) are no disputes.

The cases that a recorded hand proves: each can be put to its article as it stands.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from referee.rules.cards import Notation, after, card_at, cards_of, mask_at
from referee.rules.modes import Ranking, ranking
from referee.rules.plays import PlayedTrick, PlayFinding
from referee.rules.profile import Profile
from referee.rules.records import HandRecord
from referee.rules.replay import ReplayRule, replay
from referee.rulings.case import most_cards
from referee.rulings.play.misplay import (
    dead_after_holding_back,
    dead_after_revoke,
)
from referee.rulings.reading import table_of

Kind = Literal[
    "revoke",
    "undertrump",
    "wrong_leader",
    "two_cards",
    "missing_card",
    "wrong_deal",
    "joker_unnamed",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Offence:
    """One dispute, with what the record shows of it.

    `article`: slug. `trick` and `seat` count from 0, `card` is an index. `lead`: the card that
    had been led. `legal`: what might have been played, `held`: what is proven to have been held
    then (masks). `held_back`: the cards of the suit led among them. `dead`: what loses its taking
    power if the hand is played on. `entitled`: the seat that had to lead. `cards_dealt`: how many
    a seat had. `hand_known`: False where only its later plays stand for the hand.
    """

    kind: Kind
    article: str
    trick: int | None = None
    seat: int | None = None
    card: int | None = None
    lead: int | None = None
    legal: int = 0
    held: int = 0
    held_back: int = 0
    dead: int = 0
    entitled: int | None = None
    cards_dealt: int | None = None
    hand_known: bool = False


def proven_offences(record: HandRecord, rule: ReplayRule | None = None) -> tuple[Offence, ...]:
    """All disputes in the order of the hand; none where it was played by the rules."""
    outcome = replay(record, rule)
    offences = (_offence(record, outcome.tricks, finding) for finding in outcome.findings)
    return tuple(offence for offence in offences if offence)


def _offence(
    record: HandRecord, tricks: tuple[PlayedTrick, ...], finding: PlayFinding
) -> Offence | None:
    if finding.code == "wrong_count":
        return _wrong_count(record, tricks, finding)
    if finding.trick is None or finding.seat is None or finding.card is None:
        return None
    if finding.code == "wrong_leader":
        return _wrong_leader(record, tricks[finding.trick], finding)
    if finding.code in ("revoke", "undertrump"):
        return _wrong_card(record, tricks, finding, finding.trick)
    return None


def _wrong_leader(record: HandRecord, trick: PlayedTrick, finding: PlayFinding) -> Offence:
    seat = trick.leader
    return Offence(
        kind="wrong_leader",
        article=finding.article,
        trick=finding.trick,
        seat=seat,
        card=trick.cards[0],
        entitled=trick.expected,
        hand_known=record.hands[seat] is not None,
    )


def _wrong_card(
    record: HandRecord, tricks: tuple[PlayedTrick, ...], finding: PlayFinding, number: int
) -> Offence:
    trick, seat, card = tricks[number], finding.seat, finding.card
    assert seat is not None and card is not None  # noqa: S101, PT018
    table = ranking(trick.mode)
    held = _held_after(record, tricks, number, seat)
    back = held & table.suit[trick.cards[0]]
    return Offence(
        kind="undertrump" if finding.code == "undertrump" else "revoke",
        article=finding.article,
        trick=number,
        seat=seat,
        card=card,
        lead=trick.cards[0],
        legal=finding.legal,
        held=held,
        held_back=back,
        dead=0 if record.mode.misere else _dead(finding, held, trick.cards[0], table),
        hand_known=record.hands[seat] is not None,
    )


def _dead(finding: PlayFinding, held: int, lead: int, table: Ranking) -> int:
    if finding.code == "revoke":
        return dead_after_revoke(held, lead, table)
    assert finding.card is not None  # noqa: S101
    return dead_after_holding_back(held, finding.card, table)


def _held_after(record: HandRecord, tricks: tuple[PlayedTrick, ...], number: int, seat: int) -> int:
    """The seat's cards (mask) left once it has played to the trick."""
    later = mask_at(
        card for trick_number, card in _plays(record, tricks, seat) if trick_number > number
    )
    hand = record.hands[seat]
    if hand is None:
        return later
    return mask_at(hand) & ~mask_at(
        c for trick_number, c in _plays(record, tricks, seat) if trick_number <= number
    )


def _plays(
    record: HandRecord, tricks: tuple[PlayedTrick, ...], seat: int
) -> Iterator[tuple[int, int]]:
    for number, trick in enumerate(tricks):
        for place, card in enumerate(trick.cards[: record.players]):
            if after(trick.leader, place, record.players) == seat:
                yield number, card


def _wrong_count(
    record: HandRecord, tricks: tuple[PlayedTrick, ...], finding: PlayFinding
) -> Offence | None:
    if finding.seat is not None:
        return Offence(
            kind="wrong_deal",
            article=finding.article,
            seat=finding.seat,
            cards_dealt=finding.found,
            hand_known=True,
        )
    if finding.trick is None:
        return None
    trick = tricks[finding.trick]
    if len(trick.cards) > record.players:
        dead = 0 if record.mode.misere else mask_at(trick.cards[record.players - 1 :])
        last = trick.cards[record.players]
        return Offence(
            kind="two_cards", article=finding.article, trick=finding.trick, card=last, dead=dead
        )
    broken_off = finding.trick == len(tricks) - 1
    return (
        None
        if broken_off
        else Offence(kind="missing_card", article=finding.article, trick=finding.trick)
    )


Facts = dict[str, Any]

_MATTER = {"wrong_leader": "wrong_lead", "undertrump": "wrong_card", "wrong_deal": "fault"}
"""The question of an article that a kind of offence is, where the article answers several."""
_RULED_BY = {"undertrump": "falsch-gespielte-karte"}
"""The article that says what follows, where the one that was broken only says what is allowed."""


@dataclass(frozen=True, kw_only=True)
class ProvenCase:
    """An offence with the facts of its case. `trick` and `seat` count from 0."""

    article: str
    kind: Kind
    facts: Mapping[str, Any]
    trick: int | None
    seat: int | None
    card: str | None


def proven_cases(record: HandRecord, profile: Profile) -> list[ProvenCase]:
    """All cases in the order of the hand; none where it was played by the rules."""
    offences = proven_offences(record, ReplayRule.of(profile))
    return [_case(record, offence, most_cards(profile)) for offence in offences]


def _case(record: HandRecord, offence: Offence, most: int) -> ProvenCase:
    all_facts = _told(record, offence, most)
    article = _RULED_BY.get(offence.kind, offence.article)
    wanted = table_of(article).facts
    facts = {name: value for name, value in all_facts.items() if name in wanted}
    matter = _MATTER.get(offence.kind)
    if "matter" in wanted and matter in wanted["matter"].domain:
        facts["matter"] = matter
    return ProvenCase(
        article=article,
        kind=offence.kind,
        facts=facts,
        trick=offence.trick,
        seat=offence.seat,
        card=None if offence.card is None else card_at(offence.card).text(record.notation),
    )


def _told(record: HandRecord, offence: Offence, most: int) -> Facts:
    """The facts of an offence; a holding of more than `most` cards is left out: misdealt."""
    deck = record.notation
    facts: Facts = {"mode": record.mode.text(deck), "noticed": "later"}
    seats = {"offender": offence.seat, "entitled": offence.entitled}
    facts |= {name: seat for name, seat in seats.items() if seat is not None}
    if offence.card is not None:
        facts["card"] = card_at(offence.card).text(deck)
        facts["trick"] = _before(record, offence, deck)
    if offence.hand_known and offence.card is not None:
        held = cards_of(offence.held | 1 << offence.card)
        if len(held) <= most:
            facts["holding"] = [card.text(deck) for card in held]
            facts["still_held"] = [card.text(deck) for card in cards_of(offence.held)]
    return facts


def _before(record: HandRecord, offence: Offence, deck: Notation) -> list[str]:
    """The cards that lay on the table when the card was played, leader first."""
    if offence.trick is None or offence.card is None:
        return []
    cards = record.tricks[offence.trick].cards
    return [card_at(index).text(deck) for index in cards[: cards.index(offence.card)]]
