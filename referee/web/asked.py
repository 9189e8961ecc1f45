"""A case as it stands in the address of its page: nothing is stored, everything can be shared."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from jassclub.core.reader import signed_number_in
from referee.rulebook.card_names import read_card_name, read_card_names, read_suit_name
from referee.rules.modes import name_of
from referee.rules.profile import Profile
from referee.rulings.decide import can_be
from referee.rulings.facts import UNKNOWN, Fact
from referee.rulings.ruling import spoken
from referee.rulings.tables import Table
from referee.telling import PROFILE
from referee.wording import Who, as_players_say, is_speaker

CARDS = ("cards", "holding", "trick")
LISTS = (*CARDS, "numbers")
PLACES = ("seat", "side")
TYPED = (*PLACES, "suit", "card", "mode", "points", "number", *LISTS)
"""Kinds of detail that can be typed into the form of a case."""
FOUR = {"seat": (0, 1, 2, 3), "side": ("0+2", "1+3")}
"""The places of a table of four, where nobody has a name."""
NONE = "_none"
"""Stands in the address for the question to which no answer that it offers is the right one."""
QR = "_qr"
"""Stands in the address where its QR code is to be seen."""
DECK = "_deck"
"""Stands in the address for the deck whose cards are shown."""


@dataclass(frozen=True)
class Tap:
    """An answer to tap: its words, the address it leads to, and what is drawn beside it."""

    label: str
    address: str
    drawn: str = ""


@dataclass(frozen=True, kw_only=True)
class CaseQuery:
    """A case as a page asks it.

    `query` is what stands in the address: the facts that were told, and by names with "_" what
    the page keeps for itself. `filled` are facts that hold without being told; no address and no
    sentence of the page names them. `places`: the seats and sides there are, called by `who`.
    `path`: where the page is, for addresses; empty for the page that is shown. `deck`: what is
    played with, where that is known. `settled`: what the table has agreed on for sure, so that no
    page asks whether it is so.
    """

    table: Table
    profile: Profile
    lang: str
    query: QueryDict
    filled: Mapping[str, object] = field(default_factory=dict)
    places: Mapping[str, tuple[object, ...]] = field(default_factory=lambda: FOUR)
    who: Who = as_players_say
    path: str = ""
    deck: str = ""
    settled: tuple[str, ...] = ()
    elsewhere: Callable[[str, Mapping[str, object]], str] = lambda slug, told: (
        reverse("rule_case", args=[slug]) + (query_of(told) if told else "")
    )

    @cached_property
    def told(self) -> dict[str, object]:
        """The facts in the address; one that the article does not know is left to the refusal."""
        mode = str(_mode(self.written.get("mode") or str(self.filled.get("mode", ""))))
        return {
            name: _value(self.table.facts.get(name), text, mode)
            for name, text in self.written.items()
            if not name.startswith("_")
        }

    @property
    def facts(self) -> dict[str, object]:
        """All facts of the case: over those that are filled in, those that were told."""
        return {**self.filled, **self.told}

    @property
    def kept(self) -> list[tuple[str, str]]:
        """The address as the hidden fields of a form; what was asked of one page is left out."""
        return [item for item in self.written.items() if item[0] not in (NONE, QR)]

    @property
    def link(self) -> str:
        """The address for others: the case, and nothing of who asked how."""
        names = (*self.told, PROFILE)
        return self.path + query_of({name: text for name, text in self.kept if name in names})

    def address(self, **more: object) -> str:
        """The query of the case with one answer more."""
        return self.path + query_of({**dict(self.kept), **more})

    def allows(self, fact: Fact, answer: object) -> bool:
        """Whether an answer stands together with what is known: no other one is offered."""
        return can_be(self.table, {**self.facts, fact.name: answer}, self.profile)

    def without(self, name: str) -> str:
        """The query of the case without one answer."""
        return self.path + query_of({key: text for key, text in self.kept if key != name})

    def words(self, fact: Fact, value: object) -> str:
        """An answer as people say it."""
        if value == UNKNOWN:
            return _("weiss ich nicht")
        if fact.kind in PLACES:
            return self.who(value)
        answer = fact.answer(value) if fact.is_axis else value
        label = fact.labels.get(answer, {}).get(self.lang) if fact.is_axis else None
        return label or name_of(value, self.lang)

    def question(self, fact: Fact) -> str:
        """How a fact is asked for, by the names of those it is about."""
        text = fact.ask.get(self.lang, fact.name)
        places = {
            name: place
            for name, place in self.told.items()
            if name in self.table.facts and self.table.facts[name].kind in PLACES
            # Nobody is asked what "I" has done: the question then says it of the player.
            if not is_speaker(self.who, place)
        }
        return spoken(text, places, self.lang, lambda place, _lang: self.who(place))

    @cached_property
    def written(self) -> dict[str, str]:
        return {name: text for name, text in self.query.items() if isinstance(text, str) and text}


def query_of(facts: Mapping[str, object]) -> str:
    """A case as the query of an address."""
    return "?" + urlencode([(name, _text(value)) for name, value in facts.items()])


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


def _value(fact: Fact | None, text: str, mode: str) -> object:
    read = _READERS.get(fact.kind) if fact else None
    return read(text, mode) if read and text != UNKNOWN else text


def _number(text: str) -> object:
    number = signed_number_in(text, most_digits=7)
    return text if number is None else number


def _mode(text: str) -> str:
    return read_suit_name(text) or text.upper()


_READERS: dict[str, Callable[[str, str], object]] = {
    "yesno": lambda text, _mode: {"yes": True, "no": False}.get(text, text),
    "numbers": lambda text, _mode: [_number(part) for part in text.replace(",", " ").split()],
    "card": lambda text, mode: read_card_name(text, mode) or text.upper(),
    **dict.fromkeys(CARDS, read_card_names),
    **dict.fromkeys(("seat", "points", "number"), lambda text, _mode: _number(text)),
    **dict.fromkeys(("suit", "mode"), lambda text, _trump: _mode(text)),
}
"""Kind -> how what somebody typed is read; all else stays as it stands in the address."""
