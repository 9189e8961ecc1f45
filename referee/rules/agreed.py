"""What a table has agreed to play, beside how tricks are made: contracts, Weis, Stöck, sides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from jassclub.core.findings import Finding
from referee.rules.modes import Mode, Pattern
from referee.rules.profile import Profile

MISERE = "Misère"
"""The name of a Coiffeur line on which it is played; a Schieber does not know it."""
_FREE = ("free", "free-lowest")
_RULES = {
    "nichtangeben": "strict_follow",
    "trumpfbauer": "bauer_must_follow",
    "untertrumpfen": "undertrump",
}
"""Article of the main book -> the switch that says where a table's own book has that rule."""
_SWITCHES = {
    "contracts": "contract_not_played",
    "weis": "weis_not_played",
    "stoeck": "stoeck_not_played",
}
"""Switch -> the code of what goes against it."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """`contracts`: what may be announced, None where nobody said. `single`: each plays for himself.

    `rules`: an article of the main book -> the article of the table's own book with that rule.
    `switches`: a switch -> the article it rests on, None where it is a house rule.
    """

    contracts: tuple[str, ...] | None = None
    weis: bool = True
    stoeck: bool = True
    single: bool = False
    rules: Mapping[str, str] = field(default_factory=dict)
    switches: Mapping[str, str | None] = field(default_factory=dict)

    @classmethod
    def of(cls, profile: Profile) -> Agreed:
        cited = {path: profile.citation(path).article for path in (*_RULES.values(), *_SWITCHES)}
        return cls(
            contracts=None if profile.game in _FREE else _contracts(profile),
            weis=profile.weis,
            stoeck=profile.stoeck,
            single=not profile.in_pairs,
            rules={slug: found for slug, path in _RULES.items() if (found := cited[path])},
            switches={path: cited[path] for path in _SWITCHES},
        )

    def findings(self, mode: Mode, *, weis: bool = False, stoeck: bool = False) -> list[Finding]:
        """What of a record is not played here; `weis`, `stoeck`: whether any were announced."""
        unknown = self.contracts is not None and not _kinds(mode) <= set(self.contracts)
        broken = {
            "contracts": unknown,
            "weis": weis and not self.weis,
            "stoeck": stoeck and not self.stoeck,
        }
        return [
            Finding(_SWITCHES[path], article=self.switches.get(path))
            for path, is_broken in broken.items()
            if is_broken
        ]

    def article(self, slug: str) -> str:
        """Where the table's own book has a rule of the main book."""
        return self.rules.get(slug, slug)


def _contracts(profile: Profile) -> tuple[str, ...]:
    lines = {name for deck in ("german", "french") for name, _ in profile.coiffeur.lines(deck)}
    misere = profile.game == "coiffeur" and MISERE in lines
    return (*profile.contracts, *([MISERE] if misere else []))


def _kinds(mode: Mode) -> set[str]:
    """What a profile must know for this contract, by the names of its switch."""
    if mode.trump is not None:
        kind = "trump"
    else:
        turning = "" if mode.pattern is Pattern.STRAIGHT else f"{mode.pattern}_"
        kind = turning + mode.start.text()
    return {kind, MISERE} if mode.misere else {kind}
