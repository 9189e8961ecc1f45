"""The floor of everything: what a service says when it cannot do what it was asked.

Plain Python, so that the pure packages may use it too. A `DomainError` carries every finding at
once; the shells (API, pages, commands) turn it into their own form.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from jassclub.core.findings import Finding


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


class TooMany(DomainError):
    """Right as it is, but too much came lately from the one who asks; later it is taken."""

    status: ClassVar[int] = 429


class PreconditionMissing(DomainError):
    """A change of master data without If-Match."""

    status: ClassVar[int] = 428
