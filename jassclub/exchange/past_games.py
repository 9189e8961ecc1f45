"""The past evenings of a spreadsheet: its lines put together as games, and what is doubtful."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from uuid import UUID

from jassclub.clubs.models import Club, Player
from jassclub.core.errors import Finding
from jassclub.core.reader import number_in
from jassclub.exchange.doubts import Doubt, Doubts, Persons
from jassclub.exchange.reading import LineReader, LineValues, columns_of
from jassclub.exchange.shapes.base import PastHand, Shape, Values, one_a_player
from jassclub.exchange.shapes.registry import shape_of
from jassclub.exchange.sheets import Lines
from referee.rules.profile import Profile
from scoring.claims.selectors import listed
from scoring.core.models import Game
from scoring.core.rules import Rules, sentence

NAMED = ("player", "partner")
"""Columns that hold names."""
ALONE = "differences_alone"
"""The doubt about a hand of which only the differences are known; told once a game."""


@dataclass
class PastGame:
    """What one table played on one day; `hands` are those without an error.

    `house_rules`: what the game needs beside its profile; `alone`: hands told by differences.
    """

    day: date
    table: str
    players: list[Player] = field(default_factory=list)
    hands: list[PastHand] = field(default_factory=list)
    faulty: int = 0
    line: int = 0
    """Where it begins."""
    house_rules: Values = field(default_factory=dict)

    @property
    def alone(self) -> int:
        """Hands of which only the differences are known."""
        return sum("differences" in hand.slip for hand in self.hands)


@dataclass
class Reading:
    """All games of a spreadsheet, and everything that is doubtful."""

    games: list[PastGame]
    doubts: list[Doubt]

    @property
    def errors(self) -> list[Doubt]:
        """What keeps a hand, or all of them, from being taken."""
        return [doubt for doubt in self.doubts if doubt.blocks]


def read_evenings(
    sheet: Lines, *, club: Club, profile: Profile, persons: Persons, today: date
) -> Reading:
    """Read a spreadsheet; says everything that is doubtful and stores nothing."""
    shape, doubts = shape_of(profile), Doubts()
    columns = columns_of(sheet, shape.columns, doubts)
    if doubts.block:
        return Reading([], doubts.items)
    reader = LineReader(columns, persons, today, shape.least(profile), shape.most(profile), doubts)
    tables: dict[tuple[date, str], list[LineValues]] = defaultdict(list)
    for said in reader.lines(sheet):
        if said.day is not None:
            tables[said.day, said.table].append(said)
    past = Past(club, profile, shape, doubts)
    games = [past.game(day, table, lines) for (day, table), lines in tables.items()]
    return Reading(games, sorted(doubts.items, key=lambda doubt: (doubt.line, doubt.column)))


@dataclass
class Past:
    """Puts the lines of a table together; what does not fit is a doubt of its line."""

    club: Club
    profile: Profile
    shape: Shape
    doubts: Doubts
    _played: dict[date, list[tuple[set[UUID], str]]] = field(default_factory=dict)

    def game(self, day: date, table: str, lines: Sequence[LineValues]) -> PastGame:
        """The game of one table on one day."""
        found = PastGame(day, table, line=lines[0].line)
        hands = _by_number(lines)
        self._twice(hands)
        self._seat(found, hands)
        read = [self._hand(found, number, said) for number, said in sorted(hands.items())]
        found.house_rules = self.shape.house_rules(read)
        for hand in read:
            self._check(found, hand)
        found.hands = [hand for hand in read if hand.slip and not self._bad(hands[hand.number])]
        found.faulty = len(read) - len(found.hands)
        if found.alone:  # told once a game
            self.doubts.say(found.hands[0].lines[0].line, "difference", ALONE, count=found.alone)
        return found

    def _bad(self, lines: Iterable[LineValues]) -> bool:
        return any(doubt.blocks for said in lines for doubt in self.doubts.at(said.line))

    def _twice(self, hands: dict[int, list[LineValues]]) -> None:
        for number, lines in hands.items():
            seen: set[UUID] = set()
            for said in lines:
                if said.player is not None and said.player.pk in seen:
                    name = said.player.name
                    self.doubts.say(said.line, "player", "player_twice", name=name, number=number)
                elif said.player is not None:
                    seen.add(said.player.pk)

    def _seat(self, found: PastGame, hands: dict[int, list[LineValues]]) -> None:
        """Those who sat there: the people of most hands, in the order of the first of them."""
        groups = [
            [said.player for said in lines if said.player is not None]
            for _number, lines in sorted(hands.items())
        ]
        common = Counter(frozenset(player.pk for player in group) for group in groups)
        if not common:
            return
        seated = common.most_common(1)[0][0]
        group = next(group for group in groups if {player.pk for player in group} == seated)
        players = list({player.pk: player for player in group}.values())
        first = next(iter(hands.values()))[0].line
        if len(players) not in self.profile.players:
            self._wrong_number(first, len(players), hands)
            return
        found.players = self.shape.seated(players, list(hands.values()))
        tables, day = self._tables_there(found), found.day.isoformat()
        if found.table in tables[:1]:
            self.doubts.say(first, "date", "already_there", day=day)
            found.players = []
        elif tables:
            self.doubts.say(
                first, "date", "already_there", words="already_there_elsewhere", day=day
            )

    def _tables_there(self, found: PastGame) -> list[str]:
        """The tables at which these people have played that day in the books already."""
        if found.day not in self._played:
            games = listed(Game.objects.filter(club=self.club, played_on=found.day))
            self._played[found.day] = [
                ({seat.person.pk for seat in game.seats.all()}, game.label)
                for game in games.prefetch_related("seats__player__merged_into")
            ]
        people = {player.pk for player in found.players}
        return [label for seated, label in self._played[found.day] if seated == people]

    def _wrong_number(self, first: int, count: int, hands: dict[int, list[LineValues]]) -> None:
        lines = {said.line for said_ in hands.values() for said in said_}
        if any(doubt.column in NAMED for line in lines for doubt in self.doubts.at(line)):
            return  # the names are doubted already
        allowed = ", ".join(map(str, self.profile.players))
        self.doubts.say(first, "player", "wrong_number_of_players", count=count, allowed=allowed)

    def _hand(self, found: PastGame, number: int, lines: Sequence[LineValues]) -> PastHand:
        """A hand; without a slip where its lines do not make one."""
        hand = PastHand(number, _in_order(lines, found.players))
        if not found.players or any(said.player is None for said in lines):
            return hand
        if [said.player for said in hand.lines] != found.players or len(lines) != len(hand.lines):
            names = ", ".join(player.name for player in found.players)
            self.doubts.say(lines[0].line, "player", "other_players", number=number, names=names)
            return hand
        rules = Rules(self.profile, self.club.deck, len(found.players), 0)
        hand.slip = self.shape.slip(hand, rules.table(number), self.doubts) or {}
        return hand

    def _check(self, found: PastGame, hand: PastHand) -> None:
        """What the rules say of a slip, at its line."""
        if not hand.slip:
            return
        profile = self.profile
        if found.house_rules:
            profile = profile.with_layer(found.house_rules, "table")
        rules = Rules(profile, self.club.deck, len(found.players), 0)
        names = [player.name for player in found.players]
        for finding in rules.game.check(hand.slip, rules.table(hand.number)):
            if finding.code != ALONE:
                line, column = self._place(finding, hand)
                text = sentence(finding, {"seat": dict(enumerate(names))})
                self.doubts.add(Doubt(line, column, finding.code, text, finding.severity))

    def _place(self, finding: Finding, hand: PastHand) -> tuple[int, str]:
        """Line and column of a finding of the rules: of its seat, else of the first."""
        parts = finding.pointer.split("/")[1:]
        at = number_in("".join(parts[1:2])) or 0
        seat = hand.columns[at] if at < len(hand.columns) else at
        column = self.shape.names.get(parts[0], parts[0]) if parts else ""
        return hand.lines[min(seat, len(hand.lines) - 1)].line, column


def _by_number(lines: Iterable[LineValues]) -> dict[int, list[LineValues]]:
    """The lines of each hand, a line a player."""
    hands: dict[int, list[LineValues]] = defaultdict(list)
    for said in lines:
        if said.hand is not None:
            hands[said.hand].append(said)
    return {number: list(one_a_player(said)) for number, said in hands.items()}


def _in_order(lines: Sequence[LineValues], players: Sequence[Player]) -> list[LineValues]:
    by_player = {said.player.pk: said for said in reversed(lines) if said.player is not None}
    return [by_player[player.pk] for player in players if player.pk in by_player]
