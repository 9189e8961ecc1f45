"""What a check says about a value it cannot accept."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing wrong with an input.

    `code` is stable and meant for programs, `pointer` a JSON pointer to the value,
    `message` English for a log. `line` counts from 1 where the input was a text.
    """

    code: str
    pointer: str
    message: str
    line: int | None = None

    def __str__(self) -> str:
        line = f"line {self.line}, " if self.line else ""
        return f"{line}{self.pointer or '/'}: {self.message} [{self.code}]"
