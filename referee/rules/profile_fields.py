"""The switches of a profile, their kinds and their paths ("weis", "differenzler.exact_bonus")."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, cached_property
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from referee.rules.cards import SUIT_LETTERS
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
CALLED = {"Quer": "GUSCHTI"}
"""Lines that sheets call otherwise than what is played on them."""
UNTRUMPED = ("O", "U", *(f"{name}_{way}" for name in TURNING for way in ("O", "U")))


def _factors(deck: str) -> FactorTable:
    return FactorTable((*SUITS[deck], "O", "U", *TURNING))


@dataclass(frozen=True, kw_only=True)
class Multipliers:
    """Factor of each contract, per deck: suits of two decks are never mapped onto each other."""

    german: Annotated[Factors, _factors("german")]
    french: Annotated[Factors, _factors("french")]

    @cached_property
    def by_deck(self) -> Mapping[str, Mapping[str, int]]:
        """The factor of each contract that a deck has: "RO", "O", "SLALOM_U"."""
        return {
            deck: {
                way: factor for name, factor in factors for way in (name, f"{name}_O", f"{name}_U")
            }
            for deck, factors in (("german", self.german), ("french", self.french))
        }


@dataclass(frozen=True, kw_only=True)
class DifferenzlerOptions:
    """The five variations of the source as independent switches, and what clubs add to them.

    `differences_alone`: a hand may be told by its differences, as old spreadsheets do.
    """

    predictions: Literal["open", "hidden"]
    sealed_entry: Literal["paper", "phone", "round"]
    exact_bonus: Annotated[int, Choice((0, 10))]
    stoeck_choice: bool
    dealer_incentive: Annotated[int, Choice((0, 2, 5))]
    dealer_may_fit: bool
    trump_recut: bool
    missing_prediction: Literal["refuse", "penalty"]
    missing_penalty: Annotated[int, Number(0, 157)]
    hands_divisible: bool
    cards_for_two: Annotated[int, Number(6, 18)]
    two_packs_from: Annotated[int, Number(5, 13)]
    differences_alone: bool

    @property
    def on_phone(self) -> bool:
        """Hidden predictions, typed on phones before the hand is played."""
        return self.predictions == "hidden" and self.sealed_entry != "paper"

    @property
    def on_paper(self) -> bool:
        """Hidden predictions that nobody types before the hand is played."""
        return self.predictions == "hidden" and self.sealed_entry == "paper"


@dataclass(frozen=True, kw_only=True)
class HaeOptions:
    """What the source of HAE Jass says, and what clubs settle where it is silent.

    `next_lead`: who leads after a trick; `duel_again`: who stays in a summit duel that ties
    once more; `joker_unnamed`: whether such a joker counts as an Ass; `ties`: whether equal
    totals are shared or go to the fewest bids missed.
    """

    most_cards: Annotated[int, Number(1, 27)]
    bids_may_fit: Literal["never", "last_round", "always"]
    next_lead: Literal["winner", "forehand"]
    duel_again: Literal["tied", "all"]
    joker_unnamed: Literal["ass", "refuse"]
    ties: Literal["shared", "fewest_misses"]


@dataclass(frozen=True, kw_only=True)
class CoiffeurOptions:
    """The lines of the sheet with their factors, for each deck."""

    german: Annotated[Factors, LineList()]
    french: Annotated[Factors, LineList()]

    def lines(self, deck: str) -> Factors:
        """Name and factor of each line, from top to bottom."""
        return self.german if deck == "german" else self.french

    def factor(self, contract: str, deck: str) -> int:
        """How many times the line of a contract counts, whichever of its names the sheet has."""
        factors = {CALLED.get(line, line): factor for line, factor in self.lines(deck)}
        return factors.get(contract.partition("_")[0], 1)


@dataclass(frozen=True, kw_only=True)
class PasseOptions:
    """Blocks of hands told by their sums: how many `hands`, and what becomes of a difference.

    `difference` speaks where a wrong sum is not refused: it stays, each side bears half of it,
    or the side that wrote bears it.
    """

    hands: Annotated[int, Number(1, 100)]
    difference: Literal["stays", "split", "scribe"]


@dataclass(frozen=True, kw_only=True)
class FreeOptions:
    """A sheet for any game: `control_total` of a hand (0: none), the `most` that a side can make
    in one (0: open), and points below zero."""

    control_total: Annotated[int, Number(0, 100_000)]
    most: Annotated[int, Number(0, 100_000)]
    negative: bool


@dataclass(frozen=True, kw_only=True)
class SettlementOptions:
    """Stakes: `rate` in Rappen per point against the average, and how cash is rounded."""

    rate: Annotated[int, Number(0, 10_000)]
    rounding: Literal["rappen", "five_rappen", "franc"]


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
class RefereeOptions:
    """What follows from a mistake, where the books do not agree.

    `wrong_card_open`: a wrong card noticed while the trick lies open; `wrong_card_later`: noticed
    afterwards; `wrong_leader`: the wrong partner led; `dead_lead_ruffed`: whose trick a dead lead
    is that the offender's partner ruffs; `early_card`: a card played before its turn;
    `rest_allowed`: whether the rest may be claimed; `rest_partner_breaks`: whether a claim falls
    that only the partner's card beats; `look_back`: which turned tricks may be looked at.
    `remarks`: what follows from a remark, a knock or a sign that gives something away;
    `partner_names_trump`: who deals after the partner spoke in forehand's place; `partner_cards`:
    when the partner may take up his cards; `hundreds`: which of two Weise of 100 is higher, the
    one with more cards or the four alike; `equal_weis`: who writes of two Weise equal in all.
    `thanks`: what counts when a side thanks, complete tricks only or also those that a boss card
    is about to win; `handshake`: whether words alone are no thank-you; `stoeck_window`: until when
    forgotten Stoeck may be made up for; `kontermatsch_doubled`: whether it counts double.
    `missing_card`: what follows when a player is a card short; `wrong_card_avoiding`: what follows
    from a wrong card where tricks are avoided, and `wrong_card_penalty` the points it then costs;
    `wrong_card_pandur`: whether it loses the hand in Pandur and Schlager.
    `finish_counting`: whether a credit that suffices with a later one counts at its own place, or
    each is added to what was there; `sidi_played_out`: whether Sidi Barrani is played to the last
    trick before anybody is Schneider.
    `offender_wins`: whether he who gave a wrong card may win the open trick where he has no smaller
    card; `wrong_card_settled`: whether the table first tries to agree, with a penalty Matsch where
    it does not; `early_undertrump`: what becomes of an early trump that turns out an undertrump;
    `declined_stoeck`: whether the opponents of a Bieter who declines write their Stöck;
    `trump_stays`: whether a trump that was settled outlives a misdeal; `first_dealer`: who deals
    the first hand.
    """

    wrong_card_open: Literal["correct", "trick_lost"]
    wrong_card_later: Literal["annul_or_play_on", "tricks_lost"]
    wrong_leader: Literal["suit_barred", "trick_lost"]
    dead_lead_ruffed: Literal["opponents", "partner"]
    early_card: Literal["stays", "dead"]
    rest_allowed: bool
    rest_partner_breaks: Literal["open", "breaks", "holds"]
    look_back: Literal["never", "first", "own", "own_and_first", "last"]
    remarks: Literal["open", "annul", "disqualified"]
    partner_names_trump: Literal["forehand_deals", "forehand_deals_twice"]
    partner_cards: Literal["free", "after_decision"]
    hundreds: Literal["more_cards", "four_alike"]
    equal_weis: Literal["first", "both"]
    thanks: Literal["complete_tricks", "boss_card"]
    handshake: bool
    stoeck_window: Literal["until_written", "until_covered"]
    kontermatsch_doubled: bool
    missing_card: Literal["opponents_choose", "replay"]
    wrong_card_avoiding: Literal["annul_or_play_on", "replay"]
    wrong_card_penalty: Annotated[int, Number(0, 157)]
    finish_counting: Literal["together", "stepwise"]
    sidi_played_out: bool
    offender_wins: Literal["never", "without_smaller"]
    wrong_card_settled: Literal["by_law", "at_the_table"]
    early_undertrump: Literal["open", "taken_back"]
    declined_stoeck: Literal["open", "opponents_keep"]
    trump_stays: bool
    first_dealer: Literal["by_game", "scribe", "highest_card"]
    wrong_card_pandur: Literal["as_always", "hand_lost"]


@dataclass(frozen=True, kw_only=True)
class Switches:
    """Everything a table can agree on. `target` and `hands` are 0 when there is none.

    `helps`: the table page may show trump while a hand is played, and how far the target is.
    """

    game: Annotated[str, Slug()]
    tournament: bool
    decks: Annotated[tuple[str, ...], Several(("german", "french"))]
    players: Annotated[tuple[int, ...], Several(tuple(range(2, 13)))]
    sides: Literal["pairs", "single"]
    direction: Literal["anticlockwise", "clockwise"]
    redeal: Literal["same", "next"]
    first_forehand: Literal["by_lot", "diamond_seven"]
    contracts: Annotated[tuple[str, ...], Several(("trump", *UNTRUMPED))]
    push: bool
    undertrump: Literal["only_trumps", "void", "free"]
    bauer_must_follow: bool
    only_trumps_must_overtrump: bool
    strict_follow: bool
    slalom_values: Literal["own", "start"]
    last_trick: Annotated[int, Number(0, 20)]
    weis: bool
    weis_table: Literal["swiss", "simple", "what-is-jass", "vorarlberg"]
    kreuzweis: bool
    weis_both_sides: bool
    weis_multiplied: bool
    stoeck: bool
    stoeck_points: Annotated[int, Number(0, 100)]
    stoeck_multiplied: bool
    stoeck_before_play: bool
    matsch_bonus: Annotated[int, Number(0, 1000)]
    matsch_multiplied: bool
    multipliers: Multipliers
    target: Annotated[int, Number(0, 100_000)]
    hands: Annotated[int, Number(0, 1000)]
    finish: Literal["bedanken", "end_of_hand"]
    finish_order: Literal["stoeck-weis-stich", "stoeck-stich-weis"]
    ausmach_trick: Literal["first_of_hand", "first_both_reach"]
    both_reach: Literal["order", "higher_total"]
    schneider: bool
    berg: bool
    berg_decided: Literal["claim", "end_of_hand"]
    control_sum: Literal["refuse", "warn"]
    helps: bool
    differenzler: DifferenzlerOptions
    hae: HaeOptions
    coiffeur: CoiffeurOptions
    passe: PasseOptions
    free: FreeOptions
    settlement: SettlementOptions
    stakes: StakesOptions
    referee: RefereeOptions


def _kinds(group: type, prefix: str = "") -> dict[str, Kind]:
    kinds: dict[str, Kind] = {}
    for name, hint in get_type_hints(group, include_extras=True).items():
        if is_dataclass(hint):
            kinds |= _kinds(hint, f"{prefix}{name}.")  # type: ignore[arg-type]
        else:
            kinds[prefix + name] = _kind(hint)
    return kinds


def _kind(hint: Any) -> Kind:
    """The kind that is written at the type, else what follows from the type itself."""
    if hint is bool:
        return Flag()
    if get_origin(hint) is Literal:
        return Choice(get_args(hint))
    kind: Kind = hint.__metadata__[0]
    return kind


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
