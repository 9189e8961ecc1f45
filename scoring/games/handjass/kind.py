"""Handjass or Bodenjass: everybody for himself, the bottom card is trump, 157 points a hand."""

from dataclasses import dataclass

from jassclub.core.errors import pointer
from referee.rules.profile_fields import SUITS
from scoring.games.base import Control, Findings, HandScore, Line, Reader, State, Table
from scoring.games.card_sums import Numbers, check_sum, filled, hand_total, must_stand, possible
from scoring.games.kind import (
    ALONE,
    MOST_SEATS,
    PLAYED_WITH_CARDS,
    POINTS,
    TRUMP,
    Field,
    GameKind,
    TournamentUse,
    gettext_noop,
    length,
    number,
    several,
)
from scoring.games.sheet import Game


@dataclass(frozen=True, kw_only=True)
class HandjassSlip:
    """Card points per seat with the last trick, one of them derived; `last_trick` is a seat."""

    trump: str | None = None
    points: Numbers = ()
    last_trick: int | None = None

    @property
    def cards(self) -> tuple[int, ...]:
        """The points of all seats; only for a slip without errors."""
        return tuple(points or 0 for points in self.points)


class Handjass(Game[HandjassSlip]):
    """Columns are the seats."""

    name = "handjass"
    remarks = ("trump", "last_trick")
    schema = {
        "trump": TRUMP,
        "points": several(number(0, 172)),
        "last_trick": number(0, MOST_SEATS - 1),
    }

    def typed(self, reader: Reader, _state: State, table: Table) -> HandjassSlip:
        """The points are checked only where all could be read."""
        read = HandjassSlip(
            trump=reader.choice("trump", SUITS[table.deck]),
            points=_points(reader, table),
            last_trick=reader.number("last_trick", low=0, high=table.players - 1),
        )
        if not reader.out.at("/points"):
            _check_points(read, table, reader.out)
        return read

    def worth(self, slip: HandjassSlip, table: Table) -> HandScore:
        return HandScore(
            state="complete",
            lines=tuple(Line(total=n, parts={"cards": n}, card_points=n) for n in slip.cards),
            control=Control(sum=sum(slip.cards), expected=hand_total(table.profile)),
        )


def _points(reader: Reader, table: Table) -> Numbers:
    """A number for each seat; one may be left out and is what the others leave of 157."""
    total = hand_total(table.profile)
    read = reader.numbers("points", table.players, low=0, high=total)
    if not reader.out.at("/points") and (read is None or read.count(None) > 1):
        reader.out.error("points_missing", "/points")
    return filled(read or (), total)


def _check_points(slip: HandjassSlip, table: Table, out: Findings) -> None:
    profile, refuse = table.profile, must_stand(table)
    check_sum(slip.cards, frozenset({hand_total(profile)}), out, refuse=refuse)
    if min(slip.cards) < 0:
        return
    add = out.error if refuse else out.warn
    for seat, points in enumerate(slip.cards):
        if not possible(points, slip.trump, profile, players=table.players):
            add("impossible_points", pointer("points", seat), points=points)
    if slip.last_trick is not None and slip.cards[slip.last_trick] < profile.last_trick:
        out.error("last_trick_points", "/last_trick", "letzter-stich", points=profile.last_trick)


HANDJASS = GameKind(
    game=Handjass(),
    title=gettext_noop("Handjass"),
    agreed=lambda profile: (ALONE, length(profile)),
    switches=PLAYED_WITH_CARDS,
    fields=(
        POINTS,
        Field(key="trump", kind="trump", words=gettext_noop("Trumpf")),
        Field(key="last_trick", kind="kept"),
    ),
    whole=lambda table: hand_total(table.profile),
    plain=True,
    tournament=TournamentUse(rules=("bodentrumpf",)),
)
