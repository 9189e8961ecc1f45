"""What all services of this package share: locking several games, a hand, a row of one.

A hand among the others of its game: who deals and speaks, and whether two slips say the same.
"""

from collections.abc import Collection, Mapping
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.core.errors import Invalid, NotFound
from jassclub.core.rows import first_or
from scoring.claims.models import HandEntry
from scoring.claims.selectors import known_hand, locked_game, visible_games
from scoring.core.access import hidden
from scoring.core.models import Game, Hand
from scoring.core.rules import Rules
from scoring.games.base import PlayedHand, SlipError, Table

M = TypeVar("M", bound=Model)


def lock_games(actor: Actor, *, games: Collection[UUID], hands: Collection[UUID]) -> None:
    """Lock all games of a batch that the actor may see."""
    named = visible_games(actor).filter(Q(pk__in=games) | Q(hands__in=hands))
    locked = Game.objects.select_for_update(of=("self",), no_key=True).filter(
        pk__in=set(named.values_list("pk", flat=True))
    )
    # The race: two batches name the same games in a different order, and each waits for the lock
    # that the other holds. In one order the second waits for the first.
    list(locked.order_by("pk").values_list("pk", flat=True))


def locked_hand(hand_id: UUID) -> tuple[Game, Hand]:
    """A hand with its game locked; NotFound where there is none."""
    return locked_row(Hand.objects.filter(pk=hand_id), "game_id")


def locked_row(rows: QuerySet[M], game: str) -> tuple[Game, M]:
    """The one of `rows`, whose column `game` leads to its game, with that game locked."""
    # The race: the row changes while another holds the lock. So it is read after it was given.
    return locked_game(first_or(rows.values_list(game, flat=True), hidden())), rows.get()


def numbered_hand(game: Game, number: int) -> Hand:
    """Hand `number` of a locked game, begun now if nothing was known of it."""
    Rules.of(game).check_number(number)
    return known_hand(game, number) or game.hands.create(club_id=game.club_id, number=number)


def given_reason(reason: str) -> str:
    """The reason for what nobody does without one; Invalid where no word was said."""
    if not reason.strip():
        raise Invalid.at("/reason", "words_needed", _("Bitte in Worten sagen, warum."))
    return reason.strip()


def current_entry(hand: Hand) -> HandEntry | None:
    """The version that the slate shows, if the hand has been written."""
    return hand.entries.filter(state__in=HandEntry.CURRENT).first()


def rivals(hand: Hand) -> list[HandEntry]:
    """The versions that wait for a decision beside the current one."""
    return list(hand.entries.filter(state=HandEntry.State.RIVAL))


def version_of(hand: Hand, version: int) -> HandEntry:
    """One version of a hand."""
    return first_or(
        hand.entries.select_related("hand").filter(version=version),
        NotFound("version_not_found", _("Diese Fassung gibt es nicht.")),
    )


def table_at(hand: Hand, rules: Rules) -> Table:
    """The table at a hand, with the current slips of all other hands."""
    entries = HandEntry.objects.filter(hand__game_id=hand.game_id, state__in=HandEntry.CURRENT)
    others = entries.exclude(hand__number=hand.number).order_by("hand__number")
    played = [
        PlayedHand(number=number, slip=slip, dealer=dealer)
        for number, slip, dealer in others.values_list("hand__number", "slip", "hand__dealer")
    ]
    return rules.table_among(hand, played)


def speaking_order(hand: Hand, rules: Rules) -> list[int]:
    """Seats from forehand to dealer."""
    dealer = table_at(hand, rules).dealer or 0
    return [(dealer + step) % rules.players for step in range(1, rules.players + 1)]


def same(slip: Mapping[str, Any], other: Mapping[str, Any], hand: Hand, rules: Rules) -> bool:
    """Whether two slips of a hand agree in all numbers, whatever else they note."""
    table = table_at(hand, rules)
    try:
        return rules.game.numbers(slip, table) == rules.game.numbers(other, table)
    except SlipError:
        return slip == other
