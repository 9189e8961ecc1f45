"""What somebody typed into a form, kept as typed, with what is wrong said at its field."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from jassclub.core.digits import number_in
from jassclub.core.errors import DomainError
from jassclub.core.findings import Finding

SAID_HERE: dict[str, str | Promise] = {
    "wrong_type": _("Bitte eine ganze Zahl schreiben, zum Beispiel 97."),
    "field_missing": _("Hier fehlt noch eine Angabe."),
}
"""What people read at a field; programs get the exact words."""

CHOOSE_FIRST: dict[str, str | Promise] = {
    "unknown_seat": _("Bitte antippen, wer gemeint ist: Es ist noch kein Platz gewählt."),
}
"""The same where the field was left empty."""

LONGEST = 40
"""No number, mode or seat needs more characters."""
LONGEST_WORDS = 500
"""As long as reasons may be."""


def words_of(post: Mapping[str, str], name: str, *, longest: int = LONGEST_WORDS) -> str:
    """A field of words on one line: what cannot be printed (and some databases refuse) is gone."""
    return " ".join(_printable(post.get(name, "")).split())[:longest]


def _printable(text: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in text)


@dataclass
class FormState:
    """Fields of a form by name. Nothing typed is lost when the form comes back with errors."""

    values: dict[str, str] = field(default_factory=dict)
    errors: dict[str, list[str]] = field(default_factory=dict)
    headline: str = ""
    others: list[str] = field(default_factory=list)
    """What is wrong with the whole, not with one field."""

    @classmethod
    def of(
        cls, post: Mapping[str, str], names: Iterable[str], *, longest: int = LONGEST
    ) -> FormState:
        """Read the named fields; blanks around them do not count."""
        return cls({name: post.get(name, "").strip()[:longest] for name in names})

    def number(self, name: str) -> int | str | None:
        """None where nothing stands, the number, or the text as it is: the rules refuse it."""
        text = self.values.get(name, "")
        if not text:
            return None
        number = number_in(text)
        return text if number is None else number

    def whole(self, name: str) -> int:
        """The number; what is none is outside every range, so that the service refuses it."""
        text = self.values[name]
        number = number_in(text.removeprefix("-"), most_digits=5)
        if number is None:
            return -1
        return -number if text.startswith("-") else number

    def refuse(self, refusal: DomainError, field_of: Mapping[str, str]) -> FormState:
        """Put every finding at its field; `field_of` maps JSON pointers to names of fields.

        A pointer below a known one belongs to it, so nothing is left unsaid.
        """
        self.headline = refusal.message
        for detail in refusal.details:
            name = _name_of(detail, field_of)
            if name is None:
                self.others.append(detail.text)
            else:
                known = SAID_HERE if self.values.get(name) else {**SAID_HERE, **CHOOSE_FIRST}
                text = str(known.get(detail.code, detail.text))
                if self.headline == detail.text:
                    self.headline = text
                self.errors.setdefault(name, []).append(text)
        return self

    @property
    def refused(self) -> bool:
        """Whether anything has to be said."""
        return bool(self.headline or self.errors or self.others)


def _name_of(detail: Finding, field_of: Mapping[str, str]) -> str | None:
    pointer = detail.pointer.removeprefix("/slip")
    while pointer:
        if pointer in field_of:
            return field_of[pointer]
        pointer = pointer.rpartition("/")[0]
    return None
