"""The switches of a profile, their kinds and their paths ("weis", "differenzler.exact_bonus")."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import Annotated, Any, Literal, get_type_hints

from referee.rules.cards import SUIT_LETTERS
from referee.rules.profile_disputes import RefereeOptions
from referee.rules.profile_kinds import (
    Choice,
    Factors,
    FactorTable,
    Flag,
    Kind,
    LineList,
    Number,
    Several,
    Slug,
)

SUITS: dict[str, tuple[str, ...]] = {deck.value: letters for deck, letters in SUIT_LETTERS.items()}
"""Deck -> letters of its suits."""
TURNING = ("SLALOM", "GUSCHTI", "MARY")
UNTRUMPED = ("O", "U", *(f"{name}_{way}" for name in TURNING for way in ("O", "U")))


def _one_of(*options: str | int) -> Choice:
    return Choice(options)


def _factors(deck: str) -> FactorTable:
    return FactorTable((*SUITS[deck], "O", "U", *TURNING))


@dataclass(frozen=True, kw_only=True)
class Multipliers:
    """Factor of each contract, per deck: suits of two decks are never mapped onto each other."""

    german: Annotated[Factors, _factors("german")]
    french: Annotated[Factors, _factors("french")]

    def of(self, deck: str, contract: str) -> int | None:
        """The factor of a contract ("RO", "O", "SLALOM_U"), None when the deck has none."""
        table = dict(self.german if deck == "german" else self.french)
        return table.get(contract.split("_", maxsplit=1)[0])


@dataclass(frozen=True, kw_only=True)
class DifferenzlerOptions:
    """The five variations of the source as independent switches, and what clubs add to them.

    `differences_alone`: a hand may be told by its differences, as old spreadsheets do.
    """

    predictions: Annotated[Literal["open", "hidden"], _one_of("open", "hidden")]
    sealed_entry: Annotated[Literal["paper", "phone"], _one_of("paper", "phone")]
    exact_bonus: Annotated[int, _one_of(0, 10)]
    stoeck_choice: Annotated[bool, Flag()]
    dealer_incentive: Annotated[int, _one_of(0, 2, 5)]
    dealer_may_fit: Annotated[bool, Flag()]
    trump_recut: Annotated[bool, Flag()]
    missing_prediction: Annotated[Literal["refuse", "penalty"], _one_of("refuse", "penalty")]
    missing_penalty: Annotated[int, Number(0, 157)]
    hands_divisible: Annotated[bool, Flag()]
    cards_for_two: Annotated[int, Number(6, 18)]
    two_packs_from: Annotated[int, Number(5, 13)]
    differences_alone: Annotated[bool, Flag()]


@dataclass(frozen=True, kw_only=True)
class HaeOptions:
    """What the source of HAE Jass says, and what clubs settle where it is silent.

    `next_lead`: who leads after a trick; `duel_again`: who stays in a summit duel that ties
    once more; `joker_unnamed`: whether such a joker counts as an Ass; `ties`: whether equal
    totals are shared or go to the fewest bids missed.
    """

    most_cards: Annotated[int, Number(1, 27)]
    bids_may_fit: Annotated[
        Literal["never", "last_round", "always"], _one_of("never", "last_round", "always")
    ]
    next_lead: Annotated[Literal["winner", "forehand"], _one_of("winner", "forehand")]
    duel_again: Annotated[Literal["tied", "all"], _one_of("tied", "all")]
    joker_unnamed: Annotated[Literal["ass", "refuse"], _one_of("ass", "refuse")]
    ties: Annotated[Literal["shared", "fewest_misses"], _one_of("shared", "fewest_misses")]


@dataclass(frozen=True, kw_only=True)
class CoiffeurOptions:
    """The lines of the sheet with their factors, for each deck."""

    german: Annotated[Factors, LineList()]
    french: Annotated[Factors, LineList()]

    def lines(self, deck: str) -> Factors:
        """Name and factor of each line, from top to bottom."""
        return self.german if deck == "german" else self.french


@dataclass(frozen=True, kw_only=True)
class PasseOptions:
    """Blocks of hands told by their sums: how many `hands`, and what becomes of a difference.

    `difference` speaks where a wrong sum is not refused: it stays, each side bears half of it,
    or the side that wrote bears it.
    """

    hands: Annotated[int, Number(1, 100)]
    difference: Annotated[Literal["stays", "split", "scribe"], _one_of("stays", "split", "scribe")]


@dataclass(frozen=True, kw_only=True)
class FreeOptions:
    """A sheet for any game: `control_total` of a hand (0: none), and points below zero."""

    control_total: Annotated[int, Number(0, 100_000)]
    negative: Annotated[bool, Flag()]


@dataclass(frozen=True, kw_only=True)
class SettlementOptions:
    """Stakes: `rate` in Rappen per point against the average, and how cash is rounded."""

    rate: Annotated[int, Number(0, 10_000)]
    rounding: Annotated[
        Literal["rappen", "five_rappen", "franc"], _one_of("rappen", "five_rappen", "franc")
    ]


@dataclass(frozen=True, kw_only=True)
class StakesOptions:
    """What a game between two sides is played for: strokes, and `rate` Rappen for each.

    `game`, `berg` and `matsch` are strokes; a Schneider pays `schneider` times the game.
    """

    game: Annotated[int, Number(0, 20)]
    schneider: Annotated[int, Number(1, 10)]
    berg: Annotated[int, Number(0, 20)]
    matsch: Annotated[int, Number(0, 20)]
    rate: Annotated[int, Number(0, 100_000)]


@dataclass(frozen=True, kw_only=True)
class Switches:
    """Everything a table can agree on. `target` and `hands` are 0 when there is none.

    `helps`: the table page may show trump while a hand is played, and how far the target is.
    """

    game: Annotated[str, Slug()]
    tournament: Annotated[bool, Flag()]
    decks: Annotated[tuple[str, ...], Several(("german", "french"))]
    players: Annotated[tuple[int, ...], Several(tuple(range(2, 13)))]
    sides: Annotated[Literal["pairs", "single"], _one_of("pairs", "single")]
    direction: Annotated[
        Literal["anticlockwise", "clockwise"], _one_of("anticlockwise", "clockwise")
    ]
    redeal: Annotated[Literal["same", "next"], _one_of("same", "next")]
    first_forehand: Annotated[
        Literal["by_lot", "diamond_seven"], _one_of("by_lot", "diamond_seven")
    ]
    contracts: Annotated[tuple[str, ...], Several(("trump", *UNTRUMPED))]
    push: Annotated[bool, Flag()]
    undertrump: Annotated[
        Literal["only_trumps", "void", "free"], _one_of("only_trumps", "void", "free")
    ]
    bauer_must_follow: Annotated[bool, Flag()]
    only_trumps_must_overtrump: Annotated[bool, Flag()]
    strict_follow: Annotated[bool, Flag()]
    slalom_values: Annotated[Literal["own", "start"], _one_of("own", "start")]
    last_trick: Annotated[int, Number(0, 20)]
    weis: Annotated[bool, Flag()]
    weis_table: Annotated[
        Literal["swiss", "simple", "what-is-jass", "vorarlberg"],
        _one_of("swiss", "simple", "what-is-jass", "vorarlberg"),
    ]
    kreuzweis: Annotated[bool, Flag()]
    weis_both_sides: Annotated[bool, Flag()]
    weis_multiplied: Annotated[bool, Flag()]
    stoeck: Annotated[bool, Flag()]
    stoeck_points: Annotated[int, Number(0, 100)]
    stoeck_multiplied: Annotated[bool, Flag()]
    stoeck_before_play: Annotated[bool, Flag()]
    matsch_bonus: Annotated[int, Number(0, 1000)]
    matsch_multiplied: Annotated[bool, Flag()]
    multipliers: Multipliers
    target: Annotated[int, Number(0, 100_000)]
    hands: Annotated[int, Number(0, 1000)]
    finish: Annotated[Literal["bedanken", "end_of_hand"], _one_of("bedanken", "end_of_hand")]
    finish_order: Annotated[
        Literal["stoeck-weis-stich", "stoeck-stich-weis"],
        _one_of("stoeck-weis-stich", "stoeck-stich-weis"),
    ]
    ausmach_trick: Annotated[
        Literal["first_of_hand", "first_both_reach"], _one_of("first_of_hand", "first_both_reach")
    ]
    both_reach: Annotated[Literal["order", "higher_total"], _one_of("order", "higher_total")]
    schneider: Annotated[bool, Flag()]
    berg: Annotated[bool, Flag()]
    berg_decided: Annotated[Literal["claim", "end_of_hand"], _one_of("claim", "end_of_hand")]
    control_sum: Annotated[Literal["refuse", "warn"], _one_of("refuse", "warn")]
    helps: Annotated[bool, Flag()]
    differenzler: DifferenzlerOptions
    hae: HaeOptions
    coiffeur: CoiffeurOptions
    passe: PasseOptions
    free: FreeOptions
    settlement: SettlementOptions
    stakes: StakesOptions
    referee: RefereeOptions

    @property
    def in_pairs(self) -> bool:
        """Whether a hand is played two against two, even where each has his own account."""
        return self.sides == "pairs" or self.game == "passen"


def _kinds(group: type, prefix: str = "") -> dict[str, Kind]:
    found: dict[str, Kind] = {}
    for name, hint in get_type_hints(group, include_extras=True).items():
        if is_dataclass(hint):
            found |= _kinds(hint, f"{prefix}{name}.")  # type: ignore[arg-type]
        else:
            found[prefix + name] = hint.__metadata__[0]
    return found


KINDS: dict[str, Kind] = _kinds(Switches)
"""Path of every switch -> its kind, in the order of the declaration."""


@cache
def _groups(group: type) -> tuple[tuple[str, Any], ...]:
    """Names and classes of the fields of a group; the class is None for a switch."""
    hints = get_type_hints(group)
    return tuple(
        (item.name, hints[item.name] if is_dataclass(hints[item.name]) else None)
        for item in fields(group)
    )


def build(group: type, values: Mapping[str, object], prefix: str = "") -> dict[str, Any]:
    """Constructor arguments of `group`, taken from frozen values by path."""
    return {
        name: inner(**build(inner, values, f"{prefix}{name}.")) if inner else values[prefix + name]
        for name, inner in _groups(group)
    }
