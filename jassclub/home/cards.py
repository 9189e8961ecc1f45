"""Games as cards of a list: who plays, how it stands, who has won.

What follows from the hands of a game is kept under the head of its ledger. Everything that was said
is chained there: with the same head it is the same, and with the next record it has another key.
Names are put in as they are today.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from jassclub.clubs.models import Player
from jassclub.core.cache import kept_each
from scoring.claims.selectors import GameState, states_of, winners
from scoring.core.models import Game, Seat
from scoring.core.names import short_names, side_name
from scoring.games.dealing import opening
from scoring.tables.pages.next_game import Again

LATEST = 12
"""Games on a page of a club or a player."""
KEPT = 60 * 60
SEATED = ("", "__name", "__user", "__active")
"""Of a player, and of the one into whom he was merged."""


@dataclass(frozen=True)
class Side:
    """A pair or one player: `people` as the books know them today, `place` by the totals."""

    people: Sequence["Seated"]
    name: str
    total: int
    place: int
    won: bool


class Seated(NamedTuple):
    """Who sits at a seat, as the books know him today, with his account."""

    person: UUID
    name: str
    user: UUID | None
    active: bool


@dataclass(frozen=True)
class Card:
    """A game as a list shows it; `title` is that of its rules."""

    game: Game
    title: str
    next_number: int
    sides: Sequence[Side]
    people: Mapping[int, Seated]
    asks: str
    """What has to be asked before the next game (`dealing.opening`)."""
    losers: Sequence[int]
    """The sides that decide it then."""


SHOWN = ("club", "played_on", "label", "state", "ledger_hash")
"""What a card needs of a game: not what only its own page shows."""


def newest(games: QuerySet[Game]) -> list[Game]:
    """The first of them."""
    return [*games.only(*SHOWN)[:LATEST]]


def in_order(idents: Iterable[str]) -> list[Game]:
    """Games in the order of their ids."""
    wanted = list(map(UUID, idents))
    found = Game.objects.only(*SHOWN).in_bulk(wanted)
    return [found[ident] for ident in wanted]


def cards_of(games: Sequence[Game]) -> list[Card]:
    """The cards in the order of the games."""
    # The race: a hand is written between reading the game and reading its hands. Then the newer
    # totals lie under the older head, for which nobody asks again.
    keys = {game.pk: f"card2:{game.pk}:{game.state}:{game.ledger_hash}" for game in games}
    told, people = kept_each(keys, _standings, seconds=KEPT), _people(games)
    return [_card(game, told[game.pk], people[game.pk]) for game in games]


def _card(game: Game, told: dict[str, Any], people: Mapping[int, Seated]) -> Card:
    short = short_names({seat: seated.name for seat, seated in people.items()})
    sides = [
        Side(
            people=[people[seat] for seat in side["seats"] if seat in people],
            name=side_name(short, side["seats"]),
            total=side["total"],
            place=side["place"],
            won=side["won"],
        )
        for side in told["sides"]
    ]
    number, title = told["next_number"], told["title"]
    return Card(game, _(title), number, sides, people, told["asks"], told["losers"])


def next_card(cards: Sequence[Card], user: UUID | None) -> Again | None:
    """The next game like the last one of the reader, else of the club; None where these people
    play already, or one of them left."""
    own = [c for c in cards if user and user in {seated.user for seated in c.people.values()}]
    card = next(iter([*own, *cards]), None)
    if card is None or not all(seated.active for seated in card.people.values()):
        return None
    short = short_names({seat: seated.name for seat, seated in card.people.items()})
    losers = ", ".join(card.sides[column].name for column in card.losers)
    return Again(card.game.pk, card.asks, sorted(short.items()), card.title, losers)


def _people(games: Sequence[Game]) -> dict[UUID, dict[int, Seated]]:
    """Who sits where in each game, by seat: the person and the name of today."""
    found: dict[UUID, dict[int, Seated]] = defaultdict(dict)
    columns = [Coalesce(f"player__merged_into{of}", f"player{of}") for of in SEATED]
    seats = Seat.objects.filter(game__in=[game.pk for game in games])
    for game, index, *seated in seats.values_list("game", "index", *columns):
        found[game][index] = Seated(*seated)
    return found


def _standings(idents: Collection[UUID]) -> dict[UUID, dict[str, Any]]:
    states = states_of(Game.objects.filter(pk__in=idents))
    return {state.game.pk: _standing(state) for state in states}


def _standing(state: GameState) -> dict[str, Any]:
    rules, best = state.rules, winners(state)
    asked = opening(rules.profile, state.sheet)
    decided = state.game.state == Game.State.CLOSED and bool(state.entries) and len(best) == 1
    ranked = sorted(state.totals, reverse=not rules.game.lower_wins)
    return {
        "title": rules.profile.title,
        "next_number": state.next_number,
        "asks": asked.asks,
        "losers": list(asked.columns),
        "sides": [
            {
                "seats": [seat for seat in range(rules.players) if rules.side_of(seat) == column],
                "total": total,
                "place": 1 + ranked.index(total),
                "won": decided and column in best,
            }
            for column, total in enumerate(state.totals)
        ],
    }


def own_game(card: Card, player: Player) -> dict[str, Any]:
    """A game from where he sat: his side, whom he played against, and how it went."""
    mine = (side for side in card.sides if player.pk in {who.person for who in side.people})
    own = next(mine, card.sides[0])
    others = [side for side in card.sides if side is not own]
    return {
        "card": card,
        "own": own,
        "paired": len(own.people) > 1,
        "others": [side.total for side in others],
        "company": ", ".join(side.name for side in others),
    }
