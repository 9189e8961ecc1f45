"""Where the totals of one game come from: every hand, every penalty, and who wrote which version.

Nothing is shown of a hand that nobody has written: a sealed prediction stays sealed. The number of
queries does not depend on how many hands and versions there are.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from uuid import UUID

from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from jassclub.web.forms import shown_page
from scoring.claims.models import Confirmation, Contest, GameChange, HandEntry, Penalty, SignOff
from scoring.claims.selectors import GameState, sign_offs_of
from scoring.claims.verification import verify_game
from scoring.core.models import Claim, Game
from scoring.disputes.pages.dispute import disputes_by_version
from scoring.games.base import Line, Row, SlipError, Table
from scoring.slate.board import board_at, mode_of
from scoring.slate.words import Names, title_of
from scoring.tables.pages.ended import Ended
from scoring.tables.pages.entry import signature
from scoring.tables.pages.writing import REASONS

PARTS: Mapping[str, str | Promise] = {
    "weis": gettext_lazy("Weis"),
    "stoeck": gettext_lazy("Stöck"),
    "matsch": gettext_lazy("Matsch"),
    "exact": gettext_lazy("genau getroffen"),
    "missing": gettext_lazy("ohne Ansage"),
    "made": gettext_lazy("gemacht"),
    "incentive": gettext_lazy("für den Geber"),
    "difference": gettext_lazy("Zählfehler"),
}
"""What is added beside the points themselves."""
RULED: Mapping[str, str | Promise] = {
    "ruling": gettext_lazy("Regelfrage"),
    "ruling_revoked": gettext_lazy("Entscheid zurückgenommen"),
}
"""Reasons that the service writes itself, beside those to tap."""


@dataclass(frozen=True)
class Term:
    """One number that is added; `words` say what it is, `worked_out` how it came about."""

    points: int
    words: str = ""
    worked_out: str = ""


@dataclass(frozen=True)
class Cell:
    """One column of one hand: the terms add up to `total`."""

    terms: Sequence[Term]
    total: int

    @property
    def told(self) -> bool:
        """Whether the terms say more than the total."""
        return len(self.terms) > 1 or any(term.words or term.worked_out for term in self.terms)


@dataclass(frozen=True)
class Spoke:
    """Who did something, from where, and when; what it was stands in `deed`."""

    deed: Claim | GameChange | SignOff
    name: str
    phone: str


class GameAccount:
    """Everything that the totals of a game are made of."""

    def __init__(self, state: GameState) -> None:
        self._state, game = state, state.game
        self._entries = _entries_of(game)
        self._ruled = disputes_by_version(game)
        penalties = list(game.penalties.order_by("seq"))
        changes = list(game.changes.order_by("seq"))
        signed = list(sign_offs_of(game).select_related("device").order_by("seq"))
        self._names = self._all_names(penalties, [*changes, *signed])
        self.fines = [self._fine(one) for one in penalties if one.cancelled_at is None]
        """The penalties that are added, in the order in which they were given."""
        self.cancelled = [self._fine(one) for one in penalties if one.cancelled_at is not None]
        """Those that were taken back; nothing of them is added."""
        self.changes = [self._spoke(change) for change in changes]
        """What the direction did to the whole game."""
        self.signed = [self._spoke(one) for one in signed]
        """Who signed the sheet as it is."""

    @cached_property
    def hands(self) -> list[dict[str, Any]]:
        """All hands that somebody has written, in order, with their versions.

        `mode` is its trump or direction; there are no cells where it is worth nothing.
        """
        rows = {row.number: row for row in self._state.sheet.rows}
        current = {entry.hand.number: entry for entry in self._state.entries}
        written: dict[int, list[HandEntry]] = defaultdict(list)
        for entry in self._entries:
            written[entry.hand.number].append(entry)
        return [
            {
                "number": number,
                "entry": current.get(number),
                "mode": mode_of(current[number].slip) if number in current else "",
                "cells": _cells(rows[number]) if number in rows else (),
                "versions": [self._told(entry, rows.get(number)) for entry in written[number]],
            }
            for number in sorted(written)
        ]

    @property
    def predicted(self) -> bool:
        """Whether numbers are the distance between what was predicted and what was made."""
        scores = [row.score for row in self._state.sheet.rows if row.score]
        return any(line.prediction is not None for score in scores for line in score.lines)

    @cached_property
    def confirmed(self) -> GameState | None:
        """The game as season tables count it; None where that is all of it."""
        agreed = [entry for entry in self._state.entries if entry.state == "confirmed"]
        everything = len(agreed) == len(self._state.entries)
        return None if everything else replace(self._state, entries=agreed)

    def _all_names(
        self, penalties: Sequence[Penalty], deeds: Sequence[GameChange | SignOff]
    ) -> Names:
        """What everybody is called who did something, found at once."""
        claims: list[Claim] = [*self._entries]
        for entry in self._entries:
            claims += [*entry.confirmations.all(), *entry.contests.all()]
        actors = {deed.actor for deed in [*claims, *deeds, *penalties]}
        return Names(self._state.game, actors | {item.cancelled_by for item in penalties})

    def _fine(self, penalty: Penalty) -> dict[str, Any]:
        """Penalty points; `column` is where they are added, with their sign."""
        back = penalty.cancelled_at is not None
        return {
            "penalty": penalty,
            "article": title_of(penalty.article or None),
            "column": self._state.rules.side_of(penalty.seat),
            "points": penalty.points if self._state.rules.game.lower_wins else -penalty.points,
            "name": self._names.of_seat(penalty.seat),
            "by": self._names.of_actor(penalty.actor),
            "taken_back_by": self._names.of_actor(penalty.cancelled_by) if back else "",
        }

    def _told(self, entry: HandEntry, row: Row | None) -> dict[str, Any]:
        """One version of a hand: what it is worth, who wrote it, who agreed and who doubted."""
        contests = entry.contests.all()
        return {
            "entry": entry,
            "mode": mode_of(entry.slip),
            "points": _worth(self._state, entry, row),
            "author": self._spoke(entry),
            "agreed": [self._spoke(given) for given in entry.confirmations.all()],
            "doubted": [(self._spoke(one), reason_words(one.reason_code)) for one in contests],
            "reason": reason_words(entry.reason_code),
            "ruled": self._ruled.get(entry.pk),
            # The title of the article that a ruling rests on.
            "article": title_of(entry.ruling.article) if entry.ruling else "",
        }

    def _spoke(self, deed: Claim | GameChange | SignOff) -> Spoke:
        if isinstance(deed, GameChange):
            return Spoke(deed, self._names.of_actor(deed.actor), "")
        if isinstance(deed, SignOff):
            return Spoke(deed, signature(deed, self._names), _phone(deed))
        return Spoke(deed, self._names.of(deed), _phone(deed))


@shown_page
def game_why(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The totals of a game, hand by hand; with `?check` the chain of its ledger is checked."""
    board = board_at(request, game_id)
    checked = "check" in request.GET
    context: dict[str, Any] = {
        "board": board,
        "account": GameAccount(board.state),
        "course": Ended(board).chart if board.state.game.state != "open" else "",
        "checked": checked,
        "findings": verify_game(board.state.game) if checked else [],
    }
    return render(request, "pages/why_game.html", context)


def reason_words(code: str) -> str:
    """A reason in words; empty for none."""
    return str(REASONS.get(code) or RULED.get(code) or "")


def _entries_of(game: Game) -> list[HandEntry]:
    found = HandEntry.objects.filter(hand__game=game).select_related("hand", "device", "ruling")
    told = found.prefetch_related(
        Prefetch("confirmations", Confirmation.objects.select_related("device")),
        Prefetch("contests", Contest.objects.select_related("device")),
    )
    return list(told.order_by("hand__number", "version"))


def _phone(deed: Claim | SignOff) -> str:
    """The phone behind a deed; empty for an account and for the service itself."""
    if not deed.actor.startswith("device:"):
        return ""
    label = deed.device.label if deed.device else ""
    return _("Telefon «%(label)s»") % {"label": label} if label else _("Telefon am Tisch")


def _worth(state: GameState, entry: HandEntry, row: Row | None) -> tuple[int, ...]:
    """What a version is worth by itself; nothing where the rules cannot read it."""
    table: Table = state.rules.table(entry.hand.number)
    if row is not None:
        table = replace(table, dealer=row.dealer)
    try:
        return state.rules.game.score(entry.slip, table).totals
    except SlipError:
        return ()


def _cells(row: Row) -> list[Cell]:
    """The columns of a hand that counts."""
    if row.score is None or not row.score.counts:
        return []
    return [Cell(list(_terms(line)), line.total) for line in row.score.lines]


def _terms(line: Line) -> Iterator[Term]:
    for part, points in line.parts.items():
        if part == "cards" and line.multiplier > 1:
            yield Term(points, worked_out=f"{points // line.multiplier} × {line.multiplier}")
        elif part == "difference" and line.prediction is not None:
            yield Term(points, worked_out=f"{line.prediction} − {line.made}")
        elif points:
            yield Term(points, str(PARTS.get(part, "")))
