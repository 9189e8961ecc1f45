"""What is dealt in a game: the pack, how many cards each holds, what is exchanged and robbed.

Records of a game are read by its deal; those who sit out the hand are no seats of its record.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Literal

from referee.rules.cards import JASS_36, Deck, Rank, pack_from

Robbing = Literal["", "trump_six", "any_six"]


@dataclass(frozen=True, kw_only=True)
class Deal:
    """`sizes`: players -> how many cards each may hold, the usual number first.

    `exchange`: players -> how many cards may be laid down for others at once; `laid_counts`: their
    points belong to who laid them. `rob`: which card is given for one that lies open, the six of
    trumps or that of its suit. `without_seven`: with so many players one seven stays out.
    """

    deck: Deck = JASS_36
    sizes: Mapping[int, Sequence[int]] = field(default_factory=lambda: {3: (12,), 4: (9,)})
    exchange: Mapping[int, Sequence[int]] = field(default_factory=dict)
    laid_counts: bool = False
    rob: Robbing = ""
    without_seven: int = 0

    @property
    def players(self) -> Sequence[int]:
        """How many can play a hand."""
        return tuple(self.sizes)

    def size(self, players: int, counts: Sequence[int]) -> int:
        """How many cards each should hold: the first of the `counts` noted that can be."""
        sizes = self.sizes[players]
        return next((count for count in counts if count in sizes), sizes[0])


WHOLE_PACK = Deal()


def _deals() -> dict[str, Deal]:
    told = tomllib.loads((files("referee.rulebook") / "deals.toml").read_text("utf-8"))
    return {game: _deal(**values) for game, values in told.items()}


def _deal(
    *,
    sizes: Mapping[str, list[int]],
    lowest: int = Rank.SIX,
    by_value: bool = False,
    exchange: Mapping[str, list[int]] | None = None,
    laid_counts: bool = False,
    rob: Robbing = "",
    without_seven: int = 0,
) -> Deal:
    plain = lowest == Rank.SIX and not by_value
    return Deal(
        deck=JASS_36 if plain else pack_from(Rank(lowest), by_value=by_value),
        sizes={int(players): counts for players, counts in sizes.items()},
        exchange={int(players): counts for players, counts in (exchange or {}).items()},
        laid_counts=laid_counts,
        rob=rob,
        without_seven=without_seven,
    )


_DEALS = _deals()


def deal_of(game: str) -> Deal:
    """The deal of a game, the whole pack for all that say nothing else."""
    return _DEALS.get(game, WHOLE_PACK)
