"""What all pages of the organiser share: the tournament, who stands at its desk, what he may.

A tournament by its public address, for whoever asks.

A command of the desk as data: what it asks for, what it does, and its form for a page.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor, actor_of
from jassclub.clubs.models import Club, Role
from jassclub.clubs.rights import club_at, has_role, require_role
from jassclub.core.errors import DomainError, Invalid, NotFound
from jassclub.core.rows import uuid_in
from jassclub.web.form_state import FormState, line, new_key, raw
from tournaments.core.models import Tournament
from tournaments.core.selectors import (
    the_one,
    tournament_called,
    tournament_of,
    visible_tournaments,
)

T = TypeVar("T")
ROLES = (Role.SCRIBE, Role.DIRECTOR)


@dataclass(frozen=True)
class Desk:
    """A tournament for one reader; what it tells is read once."""

    tournament: Tournament
    actor: Actor
    _answers: dict[object, Any] = field(default_factory=dict, compare=False, repr=False)

    def read(self, reader: Callable[[Tournament], T]) -> T:
        """What a room tells about the tournament (`desk.read(open_round)`); asked once a page."""
        if reader not in self._answers:
            self._answers[reader] = reader(self.tournament)
        found: T = self._answers[reader]
        return found

    @classmethod
    def of(cls, request: HttpRequest, slug: str, tslug: str, *roles: str) -> "Desk":
        """NotFound for who does not belong to the club, NotAllowed without one of `roles`."""
        actor = actor_of(request)
        club = club_at(actor, slug)
        found = the_one(actor, visible_tournaments(actor).filter(club=club, slug=tslug))
        if roles:
            require_role(actor, club.pk, *roles)
        return cls(found, actor)

    @property
    def club(self) -> Club:
        """The club that holds the tournament."""
        return self.tournament.club

    @property
    def ids(self) -> dict[str, Any]:
        """What every service asks for: who acts, and where."""
        return {"actor": self.actor, "tournament_id": self.tournament.pk}

    @cached_property
    def may(self) -> Mapping[str, bool]:
        """What the reader may do here, by role."""
        return {role.value: has_role(self.actor, self.club.pk, role) for role in ROLES}

    @property
    def ended(self) -> bool:
        """Whether nothing more happens here."""
        return self.tournament.state in (Tournament.State.FINISHED, Tournament.State.CANCELLED)

    def fresh(self) -> "Desk":
        """The same as it stands now, after something was tried."""
        return Desk(tournament_of(self.actor, self.tournament.pk), self.actor)

    def render(
        self,
        request: HttpRequest,
        template: str,
        *,
        refused: "CommandForm | None" = None,
        status: int = 200,
        **more: Any,
    ) -> HttpResponse:
        """A page of the desk with what every template reads; it may show a refused form."""
        context = {
            "desk": self,
            "club": self.club,
            "tournament": self.tournament,
            "may": self.may,
            "key": new_key(),
            "refused": refused,
            **more,
        }
        found = refused.typed.status if refused else status
        return render(request, template, context, status=found)


def tournament_at(request: HttpRequest, slug: str) -> Tournament:
    """The tournament; a draft or a private one is not there (404) for who does not belong to it."""
    try:
        return tournament_called(actor_of(request), slug)
    except NotFound as missing:
        raise Http404(missing.message) from missing


def works_there(actor: Actor, tournament: Tournament) -> bool:
    """Whether somebody works at the desk of a tournament."""
    return has_role(actor, tournament.club_id, Role.SCRIBE)


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
    `choice` (of `options`), `category` (chosen or written), `check`, or `hidden`.
    `reads`: what stands in it, where that is another kind; `into`: the argument of the service,
    where that has another name.
    """

    name: str
    label: Words = ""
    kind: str = "number"
    help: Words = ""
    options: Callable[[Desk], Sequence[Option]] | None = None
    reads: str = ""
    into: str = ""


REASON = "reason"


@dataclass(frozen=True)
class CommandInput:
    """What was typed into the fields of a command."""

    desk: Desk
    form: FormState
    asks: Sequence[Ask] = ()

    @property
    def told(self) -> dict[str, Any]:
        """Everything that was asked, as a service takes it."""
        return {
            ask.into or ask.name: READS[ask.reads or ask.kind](self, ask.name) for ask in self.asks
        }

    def words(self, name: str = REASON) -> str:
        """A text; empty where nothing stands."""
        return self.form.values.get(name, "")

    def number(self, name: str) -> int:
        """A whole number; what is none is -1, which no service takes."""
        return self.form.whole(name)

    def signed(self, name: str) -> int:
        """A whole number that may be negative; 0 where none stands."""
        return self.form.whole(name) if self.words(name) else 0

    def number_or_none(self, name: str) -> int | None:
        """The same; None where nothing stands."""
        return self.form.whole(name) if self.words(name) else None

    def ident(self, name: str) -> UUID | None:
        """The id of a row; None, which no row has, where none stands."""
        return uuid_in(self.words(name))

    def on(self, name: str) -> bool:
        """Whether a box is ticked."""
        return bool(self.words(name))

    def lines(self, name: str) -> list[str]:
        """The lines of a list that say anything."""
        lines = (" ".join(text.split()) for text in self.words(name).splitlines())
        return [text for text in lines if text]

    def entry(self, name: str) -> int:
        """The start number of somebody typed as a number ("12", "12 Nina Keller") or a name."""
        return self.entry_called(self.words(name), f"/{name}")

    def entries(self, name: str) -> list[int]:
        """People, one a line, in the same way."""
        return [self.entry_called(text, f"/{name}") for text in self.lines(name)]

    def entry_or_none(self, name: str) -> int | None:
        """The same; None where nothing stands."""
        return self.entry(name) if self.words(name) else None

    def entry_called(self, text: str, pointer: str) -> int:
        """The start number behind such a text; Invalid where nobody or several are meant."""
        number = _NUMBER_FIRST.match(text)
        if number:
            return int(number[1])
        people = self.desk.tournament.entries.all()
        namesakes = [e.number for e in people if e.name.casefold() == text.casefold()]
        if len(namesakes) == 1:
            return namesakes[0]
        told = _("«%(name)s» heissen mehrere: tippe die Startnummer.")
        if not namesakes:
            told = _("«%(name)s» steht nicht auf der Liste: zuerst unter «Leute» eintragen.")
        if not text:
            told = _("Wer? Tippe einen Namen oder eine Startnummer.")
        raise Invalid.at(pointer, "unknown_entry", told % {"name": text})


READS: Mapping[str, Callable[[CommandInput, str], Any]] = {
    "number": CommandInput.number,
    "hidden": CommandInput.number,
    "signed": CommandInput.signed,
    "words": CommandInput.words,
    "choice": CommandInput.words,
    "check": CommandInput.on,
    "entry": CommandInput.entry,
    "id": CommandInput.ident,
}
"""What stands in a field, by its kind; other kinds are read by the command."""
Run = Callable[[Desk, CommandInput], str]
Condition = Callable[[Desk], bool]


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
    shown: Condition = lambda desk: not desk.ended
    back: Callable[[CommandInput], str] = lambda sent: ""


def calls(service: Callable[..., Any], done: Words) -> Run:
    """What a command does that is one call: the service is told what was asked.

    `done` is the sentence that says it is done, with what was told and columns of what came of it.
    """

    def run(desk: Desk, sent: CommandInput) -> str:
        told = sent.told
        result = service(**desk.ids, **told)
        return str(done) % {**told, **getattr(result, "__dict__", {})}

    return run


@dataclass
class CommandForm:
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
    def fields(self) -> list[dict[str, Any]]:
        """The fields in order, as the template shows them."""
        return [
            {
                "ask": ask,
                "id": self.ident(ask),
                "value": self.typed.values.get(ask.name, self.preset.get(ask.name, "")),
                "errors": self.typed.errors.get(self.ident(ask), ()),
                "options": ask.options(self.desk) if ask.options else (),
            }
            for ask in self.command.asks
        ]

    def ident(self, ask: Ask) -> str:
        """The id of a field on a page with many forms."""
        return f"{self.command.name}-{ask.name}"

    def read(self, post: QueryDict) -> "CommandForm":
        """Take over what was typed."""
        for ask in self.command.asks:
            read = raw(LONGEST_LIST) if ask.kind == "list" else line()
            self.typed.values[ask.name] = read(post.get(ask.name, ""))
        return self

    @property
    def sent(self) -> CommandInput:
        """What the command is told."""
        return CommandInput(self.desk, self.typed, self.command.asks)

    def refuse(self, refusal: DomainError) -> None:
        """Say what is wrong at its field."""
        places = {
            f"/{name}": self.ident(ask)
            for ask in self.command.asks
            for name in (ask.name, ask.into or ask.name)
        }
        visible = [ask for ask in self.command.asks if ask.kind != "hidden"]
        if len(visible) == 1 and visible[0].kind == "list":
            places |= {"/people": self.ident(visible[0])}
        self.typed.refuse(refusal, places)


def forms_of(
    desk: Desk,
    commands: Sequence[Command],
    *,
    refused: CommandForm | None = None,
    presets: Mapping[str, Mapping[str, str]] | None = None,
) -> dict[str, CommandForm]:
    """The forms that are offered to the reader now, by name; the refused one as it was typed."""
    presets = presets or {}
    offered = [c for c in commands if desk.may[c.role] and c.shown(desk)]
    forms = {c.name: CommandForm(c, desk, presets.get(c.name, {})) for c in offered}
    return forms | ({refused.command.name: refused} if refused else {})
