"""The form that writes or corrects a hand, whichever game it is."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from jassclub.core.errors import DomainError
from jassclub.web.form_state import FormState, words_of
from scoring.claims.selectors import predictions_of
from scoring.claims.taking_back import taken_back
from scoring.core.models import Hand
from scoring.core.rules import Rules
from scoring.forms import weis as weis_form
from scoring.forms.contracts import Contract, contracts
from scoring.forms.every_game import PLAYED
from scoring.forms.kind import HandOutcome, Kind, Spot
from scoring.forms.registry import outcome_of
from scoring.slate.board import Board, Side

REASON_FIELDS = ("reason_code", "base_version")


@dataclass
class EntryForm:
    """What the template of the form reads. `hand` may not be stored yet."""

    board: Board
    hand: Hand
    typed: FormState
    correcting: bool = False
    again: bool = False
    """Whether the fields hold a hand that was taken back."""
    way: HandOutcome | None = None

    @property
    def key(self) -> str:
        """The key of the form."""
        return self.typed.key

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
    def contracts(self) -> Sequence[Contract]:
        """The buttons of the choice of trump."""
        return contracts(self.rules)

    @property
    def whole(self) -> int:
        """What the points of all make together."""
        return self.kind.whole(self.spot)

    @property
    def tariff(self) -> str:
        """What the phone reckons with while there is no network, as JSON; empty: it cannot."""
        found = self.kind.tariff(self.rules)
        return "" if found is None else json.dumps(found)

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

    @cached_property
    def weise(self) -> weis_form.WeisFields:
        """The Weise of both sides."""
        return weis_form.fields(self.typed, self.rules, [side.name for side in self.sides])

    @property
    def sign_key(self) -> str:
        """The key for points below zero, where this sheet has them."""
        return "scoring/_sign_key.html" if self.rules.profile.free.negative else ""

    @property
    def next_words(self) -> str:
        """The key of the pad that goes to the next field."""
        return _("Gegner") if self.board.slated else _("weiter")

    @property
    def predictions(self) -> Sequence[Mapping[str, Any]]:
        """What was said before the hand, seat by seat; empty where nothing was."""
        if self.hand._state.adding:
            return ()
        if self.correcting and self.number not in self.board.sealed:
            return ()
        return predictions_of(self.hand, seats=self.rules.players)

    def read(self, post: Mapping[str, str]) -> EntryForm:
        """Take over what was typed."""
        names = [*self.kind.fields(self.rules), *REASON_FIELDS]
        self.typed = FormState.of(post, names)
        self.typed.values["reason_text"] = words_of(post, "reason_text")
        return self

    def slip(self) -> dict[str, Any]:
        """The slip as typed."""
        return self.kind.slip_of(self.typed, self.spot)

    def refuse(self, refusal: DomainError) -> None:
        """Say what is wrong at its fields."""
        self.typed.refuse(refusal, self.kind.field_of(self.rules))


def blank(board: Board) -> EntryForm:
    """The form of the hand to be written next."""
    return EntryForm(board, board.next_hand, FormState())


def begun(board: Board) -> EntryForm:
    """The same with what this reader took back of that hand, if he did and it was simply played."""
    form = blank(board)
    entry = None if form.hand._state.adding else taken_back(form.hand.pk)
    if entry is None or entry.actor != str(board.access.actor):
        return form
    if outcome_of(entry.slip, form.rules).name != PLAYED:
        return form
    form.typed = form.kind.typed_from(entry.slip, form.rules)
    form.again = True
    return form


def preset(form: EntryForm, asked: Mapping[str, str]) -> None:
    """What a tap on the sheet has chosen beforehand (a cell of the Coiffeur)."""
    for name in form.kind.preset:
        if name in asked:
            form.typed.values[name] = asked[name][:40]


def filled(
    board: Board, hand: Hand, slip: Mapping[str, Any], *, way: HandOutcome | None = None
) -> EntryForm:
    """The form with what stands on the slate, to be corrected."""
    form = EntryForm(board, hand, FormState(), correcting=True, way=way)
    form.typed = form.kind.typed_from(slip, board.state.rules)
    return form
