"""The bridge between rows and the pure games: a stored game becomes a table with its rules."""

import pickle
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext as _

from jassclub.core.errors import Conflict, Finding, Invalid, in_words
from referee.asking import language
from referee.rules.profile import Profile, ProfileError, every_kind, load_profile, profile_from_json
from referee.rules.profile_kinds import read_layer
from scoring.core.models import Game, Hand
from scoring.games.base import PlayedHand, Sheet, Table
from scoring.games.dealing import Speaking
from scoring.games.kind import GameKind
from scoring.games.registry import GAMES, Called, text, within
from scoring.games.sheet import Entered, Game as PureGame

MOST_HANDS = 400
"""A number above is a typing error: an evening has some dozens of hands."""


def agreed_profile(
    slug: str, club_layer: Mapping[str, Any], table_layer: Mapping[str, Any]
) -> Profile:
    """The shipped profile with the club's and the table's house rules on top.

    Of the club's only those that bear on the game and that there still are. Raises Invalid with
    every fault of either layer.
    """
    try:
        profile = load_profile(slug)
    except KeyError:
        raise Invalid.at(
            "/profile", "unknown_profile", _("Dieses Regelprofil gibt es nicht.")
        ) from None
    for values, origin, pointer in (
        (within(lasting(club_layer), profile.game), "club", "/club/profile_layer"),
        (table_layer, "table", "/house_rules"),
    ):
        try:
            profile = profile.with_layer(values, origin) if values else profile
        except ProfileError as error:
            faults = in_words(error.findings, sentence, pointer)
            raise Invalid.of(faults, _("Diese Hausregeln passen nicht.")) from error
    return profile


def flat(layer: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Groups as dotted paths, so that one switch is one entry."""
    found: dict[str, Any] = {}
    for name, entry in layer.items():
        inner = isinstance(entry, Mapping) and "value" not in entry
        inner = inner and prefix + name not in every_kind()
        found |= flat(entry, f"{prefix}{name}.") if inner else {prefix + name: entry}
    return found


def lasting(layer: Mapping[str, Any]) -> dict[str, Any]:
    """What there still is of the house rules that a club once stored, by dotted path."""
    return {
        path: entry
        for path, entry in flat(layer).items()
        if not read_layer({path: entry}, origin="club", kinds=every_kind()).findings
    }


def layer_faults(layer: Mapping[str, Any]) -> list[Finding]:
    """What is wrong with a club's layer whatever is played: switches and values that are none.

    Whether its values go together is asked when a game is opened by them.
    """
    findings = read_layer(layer, origin="club", kinds=every_kind()).findings
    return in_words(findings, sentence, "/profile_layer")


def sentence(finding: Finding, called: Called = MappingProxyType({})) -> str:
    """The finding in the language of the reader."""
    return text(finding, translate=_, lang=language(None), called=called)


@lru_cache(maxsize=256)
def _frozen_profile(stored: bytes) -> Profile:
    """Games of one evening share a profile; reading one takes a millisecond."""
    return profile_from_json(pickle.loads(stored))  # noqa: S301 made by ourselves, just now


@dataclass(frozen=True)
class Rules:
    """The rules of one stored game."""

    profile: Profile
    deck: str
    players: int
    first_dealer: int

    @classmethod
    def of(cls, game: Game) -> "Rules":
        """Read once a game object; the profile was frozen when the game began."""
        rules: Rules | None = game.__dict__.get("_rules")
        if rules is None:
            profile = _frozen_profile(pickle.dumps(game.profile))
            # Where a game has one number of players, the seats need not be counted.
            (players, *more) = profile.players
            seated = len(game.seats.all()) if more else players
            rules = cls(profile, game.deck, seated, game.first_dealer)
            game.__dict__["_rules"] = rules
        return rules

    @cached_property
    def kind(self) -> GameKind:
        """What the game is called and how it is treated."""
        return GAMES[self.profile.game]

    @cached_property
    def game(self) -> PureGame[Any]:
        """The pure game that knows how to count."""
        return self.kind.game

    @cached_property
    def sides(self) -> int:
        """How many columns the sheet has: two in games with pairs, else one a player."""
        return self.table().columns

    @property
    def sealed_on_phone(self) -> bool:
        """Hidden predictions, typed on phones before the hand is played."""
        return self.profile.differenzler.on_phone

    @property
    def phone_goes_round(self) -> bool:
        """The table has agreed that one phone is handed on for them."""
        return self.sealed_on_phone and self.profile.differenzler.sealed_entry == "round"

    def table(self, number: int = 1) -> Table:
        """The table at hand `number`, where the deal goes round."""
        return Table(
            profile=self.profile,
            deck=self.deck,
            players=self.players,
            dealer=(self.first_dealer + number - 1) % self.players,
            hand_number=number,
            stored=True,
        )

    def side_of(self, seat: int) -> int:
        """The column of a seat."""
        return seat % self.sides

    def together(self, slip: Mapping[str, Any], seat: int, other: int) -> bool:
        """Whether two seats speak for the same side of a hand as it was written."""
        partners = self.kind.partners
        same = self.side_of(seat) == self.side_of(other)
        return same or (partners is not None and partners(slip, seat, other))

    def table_among(self, hand: Hand, others: Sequence[PlayedHand]) -> Table:
        """The table at a hand: with the dealer noted, else with the one whose turn it is.

        `others` are the other hands of the game, each with what was taken off in it.
        """
        table = self.game.table_at(hand.number, others, self.table())
        return table if hand.dealer is None else replace(table, dealer=hand.dealer)

    def enter(self, hand: Hand, played: PlayedHand, others: Sequence[PlayedHand]) -> Entered:
        """What a slip says at this table, and the sheet with it; `played` is the hand with it.

        What was taken off in the `others` can put off the end of the game.
        """
        return self.game.enter(played, self.table_among(hand, others), self.table())

    def sheet(self, hands: Sequence[PlayedHand]) -> Sheet:
        """Everything that follows from the current slips."""
        return self.game.sheet(hands, self.table())

    def check_number(self, number: int) -> None:
        """Refuse numbers that no evening reaches."""
        if not 1 <= number <= MOST_HANDS:
            raise Invalid.at(
                "/number",
                "out_of_range",
                _("Die Spiele zählen von 1 bis %(most)s.") % {"most": MOST_HANDS},
            )

    def check_seat(self, seat: int, pointer: str) -> None:
        """Refuse seats that this table does not have."""
        if not 0 <= seat < self.players:
            raise Invalid.at(pointer, "unknown_seat", _("Diesen Platz gibt es nicht."))

    def speaking(self) -> Speaking:
        """What is said before a hand; raises Conflict where nothing is, or only on paper."""
        speaking = self.kind.speaking
        if speaking is None:
            raise Conflict("no_predictions", _("In diesem Spiel wird nichts angesagt."))
        if speaking.sealable and self.profile.differenzler.on_paper:
            raise Conflict(
                "predictions_on_paper", _("An diesem Tisch bleibt die Ansage auf dem Zettel.")
            )
        return speaking


def is_sealed(slip: Mapping[str, Any]) -> bool:
    """Whether a prediction of a version still lies sealed: its points stand, its worth does not."""
    return "sealed" in slip
