"""What somebody typed into a form, kept as typed, with what is wrong said at its field."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from uuid import uuid4

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy as _

from jassclub.core.errors import DomainError, Finding, Invalid
from jassclub.core.reader import number_or_text, signed_number_in

SAID_HERE: dict[str, str | Promise] = {
    "wrong_type": _("Bitte eine ganze Zahl schreiben, zum Beispiel 97."),
    "field_missing": _("Hier fehlt noch eine Angabe."),
}
"""What people read at a field; programs get the exact words."""

MISSING: dict[str, str | Promise] = {
    "claim_seat": _("Bitte antippen, wer es gesagt hat."),
    "tricks": _("Bitte schreiben, wie viele Stiche fertig waren: 0 bis 9."),
}
"""What is asked for at a field that was left empty, where nothing else there says it."""

CHOOSE_FIRST: dict[str, str | Promise] = {
    "unknown_seat": _("Bitte antippen, wer gemeint ist: Es ist noch kein Platz gewählt."),
    "unknown_reason": _("Bitte antippen, warum."),
}
"""The same where the field was left empty."""

KEY = "key"
"""The field that says which form was sent, so that sending it twice stores once."""
SENT = "form_sent"
"""Code of the refusal after which a form needs a new key."""
LONGEST_KEY = 64
LONGEST = 40
"""No number, mode or seat needs more characters."""
LONGEST_WORDS = 500
"""As long as reasons may be."""


Reader = Callable[[str], str]
"""From what was sent in a field to what is kept of it."""


def new_key() -> str:
    """The key of a form that is shown for the first time."""
    return uuid4().hex


def key_in(post: Mapping[str, str]) -> str:
    """The key that came with the form; a form without one is taken for a new one."""
    key = post.get(KEY, "")
    return key if key.isalnum() and key.isascii() and len(key) <= LONGEST_KEY else new_key()


def plain(longest: int = LONGEST) -> Reader:
    """A number, a choice or an address: blanks around it do not count."""
    return lambda text: text.strip()[:longest]


def line(longest: int = LONGEST_WORDS) -> Reader:
    """Words on one line: what cannot be printed (and some databases refuse) is gone."""

    def read(text: str) -> str:
        printable = "".join(sign if sign.isprintable() else " " for sign in text)
        return " ".join(printable.split())[:longest]

    return read


def raw(longest: int) -> Reader:
    """A list or a long text, with its lines as they were typed."""
    return lambda text: text[:longest]


def words_of(post: Mapping[str, str], name: str, *, longest: int = LONGEST_WORDS) -> str:
    """One field of words, where a form is not read as a whole."""
    return line(longest)(post.get(name, ""))


class Fields:
    """The fields of a form, declared once: how each is read, and what a service calls it.

    A plain name is a number or a choice. `places` maps JSON pointers of findings to fields where
    a service calls them otherwise than the page does.
    """

    def __init__(
        self, *names: str, places: Mapping[str, str] | None = None, **readers: Reader
    ) -> None:
        self.readers = {**dict.fromkeys(names, plain()), **readers}
        self.places = {f"/{name}": name for name in self.readers} | dict(places or {})

    def read(self, post: Mapping[str, str]) -> "FormState":
        """The fields as they were sent."""
        values = {name: read(post.get(name, "")) for name, read in self.readers.items()}
        return FormState(values, places=self.places, sent=post)

    def of(self, request: HttpRequest, **first: str) -> "FormState":
        """The fields as they were sent; for a visitor as they stand at `first`."""
        if request.method == "POST":
            return self.read(request.POST)
        return self.empty(**first)

    def empty(self, **first: str) -> "FormState":
        """The fields before anything was sent."""
        return FormState(first, places=self.places)


@dataclass
class FormState:
    """Fields of a form by name. Nothing typed is lost when the form comes back with errors."""

    values: dict[str, str] = field(default_factory=dict)
    errors: dict[str, list[str]] = field(default_factory=dict)
    headline: str = ""
    others: list[str] = field(default_factory=list)
    """What is wrong with the whole, not with one field."""
    places: Mapping[str, str] = field(default_factory=dict, compare=False)
    """From JSON pointers of findings to names of fields."""
    words: Mapping[str, str] = field(default_factory=dict, compare=False)
    """What fields are called, where one sentence may be meant for any of many."""
    sent: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)
    """What came with the form, its key among it."""
    status: int = 200
    """With which the page of the form is sent."""
    refusal: DomainError | None = None

    @classmethod
    def of(
        cls, post: Mapping[str, str], names: Iterable[str], *, longest: int = LONGEST
    ) -> "FormState":
        """Read the named fields; blanks around them do not count."""
        values = {name: post.get(name, "").strip()[:longest] for name in names}
        return cls(values, sent=post)

    @cached_property
    def key(self) -> str:
        """The key that came with the form, else a new one."""
        return key_in(self.sent)

    def number(self, name: str) -> int | str | None:
        """None where nothing stands, the number, or the text as it is: the rules refuse it."""
        text = self.values.get(name, "")
        return number_or_text(text) if text else None

    def whole(self, name: str) -> int:
        """The number; what is none is outside every range, so that the service refuses it."""
        number = signed_number_in(self.values.get(name, ""), most_digits=5)
        return -1 if number is None else number

    def day(self, name: str) -> date:
        """The date; Invalid where it is none."""
        try:
            return date.fromisoformat(self.values[name])
        except ValueError:
            text = gettext("Das Datum schreibt man so: 2026-05-31.")
            raise Invalid.at(f"/{name}", "no_date", text) from None

    def refuse(self, refusal: DomainError, places: Mapping[str, str] | None = None) -> "FormState":
        """Put every finding at its field; `places` maps JSON pointers to names of fields.

        A pointer below a known one belongs to it, so nothing is left unsaid.
        """
        self.refusal, self.headline, self.status = refusal, refusal.message, refusal.status
        if refusal.code == SENT:
            self.key = new_key()
        for detail in refusal.details:
            name = _name_of(detail, self.places if places is None else places)
            if name is None:
                self.others.append(detail.text)
            else:
                text = said_here(detail, name, empty=not self.values.get(name))
                if detail.code in SAID_HERE and name in self.words:
                    told = {"field": self.words[name].rstrip(" ?\u202f"), "text": text}
                    text = gettext("%(field)s: %(text)s") % told
                if self.headline == detail.text:
                    self.headline = text
                self.errors.setdefault(name, []).append(text)
        return self

    def fault(self, name: str, text: str) -> "FormState":
        """Say what is wrong with one field."""
        self.errors.setdefault(name, []).append(text)
        self.status = 422
        return self

    @property
    def refused(self) -> bool:
        """Whether anything has to be said."""
        return bool(self.headline or self.errors or self.others)

    @property
    def headed(self) -> bool:
        """Whether the headline says more than the one sentence at a field."""
        return [[self.headline]] != list(self.errors.values())


def said_here(detail: Finding, name: str, *, empty: bool) -> str:
    """A finding as people read it at a field, which says nothing of keys of the code."""
    known = {**SAID_HERE, **CHOOSE_FIRST} if empty else SAID_HERE
    text = str(known.get(detail.code, detail.text))
    return str(MISSING.get(name, text)) if detail.code == "field_missing" else text


def _name_of(detail: Finding, places: Mapping[str, str]) -> str | None:
    pointer = detail.pointer.removeprefix("/slip")
    while pointer:
        if pointer in places:
            return places[pointer]
        pointer = pointer.rpartition("/")[0]
    return None
