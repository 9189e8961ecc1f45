"""Tables and slips that many tests of the games start from."""

from collections.abc import Mapping

from hypothesis import strategies as st

from referee.rules.profile import load_profile
from scoring.games.base import PlayedHand, Sheet, Table
from scoring.games.registry import GAMES
from scoring.games.sheet import Game

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(min_value=10**30)
    | st.floats(allow_nan=True, allow_infinity=True)
    | st.text(max_size=6)
)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=10,
)
"""Whatever JSON can say, and NaN, Infinity and numbers beyond all size."""


def table_of(
    slug: str,
    layer: Mapping[str, object] | None = None,
    *,
    deck: str = "german",
    players: int = 4,
    dealer: int | None = 3,
) -> Table:
    """A table that plays by a shipped profile with house rules on top."""
    profile = load_profile(slug)
    if layer:
        profile = profile.with_layer(layer, "table")
    return Table(profile=profile, deck=deck, players=players, dealer=dealer)


def found(slip: object, table: Table) -> list[tuple[str, str]]:
    """Codes and pointers of all findings."""
    return [(item.code, item.pointer) for item in game(table).check(slip, table)]


def errors(slip: object, table: Table) -> list[tuple[str, str]]:
    """Codes and pointers of the findings that block."""
    findings = game(table).check(slip, table)
    return [(item.code, item.pointer) for item in findings if item.blocks]


def game(table: Table) -> Game:
    return GAMES[table.profile.game].game


def sheet(table: Table, *slips: object) -> Sheet:
    """Of these slips, one after the other."""
    hands = [PlayedHand(number=number, slip=slip) for number, slip in enumerate(slips, 1)]
    return game(table).sheet(hands, table)


def totals(slip: object, table: Table) -> tuple[int, ...]:
    """What is written for each column."""
    return game(table).score(slip, table).totals
