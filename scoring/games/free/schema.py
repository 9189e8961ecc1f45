"""The slip of a free sheet."""

from scoring.games.free.game import MOST_POINTS
from scoring.games.schema import number, several, slip_schema

SLIP = slip_schema({"points": several(number(-MOST_POINTS, MOST_POINTS))})
