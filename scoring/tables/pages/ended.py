"""How a game ended: who won and by how much, its course, its best moments, what it cost; and, while
nobody has closed it yet, the one question whether it is over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from string import ascii_uppercase

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from jassclub.clubs.models import Player
from jassclub.core.errors import Conflict
from jassclub.core.typography import printed
from jassclub.web.francs import written
from scoring.claims.selectors import sign_offs_of, winners
from scoring.claims.sides import speaks_alone
from scoring.core.models import Game
from scoring.games.moments import Moment, margin, moments
from scoring.slate.board import Board, Side
from scoring.slate.course import Course, course_chart
from scoring.tables.games import settlement_of

TITLES: Mapping[str, Promise] = {
    "turn": gettext_lazy("Gedreht"),
    "matsch": gettext_lazy("Matsch"),
    "kontermatsch": gettext_lazy("Kontermatsch"),
    "swing": gettext_lazy("Grösster Abstand"),
    "exact": gettext_lazy("Genau angesagt"),
    "weis": gettext_lazy("Grösster Weis"),
}


@dataclass(frozen=True)
class Told:
    """A moment in words; `hands` are the numbers of the hands from which it comes."""

    title: Promise
    who: str
    figure: str
    hands: Sequence[int]


@dataclass(frozen=True)
class Ended:
    """What the page of a game tells that is over."""

    board: Board

    @cached_property
    def won(self) -> Sequence[Side]:
        """The sides that won: none where the game was broken off, several that are equal."""
        if self.board.state.game.state != Game.State.CLOSED or not self.board.rows:
            return ()
        return [self.board.sides[column] for column in winners(self.board.state)]

    @property
    def title(self) -> str:
        """Who won, or was ahead where it was closed before its end."""
        if not self.board.rows:
            return _("Hier wurde nichts geschrieben.")
        if not self.won:
            return _("Abgebrochen, ohne Sieger")
        names = " / ".join(side.name for side in self.won)
        outcome = self.board.state.sheet.outcome
        together = outcome is not None and outcome.reason != "hands"
        if len(self.won) > 1 and not together:
            return _("Gleichstand: %(names)s") % {"names": names}
        early = self.board.state.unfinished
        unnamed = {
            _("Wir"): _("Wir liegen vorn") if early else _("Wir gewinnen"),
            _("Ihr"): _("Ihr liegt vorn") if early else _("Ihr gewinnt"),
        }
        if names in unnamed:
            return unnamed[names]
        people = sum(len(side.seats) for side in self.won)
        words = (
            ngettext("%(names)s liegt vorn", "%(names)s liegen vorn", people)
            if early
            else ngettext("%(names)s gewinnt", "%(names)s gewinnen", people)
        )
        return words % {"names": names}

    @property
    def faces(self) -> Sequence[Player]:
        """The people who won, unless their slate has no names but the numbers of its places."""
        won = {seat for side in self.won for seat in side.seats}
        people = [seat.person for seat in self.board.state.game.seats.all() if seat.index in won]
        return [person for person in people if not person.name.isdigit()]

    @property
    def margin(self) -> str:
        """By how much; empty where nobody won alone, or a side with less points did."""
        if len(self.won) != 1:
            return ""
        state = self.board.state
        ahead = margin(state.totals, self.won[0].index, lower_wins=state.rules.game.lower_wins)
        if ahead <= 0:
            return ""
        words = (
            ngettext("%(points)s Strich Vorsprung", "%(points)s Striche Vorsprung", ahead)
            if self.board.state.rules.kind.strokes
            else ngettext("%(points)s Punkt Vorsprung", "%(points)s Punkte Vorsprung", ahead)
        )
        return words % {"points": printed(ahead)}

    @property
    def chart(self) -> SafeString:
        """How it went, hand by hand."""
        sheet, won = self.board.state.sheet, {side.index for side in self.won}
        lines = [
            Course(side.name, self._running(side), side.index in won) for side in self.board.heads
        ]
        own = sheet.outcome.targets if sheet.outcome else ()
        return course_chart(lines, targets={*own} or {self.board.state.rules.profile.target})

    def _running(self, side: Side) -> list[int]:
        """Its total after each hand, at last with the penalties that belong to none."""
        running = [row.running[side.index] for row in self.board.state.sheet.rows]
        return [*running[:-1], side.total] if running else []

    @property
    def moments(self) -> Sequence[Told]:
        """Its best moments."""
        state = self.board.state
        winner = self.won[0].index if len(self.won) == 1 else None
        found = moments(state.sheet, winner=winner, lower_wins=state.rules.game.lower_wins)
        return [self._told(moment) for moment in found]

    def _told(self, moment: Moment) -> Told:
        words = {
            "turn": _("%(points)s aufgeholt"),
            "swing": ngettext("%(points)s Strich", "%(points)s Striche", moment.points)
            if self.board.state.rules.kind.strokes
            else ngettext("%(points)s Punkt", "%(points)s Punkte", moment.points),
            "exact": ngettext("%(points)s-mal", "%(points)s-mal", moment.points),
            "weis": ngettext("%(points)s Punkt", "%(points)s Punkte", moment.points),
        }
        figure = words.get(moment.kind, "") % {"points": printed(moment.points)}
        name = self.board.sides[moment.column].name
        return Told(TITLES[moment.kind], name, figure, moment.hands)

    @property
    def shared(self) -> dict[str, object]:
        """What a device draws its picture from, best first; `plain` stands for a name: a rank, or a
        letter where nobody won."""
        state, won = self.board.state, {side.index for side in self.won}
        falling = not state.rules.game.lower_wins
        order = sorted(state.totals, reverse=falling)
        sides = sorted(self.board.sides, key=lambda side: side.total, reverse=falling)
        return {
            "rules": state.title,
            "day": date_format(state.game.played_on, "SHORT_DATE_FORMAT"),
            "margin": self.margin if won else self.title,
            "target": state.rules.profile.target,
            "sides": [
                {
                    "name": side.name,
                    "plain": f"{order.index(side.total) + 1}." if won else ascii_uppercase[at],
                    "total": side.total,
                    "won": side.index in won,
                    "running": self._running(side),
                }
                for at, side in enumerate(sides if won else self.board.sides)
            ],
            "moments": [
                {
                    "title": str(one.title),
                    "who": one.who,
                    "figure": one.figure,
                    "hands": f"{self.board.kind.noun} {', '.join(map(str, one.hands))}",
                }
                for one in self.moments
            ],
        }

    @property
    def schneider(self) -> Sequence[str]:
        """Who lost with less than half of their target, where their game is told as data."""
        outcome = self.board.state.sheet.outcome
        losers = outcome.schneider if outcome is not None and self.won else ()
        sides = self.board.sides
        return [_("%(loser)s: Schneider.") % {"loser": sides[column].name} for column in losers]

    @property
    def strokes(self) -> Sequence[tuple[str, str]]:
        """The strokes that each side won or lost, where it is played for them."""
        stakes, outcome = self.board.state.stakes, self.board.state.sheet.outcome
        counts: Sequence[int] = () if stakes is None else stakes.strokes
        if outcome is not None and outcome.over and self.won:
            counts = outcome.strokes
        return [
            (side.name, ngettext("%(count)s Strich", "%(count)s Striche", abs(count)) % told)
            for side, count in zip(self.board.sides, counts, strict=False)
            for told in [{"count": printed(count)}]
        ]

    @property
    def money(self) -> Sequence[tuple[str, str]]:
        """Who gets and who pays how much; empty where it is played for nothing."""
        if not self.won:
            return ()
        try:
            amounts = settlement_of(self.board.state)
        except Conflict:
            return ()
        names = self.board.names.of_seat
        return [
            (names(seat), _("Fr. %(francs)s") % {"francs": written(amount)})
            for seat, amount in enumerate(amounts)
            if any(amounts)
        ]


@dataclass(frozen=True)
class Closing:
    """The question at the top of the pen. `how`: `desk` and `all` close with one tap, `own` signs
    for the reader's side, `waiting` for another one."""

    words: str
    how: str
    seat: int | None = None
    side: str = ""

    @property
    def address(self) -> str:
        """The name of the address that the answer is sent to."""
        return "close" if self.how == "desk" else "sign_off"


def closing_of(board: Board) -> Closing | None:
    """Whether the game is over, as far as the page may say so, and what the reader can do."""
    sheet, access, loose = board.state.sheet, board.access, board.state.game.club.loose_since
    # A loose slate is asked too: its only keeper sees the total, and nobody else says "thanks".
    reached = bool((board.helps or loose) and sheet.target_reached_by)
    if not board.rows or not access.may_write or not (sheet.finished or board.verdict or reached):
        return None
    words = _over(board)
    if access.seat is None:
        return Closing(words, "desk") if access.at_desk else None
    if speaks_alone(board.state.game, access.actor):
        return Closing(words, "all")
    side_of = board.state.rules.side_of
    signed = {side_of(s) for s in sign_offs_of(board.state.game).values_list("seat", flat=True)}
    if side_of(access.seat) not in signed:
        return Closing(words, "own", access.seat, board.sides[side_of(access.seat)].name)
    missing = ", ".join(side.name for side in board.sides if side.index not in signed)
    return Closing(words, "waiting", side=missing)


def _over(board: Board) -> str:
    if outcome := board.state.sheet.outcome:
        names = " / ".join(board.sides[column].name for column in outcome.winners)
        return _("Fertig gespielt. Gewonnen: %(names)s.") % {"names": names}
    target = board.state.rules.profile.target
    if target and max(board.state.totals) >= target:
        return _("%(points)s!") % {"points": printed(target)}
    return _("Fertig gespielt!")
