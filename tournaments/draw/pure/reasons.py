"""Why no plan can be made, or what is wrong with one: a code with its figures, and a text.

A reason is its text in English, for commands and logs; who speaks other languages makes a
sentence of `code` and `params`.
"""

from collections.abc import Mapping

TEXTS: Mapping[str, str] = {
    "too_few": "{count} players: at least {least} are needed",
    "too_many": "{count} players: {most} at most",
    "twice_in_list": "somebody is in the list of players twice",
    "no_rounds": "{rounds} rounds: at least one is needed",
    "too_many_rounds": "{rounds} rounds: {most} at most",
    "all_played": "all rounds are played already",
    "too_few_pairs": "{count} pairs: at least two are needed",
    "all_have_met": "nobody is left whom everybody could meet for the first time",
    "not_both_there": "{one} and {other} are not both in round {round}",
    "wish_of_absent": "wishes name {people}, who do not take part",
    "wishes_compete": "two wishes want the same partner or the same place",
    "apart_and_together": "two people wish to be apart and together",
    "couple_elsewhere": (
        "a couple can neither have a fixed place nor play a game without partners"
    ),
    "no_such_place": "a fixed place does not exist",
    "wrong_rounds": "{found} rounds instead of {wanted}",
    "seated_twice": "round {round}: {person} comes {times} times",
    "missing": "round {round}: {person} is missing",
    "unknown": "round {round}: {person} is unknown",
    "table_size": "round {round}: table {table} has {seats} seats",
    "out_of_turn": "round {round}: {person} sits out again before others",
    "not_apart": "round {round}: {one} and {other} wish to be apart",
    "not_partners": "round {round}: {one} and {other} wish to be partners",
    "not_in_place": "round {round}: {person} has a fixed place",
}
"""By code. People are numbers; rounds count from 1, tables from 0."""


class Reason(str):
    """One reason; equal to its English text."""

    code: str
    params: Mapping[str, object]

    def __new__(cls, code: str, **params: object) -> "Reason":
        reason = super().__new__(cls, TEXTS[code].format(**params))
        reason.code, reason.params = code, params
        return reason

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, object]]:
        """A copy is made of the code, too."""
        return (self.code,), dict(self.params)


class UnusableRequestError(ValueError):
    """No plan can be made for what was asked; the message gives all `reasons`."""

    def __init__(self, *reasons: Reason) -> None:
        self.reasons = reasons
        super().__init__("; ".join(reasons))
