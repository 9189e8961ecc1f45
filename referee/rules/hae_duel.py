"""How the tricks of a HAE round fall: the highest card wins, equal ones fight a summit duel.

Suits don't matter; a card is its rank, 2 to 14. In a summit duel everybody plays a card in the
order of the tied trick, but only those of the duelists count, the others are burned. Whoever wins
takes the tricks of the whole duel. When the cards are used up, the last card of the equal ones
wins. Source: hae.stich, hae.chueekampf, hae.gleiche-letzte-karten.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.rules.cards import Rank
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
        last = self.tricks[-1]
        return last.highest if self.options.duel_again == "tied" else self._first_tied()

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

    def _first_tied(self) -> tuple[int, ...]:
        """Those who began the summit duel that is going on."""
        start = self.tricks[-self.tricks[-1].stake]
        return start.highest
