"""What a game is called and how it is treated by those who know no game by name."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from jassclub.core.findings import Finding
from referee.rules.profile import Profile
from referee.rules.profile_sheet import SheetSwitch
from scoring.games.base import Game, PlayedHand, Sheet, Table
from scoring.games.fields import Field
from scoring.games.schema import Schema
from scoring.games.words import Words

PLAYED_WITH_CARDS = (
    "undertrump",
    "bauer_must_follow",
    "only_trumps_must_overtrump",
    "strict_follow",
    "last_trick",
    "control_sum",
    "referee",
)
"""The switches of games in which tricks are made by the rules of the Jass."""


@dataclass(frozen=True, kw_only=True)
class Speaking:
    """What is said before a hand is played: the member of the slip that holds it (a number a
    seat), and its findings while some are still to speak. `sealable`: numbers may be hidden."""

    member: str
    check: Callable[[object, Table], list[Finding]]
    sealable: bool = False


@dataclass(frozen=True, kw_only=True)
class TournamentUse:
    """How a tournament is held of a game. `differences`: counted is how far predictions were
    missed, the smallest sum wins, and there are no matsches; else points are counted.
    `rules`, `dealing`, `melds`: the articles that its regulations cite there."""

    differences: bool = False
    rules: tuple[str, ...] = ()
    dealing: str = "spiel-geben"
    melds: tuple[str, ...] = ("turnier.ohne-stoecke-und-weis",)


@dataclass(frozen=True, kw_only=True)
class GameKind:
    """One game. `slip`: the JSON Schema of what is written about a hand. `title` and all words are
    msgids.

    `agreed`: what tells its rules from others, a few words a point. `sentences`: what is said of
    its findings, by code. `switches`: what its rules may say beside what all rules say; a group
    stands for all of its switches. `own_switches`: those that its sheet alone reads.
    `fields`: what is asked about a hand, empty where it has a form of its own in `scoring.forms`;
    `whole`: what their parts make together, 0 where nothing is known of it; `plain`: what is
    written is what it is worth.
    `family`: the heading of its rules where people choose what to play; `event_family`: the
    heading of those made for tournaments, where there is one. `partners`: whether two seats
    played together, where that stands on the slip. `slated`: drawn in strokes on a slate.
    `grid`: what each column has and still needs, where a line is played once. `unmultiplied`:
    seasons compare its points without the factors that tables agree on. `averaged`: its averages
    are kept over the years. `in_blocks`: a line of its sheet stands for many hands, a single one
    of them is not written there. `tournament`: None where no tournament is held of it; whether
    people sign up in pairs or alone, its profiles say (`sides`). `blank_headings`: what stands
    above the cells of each column where its sheet is printed empty, none where it is not;
    `blank_columns`: how many there are, 0 where there is one a player.
    """

    game: Game
    slip: Schema
    title: str
    agreed: Callable[[Profile], Iterable[Words]]
    sentences: Mapping[str, str] = field(default_factory=dict)
    switches: Sequence[str] = ()
    own_switches: Mapping[str, SheetSwitch] = field(default_factory=dict)
    fields: Sequence[Field] = ()
    whole: Callable[[Table], int] = lambda _table: 0
    plain: bool = False
    family: str = "others"
    event_family: str = ""
    speaking: Speaking | None = None
    partners: Callable[[Mapping[str, object], int, int], bool] | None = None
    slated: bool = False
    grid: Callable[[Sheet, Sequence[PlayedHand], Table], Sequence[Any]] | None = None
    unmultiplied: bool = False
    averaged: bool = False
    in_blocks: bool = False
    tournament: TournamentUse | None = None
    blank_headings: Sequence[str] = ()
    blank_columns: int = 0

    @property
    def name(self) -> str:
        """The key that profiles and stored games know it by."""
        return self.game.name
