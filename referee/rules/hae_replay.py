"""A HAE round played again from its cards: who took what, and what cannot have been.

Any card may be played at any time (hae.wertung), so that nobody can play a wrong one that he held.

How the tricks of a HAE round fall: the highest card wins, equal ones fight a summit duel.

Suits don't matter; a card is its rank, 2 to 14. In a summit duel everybody plays a card in the
order of the tied trick, but only those of the duelists count, the others are burned. Whoever wins
takes the tricks of the whole duel. When the cards are used up, the last card of the equal ones
wins. Source: hae.stich, hae.chueekampf, hae.gleiche-letzte-karten.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from jassclub.core.errors import Finding
from referee.rules.cards import HAE_54, Card, Joker, Rank, after
from referee.rules.hae_records import Cards, HaeCard, HaeRound, HaeTrick, in_order, plain
from referee.rules.profile_fields import HaeOptions

JOKER_ON_FOREHEAD = Rank.ASS + 1
"""In the round of one card a joker is above every rank (hae.stirnkarte)."""


@dataclass(frozen=True, kw_only=True)
class DuelTrick:
    """One trick. `fighting`: seats whose cards count; `highest`: those with the highest card.

    Both are in playing order. `stake` is the number of tricks to be won, this one included;
    `winner` is None where a summit duel follows.
    """

    lead: int
    fighting: tuple[int, ...]
    highest: tuple[int, ...]
    stake: int
    winner: int | None


@dataclass(kw_only=True)
class Round:
    """A round of `cards` tricks as it is played; `forehand` leads to the first."""

    players: int
    cards: int
    forehand: int
    options: HaeOptions
    tricks: list[DuelTrick] = field(default_factory=list)

    @property
    def lead(self) -> int:
        """The seat that leads next; in a summit duel it stays the same."""
        if not self.tricks:
            return self.forehand
        last = self.tricks[-1]
        if last.winner is None:
            return last.lead
        return last.winner if self.options.next_lead == "winner" else self.forehand

    @property
    def fighting(self) -> tuple[int, ...]:
        """The seats whose next cards count, in playing order; the others burn theirs."""
        if not self.tricks or self.tricks[-1].winner is not None:
            return self.order(self.lead)
        return self.tricks[-1].highest if self.options.duel_again == "tied" else self._first_tied()

    @property
    def stake(self) -> int:
        """How many tricks the next one is about."""
        going_on = bool(self.tricks) and self.tricks[-1].winner is None
        return self.tricks[-1].stake + 1 if going_on else 1

    @property
    def over(self) -> bool:
        return len(self.tricks) == self.cards

    @property
    def taken(self) -> tuple[int, ...]:
        """Tricks won by seat; they total the tricks played that are decided."""
        won = [0] * self.players
        for trick in self.tricks:
            if trick.winner is not None:
                won[trick.winner] += trick.stake
        return tuple(won)

    def order(self, lead: int) -> tuple[int, ...]:
        """All seats in playing order."""
        return tuple((lead + step) % self.players for step in range(self.players))

    def play(self, ranks: Sequence[int], lead: int | None = None) -> DuelTrick:
        """Play a trick: a rank for each seat from the leader on.

        `lead` is who really led, where that was somebody else. ValueError after the last trick.
        """
        if self.over or len(ranks) != self.players:
            raise ValueError("a round has one trick for each card and one card for each player")
        led_by = self.lead if lead is None else lead
        by_seat = dict(zip(self.order(led_by), ranks, strict=True))
        counting = self.fighting
        fighting = tuple(seat for seat in by_seat if seat in counting)
        best = max(by_seat[seat] for seat in fighting)
        highest = tuple(seat for seat in fighting if by_seat[seat] == best)
        last = len(self.tricks) + 1 == self.cards
        trick = DuelTrick(
            lead=led_by,
            fighting=fighting,
            highest=highest,
            stake=self.stake,
            winner=highest[-1] if last or len(highest) == 1 else None,
        )
        self.tricks.append(trick)
        return trick

    def rank_of(self, card: HaeCard) -> int:
        """What a card counts as; a joker that nobody named is an Ass, on the forehead more."""
        if isinstance(card, Card):
            return card.rank
        return JOKER_ON_FOREHEAD if self.cards == 1 else card.played_as or Rank.ASS

    def unnamed(self, card: HaeCard) -> bool:
        """Whether it is a joker that had to be announced, as any but the one on the forehead."""
        return self.cards > 1 and isinstance(card, Joker) and card.played_as is None

    def _first_tied(self) -> tuple[int, ...]:
        """Those who began the summit duel that is going on."""
        return self.tricks[-self.tricks[-1].stake].highest


@dataclass(frozen=True, slots=True, kw_only=True)
class HaePlayed:
    """One trick: the seat that led and the one that took it, None where a summit duel follows;
    what each may play; `unnamed`: where jokers stand that count and that nobody named."""

    lead: int
    winner: int | None
    unnamed: tuple[str, ...]
    legal: tuple[list[str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HaeReplay:
    """`taken`: tricks by seat, those of a summit duel with its last."""

    tricks: tuple[HaePlayed, ...]
    taken: tuple[int, ...]
    findings: tuple[Finding, ...]


def replay_round(record: HaeRound, options: HaeOptions) -> HaeReplay:
    """Judge a recorded round."""
    table = _Table.laid(record, options)
    findings = [*_deal_findings(record, options)]
    tricks = []
    for number, trick in enumerate(record.tricks):
        wrong, played = table.play(number, trick)
        findings += wrong
        tricks.append(played)
    return HaeReplay(tricks=tuple(tricks), taken=table.round.taken, findings=tuple(findings))


@dataclass
class _Table:
    """The round while it is played again. `broken`: a trick was not complete, what follows has
    no leader that could be told.
    """

    round: Round
    held: list[list[str] | None]
    gone: set[str] = field(default_factory=set)
    broken: bool = False

    @classmethod
    def laid(cls, record: HaeRound, options: HaeOptions) -> "_Table":
        played = Round(
            players=record.players,
            cards=record.hand_size,
            forehand=record.starter,
            options=options,
        )
        held = [None if hand is None else in_order(hand) for hand in record.hands]
        return cls(played, held)

    def play(self, number: int, trick: HaeTrick) -> tuple[list[Finding], HaePlayed]:
        expected = self.round.lead
        leader = expected if trick.lead is None else trick.lead
        findings = [*self._trick_findings(number, trick, leader)]
        fighting, legal, unnamed = self.round.fighting, [], []
        for place, card in enumerate(trick.cards[: self.round.players]):
            seat = after(leader, place, self.round.players)
            legal.append(list(self.held[seat] or []))
            where, fights = f"{trick.at}/{place}", seat in fighting
            findings += self._card_findings(where, number, seat, card, fights=fights)
            unnamed += [where] if fights and self.round.unnamed(card) else []
            self._lay(card, seat)
        return findings, HaePlayed(
            lead=leader,
            winner=self._taken(trick.cards, leader),
            unnamed=tuple(unnamed),
            legal=tuple(legal),
        )

    def _trick_findings(self, number: int, trick: HaeTrick, leader: int) -> Iterator[Finding]:
        count, expected = len(trick.cards), self.round.players
        if count != expected:
            told = {"trick": number, "found": count, "expected": expected}
            yield _finding("wrong_count", "trick", "hae.stich", trick.at, **told)
        if leader != self.round.lead and not self.broken:
            yield _finding(
                "wrong_leader",
                "wrong_leader",
                "hae.stich",
                f"/tricks/{number}/lead",
                trick=number,
                seat=leader,
                found=leader,
                expected=self.round.lead,
            )

    def _card_findings(
        self, at: str, number: int, seat: int, card: HaeCard, *, fights: bool
    ) -> Iterator[Finding]:
        name, held = plain(card), self.held[seat]
        told: dict[str, Any] = {"trick": number, "seat": seat, "card": name}
        if name in self.gone:
            yield _finding("repeated_card", "repeated_card", "hae.material", at, **told)
        elif held is not None and name not in held:
            yield _finding("impossible_card", "impossible_card", "hae.geben", at, **told)
        must = self.round.options.joker_unnamed == "refuse"
        if must and fights and self.round.unnamed(card):
            yield _finding("joker_unnamed", "joker_unnamed", "hae.joker", at, **told)

    def _lay(self, card: HaeCard, seat: int) -> None:
        name, held = plain(card), self.held[seat]
        self.gone.add(name)
        if held is not None and name in held:
            held.remove(name)

    def _taken(self, cards: Cards, leader: int) -> int | None:
        if self.broken or self.round.over or len(cards) != self.round.players:
            self.broken = True
            return None
        return self.round.play([self.round.rank_of(card) for card in cards], leader).winner


def _deal_findings(record: HaeRound, options: HaeOptions) -> Iterator[Finding]:
    cards = record.hand_size
    most = min(options.most_cards, len(HAE_54) // record.players)
    if cards > most:
        yield _finding("wrong_count", "round", "hae.geben", "", found=cards, expected=most)
    for seat, hand in enumerate(record.hands):
        if hand is not None and len(hand) != cards:
            told = {"seat": seat, "found": len(hand), "expected": cards}
            yield _finding("wrong_count", "hand", "hae.geben", f"/hands/{seat}", **told)
    dealt = [plain(card) for hand in record.hands for card in hand or ()]
    for card in sorted({card for card in dealt if dealt.count(card) > 1}):
        yield _finding("repeated_card", "dealt_twice", "hae.geben", "/hands", card=card)
    if len(record.tricks) != cards:
        told = {"found": len(record.tricks), "expected": cards}
        yield _finding("wrong_count", "tricks", "hae.geben", "/tricks", **told)


def _finding(code: str, name: str, article: str, at: str, **params: Any) -> Finding:
    """`at`: where it stands in the record; `params`: trick, seat and card, and what the sentence of
    that name says."""
    return Finding(code, at, article=article, params={"sentence": name, **params})
