"""What is doubtful about a spreadsheet: said by line and column."""

from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from jassclub.core.findings import Finding


@dataclass(frozen=True)
class Doubt:
    """One thing. `line` counts from 1 as in the spreadsheet, `column` is a role or empty.

    An error keeps the hand from being taken; a warning is only told.
    """

    line: int
    column: str
    code: str
    text: str
    severity: Literal["error", "warning"] = "error"
    proposals: tuple[dict[str, str], ...] = field(default=())
    """Players who may be meant: id and name, the nearest first."""
    name: str = ""
    """The name as it is written, where it is about who is meant."""

    @property
    def blocks(self) -> bool:
        """Whether the hand cannot be taken."""
        return self.severity == "error"

    def to_json(self) -> dict[str, Any]:
        """As the API gives it out."""
        members = asdict(self)
        detail = members.pop("text")
        return {**members, "detail": detail, "proposals": list(self.proposals)}

    def as_finding(self) -> Finding:
        """As part of a refusal."""
        return Finding(self.code, f"/lines/{self.line}/{self.column}".rstrip("/"), self.text)
