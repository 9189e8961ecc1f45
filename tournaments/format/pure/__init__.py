"""The settings of a tournament as data. Pure, standard library and the packages below only.

`Format` holds everything an organiser sets but the name, the day and the place.
    `read_format(data, base=preset.format)` reads it from hostile JSON, with all findings at once,
    contradictions among them; `format_as_json` is its inverse, `contradictions` the check alone.
    `differences(chosen, preset.format)` lists what was changed.
    `PRESETS` are formats that are really played, by slug, each with texts in four languages.

`day_standings(contest, format)` ranks a day with its final, `day_hall` as the hall may see it.
`prizes_for(rows, prizes, numbers=...)` says who gets what, `payout` adds the money up.
"""

from tournaments.format.pure.choices import (
    Carried,
    Control,
    Credited,
    Game,
    Odd,
    Pairing,
    Seating,
    Writing,
)
from tournaments.format.pure.contradictions import contradictions, seats_three
from tournaments.format.pure.day import day_hall, day_standings, of_teams
from tournaments.format.pure.differences import Change, differences
from tournaments.format.pure.format import HAND_POINTS, Final, Format
from tournaments.format.pure.format_form import FormatReading, format_as_json, read_format
from tournaments.format.pure.prizes import Award, Prize, PrizeKind, payout, prizes_for
from tournaments.format.pure.shelf import PRESETS, Preset, PresetError, read_preset

__all__ = [
    "HAND_POINTS",
    "PRESETS",
    "Award",
    "Carried",
    "Change",
    "Control",
    "Credited",
    "Final",
    "Format",
    "FormatReading",
    "Game",
    "Odd",
    "Pairing",
    "Preset",
    "PresetError",
    "Prize",
    "PrizeKind",
    "Seating",
    "Writing",
    "contradictions",
    "day_hall",
    "day_standings",
    "differences",
    "format_as_json",
    "of_teams",
    "payout",
    "prizes_for",
    "read_format",
    "read_preset",
    "seats_three",
]
