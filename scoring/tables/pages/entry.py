"""The form that writes or corrects a hand, whichever game it is.

The one sentence in which a table is asked which of two versions of a hand is right.

Signatures under the sheet: who has given his on whose phone, and who may give his from here.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from jassclub.core.typography import printed
from jassclub.web.form_state import FormState, words_of
from jassclub.web.suits import mode_name
from scoring.claims.agreement import taken_back
from scoring.claims.models import HandEntry, SignOff
from scoring.claims.rows import table_at
from scoring.claims.selectors import predictions_of, sign_offs_of
from scoring.core.models import Game, Hand
from scoring.core.rules import Rules
from scoring.forms import weis as weis_form
from scoring.forms.kind import PLAYED, Contract, HandOutcome, Kind, Spot, Writer, contracts
from scoring.forms.registry import outcome_of
from scoring.slate.board import Board, Side, mode_of
from scoring.slate.words import Names


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
    def spot(self) -> Spot:
        """The hand as the form of its game has to know it."""
        return self.board.spot(self.hand, self.predictions)

    @cached_property
    def more(self) -> object:
        """What only the fields of this game need."""
        return self.kind.more(self.typed, self.spot)

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
    def writer(self) -> Writer | None:
        """Whose key writes the next hand; what is put right is written by one key as ever."""
        return None if self.way or self.correcting else self.kind.writer(self.spot)

    @property
    def seats(self) -> Sequence[tuple[int, str]]:
        """Seats with the names of their players."""
        return sorted(self.board.names.by_seat.items())

    @property
    def stoeck(self) -> bool:
        """Whether Stöck are written here."""
        profile = self.rules.profile
        return profile.stoeck or profile.differenzler.stoeck_choice

    @cached_property
    def weise(self) -> Mapping[str, Any]:
        """The Weise of both sides."""
        return weis_form.fields(self.typed, self.rules, [side.name for side in self.board.sides])

    @property
    def predictions(self) -> Sequence[Mapping[str, Any]]:
        """What was said before the hand, seat by seat; empty where nothing was."""
        if self.hand._state.adding:
            return ()
        if self.correcting and self.number not in self.board.sealed:
            return ()
        return predictions_of(self.hand, seats=self.rules.players)

    def read(self, post: Mapping[str, str]) -> "EntryForm":
        """Take over what was typed."""
        places = self.kind.field_of(self.rules)
        self.typed = FormState.of(post, [*places.values(), "base_version"])
        self.typed.places = places
        self.typed.words = {it.name: it.heading for it in self.kind.grid(self.spot)}
        self.typed.values["reason_text"] = words_of(post, "reason_text")
        return self

    def slip(self) -> dict[str, Any]:
        """The slip as typed."""
        return self.kind.slip_of(self.typed, self.spot)


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


def question_about(game: Game, number: int) -> str:
    """All versions that stand against each other, by their numbers; empty where none do."""
    entries = list(
        HandEntry.objects.filter(
            hand__game=game,
            hand__number=number,
            state__in=(*HandEntry.CURRENT, HandEntry.State.RIVAL),
        ).select_related("hand")
    )
    if not any(entry.state == HandEntry.State.RIVAL for entry in entries):
        return ""
    entries.sort(key=lambda entry: entry.version)
    versions = _(" oder ").join(_told(Rules.of(game), entries))
    text = _("Für Spiel %(number)s stehen verschiedene Zahlen da: %(versions)s. Was gilt?")
    return text % {"number": number, "versions": versions}


def _told(rules: Rules, entries: Sequence[HandEntry]) -> list[str]:
    """The points of each version, with its trump where they differ in it."""
    modes = [mode_of(entry.slip) for entry in entries]
    points = [_points(rules, entry) for entry in entries]
    if len(set(modes)) == 1:
        return points
    named = [mode_name(mode, rules.deck) if mode else "–" for mode in modes]
    return [f"{made} ({name})" for made, name in zip(points, named, strict=True)]


def _points(rules: Rules, entry: HandEntry) -> str:
    totals = rules.game.score(entry.slip, table_at(entry.hand, rules)).totals
    return " : ".join(map(printed, totals))


def signings(board: Board) -> list[dict[str, Any]]:
    """All sides in order of the seats: the signatures that each has given, in words, or by whom
    it can be given from here.
    """
    given = list(sign_offs_of(board.state.game).order_by("seq"))
    names = Names(board.state.game, [item.actor for item in given])
    side_of = board.state.rules.side_of
    return [
        {
            "side": side,
            "given": [signature(item, names) for item in given if side_of(item.seat) == side.index],
            "choices": _choices(board, side),
        }
        for side in board.sides
    ]


def signature(signed: SignOff, names: Names) -> str:
    """Who signed, and on whose phone where it was not his own."""
    words = {"name": names.of_seat(signed.seat), "owner": names.of_seat(signed.phone_seat)}
    if not signed.handed_over:
        return words["name"]
    if signed.phone_seat is None:
        words["owner"] = names.of_actor(signed.actor)
        return _("%(name)s, aufgeschrieben von: %(owner)s") % words
    if signed.phone_seat == signed.seat:
        return _("%(name)s, auf einem Telefon, das herumging") % words
    return _("%(name)s, auf dem Telefon von %(owner)s") % words


def _choices(board: Board, side: Side) -> Sequence[tuple[int, str]]:
    """The own seat signs for the own side; of another side is asked who holds the phone now."""
    own = board.access.seat
    if own in side.seats:
        return [(own, side.name)]
    return [(seat, board.names.of_seat(seat)) for seat in side.seats]
