"""What a profile says of itself, what is written by it, and a phone that takes a seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.recording.callers import Caller, body_of
from tests.recording.club import Club

DAY = "2026-11-19"


@dataclass
class Rules:
    """What a profile says of itself, as far as the script has to know it."""

    slug: str
    game: str
    seats: int
    pairs: bool
    hidden: bool
    lines: dict[str, list[str]]

    @classmethod
    def of(cls, told: dict[str, Any]) -> Rules:
        numbers = told["players"]
        seats = max([n for n in numbers if n <= 5] or numbers)
        ways = {name: value["value"] for name, value in told["values"].items()}
        hidden = told["game"] == "differenzler" and ways["differenzler.predictions"] == "hidden"
        lines = {deck: [name for name, _factor in ways.get(f"coiffeur.{deck}") or ()]
                 for deck in ("german", "french")}  # fmt: skip
        return cls(told["slug"], told["game"], seats, ways["sides"] == "pairs", hidden, lines)

    @property
    def sides(self) -> int:
        return 2 if self.pairs else self.seats

    def slip(self, number: int, deck: str, *, other: int = 0) -> dict[str, Any]:
        """What is written about a hand; `other` than what was."""
        suit = ("RO", "EI", "SE")[number % 3] if deck == "german" else ("H", "D", "C")[number % 3]
        first, rest = 97 - 10 * number + other, [None] * (self.sides - 1)
        found: dict[str, Any]
        match self.game:
            case "schieber":
                by = number % self.seats
                found = {"contract": suit, "declared_by": by, "points": [first, *rest]}
            case "sidi":
                by = number % self.seats
                found = {"contract": suit, "declared_by": by, "bid": 80, "points": [first, *rest]}
            case "differenzler":
                said = [40 - seat for seat in range(self.seats)]
                made = [20 + other + seat for seat in range(self.seats - 1)]
                found = {"trump": suit, "predictions": said, "points": [*made, None]}
            case "hae":
                took = [other % 2, *[0] * (self.seats - 2), None]
                found = {"bids": [0] * self.seats, "tricks": took}
            case "coiffeur":
                line = self.lines[deck][(number - 1) // self.sides]
                found = {"side": number % self.sides, "line": line, "points": first}
            case "passen":
                found = {"points": [1000 + other, None], "matsches": [2, 1]}
            case "handjass":
                found = {"trump": suit, "points": [60 + other, *[30] * (self.seats - 2), None]}
            case _:
                found = {"points": [*[7 + other] * (self.sides - 1), 136]}
        return found


def phone(club: Club, token: str, seat: int) -> Caller:
    """A phone that read the code and took a seat."""
    opened = Caller(club.world, f"phone{seat}").post("devices", {"token": token})
    came = Caller(club.world, f"phone{seat}", token=body_of(opened)["token"])
    came.patch("devices/me", {"seat": seat})
    return came
