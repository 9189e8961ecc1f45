"""Who deals the first hand of a game: asked once, then the deal goes round."""

from dataclasses import dataclass
from typing import Literal

from referee.rules.profile import Profile
from scoring.games.base import Sheet, Table


@dataclass(frozen=True, kw_only=True)
class Opening:
    """What to ask before the first hand.

    `lot`: which seat deals, as the table settles it; `losers`: the same, but `columns` (the
    losers of the last game) decide; `diamond_seven`: which seat holds the 7 of diamonds, once
    the cards are dealt: it speaks first. `article` is None where a house rule decides.
    """

    asks: Literal["lot", "losers", "diamond_seven"]
    columns: tuple[int, ...] = ()
    article: str | None = None


def opening(profile: Profile, last: Sheet | None = None) -> Opening:
    """What to ask at a new game; `last` is the sheet of the game before at this table."""
    cited = profile.citation("first_forehand").article
    if profile.first_forehand == "diamond_seven":
        return Opening(asks="diamond_seven", article=cited)
    losers = losing_columns(last) if last is not None and last.finished else ()
    if losers:
        return Opening(asks="losers", columns=losers, article="spiel-geben")
    return Opening(asks="lot", article=cited)


def losing_columns(sheet: Sheet) -> tuple[int, ...]:
    """The columns that lost a finished game; () where all are equal."""
    ending = sheet.finish.ending
    won = sheet.leaders if ending is None or ending.winner is None else (ending.winner,)
    return tuple(at for at in range(len(sheet.totals)) if at not in won)


def first_dealer(asked: Opening, seat: int, table: Table) -> int:
    """The dealer of hand 1 from the answer: that seat, or the one before the 7 of diamonds.

    Whoever holds the 7 speaks first as if the seat before had dealt; the next hand is dealt by
    him, and his neighbour speaks (what-is-jass.eldest).
    """
    return (seat - 1) % table.players if asked.asks == "diamond_seven" else seat
