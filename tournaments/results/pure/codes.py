"""Everything that can be said about a sheet: code -> names of its parameters.

Sentences are made from both by whoever shows them. `column` and `seat` count from 0. The
`suspects` of a wrong sum are objects `{"pointer", "written", "instead", "slip"}`.
"""

from collections.abc import Mapping

CODES: Mapping[str, tuple[str, ...]] = {
    "not_an_object": (),
    "unknown_field": ("field",),
    "wrong_type": ("expected",),
    "wrong_length": ("count",),
    "out_of_range": ("low", "high"),
    "too_long": ("longest",),
    "points_missing": (),
    "made_missing": ("column",),
    "differences_only": ("field",),
    "reason_missing": ("hands", "expected"),
    "matsches_too_many": ("sum", "hands"),
    "points_below_matsches": ("column", "matsches", "least"),
    "exact_impossible": ("column", "exact", "low", "high"),
    "sum_wrong": ("sum", "expected", "off", "suspects"),
    "scribe_missing": (),
}
