"""What a finished game between two sides costs: strokes on the back of the slate, and Rappen."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.rules.profile import Profile


@dataclass(frozen=True, kw_only=True)
class Stakes:
    """`strokes` won per side, for whatever; `rappen` per seat, positive = receives, total zero."""

    strokes: tuple[int, int]
    rappen: tuple[int, ...]


def stakes_of(
    profile: Profile,
    *,
    winner: int,
    schneider: bool = False,
    berg: int | None = None,
    matsches: Sequence[int] = (0, 0),
) -> Stakes:
    """The strokes of both sides, and what each player pays or gets for those between them.

    A Schneider doubles what the game costs (schneider); Berg and Matsch keep their value, and a
    Kontermatsch is a Matsch (kontermatsch).
    """
    options = profile.stakes
    strokes = [count * options.matsch for count in matsches]
    strokes[winner] += options.game * (options.schneider if schneider else 1)
    if berg is not None:
        strokes[berg] += options.berg
    gained = (strokes[0] - strokes[1]) * options.rate
    return Stakes(strokes=(strokes[0], strokes[1]), rappen=(gained, -gained) * 2)
