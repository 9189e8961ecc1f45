"""One remark about something that was sent, entered or stored: what is wrong, where, and by what.

Plain Python, so that the pure packages use it too.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

Severity = Literal["error", "warning"]


@dataclass(frozen=True)
class Finding:
    """A code with its parameters; whoever knows the reader's language adds the sentence, `text`.

    `pointer` is a JSON pointer (RFC 6901) into what was looked at, "" for the whole of it.
    `article` is the slug of the article that decides, None where no book speaks.
    Errors block, warnings are stored and shown. `params` say what the sentence names, and where
    something stands that no pointer reaches: the line of a file, a trick, a record of a chain.
    """

    code: str
    pointer: str = ""
    text: str = ""
    article: str | None = None
    severity: Severity = field(default="error", kw_only=True)
    params: Mapping[str, Any] = field(default_factory=dict, kw_only=True, hash=False)

    @property
    def blocks(self) -> bool:
        return self.severity == "error"

    def __str__(self) -> str:
        line = f"line {self.params['line']}, " if "line" in self.params else ""
        return f"{line}{self.pointer or '/'}: {self.text} [{self.code}]"

    def to_json(self) -> dict[str, object]:
        """The finding as plain JSON values without its sentence, `params` copied."""
        return {
            "code": self.code,
            "severity": self.severity,
            "pointer": self.pointer,
            "article": self.article,
            "params": dict(self.params),
        }

    def to_log(self) -> dict[str, object]:
        """As season tables store it: its sentence is English and for whoever looks after them."""
        return {
            "code": self.code,
            "pointer": self.pointer,
            "message": self.text,
            "line": self.params.get("line"),
        }


def in_words(
    findings: Iterable[Finding], sentence: Callable[[Finding], str], prefix: str = ""
) -> list[Finding]:
    """The findings with their sentences, their pointers behind `prefix`."""
    return [
        replace(finding, pointer=prefix + finding.pointer, text=sentence(finding))
        for finding in findings
    ]


def step(pointer: str, key: object) -> str:
    """The pointer one level further down, escaped."""
    return f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"


def pointer(*parts: str | int) -> str:
    """JSON pointer of the parts: `pointer("points", 0)` is "/points/0"."""
    return "".join(step("", part) for part in parts)


def echo(value: object, limit: int = 40) -> str:
    """A short form of anything that was sent which can be stored and sent back: printable only."""
    return "".join(char if char.isprintable() else "?" for char in str(value)[:limit])
