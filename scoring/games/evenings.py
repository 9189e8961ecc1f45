"""Evenings of the books, one a profile: what was told of each hand, to learn a game from."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from referee.rules.profile import Profile, load_profile
from scoring.games.base import PlayedHand, Sheet, Table
from scoring.games.registry import GAMES


@dataclass(frozen=True)
class Evening:
    """`hands`: the slips; `agreed`: what the table plays otherwise than its profile."""

    players: int
    dealer: int
    hands: Sequence[Mapping[str, Any]]
    agreed: Mapping[str, Any] = field(default_factory=dict)

    def table(self, profile: Profile) -> Table:
        """The table at which it was played by these rules."""
        rules = profile.with_layer(self.agreed, "table") if self.agreed else profile
        return Table(profile=rules, deck="german", players=self.players, dealer=self.dealer)

    def sheet(self, table: Table) -> Sheet:
        """What stood on the sheet."""
        hands = [PlayedHand(number=n, slip=slip) for n, slip in enumerate(self.hands, 1)]
        return GAMES[table.profile.game].game.sheet(hands, table)


EVENINGS = {
    slug: Evening(**told)
    for slug, told in json.loads(
        (files("scoring.games") / "evenings.json").read_text("utf-8")
    ).items()
}
"""Profile -> its evening."""


def evening_of(profile: Profile) -> Evening | None:
    """The evening of these rules, else of others of their game that both sheets take."""
    alike = [told for slug, told in EVENINGS.items() if load_profile(slug).game == profile.game]
    return EVENINGS.get(profile.slug) or next((it for it in alike if _fits(it, profile)), None)


def _fits(evening: Evening, profile: Profile) -> bool:
    if evening.players not in profile.players:
        return False
    rows = evening.sheet(evening.table(profile)).rows
    return all(row.score is not None for row in rows)
