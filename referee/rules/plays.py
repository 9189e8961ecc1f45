"""What is wrong with the plays of a recorded hand.

The Stöck: Koenig and Ober of trump, 20 points (article stoecke).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from referee.rules.cards import Card, Deck, Rank, Suit, after, mask_at
from referee.rules.legality import FollowRule, Reason, legal_mask, why_not
from referee.rules.modes import Ranking, TrickMode, ranking
from referee.rules.records import HandRecord

Code = Literal[
    "revoke", "undertrump", "wrong_leader", "impossible_card", "repeated_card", "wrong_count"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayFinding:
    """One thing that cannot or may not have been, with its article (slug).

    `trick` and `seat` count from 0, `card` is an index; None where they do not apply.
    `legal`: the cards (mask) that might have been played. `found` and `expected`: the counts, or
    the seats that led and should have.
    """

    code: Code
    article: str
    trick: int | None = None
    seat: int | None = None
    card: int | None = None
    legal: int = 0
    found: int | None = None
    expected: int | None = None


@dataclass(frozen=True, slots=True)
class PlayedTrick:
    """One trick: its mode, leader, cards (indices), points, and the seat that took it.

    `winner` is None and `points` 0 for a trick that is not complete. `expected` is the seat that
    had to lead, `legal` holds the legal cards (masks) of each play where the hands are known.
    """

    mode: TrickMode
    expected: int
    leader: int
    cards: tuple[int, ...]
    winner: int | None
    points: int
    legal: tuple[int, ...] = ()


def play_findings(
    record: HandRecord, played: Sequence[PlayedTrick], rule: FollowRule
) -> tuple[tuple[PlayFinding, ...], tuple[tuple[int, ...], ...]]:
    """All findings in the order of the hand, and the legal cards of every play by trick."""
    table = _Table.laid(record, played, rule)
    findings = [*_deal_findings(record)]
    legal = []
    for number, trick in enumerate(played):
        findings += _trick_findings(record, number, trick)
        wrong, masks = table.play(number, trick)
        findings += wrong
        legal.append(masks)
    return tuple(findings), tuple(legal)


@dataclass
class _Table:
    """The hand while it is played again: what each seat still holds, what lies turned."""

    players: int
    rule: FollowRule
    deck: Deck
    holdings: list[int]
    known: list[bool]
    gone: int = field(default=0)

    @classmethod
    def laid(cls, record: HandRecord, played: Sequence[PlayedTrick], rule: FollowRule) -> "_Table":
        later = _played_by_seat(played, record.players)
        holdings = [
            later[seat] if hand is None else mask_at(hand) for seat, hand in enumerate(record.hands)
        ]
        hands_known = [hand is not None for hand in record.hands]
        return cls(record.players, rule, record.deal.deck, holdings, hands_known)

    def play(self, number: int, trick: PlayedTrick) -> tuple[list[PlayFinding], tuple[int, ...]]:
        findings, legal = [], []
        cards = trick.cards[: self.players]
        tables = ranking(trick.mode, self.deck)
        for position, card in enumerate(cards):
            seat = after(trick.leader, position, self.players)
            lying = cards[:position]
            allowed = legal_mask(self.holdings[seat], lying, tables, self._rule(seat))
            legal.append(allowed)
            if fault := self._fault(card, seat, lying, tables):
                code, article = fault
                findings.append(
                    PlayFinding(
                        code=code,
                        article=article,
                        trick=number,
                        seat=seat,
                        card=card,
                        legal=allowed,
                    )
                )
            self._lay(card, seat)
        return findings, tuple(legal)

    def _fault(
        self, card: int, seat: int, lying: Sequence[int], tables: Ranking
    ) -> tuple[Code, str] | None:
        if self.gone >> card & 1:
            return "repeated_card", "falsch-gespielte-karte"
        if self.known[seat] and not self.holdings[seat] >> card & 1:
            return "impossible_card", "falsch-gespielte-karte"
        holding = self.holdings[seat] | 1 << card
        reason = why_not(card, holding, lying, tables, self._rule(seat))
        return _offence(reason) if reason else None

    def _lay(self, card: int, seat: int) -> None:
        if self.holdings[seat] >> card & 1 or not self.known[seat]:
            self.holdings[seat] &= ~(1 << card)
            self.gone |= 1 << card

    def _rule(self, seat: int) -> FollowRule:
        """What can be proven: a hidden card might have freed one who seems to hold only trumps."""
        if self.known[seat] or self.rule.undertrump == "only_trumps":
            return self.rule
        return replace(self.rule, only_trumps_must_overtrump=False)


def _offence(reason: Reason) -> tuple[Code, str]:
    code: Code = "undertrump" if reason.code == "undertrump" else "revoke"
    return code, reason.article or "nichtangeben"


def _deal_findings(record: HandRecord) -> Iterator[PlayFinding]:
    for seat, hand in enumerate(record.hands):
        if hand is not None and len(hand) != record.hand_size:
            yield PlayFinding(
                code="wrong_count",
                article="fehlende-karten",
                seat=seat,
                found=len(hand),
                expected=record.hand_size,
            )
    dealt = Counter(card for hand in record.hands for card in hand or ())
    for card in sorted(card for card, times in dealt.items() if times > 1):
        yield PlayFinding(code="repeated_card", article="spiel-geben", card=card)
    if len(record.tricks) != record.hand_size:
        yield PlayFinding(
            code="wrong_count",
            article="fehlende-karten",
            found=len(record.tricks),
            expected=record.hand_size,
        )


def _trick_findings(record: HandRecord, number: int, trick: PlayedTrick) -> Iterator[PlayFinding]:
    count, expected = len(trick.cards), record.players
    if count != expected:
        article = "fehlende-karten" if count < expected else "zwei-karten-gespielt"
        yield PlayFinding(
            code="wrong_count", article=article, trick=number, found=count, expected=expected
        )
    if trick.leader != trick.expected:
        yield PlayFinding(
            code="wrong_leader",
            article="stich-gestochen" if number else "wer-spielt-aus",
            trick=number,
            seat=trick.leader,
            card=trick.cards[0] if trick.cards else None,
            found=trick.leader,
            expected=trick.expected,
        )


def _played_by_seat(played: Sequence[PlayedTrick], players: int) -> list[int]:
    """The cards that each seat plays, as masks; one that falls twice proves nothing."""
    falls = Counter(card for trick in played for card in trick.cards)
    masks = [0] * players
    for trick in played:
        for position, card in enumerate(trick.cards[:players]):
            if falls[card] == 1:
                masks[after(trick.leader, position, players)] |= 1 << card
    return masks


def stoeck_mask(trump: Suit | None) -> int:
    """The two cards as a mask, 0 without trump."""
    if trump is None:
        return 0
    return Card(trump, Rank.KOENIG).bit | Card(trump, Rank.OBER).bit


def holds_stoeck(holding: int, trump: Suit | None) -> bool:
    """Whether a holding (mask) has both cards."""
    cards = stoeck_mask(trump)
    return bool(cards) and holding & cards == cards


def stoeck_holder(holdings: Sequence[int], trump: Suit | None) -> int | None:
    """The seat that holds the Stöck, None where they are parted or there is no trump."""
    return next((s for s, held in enumerate(holdings) if holds_stoeck(held, trump)), None)
