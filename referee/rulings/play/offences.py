"""The disputes that a recorded hand proves by itself, each put to its article as it stands.

Every one rests on a finding of the replay, so that a hand that was played by the rules brings
none. Faults of the record alone (a card in two places, a hand broken off) are no disputes.

A round of HAE Jass proves a wrong lead, a joker that nobody named, a wrong deal; there is no
revoke, as any card may be played (hae.wertung#s1).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from jassclub.core.errors import Finding
from referee.rules.cards import after, card_at, cards_of, mask_at
from referee.rules.hae_records import HaeRound
from referee.rules.hae_replay import HaeReplay, replay_round
from referee.rules.plays import PlayedTrick, PlayFinding
from referee.rules.profile import Profile
from referee.rules.records import HandRecord
from referee.rules.replay import ReplayRule, replay
from referee.rulings.case import most_cards
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
    outcome = replay(record, ReplayRule.of(profile))
    most = most_cards(profile)
    return [
        _case(record, outcome.tricks, finding, kind, most)
        for finding in outcome.findings
        if (kind := _kind(record, finding))
    ]


def _kind(record: HandRecord, finding: PlayFinding) -> Kind | None:
    """What dispute a finding is, None for a fault of the record alone."""
    if finding.code in ("revoke", "undertrump", "wrong_leader"):
        return None if finding.card is None else finding.code
    if finding.code != "wrong_count":
        return None
    if finding.seat is not None:
        return "wrong_deal"
    if finding.trick is None:
        return None
    if len(record.tricks[finding.trick].cards) > record.players:
        return "two_cards"
    return None if finding.trick == len(record.tricks) - 1 else "missing_card"


def _case(
    record: HandRecord,
    tricks: Sequence[PlayedTrick],
    finding: PlayFinding,
    kind: Kind,
    most: int,
) -> ProvenCase:
    article = _RULED_BY.get(kind, finding.article)
    wanted = table_of(article).facts
    told = {**_lay(record, finding, kind), **_held(record, tricks, finding, most)}
    facts = {name: value for name, value in told.items() if name in wanted}
    if "matter" in wanted and _MATTER.get(kind) in wanted["matter"].domain:
        facts["matter"] = _MATTER[kind]
    return ProvenCase(
        article=article,
        kind=kind,
        facts=facts,
        trick=finding.trick,
        seat=finding.seat,
        card=told.get("card"),
    )


def _lay(record: HandRecord, finding: PlayFinding, kind: Kind) -> Facts:
    """Who played which card to what, and who had to lead; claimed as long as that is in time."""
    mode = record.mode.text(record.notation)
    facts: Facts = {"mode": mode, "noticed": "later", "proven": True, "claimed": "in_time"}
    entitled = finding.expected if kind == "wrong_leader" else None
    seats = {"offender": finding.seat, "entitled": entitled}
    facts |= {name: seat for name, seat in seats.items() if seat is not None}
    if finding.trick is not None and kind != "missing_card":
        cards = record.tricks[finding.trick].cards
        card = cards[record.players] if finding.card is None else finding.card
        before = cards[: cards.index(card)]
        facts["trick"] = [card_at(index).text(record.notation) for index in before]
        facts["card"] = card_at(card).text(record.notation)
    return facts


def _held(
    record: HandRecord, tricks: Sequence[PlayedTrick], finding: PlayFinding, most: int
) -> Facts:
    """The hand of who played a card, where it was noted; one of more than `most` cards was
    misdealt and is left out.
    """
    if finding.seat is None or finding.trick is None or finding.card is None:
        return {}
    hand = record.hands[finding.seat]
    if hand is None:
        return {}
    left = 0 if finding.code == "wrong_leader" else mask_at(hand)
    left &= ~mask_at(_played(record, tricks[: finding.trick + 1], finding.seat))
    holding, still_held = (
        [card.text(record.notation) for card in cards_of(mask)]
        for mask in (left | 1 << finding.card, left)
    )
    return {"holding": holding, "still_held": still_held} if len(holding) <= most else {}


def _played(record: HandRecord, tricks: Sequence[PlayedTrick], seat: int) -> Iterator[int]:
    for trick in tricks:
        for place, card in enumerate(trick.cards[: record.players]):
            if after(trick.leader, place, record.players) == seat:
                yield card


def proven_in_round(record: HaeRound, profile: Profile) -> list[ProvenCase]:
    """All cases of a round of HAE Jass in its order."""
    outcome = replay_round(record, profile.hae)
    proven = ((finding, _of_round(record, outcome, finding)) for finding in outcome.findings)
    return [
        ProvenCase(
            article=case[1],
            kind=case[0],
            facts=case[2],
            trick=finding.params.get("trick"),
            seat=finding.params.get("seat"),
            card=finding.params.get("card"),
        )
        for finding, case in proven
        if case
    ]


def _of_round(
    record: HaeRound, outcome: HaeReplay, finding: Finding
) -> tuple[Kind, str, Facts] | None:
    """What dispute a finding is, by which article, with which facts."""
    if finding.code == "wrong_leader":
        return "wrong_leader", *_lead(record, outcome, finding.params["trick"])
    if finding.code == "joker_unnamed":
        facts: Facts = {"matter": "value", "named": False, "last_round": record.hand_size == 1}
        return "joker_unnamed", "hae.joker", facts
    if finding.code == "wrong_count" and finding.params["sentence"] == "hand":
        return "wrong_deal", "hae.geben", {"matter": "misdeal"}
    return None


def _lead(record: HaeRound, outcome: HaeReplay, number: int) -> tuple[str, Facts]:
    """The article that says who had to lead to a trick, and what it asks."""
    dealer = after(record.starter, record.players - 1, record.players)
    if number == 0:
        facts: Facts = {"matter": "first_lead", "dealer": dealer, "players": record.players}
        return "hae.stich", facts
    winner = outcome.tricks[number - 1].winner
    if winner is None:
        return "hae.chueekampf", {"matter": "order"}
    facts = {"matter": "next_lead", "winner": winner, "dealer": dealer, "players": record.players}
    return "hae.stich", facts
