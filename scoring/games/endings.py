"""How a game ended: the outcome that a sheet reports, with the article and its numbers."""

from dataclasses import dataclass, field
from typing import Literal

from referee.rules.finish import Reading
from scoring.games.stakes import Stakes

Verdict = Literal["determined", "interpretation"]


@dataclass(frozen=True, kw_only=True)
class Ending:
    """A thank-you judged, or a target reached where that ends the game.

    `winner` and `claimed_by` are sides; `winner` is None where play goes on. `outcome` is told
    from the side that thanked: won, lost, lapses; `reached` where nobody had to. `counts`: what
    each side could count toward `target`. `article` is None where only a house rule decides.
    `readings`: where the text allows two, the one followed first; `agreed`: the table chose.
    """

    hand: int
    winner: int | None
    outcome: Literal["won", "lost", "lapses", "reached"]
    article: str | None
    counts: tuple[int, int]
    target: int
    claimed_by: int | None = None
    by: str | None = None
    readings: tuple[Reading, ...] = ()
    agreed: bool = False
    schneider: bool = False
    schneider_verdict: Verdict = "determined"

    @property
    def verdict(self) -> Verdict:
        return "interpretation" if self.readings and not self.agreed else "determined"


@dataclass(frozen=True, kw_only=True)
class Finish:
    """All that was claimed, in order; the ending; the side that holds the Berg; the stakes."""

    claims: tuple[Ending, ...] = field(default=())
    ending: Ending | None = None
    berg: int | None = None
    berg_claims: tuple[Ending, ...] = field(default=())
    stakes: Stakes | None = None
