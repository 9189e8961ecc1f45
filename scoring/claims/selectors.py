"""Reading games: who may see which, and the sheet that follows from the current entries.

A game that is about to change is read with its row locked.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from math import inf
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet, prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor, games_in
from jassclub.clubs.models import Membership, Player
from jassclub.core.errors import Conflict, NotFound
from jassclub.core.rows import Param, PreparedQuery, first_or
from scoring.claims.models import Dispute, HandEntry, Penalty, Prediction, SignOff
from scoring.core.access import GameAccess, access_of, hidden
from scoring.core.models import Game, Hand, Seat
from scoring.core.rules import Rules
from scoring.games.base import PlayedHand, Sheet
from scoring.games.endings import Stakes, stakes_of
from scoring.games.sheet import Entered

_GAME = Param("game", Game, "id")
_SEEN = PreparedQuery(
    lambda: Game.objects.select_related("club", "season").filter(pk=_GAME).order_by()
)
_LOCKED = PreparedQuery(
    lambda: (
        Game.objects.select_for_update(of=("self",), no_key=True)
        .filter(pk=Param("id", Game))
        .order_by()
    )
)
_HAND = PreparedQuery(lambda: Hand.objects.filter(game=_GAME, number=Param("number", Hand)))
_PENALTIES = PreparedQuery(lambda: Penalty.objects.filter(game=_GAME, cancelled_at__isnull=True))
_CURRENT = PreparedQuery(lambda: _entries().filter(state__in=HandEntry.CURRENT))
_CONFIRMED = PreparedQuery(lambda: _entries().filter(state=HandEntry.State.CONFIRMED))


def known_games() -> QuerySet[Game]:
    """All games, each with its club, its season and who sits there."""
    games = Game.objects.select_related("club", "season")
    return games.prefetch_related("seats__player__merged_into")


def visible_games(actor: Actor) -> QuerySet[Game]:
    """Games of the actor's clubs, those he sat at, or that his phone is let in to now."""
    games = known_games()
    if actor.kind == "system":
        return games
    if actor.is_device:
        return games.filter(pk__in=games_in(actor.scope))
    if actor.user_id is None:
        return games.none()
    # Asked before: with the few clubs and tables named, games are found by their indexes.
    clubs = list(Membership.objects.filter(user_id=actor.user_id).values_list("club", flat=True))
    own = Player.objects.filter(user_id=actor.user_id).values("pk")
    merged = Player.objects.filter(merged_into__user_id=actor.user_id).values("pk")
    elsewhere = Seat.objects.filter(player__in=own.union(merged)).exclude(club__in=clubs)
    guest_at = list(elsewhere.values_list("game", flat=True))
    return games.filter(Q(club__in=clubs) | Q(pk__in=guest_at))


WAITING = timedelta(days=1)
"""So long a game in which nothing stands yet is looked for in lists."""


def listed(games: QuerySet[Game]) -> QuerySet[Game]:
    """Those that a list shows: an empty one only while it runs, on the day of its opening."""
    written = HandEntry.objects.filter(hand__game=OuterRef("pk"), state__in=HandEntry.CURRENT)
    fresh = Q(state=Game.State.OPEN, created_at__gte=timezone.now() - WAITING)
    return games.filter(Exists(written) | fresh)


def is_empty(game: Game) -> bool:
    """Whether nothing stands in a game: no hand, no version that waits, no penalty, no case."""
    waiting = Q(state__in=[*HandEntry.CURRENT, HandEntry.State.RIVAL])
    said: tuple[QuerySet[Any], ...] = (
        HandEntry.objects.filter(waiting, hand__game=game),
        game.penalties.filter(cancelled_at__isnull=True),
        Dispute.objects.filter(hand__game=game, state=Dispute.State.OPEN),
    )
    return not any(rows.exists() for rows in said)


def games_of(games: QuerySet[Game], rows: Collection[UUID]) -> QuerySet[Game]:
    """Those of the games at which a person sat, under whatever row of the books."""
    return games.filter(pk__in=Seat.objects.filter(player__in=rows).values("game_id"))


def game_of(actor: Actor, game_id: UUID) -> tuple[Game, GameAccess]:
    """A game that the actor may see, and what he may do in it; NotFound otherwise."""
    game, access = glimpse_of(actor, game_id)
    prefetch_related_objects([game], with_people())
    return game, access


def glimpse_of(actor: Actor, game_id: UUID) -> tuple[Game, GameAccess]:
    """The same without the people: enough to see whether anything is new."""
    game = _SEEN.first(game=game_id)
    if game is None:
        raise hidden()
    return game, access_of(game, actor)


def locked_game(game_id: UUID) -> Game:
    """The game with its row locked: all that happens to one game happens one after the other."""
    # The race: two phones write at once, both read the same `ledger_seq`, both append that record.
    # NO KEY: workers store rows that refer to the game meanwhile.
    # SQLite has no row locks; there the transaction itself (IMMEDIATE) is the lock.
    game = _LOCKED.first(id=game_id)
    if game is None:
        raise hidden()
    return game


def open_or_refuse(game: Game) -> None:
    """Refuse what only a running game takes."""
    if game.state != Game.State.OPEN:
        raise Conflict(
            "game_closed", _("Diese Partie ist abgeschlossen; die Leitung kann sie ändern.")
        )


def hand_of(actor: Actor, hand_id: UUID) -> Hand:
    """A hand of a game that the actor may see."""
    hand = first_or(_with_claims(Hand.objects.select_related("game")).filter(pk=hand_id), hidden())
    access_of(hand.game, actor)
    return hand


def hand_at(actor: Actor, game_id: UUID, number: int) -> Hand:
    """The same by its number, for a phone that was offline and never saw the id."""
    game, _access = game_of(actor, game_id)
    hand = known_hand(game, number)
    if hand is None:
        raise NotFound("hand_not_found", _("Dieses Spiel gibt es nicht."))
    return hand


def known_hand(game: Game, number: int) -> Hand | None:
    """Hand `number` of a game, None while nothing is known of it."""
    hand = _HAND.first(game=game.pk, number=number)
    if hand is not None:
        hand.game = game
    return hand


def hands_of(game: Game) -> list[Hand]:
    """All hands of a game with their versions, in five queries however many there are."""
    return list(_with_claims(game.hands.order_by("number")))


def sign_offs_of(game: Game) -> QuerySet[SignOff]:
    """The signatures that stand: given to the sheet as it is now."""
    return game.signatures.filter(seq__gt=game.sheet_seq)


def with_people() -> "Prefetch[str, QuerySet[Seat], str]":
    """Who sits at a game, and whose row that is now, in one query."""
    return Prefetch("seats", Seat.objects.select_related("player__merged_into"))


def _with_claims(hands: QuerySet[Hand]) -> QuerySet[Hand]:
    return hands.prefetch_related(
        "entries__confirmations",
        "entries__contests",
        Prefetch("predictions", Prediction.objects.filter(current=True), to_attr="spoken"),
    )


@dataclass(frozen=True)
class GameState:
    """One game as it stands: everything is derived from `entries` and `penalties`."""

    game: Game
    rules: Rules
    entries: Sequence[HandEntry]
    """The current ones, in the order of the hands."""
    penalties: Sequence[Penalty]
    """Those not cancelled."""

    @property
    def title(self) -> str:
        """Its rules as they are called in the language of the reader."""
        return _(self.rules.profile.title)

    @property
    def name(self) -> str:
        """What stands above it: its label, else its rules in short ("Coiffeur, acht Zeilen")."""
        return self.game.label or self.title.partition(",")[0]

    @cached_property
    def sheet(self) -> Sheet:
        """The pure game's sheet over all current entries."""
        return self.rules.sheet(list(self.played.values()))

    @cached_property
    def played(self) -> Mapping[UUID, PlayedHand]:
        """The hands as they stand by their ids, each with what was taken off in it."""
        return {entry.hand_id: self._played(entry.hand, entry.slip) for entry in self.entries}

    def _played(self, hand: Hand, slip: Mapping[str, object]) -> PlayedHand:
        taken_off = [penalty for penalty in self.penalties if penalty.hand_id == hand.pk]
        return PlayedHand(
            number=hand.number,
            slip=slip,
            penalties=_by_column(self.rules, taken_off) if taken_off else (),
            dealer=hand.dealer,
        )

    @cached_property
    def totals(self) -> tuple[int, ...]:
        """The totals with all penalties."""
        return self._totals(self.sheet, self.loose)

    @cached_property
    def stakes(self) -> Stakes | None:
        """What it cost two sides: as it ended, else as its table closed it. On a sheet from paper
        nobody says thank you, and where a number of hands is agreed nobody has to."""
        if self.sheet.finish.stakes or self.game.state != Game.State.CLOSED or not self.entries:
            return self.sheet.finish.stakes
        profile, won, target = self.rules.profile, winners(self), self.rules.profile.target
        if profile.sides == "single" or len(won) != 1 or self.totals[won[0]] < target:
            return None
        if not self.sheet.finished and (profile.hands or not target):
            return None
        return stakes_of(
            profile,
            winner=won[0],
            schneider=profile.schneider and 2 * self.totals[1 - won[0]] < target,
            berg=self.sheet.finish.berg,
            matsches=self.sheet.matsches,
        )

    @cached_property
    def loose(self) -> tuple[int, ...]:
        """Penalty points a column that belong to no written hand."""
        return self._beside(self.played)

    def _beside(self, written: Collection[UUID]) -> tuple[int, ...]:
        loose = [penalty for penalty in self.penalties if penalty.hand_id not in written]
        return _by_column(self.rules, loose)

    def _totals(self, sheet: Sheet, loose: Sequence[int]) -> tuple[int, ...]:
        sign = 1 if self.rules.game.lower_wins else -1
        columns = zip(sheet.totals, loose, strict=True)
        return tuple(total + sign * points for total, points in columns)

    def entry_of(self, hand: Hand) -> HandEntry | None:
        """The current version of a hand."""
        return next((entry for entry in self.entries if entry.hand_id == hand.pk), None)

    def others(self, hand: Hand) -> list[PlayedHand]:
        """All other hands as they stand."""
        return [played for ident, played in self.played.items() if ident != hand.pk]

    def dealer_of(self, hand: Hand) -> int | None:
        """The seat that deals a hand: the one noted with it, else the one whose turn it is."""
        return self.rules.table_among(hand, self.others(hand)).dealer

    def enter(self, hand: Hand, slip: Mapping[str, object]) -> Entered:
        """What a slip says here, and the sheet once it is the current version of its hand."""
        return self.rules.enter(hand, self._played(hand, slip), self.others(hand))

    def totals_with(self, hand: Hand, entered: Entered) -> tuple[int, ...]:
        """The totals then."""
        assert entered.sheet is not None, "nothing blocks"  # noqa: S101
        return self._totals(entered.sheet, self._beside({*self.played, hand.pk}))

    @property
    def unfinished(self) -> bool:
        """Whether it has an end, agreed on or its own, that is not reached."""
        profile, sheet = self.rules.profile, self.sheet
        ends = profile.target or profile.hands or self.rules.game.has_end
        return bool(ends) and not (sheet.finished or sheet.target_reached_by)

    @cached_property
    def missing(self) -> list[int]:
        """Numbers below the last written hand that nobody has written yet."""
        numbers = {entry.hand.number for entry in self.entries}
        return sorted(set(range(1, max(numbers, default=0))) - numbers)

    @property
    def next_number(self) -> int:
        """The number of the hand to be written next."""
        last = max((entry.hand.number for entry in self.entries), default=0)
        return self.missing[0] if self.missing else last + 1


def winners(state: GameState) -> tuple[int, ...]:
    """The columns that won: by the ending, by alone reaching the target, else the best total."""
    ending = state.sheet.finish.ending
    if ending is not None and ending.winner is not None:
        return (ending.winner,)
    if state.sheet.outcome is not None:
        return state.sheet.outcome.winners
    reached = state.sheet.target_reached_by
    if len(reached) == 1:
        return reached
    best = (min if state.rules.game.lower_wins else max)(state.totals)
    return tuple(column for column, total in enumerate(state.totals) if total == best)


def state_of(game: Game, *, counted_only: bool = False) -> GameState:
    """The game as it stands, from its current entries; with `counted_only` from confirmed ones.

    Two queries; the entries know this very game.
    """
    entries = (_CONFIRMED if counted_only else _CURRENT)(game=game.pk)
    for entry in entries:
        entry.hand.game = game
    return GameState(game, Rules.of(game), entries, _PENALTIES(game=game.pk))


def states_of(games: QuerySet[Game], *, counted_only: bool = False) -> list[GameState]:
    """Many games at once, in the order of `games`, in four queries however many there are."""
    states = [HandEntry.State.CONFIRMED] if counted_only else HandEntry.CURRENT
    idents = games.order_by().values("pk")
    entries = HandEntry.objects.filter(hand__game__in=idents, state__in=states)
    entries_of: dict[UUID, list[HandEntry]] = defaultdict(list)
    for entry in entries.select_related("hand").order_by("hand__number"):
        entries_of[entry.hand.game_id].append(entry)
    penalties_of: dict[UUID, list[Penalty]] = defaultdict(list)
    for penalty in Penalty.objects.filter(game__in=idents, cancelled_at__isnull=True):
        penalties_of[penalty.game_id].append(penalty)
    return [
        GameState(game, Rules.of(game), entries_of[game.pk], penalties_of[game.pk])
        for game in games.prefetch_related("seats")
    ]


def _entries() -> QuerySet[HandEntry]:
    return (
        HandEntry.objects.filter(hand__game=_GAME).select_related("hand").order_by("hand__number")
    )


def predictions_of(hand: Hand, *, seats: int) -> list[dict[str, object]]:
    """Who has predicted, seat by seat; sealed numbers stay out until they are revealed.

    `value` is None while nothing was said or while it is sealed; `made` tells the two apart.
    `late`: sealed, or changed, after the points of the hand were written; everybody may know that.
    """
    current = getattr(hand, "spoken", None)
    if current is None:
        current = hand.predictions.filter(current=True)
    by_seat: dict[int, Prediction] = {prediction.seat: prediction for prediction in current}
    written: float = inf
    if any(prediction.sealed for prediction in by_seat.values()):
        entries = [item for item in hand.entries.all() if item.state != HandEntry.State.REJECTED]
        complete = [entry.seq for entry in entries if entry.slip["state"] == "complete"]
        written = min(complete, default=inf)
    return [
        {
            "seat": seat,
            "made": prediction is not None,
            "value": None
            if prediction is None or (prediction.sealed and hand.revealed_at is None)
            else prediction.value,
            "late": prediction is not None and prediction.seq > written,
        }
        for seat, prediction in ((seat, by_seat.get(seat)) for seat in range(seats))
    ]


def sealed_in(hand: Hand) -> list[Prediction]:
    """The numbers that lie sealed for a hand, or lay so."""
    return list(hand.predictions.filter(current=True, sealed=True))


def _by_column(rules: Rules, penalties: Iterable[Penalty]) -> tuple[int, ...]:
    points = [0] * rules.sides
    for penalty in penalties:
        points[rules.side_of(penalty.seat)] += penalty.points
    return tuple(points)
