"""Slips in the OpenAPI document: the schema that each game publishes, as a component."""

from typing import Any

from scoring.games.registry import GAMES

COMPONENTS = "#/components/schemas/"
SLIP = {
    "description": "What was written about one hand, as its game has it; games have members in "
    "common, so that a slip may fit more than one.",
    "anyOf": [{"$ref": f"{COMPONENTS}Slip_{name}"} for name in GAMES],
    "examples": [
        {"contract": "RO", "declared_by": 0, "points": [97, None]},
        {"trump": "H", "predictions": [20, 60, 40, 50], "points": [25, 52, 40, None]},
    ],
}
A_SLIP = {"$ref": f"{COMPONENTS}Slip"}


def with_slips(result: dict[str, Any], **_generation: Any) -> dict[str, Any]:
    """A hook of the generator: a component for each game."""
    slips = {f"Slip_{name}": _slip_of(name) for name in GAMES}
    result["components"]["schemas"] |= {"Slip": SLIP, **slips}
    return result


def _slip_of(name: str) -> dict[str, Any]:
    """Without its condition, which programs that write programs do not read: a hand that does not
    count may hold anything, but nobody needs to write that. Nor closed: a program that takes the
    first form that fits keeps the members of another game."""
    slip = GAMES[name].slip
    return {
        "type": "object",
        "description": f"A hand of the game `{name}`. Without `state` it is complete; of a hand "
        "that was annulled or misdealt nothing else is read.",
        "properties": {**slip["properties"], **slip["else"]["properties"]},
    }
