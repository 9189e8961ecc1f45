"""One remark about something that was entered: what is wrong, where, and by which article."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Severity = Literal["error", "warning"]


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A code with its parameters; the sentence for people is made from both by the caller.

    `pointer` is a JSON pointer (RFC 6901) into what was entered, "" for the whole of it.
    `article` is the slug of the article that decides, or None where no book speaks.
    Errors block an entry, warnings are stored and shown.
    """

    code: str
    pointer: str = ""
    severity: Severity = "error"
    article: str | None = None
    params: Mapping[str, object] = field(default_factory=dict)

    @property
    def blocks(self) -> bool:
        return self.severity == "error"

    def to_json(self) -> dict[str, object]:
        """The finding as plain JSON values, with `params` copied."""
        return {
            "code": self.code,
            "severity": self.severity,
            "pointer": self.pointer,
            "article": self.article,
            "params": dict(self.params),
        }


def pointer(*parts: str | int) -> str:
    """JSON pointer of the parts: `pointer("points", 0)` is "/points/0"."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


def echo(value: object, limit: int = 40) -> str:
    """A short form of anything that was sent which can be stored and sent back: printable only."""
    return "".join(char if char.isprintable() else "?" for char in str(value)[:limit])
