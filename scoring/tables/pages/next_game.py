"""The next game of the same people: what one tap has to say, who deals and who plays with whom."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from scoring.core.names import side_name
from scoring.games.dealing import next_to_deal, opening, seatings
from scoring.slate.board import Board

QUESTIONS: Mapping[str, Promise] = {
    "lot": gettext_lazy("Wer gibt?"),
    "losers": gettext_lazy("Wer gibt?"),
    "diamond_seven": gettext_lazy("Wer hat die Ecken-Sieben?"),
}


@dataclass(frozen=True)
class Again:
    """What one tap has to say: who deals, in the names of the game before, where there are any.

    `rules` is their title. `losers` decide, where a side has lost; `proposed` is the seat whose
    turn it is. `partners` are the ways to sit, by who plays with whom; one where there is no
    choice.
    """

    game_id: UUID
    asks: str
    seats: Sequence[tuple[int, str]]
    rules: str = ""
    losers: str = ""
    proposed: int | None = None
    partners: Sequence[str] = ()

    @property
    def question(self) -> Promise:
        """What is asked before the first hand."""
        return QUESTIONS[self.asks]


def again_of(board: Board) -> Again:
    """The next game after this one."""
    rules, sheet, by_seat = board.state.rules, board.state.sheet, board.names.by_seat
    asked, ways = opening(rules.profile, sheet), seatings(rules.table())
    return Again(
        board.state.game.pk,
        asked.asks if board.names.known else "lot",
        sorted(by_seat.items()) if board.names.known else (),
        losers=", ".join(side.name for side in board.sides if side.index in asked.columns),
        proposed=next_to_deal(asked, sheet, rules.table()),
        partners=[_partners(by_seat, way) for way in ways]
        if len(ways) > 1 and board.names.known and not board.access.actor.is_device
        else (),
    )


def _partners(by_seat: Mapping[int, str], way: Sequence[int]) -> str:
    pairs = [sorted((way[0], way[2])), sorted((way[1], way[3]))]
    words = _("%(one)s gegen %(other)s")
    return words % dict(zip(("one", "other"), (side_name(by_seat, p) for p in pairs), strict=True))
