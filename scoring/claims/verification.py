"""Whether a game still says what it said: the chain, the rows behind it, the control sums."""

from collections.abc import Callable

from jassclub.core.errors import Finding
from scoring.claims import ledger
from scoring.claims.ledger.check import finding
from scoring.claims.selectors import state_of
from scoring.core.models import Game
from scoring.core.rules import sentence

Checked = tuple[int, list[str]]
"""How many chains were checked, and what does not hold, each in words with its place."""
_others: dict[str, Callable[[], Checked]] = {}


def register(name: str, verify: Callable[[], Checked]) -> None:
    """Have the chains of a room above checked together with the games."""
    _others[name] = verify


def verify_others() -> dict[str, Checked]:
    """The chains of the rooms above, by the name of what they are about."""
    return {name: verify() for name, verify in _others.items()}


def verify_game(game: Game) -> list[Finding]:
    """Everything about a game that is broken."""
    # Current slips that the rules would refuse today; settings that only warn stay warnings.
    refused = [
        finding(game, 0, error.code, f"hand {row.number}: {sentence(error)}")
        for row in state_of(game).sheet.rows
        for error in row.findings
        if error.blocks
    ]
    return [*ledger.verify(game), *refused]
