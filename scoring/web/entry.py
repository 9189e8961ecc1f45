"""The form that writes or corrects a hand, whichever game it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from jassclub.errors import DomainError
from scoring.models import Hand
from scoring.rules import Rules
from scoring.selectors import predictions_of
from scoring.web import schieber_form
from scoring.web.board import Board, Side
from scoring.web.kind import Kind, Spot, Way
from scoring.web.once import SENT, new_key
from scoring.web.typed import Typed, words_of

REASON_FIELDS = ("reason_code", "base_version")


@dataclass
class EntryForm:
    """What the template of the form reads. `hand` may not be stored yet."""

    board: Board
    hand: Hand
    typed: Typed
    key: str = field(default_factory=new_key)
    correcting: bool = False
    way: Way | None = None

    @property
    def number(self) -> int:
        """The number of the hand."""
        return self.hand.number

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self.board.state.rules

    @property
    def kind(self) -> Kind:
        """The form of the way that was chosen, else that of every day."""
        return self.way.form if self.way else self.board.kind

    @property
    def template(self) -> str:
        """The fields of this game."""
        return self.kind.template

    @property
    def spot(self) -> Spot:
        """The hand as the form of its game has to know it."""
        return self.board.spot(self.hand, self.predictions)

    @cached_property
    def more(self) -> object:
        """What only the fields of this game need."""
        return self.kind.more(self.typed, self.spot)

    @property
    def deck(self) -> str:
        """Which cards the buttons show."""
        return self.rules.deck

    @property
    def contracts(self) -> Sequence[schieber_form.Contract]:
        """The buttons of the choice of trump."""
        return schieber_form.contracts(self.rules)

    @property
    def whole(self) -> int:
        """What the points of all make together."""
        return self.kind.whole(self.spot)

    @property
    def sides(self) -> Sequence[Side]:
        """The columns in order of the seats."""
        return self.board.sides

    @property
    def first(self) -> Side:
        """The side whose points are asked first."""
        return self.board.sides[0]

    @property
    def second(self) -> Side:
        """The side whose points follow from the first."""
        return self.board.sides[1]

    @property
    def seats(self) -> Sequence[tuple[int, str]]:
        """Seats with the names of their players."""
        return sorted(self.board.names.by_seat.items())

    @property
    def push(self) -> bool:
        """Whether this table allows to leave the choice to the partner."""
        return self.rules.profile.push

    @property
    def weis(self) -> bool:
        """Whether Weise are written here."""
        return self.rules.profile.weis

    @property
    def stoeck(self) -> bool:
        """Whether Stöck are written here."""
        profile = self.rules.profile
        return profile.stoeck or profile.differenzler.stoeck_choice

    @property
    def asks_zero_trick(self) -> bool:
        """Whether an exact 0 is worth a bonus and needs a trick worth nothing."""
        return self.rules.profile.differenzler.exact_bonus > 0

    @property
    def extras_open(self) -> bool:
        """Whether something stands among what is folded away at first."""
        names = ("weis_0", "weis_1", "stoeck")
        return any(self.typed.values.get(name) or self.typed.errors.get(name) for name in names)

    @property
    def next_words(self) -> str:
        """The key of the pad that goes to the next field."""
        return _("Gegner") if self.board.slated else _("weiter")

    @property
    def predictions(self) -> Sequence[Mapping[str, Any]]:
        """What was said before the hand, seat by seat; empty where nothing was."""
        if self.hand._state.adding or self.correcting:
            return ()
        return predictions_of(self.hand, seats=self.rules.players)

    def read(self, post: Mapping[str, str]) -> EntryForm:
        """Take over what was typed."""
        names = [*self.kind.fields(self.rules), *REASON_FIELDS]
        self.typed = Typed.of(post, names)
        self.typed.values["reason_text"] = words_of(post, "reason_text")
        return self

    def slip(self) -> dict[str, Any]:
        """The slip as typed."""
        return self.kind.slip_of(self.typed, self.spot)

    def refuse(self, refusal: DomainError) -> EntryForm:
        """Say what is wrong at its fields."""
        self.typed.refuse(refusal, self.kind.field_of(self.rules))
        if refusal.code == SENT:
            self.key = new_key()
        return self


def blank(board: Board) -> EntryForm:
    """The form of the hand to be written next."""
    return EntryForm(board, board.next_hand, Typed())


def filled(
    board: Board, hand: Hand, slip: Mapping[str, Any], *, way: Way | None = None
) -> EntryForm:
    """The form with what stands on the slate, to be corrected."""
    form = EntryForm(board, hand, Typed(), correcting=True, way=way)
    form.typed = form.kind.typed_from(slip, board.state.rules)
    return form
