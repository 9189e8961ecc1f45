"""A command of the desk as data: what it asks for, what it does, and its form for a page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from django.http import QueryDict
from django.utils.functional import Promise

from jassclub.clubs.models import Role
from jassclub.core.errors import DomainError
from jassclub.web.form_state import LONGEST_WORDS, FormState, words_of
from jassclub.web.idempotent import new_key
from tournaments.core.desk_page import Desk

Words = str | Promise
Option = tuple[str, Words]
LONGEST_LIST = 60_000
"""Characters of a list of people: two thousand names."""
NOBODY = -1
"""A start number that nobody has, so that the service refuses it in words."""
_NUMBER_FIRST = re.compile(r"([0-9]{1,5})\b")


@dataclass(frozen=True)
class Ask:
    """A field of a form; `name` is what the service calls it in its findings.

    `kind`: `number`, `signed`, `words`, `list` (one a line), `entry` (somebody by number or name),
    `choice` (of `options`), `check`, or `hidden`.
    """

    name: str
    label: Words = ""
    kind: str = "number"
    help: Words = ""
    options: Callable[[Desk], Sequence[Option]] | None = None


REASON = "reason"


@dataclass(frozen=True)
class Said:
    """What was typed into the fields of a command."""

    desk: Desk
    values: Mapping[str, str]

    def words(self, name: str = REASON) -> str:
        """A text; empty where nothing stands."""
        return self.values.get(name, "")

    def number(self, name: str) -> int:
        """A whole number; what is none is -1, which no service takes."""
        return FormState(dict(self.values)).whole(name) if self.values.get(name) else NOBODY

    def signed(self, name: str) -> int:
        """A whole number that may be negative; 0 where none stands."""
        return FormState(dict(self.values)).whole(name) if self.values.get(name) else 0

    def number_or_none(self, name: str) -> int | None:
        """The same; None where nothing stands."""
        return self.number(name) if self.values.get(name) else None

    def on(self, name: str) -> bool:
        """Whether a box is ticked."""
        return bool(self.values.get(name))

    def lines(self, name: str) -> list[str]:
        """The lines of a list that say anything."""
        lines = (" ".join(line.split()) for line in self.words(name).splitlines())
        return [line for line in lines if line]

    def entry(self, name: str) -> int:
        """Somebody by his number ("12", "12 Nina Keller") or his name."""
        return self._who(self.words(name))

    def entries(self, name: str) -> list[int]:
        """People, one a line, in the same way."""
        return [self._who(line) for line in self.lines(name)]

    def _who(self, text: str) -> int:
        number = _NUMBER_FIRST.match(text)
        if number:
            return int(number[1])
        people = self.desk.tournament.entries.all()
        called = [e.number for e in people if e.name.casefold() == text.casefold()]
        return called[0] if len(called) == 1 else NOBODY

    def entry_or_none(self, name: str) -> int | None:
        """The same; None where nothing stands."""
        return self.entry(name) if self.words(name) else None


Run = Callable[[Desk, Said], str]
Shown = Callable[[Desk], bool]


@dataclass(frozen=True)
class Command:
    """Something the desk can do. `run` gives the sentence that says it is done.

    `shown` says whether the form is offered now; the service has the last word. `back` is the
    end of the address to return to: a query, a place on the page.
    """

    name: str
    page: str
    button: Words
    run: Run
    asks: Sequence[Ask] = ()
    title: Words = ""
    help: Words = ""
    role: str = Role.DIRECTOR
    look: str = ""
    shown: Shown = lambda desk: not desk.ended
    back: Callable[[Said], str] = lambda said: ""


@dataclass(frozen=True)
class Field:
    """A field as the template shows it."""

    ask: Ask
    id: str
    value: str
    errors: Sequence[str]
    options: Sequence[Option]


@dataclass
class Form:
    """The form of a command for one reader."""

    command: Command
    desk: Desk
    preset: Mapping[str, str] = field(default_factory=dict)
    """What stands in its fields at first."""
    typed: FormState = field(default_factory=FormState)

    @cached_property
    def key(self) -> str:
        """So that sending it twice is sending it once."""
        return new_key()

    @property
    def fields(self) -> Iterator[Field]:
        """The fields in order."""
        for ask in self.command.asks:
            ident = self.ident(ask)
            yield Field(
                ask=ask,
                id=ident,
                value=self.typed.values.get(ask.name, self.preset.get(ask.name, "")),
                errors=self.typed.errors.get(ident, ()),
                options=ask.options(self.desk) if ask.options else (),
            )

    def ident(self, ask: Ask) -> str:
        """The id of a field on a page with many forms."""
        return f"{self.command.name}-{ask.name}"

    def read(self, post: QueryDict) -> Form:
        """Take over what was typed."""
        for ask in self.command.asks:
            self.typed.values[ask.name] = _typed(post, ask)
        return self

    @property
    def said(self) -> Said:
        """What the command is told."""
        return Said(self.desk, self.typed.values)

    def refuse(self, refusal: DomainError) -> None:
        """Say what is wrong at its field."""
        places = {f"/{ask.name}": self.ident(ask) for ask in self.command.asks}
        visible = [ask for ask in self.command.asks if ask.kind != "hidden"]
        if len(visible) == 1 and visible[0].kind == "list":
            places |= {"/people": self.ident(visible[0])}
        self.typed.refuse(refusal, places)


def _typed(post: QueryDict, ask: Ask) -> str:
    if ask.kind == "list":
        return post.get(ask.name, "")[:LONGEST_LIST]
    return words_of(post, ask.name, longest=LONGEST_WORDS)


def forms_of(
    desk: Desk,
    commands: Sequence[Command],
    *,
    refused: Form | None = None,
    presets: Mapping[str, Mapping[str, str]] | None = None,
) -> dict[str, Form]:
    """The forms that are offered to the reader now, by name; the refused one as it was typed."""
    presets = presets or {}
    offered = [c for c in commands if desk.may[c.role] and c.shown(desk)]
    forms = {c.name: Form(c, desk, presets.get(c.name, {})) for c in offered}
    return forms | ({refused.command.name: refused} if refused else {})
