"""The screen on which a number is said before a hand is played: sealed on the own phone, on one
that goes round, or aloud in order; and the one on which all are opened together.

No answer of it holds a sealed number, not even for the seat that sealed it: what its owner may
look at again stays in the window in which he typed it (saying.js).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any
from uuid import UUID

from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.http import parse_etags

from jassclub.clubs.actors import leading_to, phones_at
from jassclub.web.form_state import Fields, FormState
from jassclub.web.forms import form_page, submit
from jassclub.web.offline_queue import KEPT
from scoring.claims import predictions
from scoring.claims.models import Prediction
from scoring.claims.rows import speaking_order, table_at
from scoring.claims.selectors import glimpse_of, predictions_of, sealed_in, state_of, with_people
from scoring.claims.sides import other_phones
from scoring.core.models import Game, Hand
from scoring.core.names import Sentences
from scoring.core.rules import Rules
from scoring.slate.board import Board, HandRow, actor_in, board_at, board_of, seen_by

PREDICTION = Fields("seat", "value", "first")
NEVER = -1
"""In place of a seat: nobody was named."""


@dataclass(frozen=True)
class Place:
    """A seat in the order of speaking: `value` is None while its number is missing or sealed.

    `elsewhere`: it has a phone of its own.
    """

    seat: int
    name: str
    made: bool
    value: int | None
    late: bool
    elsewhere: bool


@dataclass(frozen=True)
class Saying:
    """What the template reads. `asked` is the seat that the address or a sent form names;
    `changing`: a number that was said already is to be said anew."""

    board: Board
    hand: Hand
    asked: int = NEVER
    changing: bool = False
    sent: bool = False

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self.board.state.rules

    @property
    def sealing(self) -> bool:
        """Whether numbers are sealed here; else they are said aloud."""
        return self.rules.sealed_on_phone

    @property
    def round(self) -> bool:
        """Whether a phone goes round."""
        return self.rules.phone_goes_round

    @cached_property
    def row(self) -> HandRow | None:
        """The hand as it stands on the sheet, None while nobody has written it."""
        return next((row for row in self.board.rows if row.number == self.hand.number), None)

    @property
    def agreed(self) -> bool:
        """Whether a side has agreed to the points, and it takes another one to open the numbers."""
        return self.row is not None and self.row.entry.confirmations.exists()

    @property
    def results(self) -> Sequence[tuple[str, Any]]:
        """Each player with what he said, what he made and how far off he was, once it is open."""
        lines = self.row.lines if self.row else ()
        return list(zip((side.name for side in self.board.sides), lines, strict=False))

    @cached_property
    def places(self) -> Sequence[Place]:
        """All seats; sealed numbers may be said in any order, and a phone goes round from the
        seat of whoever holds it."""
        known = () if self.hand._state.adding else predictions_of(self.hand, seats=self.players)
        told = {item["seat"]: item for item in known}
        return [self._place(seat, told.get(seat, {})) for seat in self._order]

    @property
    def players(self) -> int:
        """How many sit here."""
        return self.rules.players

    @property
    def missing(self) -> Sequence[Place]:
        """Who has not said a number."""
        return [place for place in self.places if not place.made]

    @cached_property
    def due(self) -> Place | None:
        """Whose number this page asks for, None where it asks for none."""
        if not self.board.access.may_write or self.phase_of_hand != "open":
            return None
        return self._named or (None if self.changing else self._next)

    @property
    def phase_of_hand(self) -> str:
        """`open` while numbers are said, `opened` once all lie open, `closed` with the game."""
        if self.row is not None and not self.row.sealed:
            return "opened"
        return "open" if self.board.state.game.state == Game.State.OPEN else "closed"

    @property
    def phase(self) -> str:
        """What the page shows: `say` a number, `pass` the phone on, who has `told`, or `opened`."""
        if self.phase_of_hand == "opened":
            return "opened"
        if self.due is None:
            return "told"
        return "pass" if self._covered else "say"

    @property
    def own(self) -> Place | None:
        """The seat of the reader."""
        seat = self.board.access.seat
        return next((place for place in self.places if place.seat == seat), None)

    @property
    def others(self) -> Sequence[Place]:
        """Who may take the phone instead of the one whose turn it is."""
        taking = [place for place in self.missing if not place.elsewhere]
        return [place for place in taking if place != self.due]

    @cached_property
    def last(self) -> Place | None:
        """Who may still say another number: who spoke last aloud, until the next one speaks, and
        whoever typed last on a phone that goes round."""
        spoken = [place for place in self.places if place.made]
        if not spoken or self.phase_of_hand != "open":
            return None
        if self.sealing:
            return self._typed_last if self.round else None
        return spoken[-1]

    @property
    def _typed_last(self) -> Place | None:
        actor = str(self.board.access.actor)
        mine = [item for item in sealed_in(self.hand) if item.actor == actor]
        seat = max(mine, key=lambda item: item.seq).seat if mine else NEVER
        return next((place for place in self.places if place.seat == seat), None)

    @property
    def numbers(self) -> Sequence[tuple[int, str]]:
        """A key for each number that can be said, with what the rules have against it."""
        if self.due is None:
            return ()
        table, seat = table_at(self.hand, self.rules), self.due.seat
        before = {place.seat: place.value for place in self.places if place.value is not None}
        check = partial(
            predictions.said_findings, self.rules, table, seat=seat, words=Sentences(self.hand.game)
        )
        sayable = self.board.kind.sayable(self.board.spot(self.hand))
        against = {value: check({**before, seat: value}) for value in sayable}
        return [(value, found[0].text if found else "") for value, found in against.items()]

    @property
    def forbidden(self) -> Sequence[str]:
        """Why numbers are struck out."""
        return [why for _value, why in self.numbers if why]

    @property
    def late(self) -> Sequence[str]:
        """Who sealed a number, or changed it, after the points were written."""
        return [place.name for place in self.places if place.late]

    @property
    def _order(self) -> Sequence[int]:
        if not self.sealing:
            return speaking_order(self.hand, self.rules)
        first = self.board.access.seat or 0
        return [(first + step) % self.players for step in range(self.players)]

    def _place(self, seat: int, told: Mapping[str, Any]) -> Place:
        # Who has a phone may still seal his own number: what others wrote of him is their word.
        paper = self._on_paper.get(seat) if seat != self.board.access.seat else None
        made, late = told.get("made", False) or paper is not None, told.get("late", False)
        value = paper if told.get("value") is None else told["value"]
        name = self.board.names.of_seat(seat)
        return Place(seat, name, made, value, late, seat in self._elsewhere)

    @cached_property
    def _on_paper(self) -> Mapping[int, int]:
        """The numbers of slips of paper: they come with the points and lie open."""
        slip = self.row.entry.slip if self.row else {}
        said = zip(slip.get("predictions", ()), slip.get("sealed", ()), strict=False)
        return {
            seat: value
            for seat, (value, sealed) in enumerate(said)
            if value is not None and not sealed
        }

    @cached_property
    def _elsewhere(self) -> frozenset[int | None]:
        """Seats at which another phone speaks; asked only where one goes round."""
        if not self.round:
            return frozenset()
        phones = phones_at(leading_to(self.board.state.game.pk)).filter(seat__isnull=False)
        others = other_phones(phones, self.board.access.actor)
        return frozenset(others.values_list("seat", flat=True))

    @property
    def _named(self) -> Place | None:
        """Who is named by the address or the form, if he may speak on this phone."""
        named = next((place for place in self.places if place.seat == self.asked), None)
        if self.changing and named is None:
            return self.own if self.sealing and not self.round else self.last
        if named is None or (named.made and not (self.sent or self.changing)):
            return None
        return named if self._takes(named) else None

    @property
    def _next(self) -> Place | None:
        taken = [place for place in self.missing if self._takes(place)]
        return next((place for place in taken if not place.elsewhere), None)

    def _takes(self, place: Place) -> bool:
        """Whether this phone takes the number of a seat: aloud of anybody."""
        state, access = self.board.state, self.board.access
        return not self.sealing or predictions.takes_sealed(state.game, access, place.seat)

    @property
    def _covered(self) -> bool:
        """Between two people the phone shows nothing but whose turn it is."""
        return self.round and self._named is None


@form_page
def predict(request: HttpRequest, game_id: UUID, number: int) -> HttpResponseBase:
    """Say a number: aloud in order, sealed on the own phone or on the one that goes round."""
    if request.method != "POST":
        return _shown(request, game_id, number)
    board, form = board_at(request, game_id), PREDICTION.read(request.POST)

    def onward(_prediction: Prediction) -> HttpResponse:
        after = Saying(board, board.hand_at(number))
        return (
            redirect("game", game_id)
            if not (after.sealing or after.missing)
            else redirect(request.path)
        )

    return submit(
        request,
        board.access.actor,
        lambda: predictions.predict(
            actor=board.access.actor,
            game_id=game_id,
            number=number,
            seat=form.whole("seat"),
            value=form.whole("value"),
            first=bool(form.values["first"]),
        ),
        then=onward,
        form=form,
        show=lambda: _page(request, board, number, form),
        passing=(),
    )


def _shown(request: HttpRequest, game_id: UUID, number: int) -> HttpResponseBase:
    """Every phone that waits asks for it every few seconds, as for the page of the game."""
    found, access = glimpse_of(actor_in(request, game_id), game_id)
    seen = seen_by(request, found, access, "saying", number)
    if seen in parse_etags(request.headers.get("If-None-Match", "")):
        return HttpResponseNotModified()
    if not _spoken_here(Rules.of(found)):
        return redirect("game", game_id)
    prefetch_related_objects([found], with_people())
    answer = _page(request, board_of(state_of(found), access), number, FormState())
    answer["ETag"], answer[KEPT] = seen, "1"
    return answer


def _spoken_here(rules: Rules) -> bool:
    """Whether numbers are said in this game, and not on slips of paper alone."""
    if rules.kind.speaking is None:
        return False
    return rules.sealed_on_phone or rules.profile.differenzler.predictions == "open"


def _page(request: HttpRequest, board: Board, number: int, form: FormState) -> HttpResponse:
    board.state.rules.check_number(number)
    asked = form.whole("seat") if form.refused else _seat_in(request)
    saying = Saying(
        board,
        board.hand_at(number),
        asked,
        changing=request.GET.get("change") == "1",
        sent=form.refused and not form.values["first"],
    )
    game = board.state.game
    context = {
        "board": board,
        "saying": saying,
        "said": form,
        "seen": seen_by(request, game, board.access, "saying", number),
        "follows": request.path,
    }
    return render(request, "scoring/saying.html", context, status=form.status)


def _seat_in(request: HttpRequest) -> int:
    text = request.GET.get("seat", "")
    return int(text) if text.isdecimal() and len(text) < len("100") else NEVER
