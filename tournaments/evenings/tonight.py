"""An evening as its page shows it: who may come, the tables, the ranking, what it costs."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from operator import attrgetter
from typing import Any
from uuid import UUID

from django.db.models import Count, Max, QuerySet
from django.utils.translation import gettext as _

from jassclub.clubs.models import Player
from jassclub.clubs.rights import who_is_who
from jassclub.core.typography import printed
from scoring.claims.models import HandEntry
from scoring.claims.selectors import GameState, states_of, winners
from scoring.core.models import Game, Seat
from scoring.core.names import short_names, side_name
from scoring.games.kind import GameKind
from scoring.games.registry import GAMES
from tournaments.evenings import paying
from tournaments.evenings.models import Evening
from tournaments.evenings.selectors import HERE, LOOKED_BACK, games_on, seated_now, waiting
from tournaments.format.pure import as_decimal
from tournaments.seasons.collecting import seats_brought
from tournaments.standings.pure import Outcome, Tally


@dataclass(frozen=True)
class Person:
    """Somebody of the club as the list shows him; `last`: he was there the time before."""

    player: Player
    state: str
    last: bool


@dataclass(frozen=True)
class Side:
    """A pair or one player at a table of the evening."""

    name: str
    people: Sequence[Player]
    total: int
    leads: bool


@dataclass(frozen=True)
class TableTonight:
    """A game of the evening: who plays, how it stands, and what is to be done there."""

    game: Game
    title: str
    sides: Sequence[Side]
    hands: int
    unfinished: bool
    """Whether the table has agreed on an end that is not reached."""

    @property
    def sums(self) -> str:
        """How it stands, in one line."""
        return " : ".join(printed(side.total) for side in self.sides)

    @property
    def name(self) -> str:
        """Of the table, else of the game."""
        return self.game.label or self.title


@dataclass(frozen=True)
class Result:
    """What somebody brought home, by one game, a hand; equals share a rank. Nobody is exact (None)
    where no differences are counted."""

    rank: int
    name: str
    player: UUID
    hands: int
    total: int
    mean: Decimal
    won: int
    exact_hits: int | None


@dataclass(frozen=True)
class BestHand:
    """The hand of an evening that brought one side most, before the factor of its trump."""

    game: Game
    table: str
    number: int
    name: str
    points: int


@dataclass
class Tonight:
    """One evening as its page shows it."""

    evening: Evening

    @cached_property
    def people(self) -> Sequence[Person]:
        """Who sits at no table: those of the last time first, then who comes often, by name."""
        states = dict(self.evening.attendances.values_list("player", "state"))
        last, often = self.last_time, self.times
        players = Player.objects.filter(club=self.evening.club_id, active=True)
        by_habit = sorted(
            players, key=lambda one: (one.pk not in last, -often.get(one.pk, 0), one.name)
        )
        return [
            Person(one, states.get(one.pk, ""), one.pk in last)
            for one in by_habit
            if one.pk not in self.seated
        ]

    @cached_property
    def seated(self) -> Collection[UUID]:
        """Who sits at a running game."""
        return seated_now(self.evening)

    @property
    def here(self) -> int:
        """How many are there, at tables or waiting."""
        return len(self.seated) + sum(person.state == HERE for person in self.people)

    @cached_property
    def waiting(self) -> Sequence[Player]:
        """Who is there and sits nowhere."""
        return waiting(self.evening)

    @cached_property
    def last_time(self) -> frozenset[UUID]:
        """Who sat at a table on the last day that was played before, by person."""
        who, before = who_is_who(self.evening.club_id), self._before
        day = before.aggregate(day=Max("game__played_on"))["day"]
        rows = before.filter(game__played_on=day).values_list("player", flat=True)
        return frozenset(map(who, rows))

    @cached_property
    def times(self) -> Mapping[UUID, int]:
        """How many days of the last year each played."""
        who, since = who_is_who(self.evening.club_id), self.evening.day - LOOKED_BACK
        days = self._before.filter(game__played_on__gt=since).order_by().values_list("player")
        found: Counter[UUID] = Counter()
        for player, times in days.annotate(Count("game__played_on", distinct=True)):
            found[who(player)] += times
        return found

    @property
    def _before(self) -> QuerySet[Seat]:
        played = Game.objects.filter(club=self.evening.club_id, played_on__lt=self.evening.day)
        return Seat.objects.filter(game__in=played.exclude(state=Game.State.ABANDONED))

    @cached_property
    def states(self) -> Sequence[GameState]:
        """The games of the evening with their hands."""
        return states_of(games_on(self.evening).select_related("club", "season"))

    @cached_property
    def running(self) -> Sequence[TableTonight]:
        """Tables at which is played."""
        tables = [_table(one) for one in self.states if one.game.state == Game.State.OPEN]
        return sorted(tables, key=lambda table: (len(table.game.label), table.game.label))

    @property
    def opened_last(self) -> bool:
        """Whether the games that were opened last all run, and nothing is written in them."""
        last = (self.evening.drawn or [{}])[-1].get("games", [])
        empty = {str(table.game.pk) for table in self.running if not table.hands}
        return bool(last) and empty.issuperset(last)

    @property
    def closable(self) -> bool:
        """Whether games run that are not just opened: a later table of nothing holds up no end."""
        return not self.opened_last or any(table.hands for table in self.running)

    @property
    def over(self) -> Sequence[TableTonight]:
        """Games that have ended."""
        return [_table(one) for one in self.states if one.game.state != Game.State.OPEN]

    @cached_property
    def results(self) -> Sequence[tuple[str, GameKind, Sequence[Result]]]:
        """By game its title, what it is, and everybody, the best first."""
        by_variant: dict[str, list[GameState]] = defaultdict(list)
        for state in self.states:
            by_variant[state.game.variant].append(state)
        return [
            (_(GAMES[variant].title), GAMES[variant], rows)
            for variant, states in by_variant.items()
            if (rows := _results(states, lowest=GAMES[variant].game.lower_wins))
        ]

    @property
    def unconfirmed(self) -> bool:
        """Whether hands are counted that nobody has confirmed."""
        entries = (entry for state in self.states for entry in state.entries)
        return any(entry.state != HandEntry.State.CONFIRMED for entry in entries)

    @property
    def best_hand(self) -> BestHand | None:
        """Of the games of two sides; None where none was played."""
        hands = [hand for state in self.states for hand in _hands(state)]
        return max(hands, key=lambda hand: hand.points, default=None)

    @cached_property
    def due(self) -> Counter[UUID | None]:
        """Rappen by person over the games that can be settled and their fines; None is the club."""
        return paying.costs_of(self.states, self._fined)

    @cached_property
    def _fined(self) -> Sequence[paying.Fine]:
        return paying.fines_of(self.evening.club, games_on(self.evening))

    @property
    def fines(self) -> Sequence[tuple[str, str, int]]:
        """Who pays the club for which penalty, and how much."""
        rows = [(one.player_id, one.penalty.reason, one.amount) for one in self._fined]
        names = dict(
            Player.objects.filter(pk__in=[who for who, *_said in rows]).values_list("pk", "name")
        )
        return [(names[who], why, amount) for who, why, amount in rows]

    @cached_property
    def costs(self) -> Sequence[tuple[str, int]]:
        """The same by name, the largest gain first; the kitty of the club without a name."""
        if not any(self.due.values()):
            return []
        known = Player.objects.filter(pk__in=[one for one in self.due if one])
        names = dict(known.values_list("pk", "name"))
        rows = self.due.most_common()
        return [(names[one] if one else "", amount) for one, amount in rows if one or amount]

    @property
    def for_nothing(self) -> bool:
        """Whether no game of the evening is played for money."""
        return not any(
            options.rate
            for state in self.states
            for options in (state.rules.profile.stakes, state.rules.profile.settlement)
        )

    @property
    def unsettled(self) -> Sequence[str]:
        """Tables that played for strokes, closed before a side had won."""
        return [
            state.name
            for state in self.states
            if state.game.state == Game.State.CLOSED
            and state.rules.profile.sides != "single"
            and state.rules.profile.stakes.rate
            and state.sheet.outcome is None
            and state.stakes is None
        ]

    @cached_property
    def payments(self) -> Sequence[tuple[str, str, int]]:
        """Who pays whom in cash."""
        return paying.named(paying.payments(self.evening.club, self.due))

    @cached_property
    def standing(self) -> Counter[UUID | None]:
        """Rappen by person as they are booked in the kitty."""
        return paying.booked_on(self.evening)

    @property
    def booked(self) -> bool:
        """Whether all of it stands on the accounts in the kitty."""
        return all(self.standing[one] == self.due[one] for one in {*self.standing, *self.due})

    @cached_property
    def differing(self) -> Sequence[tuple[str, int, int]]:
        """By name what is booked and what it should be, where a booking no longer holds."""
        if self.booked or not paying.outdated(self.evening):
            return []
        idents = [one for one in {*self.standing, *self.due} if self.standing[one] != self.due[one]]
        names = dict(
            Player.objects.filter(pk__in=[*filter(None, idents)]).values_list("pk", "name")
        )
        rows = [(names[one] if one else "", self.standing[one], self.due[one]) for one in idents]
        return sorted(rows)

    @cached_property
    def paid(self) -> bool:
        """Whether it was paid in cash."""
        return paying.paid(self.evening)


def _table(state: GameState) -> TableTonight:
    best = winners(state) if state.entries else ()
    people: dict[int, list[Player]] = defaultdict(list)
    for seat in sorted(state.game.seats.all(), key=attrgetter("index")):
        people[state.rules.side_of(seat.index)].append(seat.person)
    sides = [
        Side(name, people[column], total, column in best)
        for column, (name, total) in enumerate(zip(_names(state), state.totals, strict=True))
    ]
    return TableTonight(state.game, state.title, sides, len(state.entries), state.unfinished)


def _names(state: GameState) -> list[str]:
    """What each side of a game is called, by its people."""
    short = short_names({seat.index: seat.person.name for seat in state.game.seats.all()})
    sides: dict[int, list[int]] = defaultdict(list)
    for seat in sorted(short):
        sides[state.rules.side_of(seat)].append(seat)
    return [side_name(short, sides[column]) for column in sorted(sides)]


def _hands(state: GameState) -> Iterator[BestHand]:
    if state.rules.profile.sides == "single":
        return
    names = _names(state)
    for row in state.sheet.rows:
        score = row.score
        if score is None or not score.counts or score.hands != 1:
            continue
        for name, line in zip(names, score.lines, strict=True):
            points = line.total if line.unmultiplied is None else line.unmultiplied
            yield BestHand(state.game, state.game.label or state.title, row.number, name, points)


def _results(states: Sequence[GameState], *, lowest: bool) -> list[Result]:
    """Sums over all tables of one game; a mean, since not everybody plays as many hands."""
    sums: dict[UUID, Counter[str]] = defaultdict(Counter)
    names: dict[UUID, str] = {}
    for state in states:
        for seat, brought in zip(state.game.seats.all(), seats_brought(state), strict=True):
            if found := _sums(brought):
                names[seat.person.pk] = seat.person.name
                sums[seat.person.pk].update(found)
    means = {ident: Fraction(found["total"], found["hands"]) for ident, found in sums.items()}
    best = sorted(means.values(), reverse=not lowest)
    rows = [
        Result(
            1 + best.index(mean),
            names[ident],
            ident,
            *(sums[ident]["hands"], sums[ident]["total"], as_decimal(mean, 1)),
            *(sums[ident]["won"], sums[ident].get("exact")),
        )
        for ident, mean in means.items()
    ]
    return sorted(rows, key=lambda row: (row.rank, row.name))


def _sums(brought: Mapping[str, Any]) -> dict[str, int]:
    """Nothing for who played no hand."""
    if alone := brought.get("tally"):
        tally = Tally(*alone)
        return {"hands": tally.hands, "total": tally.total, "exact": tally.exact}
    if not brought.get("hands"):
        return {}
    won = brought["outcome"] == Outcome.WON
    return {"hands": brought["hands"], "total": brought["points"], "won": int(won)}
