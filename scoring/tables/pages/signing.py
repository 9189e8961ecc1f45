"""Signatures under the sheet: who has given his on whose phone, and who may give his from here."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.claims.models import SignOff
from scoring.claims.selectors import sign_offs_of
from scoring.slate.board import Board, Side
from scoring.slate.names import Names


@dataclass(frozen=True)
class Signing:
    """One side: the signatures it has given in words, or by whom it can be given from here."""

    side: Side
    given: Sequence[str]
    choices: Sequence[tuple[int, str]]


def signings(board: Board) -> list[Signing]:
    """All sides in order of the seats."""
    given = list(sign_offs_of(board.state.game).order_by("seq"))
    names = Names(board.state.game, [item.actor for item in given])
    side_of = board.state.rules.side_of
    return [
        Signing(
            side,
            [signature(item, names) for item in given if side_of(item.seat) == side.index],
            _choices(board, side),
        )
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
