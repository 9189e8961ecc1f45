"""The cases that a recorded hand proves: each can be put to its article as it stands."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.rules.cards import card_at, cards_of
from referee.rules.notation import Notation
from referee.rules.profile import Profile
from referee.rules.records import HandRecord
from referee.rules.replay import ReplayRule
from referee.rulings.consistency import most_cards
from referee.rulings.play.offences import Kind, Offence, proven_offences
from referee.rulings.reading import table_of

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
    found = proven_offences(record, ReplayRule.of(profile))
    most = most_cards(profile)
    return [_case(record, offence, most) for offence in found]


def _case(record: HandRecord, offence: Offence, most: int) -> ProvenCase:
    told = _told(record, offence, most)
    article = _RULED_BY.get(offence.kind, offence.article)
    wanted = table_of(article).facts
    facts = {name: value for name, value in told.items() if name in wanted}
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
    found: Facts = {"mode": record.mode.text(deck), "noticed": "later"}
    seats = {"offender": offence.seat, "entitled": offence.entitled}
    found |= {name: seat for name, seat in seats.items() if seat is not None}
    if offence.card is not None:
        found["card"] = card_at(offence.card).text(deck)
        found["trick"] = _before(record, offence, deck)
    if offence.hand_known and offence.card is not None:
        held = cards_of(offence.held | 1 << offence.card)
        if len(held) <= most:
            found["holding"] = [card.text(deck) for card in held]
            found["still_held"] = [card.text(deck) for card in cards_of(offence.held)]
    return found


def _before(record: HandRecord, offence: Offence, deck: Notation) -> list[str]:
    """The cards that lay on the table when the card was played, leader first."""
    if offence.trick is None or offence.card is None:
        return []
    cards = record.tricks[offence.trick].cards
    return [card_at(index).text(deck) for index in cards[: cards.index(offence.card)]]
