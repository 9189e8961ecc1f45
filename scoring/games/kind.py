"""What a game is called and how it is treated by those who know no game by name.

The fields of a hand as data: what is asked, how it is answered, where it stands in the slip.

JSON Schema (2020-12) of slips, and the parts that the games make theirs of.

A schema says what a slip looks like at any table. What a game takes, its schema takes; whether
numbers fit each other and the rules of a table, only the game can say.

Words of the pure games: German, message ids of the translation catalogues.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from referee.rules.profile import Profile, SheetSwitch
from referee.rules.profile_fields import SUITS, UNTRUMPED
from scoring.games.base import REPLAYED, STATES, PlayedHand, Sheet, Table
from scoring.games.card_sums import Dealt
from scoring.games.dealing import Speaking
from scoring.games.sheet import Game


def gettext_noop(message: str) -> str:
    """Marks words for the tools that collect what is to be translated."""
    return message


@dataclass(frozen=True)
class Words:
    """Words to be translated, and the numbers put in afterwards.

    `plural`: the words for any `count` but one.
    """

    text: str
    numbers: Mapping[str, int] = field(default_factory=dict)
    plural: str = ""


def ngettext(one: str, several: str, count: int) -> Words:
    """Words that tell a number; which of the two is for the language of the reader to say."""
    return Words(one, {"count": count}, several)


ALONE = Words(gettext_noop("jeder für sich"))


def length(profile: Profile, *, strokes: bool = False) -> Words:
    """How long is played."""
    if profile.target:
        points, lines = (
            gettext_noop("auf %(points)s Punkte"),
            gettext_noop("auf %(points)s Striche"),
        )
        return Words(lines if strokes else points, {"points": profile.target})
    if profile.hands:
        return ngettext("%(count)s Spiel", "%(count)s Spiele", profile.hands)
    return Words(gettext_noop("so lange ihr wollt"))


def factors_of(factors: Iterable[int]) -> Words:
    """The span of the factors."""
    found = sorted(set(factors))
    if found == [1]:
        return Words(gettext_noop("alles einfach"))
    span = {"least": found[0], "most": found[-1]}
    return Words(gettext_noop("%(least)s- bis %(most)s-fach"), span)


Schema = Mapping[str, Any]
FLAG: Schema = {"type": ["boolean", "null"]}
TRUMPS = [suit for suits in SUITS.values() for suit in suits]
TRUMP: Schema = {"enum": [*TRUMPS, None]}
CONTRACT: Schema = {"enum": [*TRUMPS, *UNTRUMPED, None]}
CONTRACTS = {deck: (*letters, *UNTRUMPED) for deck, letters in SUITS.items()}
"""Every contract that can be written with a deck, allowed or not."""
MOST_SEATS = 13


def number(low: int, high: int) -> Schema:
    """A whole number, or null where it is not known."""
    return {"type": ["integer", "null"], "minimum": low, "maximum": high}


def several(item: Schema, least: int = 2, most: int = MOST_SEATS) -> Schema:
    """A list with an item for each seat or side."""
    return {"type": ["array", "null"], "items": item, "minItems": least, "maxItems": most}


def pair(item: Schema) -> Schema:
    """A list with an item for each of two sides."""
    return several(item, most=2)


def members(known: Mapping[str, Schema]) -> Schema:
    """An object of these members, all of which may be absent, or null."""
    return {"type": ["object", "null"], "properties": known, "additionalProperties": False}


def slip_schema(known: Mapping[str, Schema], states: Sequence[str] = STATES) -> Schema:
    """A slip of these members; of a hand that is dealt again nothing but its state is read."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {"state": {"enum": [*states, None]}, **dict.fromkeys(known, True)},
        "additionalProperties": False,
        "if": {"properties": {"state": {"enum": list(REPLAYED)}}, "required": ["state"]},
        "else": {"properties": known},
    }


Asked = Literal[
    "points",
    "marks",
    "number",
    "trump",
    "column",
    "seat",
    "choice",
    "word",
    "flag",
    "text",
    "kept",
]


@dataclass(frozen=True, kw_only=True)
class Field:
    """One question about a hand; a game lists them in the order in which they are asked.

    `key`: its member of the slip. `words`, `nobody` and those of `options` are msgids. What is
    asked: `points`, a number a column (those with `part` make the whole of the cards together,
    where `signed` below zero is a number, too); `marks`, yes or no a column; `number`; `trump`, a
    contract that the table plays; `column` and `seat`, one of them, or `nobody` where there are
    words for it; `choice`, one of the `options`, a number each; `word`, the same with a word each;
    `flag`, yes or no; `kept`, nothing: a correction carries the number along.
    `most`: the largest number that there is, 0 where nothing tells.
    `rare`: folded away until it is told; `once`: so after the first hand, which says it for all.
    `chosen`: what an empty form has chosen beforehand: an option; `in_turn`, the one whose place is
    the number of the hand; `at_last`, the first one in the last of the hands agreed on.
    `writes`: its answer is the last one, and the key that gives it writes the hand.
    `players`: how many have to play for it to be asked.
    `asked`: whether these rules have it at all; `offered`: whether they have one of the options.
    """

    key: str
    kind: Asked
    words: str = ""
    nobody: str = ""
    options: Sequence[tuple[int | str, str]] = ()
    part: bool = False
    signed: bool = False
    most: int = 0
    rare: bool = False
    once: bool = False
    chosen: str = ""
    writes: bool = False
    players: int = 0
    asked: Callable[[Profile], bool] = lambda _profile: True
    offered: Callable[[Profile, int | str], bool] = lambda _profile, _option: True

    @property
    def field(self) -> str:
        """The name of the field on a page; `points` add the number of the column."""
        return "contract" if self.kind == "trump" else self.key


POINTS = Field(key="points", kind="points", part=True)
"""What the cards of each column count; the last one follows where the whole is known."""


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


Adds = Literal["cards", "tricks", "nothing"]


@dataclass(frozen=True, kw_only=True)
class TournamentUse:
    """How a tournament is held of a game. `differences`: counted is how far predictions were
    missed, the smallest sum wins, and there are no matsches; else points are counted.
    `adds`: what the control sum of a round is made of: 157 a hand, tricks of which each hand has
    one less, or nothing. `rows`: by rules, deck and hands, what the lines of its sheet are called;
    `hands`: how many a round may have at least and at most; `sized_by`: switches that say the same.
    `rules`, `dealing`, `melds`, `counting`: the articles that its regulations cite there;
    `round_words`, `matsch_words`: what they say of a round of `hands` and of a `bonus`, msgids."""

    differences: bool = False
    adds: Adds = "cards"
    rows: Callable[[Profile, str, int], Sequence[tuple[str, ...]]] = lambda _rules, _deck, hands: [
        (str(hand),) for hand in range(1, hands + 1)
    ]
    hands: Callable[[Profile], tuple[int, int]] = lambda _profile: (1, 100)
    sized_by: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    dealing: str = "spiel-geben"
    melds: tuple[str, ...] = ("turnier.ohne-stoecke-und-weis",)
    counting: tuple[str, ...] = ()
    round_words: str = ""
    matsch_words: str = gettext_noop(
        "Wer alle neun Stiche macht, schreibt %(bonus)s Punkte dazu, zusammen %(total)s."
    )


@dataclass(frozen=True, kw_only=True)
class SentencesOf:
    """Sentences of an article, by their numbers, that hold only where the switches of `when` have
    those values, as `Profile.says` reads them."""

    article: str
    sentences: Sequence[int]
    when: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class GameKind:
    """One game. `title` and all words are msgids.

    `agreed`: what tells its rules from others, a few words a point. `sentences`: what is said of
    its findings, by code. `switches`: what its rules may say beside what all rules say; a group
    stands for all of its switches. `own_switches`: those that its sheet alone reads;
    `worth`: those of them by which the same hand brings more or less.
    `idle`: the columns that have no cards in a hand, where there are such.
    `fields`: what is asked about a hand, empty where it has a form of its own in `scoring.forms`;
    `whole`: what their parts make together, 0 where nothing is known of it; `plain`: what is
    written is what it is worth; `anything`: a Jass of any name is written on it.
    `family`: the heading of its rules where people choose what to play; `event_family`: the
    heading of those made for tournaments, where there is one. `partners`: whether two seats
    played together, where that stands on the slip. `slated`: drawn in strokes on a slate.
    `grid`: what each column has and still needs, where a line is played once. `unmultiplied`:
    seasons compare its points without the factors that tables agree on. `averaged`: its averages
    are kept over the years. `counted`: what a season adds up; `strokes`: strokes are written, not
    points. `in_blocks`: a line of its sheet stands for many hands, a single one of them is not
    written there. `tournament`: None where no
    tournament is held of it; whether people sign up in pairs or alone, its profiles say (`sides`).
    `blank_headings`: what stands above the cells of each column where its sheet is printed empty,
    none where it is not; `blank_columns`: how many there are, 0 where there is one a player.
    `declarer_first`: one plays against all others for the whole game, who have columns of their own
    and write the same. `names`: what else it is called somewhere. `articles`: the article that
    tells of it, or the game whose articles do; `only`: sentences that some of its rules leave out.
    `dealt`: what is dealt in the first hand, where a table decides it.
    """

    game: Game[Any]
    title: str
    agreed: Callable[[Profile], Iterable[Words]]
    sentences: Mapping[str, str] = field(default_factory=dict)
    switches: Sequence[str] = ()
    own_switches: Mapping[str, SheetSwitch] = field(default_factory=dict)
    worth: Sequence[str] = ()
    fields: Sequence[Field] = ()
    whole: Callable[[Table], int] = lambda _table: 0
    idle: Callable[[Table], Sequence[int]] | None = None
    plain: bool = False
    anything: bool = False
    family: str = "others"
    event_family: str = ""
    speaking: Speaking | None = None
    partners: Callable[[Mapping[str, object], int, int], bool] | None = None
    slated: bool = False
    grid: Callable[[Sheet, Sequence[PlayedHand], Table], Sequence[Any]] | None = None
    unmultiplied: bool = False
    averaged: bool = False
    counted: str = gettext_noop("Punkte")
    strokes: bool = False
    in_blocks: bool = False
    tournament: TournamentUse | None = None
    blank_headings: Sequence[str] = ()
    blank_columns: int = 0
    declarer_first: bool = False
    names: Sequence[str] = ()
    articles: str = ""
    only: Sequence[SentencesOf] = ()
    dealt: Callable[[Table], Dealt] | None = None

    @property
    def name(self) -> str:
        """The key that profiles and stored games know it by."""
        return self.game.name

    @property
    def slip(self) -> Schema:
        """The JSON Schema of what is written about a hand."""
        return slip_schema(self.game.schema, self.game.states)
