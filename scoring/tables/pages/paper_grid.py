"""A whole evening from paper as one form: a row a hand, all rows checked and written at once.

The page on which the office types a whole evening from paper.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from jassclub.core.errors import Conflict, DomainError, Finding, Invalid, NotFound
from jassclub.core.speaking import sign
from jassclub.web.form_state import FormState, key_in
from jassclub.web.forms import done, form_page, submit, way_back
from scoring.claims.entries import record_hand
from scoring.claims.models import HandEntry
from scoring.core.models import Game
from scoring.forms.kind import Column
from scoring.slate.board import Board, Side, board_at

STATE = "state"
ROWS = 12
"""Hands of a sheet for which no number was agreed on."""
FEWEST_ROWS = 6
"""The same where an entry stands for several hands: an evening has some four passen."""
MOST_ROWS = 40
"""More than any evening has; a page stays quick to read."""
UPRIGHT = 9
"""Columns that A4 takes upright; with more the sheet is printed across."""


@dataclass
class PaperGrid:
    """The form as the template reads it. `typed` holds what was typed, by number of the hand."""

    board: Board
    typed: dict[int, FormState] = field(default_factory=dict)
    form: FormState = field(default_factory=FormState)
    """What is said of the sheet as a whole, with its key."""

    @cached_property
    def columns(self) -> Sequence[Column]:
        """The columns of the game that is played, and what became of the hand."""
        states = [("", ""), ("annulled", _("annulliert")), ("misdealt", _("vergeben"))]
        own = self.board.kind.grid(self.board.spot(self.board.next_hand))
        return [*own, Column(STATE, _("Besonderes"), states)]

    @property
    def noun(self) -> str:
        """What a row is."""
        return str(self.board.kind.noun)

    @property
    def whole(self) -> int:
        """What the numbers of a usual row make together, 0 where nothing is known of it."""
        return self.board.kind.whole(self.board.spot(self.board.next_hand))

    @property
    def added_up(self) -> Sequence[Side]:
        """The players whose totals are added up row by row; empty where nobody's are."""
        return self.board.sides if self.board.kind.running else ()

    @property
    def across(self) -> bool:
        """Whether the sheet is too wide for paper that stands upright."""
        return len(self.columns) - 1 + len(self.added_up) > UPRIGHT

    @cached_property
    def sums(self) -> Mapping[int, tuple[Sequence[int], Sequence[int]]]:
        """What each written hand brought everybody, and what he has with it."""
        before: Sequence[int] = [0] * len(self.board.sides)
        found = {}
        for row in self.board.state.sheet.rows:
            got = [now - then for now, then in zip(row.running, before, strict=True)]
            found[row.number] = (got, row.running)
            before = row.running
        return found

    @cached_property
    def written(self) -> Mapping[int, Mapping[str, Any]]:
        """The slips that stand already."""
        return {entry.hand.number: entry.slip for entry in self.board.state.entries}

    @property
    def numbers(self) -> range:
        """The hands of the sheet: as many as agreed, with room for more where none were."""
        last = max(self.written, default=0)
        single = self.board.kind.hands(self.board.state.rules) == 1
        agreed = self.board.agreed_hands or max(ROWS if single else FEWEST_ROWS, last + 4)
        return range(1, min(max(agreed, last), max(MOST_ROWS, last)) + 1)

    @cached_property
    def rows(self) -> Sequence[Mapping[str, Any]]:
        """A row a hand; none that is empty where the game is over."""
        still_open = self.board.state.game.state == Game.State.OPEN
        return [
            self._row(number)
            for number in self.numbers
            if still_open or number in self.written or number in self.typed
        ]

    @property
    def findings(self) -> Sequence[tuple[str, str]]:
        """All that is wrong, each with the id of its cell or its row."""
        headings = {column.name: column.heading for column in self.columns}
        asked = [_(field.words) for field in self.board.state.rules.kind.fields if field.words]
        questions = tuple(words.partition(" (")[0] for words in asked)
        found: dict[tuple[str, str], None] = {}
        for number, typed in sorted(self.typed.items()):
            where = f"{self.noun} {number}"
            for name, texts in typed.errors.items():
                for text in texts:
                    # What is said of any field alike begins with its question.
                    asked_there = text.startswith(questions)
                    at = where if asked_there else f"{where}, {headings[name]}"
                    found[_field(number, name), f"{at}{sign()} {text}"] = None
            found |= {(f"row{number}", f"{where}{sign()} {text}"): None for text in typed.others}
        return list(found)

    def read(self, post: Mapping[str, str]) -> "PaperGrid":
        """Take over what was typed, row by row; a row in which nothing stands is left alone."""
        self.form.key = key_in(post)
        for number in self.numbers:
            sent = {
                column.name: post.get(_field(number, column.name), "") for column in self.columns
            }
            typed = FormState.of(sent, sent)
            if any(typed.values.values()):
                self.typed[number] = typed
        return self

    def store(self) -> int:
        """Write all rows in one transaction; how many. Invalid with the faults of all of them."""
        if not self.typed:
            raise Invalid.of([], _("Noch steht nichts auf dem Blatt."))
        faults: list[Finding] = []
        with transaction.atomic():
            for number, typed in sorted(self.typed.items()):
                faults += self._store(number, typed)
            Invalid.raise_for(faults, _("So stimmt das Blatt noch nicht; nichts ist verloren."))
        return len(self.typed)

    def _store(self, number: int, typed: FormState) -> Sequence[Finding]:
        """Write one row within the transaction of all; what is wrong is said at its cells."""
        try:
            with transaction.atomic():
                self._record(number, typed)
        except (Invalid, Conflict) as refusal:
            self._tell(typed, refusal)
            return refusal.details or [Finding(refusal.code, f"/hands/{number}", refusal.message)]
        return ()

    def _record(self, number: int, typed: FormState) -> None:
        game = self.board.state.game
        written = record_hand(
            actor=self.board.access.actor,
            game_id=game.pk,
            number=number,
            slip=self.board.kind.slip_of(typed, self.board.spot(self.board.hand_at(number))),
            # At his own table an officer is one of the sides: the others are asked as ever.
            source=HandEntry.Source.PAPER if self.board.access.at_desk else HandEntry.Source.TABLE,
        )
        if written.outcome == "contested":
            raise _written_meanwhile(typed)

    def _tell(self, typed: FormState, refusal: DomainError) -> None:
        typed.refuse(refusal, self.board.kind.field_of(self.board.state.rules))
        shown = {column.name for column in self.columns}
        for name in [name for name in typed.errors if name not in shown]:
            typed.others += typed.errors.pop(name)
        if not typed.errors and not typed.others:
            typed.others.append(refusal.message)

    def _row(self, number: int) -> dict[str, Any]:
        """One hand. `others`: what is wrong with the hand and not with one of its cells; `got`:
        what a written hand brought each player, `running`: what he has with it.
        """
        stands = number in self.written
        typed = self.typed.get(number, FormState())
        if stands:
            typed = self.board.kind.typed_from(self.written[number], self.board.state.rules)
        got, running = self.sums.get(number, ((), ()))
        return {
            "number": number,
            "written": stands,
            "cells": [_cell(number, column, typed, noun=self.noun) for column in self.columns],
            "others": self.typed[number].others if number in self.typed else (),
            "got": got,
            "running": running,
        }


def grid_of(board: Board) -> PaperGrid:
    """The sheet of a game for its office; NotFound for anybody else."""
    if not board.access.has_office:
        raise NotFound("desk_needed", _("Blätter vom Papier tippt das Büro ein."))
    return PaperGrid(board)


def _written_meanwhile(typed: FormState) -> Conflict:
    """The row has no fields any more, so what was typed is told in words."""
    sent = ", ".join(value for value in typed.values.values() if value)
    text = _("Inzwischen hat jemand dieses Spiel anders geschrieben. Getippt war: %(typed)s.")
    return Conflict("written_meanwhile", text % {"typed": sent})


def _field(number: int, name: str) -> str:
    return f"h{number}-{name}"


def _cell(number: int, column: Column, typed: FormState, *, noun: str) -> dict[str, Any]:
    """One field of the sheet; a row that is written shows its value and has no field."""
    value = typed.values.get(column.name, "")
    shown = dict(column.choices).get(value, "") if column.choices else value
    return {
        "name": _field(number, column.name),
        "words": f"{noun} {number}{sign()} {column.heading}",
        "value": value,
        "shown": shown,
        "column": column,
        "errors": typed.errors.get(column.name, ()),
    }


@form_page
def grid(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """All hands of a game as one form; with errors it comes back as typed."""
    sheet = grid_of(board_at(request, game_id))
    if request.method == "POST":
        sheet.read(request.POST)
    return submit(
        request,
        sheet.board.access.actor,
        sheet.store,
        then=lambda count: done(
            request,
            _("Spiele vom Papier geschrieben: %(count)s") % {"count": count},
            way_back(request, reverse("grid", args=(game_id,))),
        ),
        form=sheet.form,
        show=lambda: _show(request, sheet),
        passing=(),
    )


def _show(request: HttpRequest, sheet: PaperGrid) -> HttpResponse:
    back = request.POST.get("next") or request.GET.get("next", "")
    context = {"board": sheet.board, "grid": sheet, "back": back}
    return render(request, "scoring/grid.html", context, status=sheet.form.status)
