"""The floor of everything: what a service says when it cannot do what it was asked.

Plain Python, so that the pure packages may use it too. A `DomainError` carries every finding at
once; the shells (API, pages, commands) turn it into their own form.

One remark about something that was sent, entered or stored: what is wrong, where, and by what.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal, Self

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


@dataclass
class DomainError(Exception):
    """Base of all refusals. `code` is stable; `message` says what is wrong and what to do."""

    code: str
    message: str
    details: Sequence[Finding] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
    """More members of the answer, such as both versions of a contested hand."""

    status: ClassVar[int] = 400

    @classmethod
    def at(cls, pointer: str, code: str, text: str) -> Self:
        """One finding, whose sentence is the message."""
        return cls(code, text, [Finding(code, pointer, text)])

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class Invalid(DomainError):
    """The shape is right but the sense is not: sums, rules, impossible numbers."""

    status: ClassVar[int] = 422

    @classmethod
    def of(cls, findings: Iterable[Finding], message: str) -> Self:
        """All findings at once under one headline."""
        return cls("invalid", message, tuple(findings))

    @classmethod
    def raise_for(cls, findings: Iterable[Finding], message: str) -> None:
        """Raise it with all findings; nothing where there are none."""
        if found := tuple(findings):
            raise cls.of(found, message)

    @classmethod
    def at(cls, pointer: str, code: str, text: str) -> Self:
        return cls.of([Finding(code, pointer, text)], text)


class Counted(Invalid):
    """A secret that did not fit, and was counted: what was stored before the refusal is kept."""


class NotAllowed(DomainError):
    """Known, but may not: another role or seat is needed."""

    status: ClassVar[int] = 403


class NotFound(DomainError):
    """Not there, or not visible to the one who asks (both look the same)."""

    status: ClassVar[int] = 404


class Conflict(DomainError):
    """Stands against what is already stored."""

    status: ClassVar[int] = 409


class Stale(DomainError):
    """Was made against an older version (If-Match does not match)."""

    status: ClassVar[int] = 412


@dataclass
class TooMany(DomainError):
    """Right as it is, but too much came lately from the one who asks; later it is taken."""

    status: ClassVar[int] = 429
    most: int | None = None
    """How many are taken in `wait` seconds, where they are counted."""
    wait: int = 60
    """Seconds after which it is taken again."""


class PreconditionMissing(DomainError):
    """A change of master data without If-Match."""

    status: ClassVar[int] = 428
