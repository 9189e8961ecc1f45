"""Switches that only the sheet of one game reads: the game declares them and hands them over.

They stand in the profiles of that game alone, under its name ("<game>.<switch>"); what the law
reads is declared once for all games in `profile_fields`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.rules.profile_fields import KINDS
from referee.rules.profile_kinds import Kind


@dataclass(frozen=True, kw_only=True)
class SheetSwitch:
    """`value` holds where no layer says otherwise, for the reason `house`.

    `words`, what it is called, and `answers`, what the options of a choice are called, are msgids.
    """

    kind: Kind
    value: object
    house: str
    words: str
    answers: Mapping[object, str] = field(default_factory=dict)


_SWITCHES: dict[str, Mapping[str, SheetSwitch]] = {}
"""Filled once, while the games are imported; profiles are read later than that."""


def hand_over(game: str, switches: Mapping[str, SheetSwitch]) -> None:
    """Make the switches of a game known, before a profile of it is read."""
    _SWITCHES[game] = {f"{game}.{name}": switch for name, switch in switches.items()}


def switches_of(game: object) -> Mapping[str, SheetSwitch]:
    """Path and switch of all that only the sheet of that game reads."""
    return _SWITCHES.get(game, {}) if isinstance(game, str) else {}


def kinds_of(game: object) -> Mapping[str, Kind]:
    """Path and kind of every switch that a profile of that game has."""
    return {**KINDS, **{path: switch.kind for path, switch in switches_of(game).items()}}


def every_kind() -> Mapping[str, Kind]:
    """The switches of all games together, as the layer of a club may name them."""
    return {path: kind for game in ("", *_SWITCHES) for path, kind in kinds_of(game).items()}
