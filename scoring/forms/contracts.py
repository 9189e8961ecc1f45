"""The choice of trump: one button a contract that the table plays."""

from dataclasses import dataclass

from jassclub.web.suits import mode_name, short_name
from referee.rules.profile_fields import SUITS
from scoring.core.rules import Rules
from scoring.games.card_sums import totals


@dataclass(frozen=True)
class Contract:
    """One button of the choice of trump. `open_sum`: the points need not make 157."""

    mode: str
    name: str
    short: str
    factor: int
    open_sum: bool


def contracts(rules: Rules) -> list[Contract]:
    """The contracts that this table plays, in the order of the profile."""
    names: list[str] = []
    for kind in rules.profile.contracts:
        names += SUITS[rules.deck] if kind == "trump" else [kind]
    return [_contract(name, rules) for name in names]


def _contract(mode: str, rules: Rules) -> Contract:
    factor = rules.profile.multipliers.of(rules.deck, mode) or 1
    open_sum = len(totals(mode, rules.profile)) > 1
    return Contract(
        mode, mode_name(mode, rules.deck), short_name(mode, rules.deck), factor, open_sum
    )
