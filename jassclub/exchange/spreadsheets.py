"""Spreadsheets of past evenings: looked at first, taken in when somebody says so."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from hashlib import sha256
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs import rights as clubs
from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Club, Player, Role
from jassclub.clubs.services.people import add_player, tidy
from jassclub.core.errors import Conflict, Finding, Invalid
from jassclub.core.reader import number_in
from jassclub.exchange.doubts import SENTENCES, Doubt, Doubts, Persons, refuse_errors
from jassclub.exchange.game_lines import (
    DifferenzlerLines,
    HandLines,
    PasseLines,
    PastHand,
    Shape,
    Values,
    one_a_player,
)
from jassclub.exchange.models import SpreadsheetPreview
from jassclub.exchange.reading import LineReader, LineValues, columns_of
from jassclub.exchange.season_sheets import kept_lines
from jassclub.exchange.sheets import Lines, read
from referee.rules.profile import Profile
from scoring.claims.entries import record_hand
from scoring.claims.models import HandEntry
from scoring.core.models import Game
from scoring.core.rules import Rules, agreed_profile, sentence
from scoring.tables.games import close_game, open_game

SHAPES: Mapping[str, Shape] = {
    "differenzler": DifferenzlerLines(),
    "schieber": HandLines(),
    "passen": PasseLines(),
}
"""Games of which spreadsheets are read."""
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
    shape, doubts = SHAPES[profile.game], Doubts()
    columns = columns_of(sheet, shape.columns, doubts)
    if doubts.block:
        return Reading([], doubts.items)
    reader = LineReader(columns, persons, today, shape.most(profile), doubts)
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
            games = Game.objects.filter(club=self.club, played_on=found.day)
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
        for finding in rules.game.check(hand.slip, rules.table(hand.number)):
            if finding.code != ALONE:
                line, column = self._place(finding, hand)
                text = sentence(finding)
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


DEFAULT_PROFILE = "differenzler-offen"
People = Mapping[str, UUID | None]
"""Name in the spreadsheet -> the player who is meant, None for somebody new."""


@transaction.atomic
def preview_spreadsheet(
    *, actor: Actor, club_id: UUID, content: bytes | Lines, filename: str = "", profile: str = ""
) -> SpreadsheetPreview:
    """Keep a spreadsheet to be looked at; the same one is kept once. Role: scribe.

    Invalid for a file that is no spreadsheet, and for rules of which none are read.
    """
    club = clubs.get_club(actor, club_id, Role.SCRIBE)
    slug = profile or DEFAULT_PROFILE
    _rules(club, slug)
    sheet = read(content)
    # Race: the same file sent twice at once; the second gets the preview of the first.
    found, _made = SpreadsheetPreview.objects.get_or_create(
        club=club,
        digest=sha256(slug.encode() + b"\n" + sheet.source).hexdigest(),
        defaults={
            "filename": filename.strip()[:120],
            "profile": slug,
            "encoding": sheet.encoding,
            **kept_lines(sheet, club_id),
            "garbled": sorted(sheet.garbled),
            "created_by": str(actor),
        },
    )
    return found


def preview_of(actor: Actor, club_id: UUID, preview_id: UUID) -> SpreadsheetPreview:
    """A spreadsheet that waits or was taken in. Role: scribe."""
    clubs.get_club(actor, club_id, Role.SCRIBE)
    kept = SpreadsheetPreview.objects.select_related("club").filter(club_id=club_id)
    return clubs.found(kept, preview_id)


def reading_of(preview: SpreadsheetPreview, said: Mapping[str, UUID] | None = None) -> Reading:
    """What stands in a spreadsheet and what is doubtful about it, as of now."""
    if preview.accepted_at is not None:
        return Reading([], [])
    if preview.sheets is not None:
        return Reading([], [Doubt(1, "", "of_seasons", str(SENTENCES["of_seasons"]))])
    return read_evenings(
        _sheet(preview),
        club=preview.club,
        profile=_rules(preview.club, preview.profile),
        persons=Persons.of(preview.club_id, said=said or {}),
        today=timezone.localdate(),
    )


@transaction.atomic
def accept_spreadsheet(
    *,
    actor: Actor,
    club_id: UUID,
    preview_id: UUID,
    people: People | None = None,
    leave_out_faulty: bool = False,
) -> SpreadsheetPreview:
    """Write the games of a spreadsheet as sheets of paper, closed; a second time does nothing.

    With errors it is refused (Invalid, all of them), unless the hands that have one are to be
    left out. Role: scribe; nobody types the sheet of a table at which he sat.
    """
    preview = preview_of(actor, club_id, preview_id)
    # Two acceptances queue here; the second finds it done.
    preview = SpreadsheetPreview.objects.select_for_update(of=("self",)).get(pk=preview.pk)
    if preview.accepted_at is not None:
        return preview
    reading = reading_of(preview, _meant(actor, preview, people or {}))
    taken = [game for game in reading.games if game.hands]
    refuse_errors(
        reading.errors,
        _("Diese Zeilen müssen zuerst stimmen, oder ihre Spiele werden ausgelassen."),
        left_out=leave_out_faulty and taken,
    )
    if not taken:
        raise Invalid.at("", "nothing_to_take", _("In dieser Tabelle steht kein Spiel."))
    _refuse_own_table(actor, reading)
    preview.games = [str(_write(actor, preview, game).pk) for game in taken]
    preview.left_out = sum(game.faulty for game in reading.games)
    preview.accepted_at, preview.accepted_by = timezone.now(), str(actor)
    preview.lines = []
    preview.save()
    return preview


@transaction.atomic
def discard_preview(*, actor: Actor, club_id: UUID, preview_id: UUID) -> None:
    """Forget a spreadsheet that was not taken in. Role: scribe."""
    preview = preview_of(actor, club_id, preview_id)
    if preview.accepted_at is not None:
        raise Conflict("accepted", _("Diese Tabelle ist schon übernommen."))
    preview.delete()


def _sheet(preview: SpreadsheetPreview) -> Lines:
    return Lines([*map(tuple, preview.lines)], preview.encoding, set(preview.garbled))


def _rules(club: Club, slug: str) -> Profile:
    profile = agreed_profile(slug, club.profile_layer, {})
    if profile.game not in SHAPES:
        text = _("Tabellen vergangener Abende gibt es für Differenzler und Schieber.")
        raise Invalid.at("/profile", "no_spreadsheets", text)
    return profile


def _meant(actor: Actor, preview: SpreadsheetPreview, people: People) -> dict[str, UUID]:
    """Whom the organiser means; new people are added now."""
    shape = SHAPES[_rules(preview.club, preview.profile).game]
    columns = columns_of(_sheet(preview), shape.columns, Doubts())
    names = {
        tidy(str(columns.of(cells, column) or ""))
        for _line, cells in preview.lines
        for column in NAMED
    }
    if any(tidy(name) not in names for name in people):
        raise Invalid.at("/people", "unknown_name", _("Diesen Namen gibt es in der Tabelle nicht."))
    return {
        name: ident or add_player(actor=actor, club_id=preview.club_id, name=name).pk
        for name, ident in people.items()
    }


def _refuse_own_table(actor: Actor, reading: Reading) -> None:
    text = _("An diesem Tisch hast du mitgespielt: das Blatt übernimmt jemand anders.")
    own = [
        Finding("own_table", f"/lines/{game.line}", text)
        for game in reading.games
        if actor.user_id is not None and actor.user_id in {p.user_id for p in game.players}
    ]
    Invalid.raise_for(own, text)


def _write(actor: Actor, preview: SpreadsheetPreview, past: PastGame) -> Game:
    club, day = preview.club, past.day
    season = club.seasons.filter(starts__lte=day, ends__gte=day).order_by("starts").first()
    game = open_game(
        actor=actor,
        club_id=club.pk,
        season_id=None if season is None else season.pk,
        profile_slug=preview.profile,
        player_ids=[player.pk for player in past.players],
        played_on=day,
        label=past.table[:80],
        house_rules=past.house_rules or None,
    )
    for hand in past.hands:
        record_hand(
            actor=actor,
            game_id=game.pk,
            number=hand.number,
            slip=hand.slip,
            source=HandEntry.Source.PAPER,
        )
    return close_game(actor=actor, game_id=game.pk)
