"""Lines become hands and games; what does not fit together is a doubt of its line."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import product
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from jassclub.clubs.models import Club, Player
from jassclub.pages.exchange.doubts import Doubt
from jassclub.pages.exchange.headings import columns_of
from jassclub.pages.exchange.persons import Persons
from jassclub.pages.exchange.reading import LineReader, Said
from jassclub.pages.exchange.sheets import Lines
from referee.rules.finding import Finding
from referee.rules.profile import Profile
from scoring.games.card_sums import hand_total
from scoring.models import Game
from scoring.rules import Rules, sentence

Slip = dict[str, Any]


@dataclass
class PastHand:
    """One hand: its lines in the order of the seats, and the slip that they make."""

    number: int
    lines: list[Said]
    slip: Slip = field(default_factory=dict)


@dataclass
class PastGame:
    """What one table played on one day; `hands` are those without an error."""

    day: date
    table: str
    players: list[Player] = field(default_factory=list)
    hands: list[PastHand] = field(default_factory=list)
    faulty: int = 0
    line: int = 0
    """Where it begins."""


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
    columns, doubts = columns_of(sheet.lines)
    if any(doubt.blocks for doubt in doubts):
        return Reading([], doubts)
    reader = LineReader(columns, persons, today, hand_total(profile), doubts)
    tables: dict[tuple[date, str], list[Said]] = defaultdict(list)
    for said in reader.lines(sheet):
        if said.day is not None:
            tables[said.day, said.table].append(said)
    past = Past(club, profile, doubts)
    games = [past.game(day, table, lines) for (day, table), lines in tables.items()]
    return Reading(games, sorted(doubts, key=lambda doubt: (doubt.line, doubt.column)))


@dataclass
class Past:
    """Puts the lines of a table together."""

    club: Club
    profile: Profile
    doubts: list[Doubt]

    def game(self, day: date, table: str, lines: Sequence[Said]) -> PastGame:
        """The game of one table on one day."""
        found = PastGame(day, table, line=lines[0].line)
        hands = _by_number(lines)
        self._twice(hands)
        self._seat(found, hands)
        bad = {doubt.line for doubt in self.doubts if doubt.blocks}
        for number, said in sorted(hands.items()):
            hand = PastHand(number, _in_order(said, found.players))
            before = len([doubt for doubt in self.doubts if doubt.blocks])
            self._judge(found, hand, said)
            after = len([doubt for doubt in self.doubts if doubt.blocks])
            if after > before or bad & {each.line for each in said} or not found.players:
                found.faulty += 1
            else:
                found.hands.append(hand)
        return found

    def _twice(self, hands: dict[int, list[Said]]) -> None:
        for number, lines in hands.items():
            seen: set[UUID] = set()
            for said in lines:
                if said.player is not None and said.player.pk in seen:
                    text = _("%(name)s steht in Spiel %(number)d schon.")
                    values = {"name": said.player.name, "number": number}
                    self._add(said.line, "player", "player_twice", text % values)
                elif said.player is not None:
                    seen.add(said.player.pk)

    def _seat(self, found: PastGame, hands: dict[int, list[Said]]) -> None:
        """Those who sat there: the people of most hands, in the order of the first of them."""
        groups = [_people(lines) for _number, lines in sorted(hands.items())]
        common = Counter(frozenset(player.pk for player in group) for group in groups)
        if not common:
            return
        seated = common.most_common(1)[0][0]
        group = next(group for group in groups if {player.pk for player in group} == seated)
        found.players = list({player.pk: player for player in group}.values())
        if len(found.players) not in self.profile.players:
            players, found.players = found.players, []
            if any(said.player is None for lines in hands.values() for said in lines):
                return  # the names are doubted already
            text = _("%(count)d Personen an einem Tisch: dieses Spiel geht zu %(allowed)s.")
            allowed = ", ".join(map(str, self.profile.players))
            values = {"count": len(players), "allowed": allowed}
            self._add(found.line, "player", "wrong_number_of_players", text % values)
        elif there := _already_there(self.club, found):
            self._add(found.line, "date", *there)
            found.players = found.players if there[2] == "warning" else []

    def _judge(self, found: PastGame, hand: PastHand, lines: Sequence[Said]) -> None:
        if not found.players or any(said.player is None for said in lines):
            return
        if [said.player for said in hand.lines] != found.players or len(lines) != len(hand.lines):
            names = ", ".join(player.name for player in found.players)
            text = _("In Spiel %(number)d sitzen nicht dieselben: am Tisch sind %(names)s.")
            values = {"number": hand.number, "names": names}
            self._add(lines[0].line, "player", "other_players", text % values)
            return
        self._slip(hand)
        for finding in self._findings(hand, len(found.players)):
            line, column = _place(finding, hand)
            severity = "error" if finding.blocks else "warning"
            self._add(line, column, finding.code, sentence(finding), severity)

    def _slip(self, hand: PastHand) -> None:
        """Predictions and points; points left out follow from the differences, if they can."""
        points = [said.points for said in hand.lines]
        if points.count(None) > 1:
            points = self._from_differences(hand) or points
        hand.slip = {"predictions": [said.prediction for said in hand.lines], "points": points}
        for said in hand.lines:
            if None in (said.difference, said.prediction, said.points):
                continue
            if abs((said.prediction or 0) - (said.points or 0)) != said.difference:
                text = _("Aus Ansage und Punkten ergibt sich eine andere Differenz.")
                self._add(said.line, "difference", "difference_wrong", text)

    def _from_differences(self, hand: PastHand) -> list[int | None] | None:
        found = list(_made(hand.lines, hand_total(self.profile)))
        if len(found) == 1:
            return list(found[0])
        text = _("Die Punkte von Spiel %(number)d folgen nicht aus den Differenzen.")
        line = hand.lines[0].line
        self._add(line, "points", "points_unknown", text % {"number": hand.number})
        return None

    def _findings(self, hand: PastHand, players: int) -> Iterable[Finding]:
        rules = Rules(self.profile, self.club.deck, players, 0)
        if hand.slip["points"].count(None) > 1:
            return []
        return rules.game.check(hand.slip, rules.table(hand.number))

    def _add(self, line: int, column: str, code: str, text: str, severity: Any = "error") -> None:
        self.doubts.append(Doubt(line, column, code, text, severity=severity))


def _by_number(lines: Iterable[Said]) -> dict[int, list[Said]]:
    hands: dict[int, list[Said]] = defaultdict(list)
    for said in lines:
        if said.hand is not None:
            hands[said.hand].append(said)
    return hands


def _people(lines: Iterable[Said]) -> list[Player]:
    return [said.player for said in lines if said.player is not None]


def _in_order(lines: Sequence[Said], players: Sequence[Player]) -> list[Said]:
    by_player = {said.player.pk: said for said in reversed(lines) if said.player is not None}
    return [by_player[player.pk] for player in players if player.pk in by_player]


def _made(lines: Sequence[Said], total: int) -> Iterator[tuple[int, ...]]:
    """Every way in which predictions and differences give points that add up."""
    options = [sorted(set(_options(said, total))) for said in lines]
    for points in product(*options):
        if sum(points) == total:
            yield points


def _options(said: Said, total: int) -> Iterator[int]:
    if said.points is not None:
        yield said.points
    elif said.prediction is not None and said.difference is not None:
        for points in (said.prediction - said.difference, said.prediction + said.difference):
            if 0 <= points <= total:
                yield points


def _already_there(club: Club, found: PastGame) -> tuple[str, str, str] | None:
    """Code, text and severity if these people have played that day in the books already."""
    people = {player.pk for player in found.players}
    for game in Game.objects.filter(club=club, played_on=found.day).prefetch_related(
        "seats__player__merged_into"
    ):
        if {seat.person.pk for seat in game.seats.all()} != people:
            continue
        text = _("Diese Partie vom %(day)s steht schon in den Büchern.")
        same = game.label == found.table
        severity = "error" if same else "warning"
        return "already_there", text % {"day": found.day.isoformat()}, severity
    return None


def _place(finding: Finding, hand: PastHand) -> tuple[int, str]:
    """Line and column of a finding of the rules: of its seat, else of the first."""
    parts = finding.pointer.split("/")[1:]
    seat = int(parts[1]) if len(parts) > 1 and parts[1].isdigit() else 0
    column = {"predictions": "prediction"}.get(parts[0], parts[0]) if parts else ""
    return hand.lines[min(seat, len(hand.lines) - 1)].line, column
