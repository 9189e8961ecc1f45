"""A hall: a tournament with people, a plan, and rounds as they would stand after the commands.

Rows are written directly, so that a test of one service does not need all the others.
"""

import itertools
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.utils import timezone

from jassclub.clubs.actors import Actor, digest
from jassclub.clubs.models import Device, TableLink
from scoring.core.models import Game
from tests.cast import Caller, Phone
from tests.scoring.table import House, TableOf, house
from tournaments.core.models import Tournament
from tournaments.entries.models import Entry
from tournaments.format.pure import PRESETS, as_json, read_format
from tournaments.format.selectors import format_of
from tournaments.results.models import PasseSheet
from tournaments.rounds.models import Draw, Passe, Round, Sitting, SittingOut, Table

SEATS = 4
NAMES = ("Nina", "Otto", "Paula", "Reto", "Sara", "Toni", "Ursi", "Viktor")
_numbers = itertools.count(1)


@dataclass
class Hall:
    """A tournament and its people; `entries[0]` has number 1."""

    house: House
    tournament: Tournament
    entries: list[Entry]
    draw: Draw
    called: list[Round] = field(default_factory=list)

    def official(self, role: str = "director") -> Actor:
        """Somebody with an account and an office who does not play."""
        return self.house.official(role)

    def call(self) -> Round:
        """The next round of the plan, its tables and seats; phones keep what they are."""
        number = len(self.called) + 1
        called = Round.objects.create(
            club_id=self.tournament.club_id,
            tournament=self.tournament,
            number=number,
            draw=self.draw,
            hands=format_of(self.tournament).hands,
        )
        planned = self.draw.rounds[number - 1]
        for place, seated in enumerate(planned["tables"], start=1):
            self._seat(called, place, seated)
        SittingOut.objects.bulk_create(
            SittingOut(club_id=called.club_id, round=called, entry=self.entry(entry))
            for entry in planned["sitting_out"]
        )
        self.called.append(called)
        return called

    def close(self) -> Round:
        """The round that is open, closed."""
        called = self.called[-1]
        called.state, called.closed_at = Round.State.CLOSED, timezone.now()
        called.save()
        return called

    def entry(self, number: int) -> Entry:
        """The entry with a number."""
        return self.entries[number - 1]

    def table(self, number: int = 1) -> Table:
        """A physical table."""
        return self.tournament.tables.get(number=number)

    def passe(self, table: int = 1, *, number: int | None = None) -> Passe:
        """What is played at a table in a round; in the last one that was called."""
        called = self.called[-1] if number is None else self.called[number - 1]
        return called.passen.select_related("game", "round", "table").get(table__number=table)

    def people(self, table: int = 1) -> list[str]:
        """The names at a table, in playing order."""
        return [sitting.seated.name for sitting in self.passe(table).sittings.all()]

    def link(self, table: int = 1) -> tuple[TableLink, str]:
        """The link of a table and the token of its QR code."""
        token = f"table-{next(_numbers)}"
        link = TableLink.objects.create(
            club=self.tournament.club,
            label=f"Tisch {table}",
            scope_kind="table",
            scope_id=self.table(table).pk,
            created_by="system:test",
            expires_at=timezone.now() + timedelta(hours=12),
            token_hash=digest(token),
        )
        return link, token

    def phone(self, table: int = 1, *, seat: int | None = None) -> Phone:
        """A phone that came by a link of a table."""
        secret = f"jcd_hall-{next(_numbers)}"
        device = Device.objects.create(
            club_id=self.link(table)[0].club_id,
            link=self.link(table)[0],
            seat=seat,
            token_hash=digest(secret),
        )
        return Phone(device, Caller(token=secret))

    def phones(self, table: int = 1) -> list[Phone]:
        """A phone at each seat of a table."""
        return [self.phone(table, seat=seat) for seat in range(len(self.people(table)))]

    def recorded(self, game: Game, table: int = 1) -> TableOf:
        """A game of this hall with a phone at each seat, to write its hands."""
        return TableOf(self.house, game, [phone.actor for phone in self.phones(table)])

    def sheets(self, table: int = 1, *, number: int | None = None) -> list[PasseSheet]:
        """All versions of a result."""
        return list(self.passe(table, number=number).sheets.order_by("number"))

    def _seat(self, called: Round, place: int, seated: list[int]) -> None:
        table, _made = Table.objects.get_or_create(
            club_id=self.tournament.club_id, tournament=self.tournament, number=place
        )
        passe = Passe.objects.create(club_id=called.club_id, round=called, table=table)
        Sitting.objects.bulk_create(
            Sitting(
                club_id=passe.club_id,
                passe=passe,
                round=called,
                index=index,
                entry=self.entry(number),
            )
            for index, number in enumerate(seated)
        )


def hall(
    entries: int = 8,
    rounds: int = 2,
    hands: int = 4,
    *,
    preset: str = "einzelschieber-4x12",
    **settings: Any,
) -> Hall:
    """A tournament that runs, everybody present, all rounds drawn and none called.

    `settings` are those of a format (`writing="totals"`, `odd="joker"`) on top of the preset.
    Unless they say otherwise, hands are recorded.
    """
    own = house(f"Jassklub {next(_numbers)}")
    own_settings = {"rounds": rounds, "hands": hands, "writing": "hands", **settings}
    tournament = _tournament(own, preset, own_settings)
    people = Entry.objects.bulk_create(
        _entry(tournament, number) for number in range(1, entries + 1)
    )
    draw = Draw.objects.create(
        club_id=tournament.club_id,
        tournament=tournament,
        number=1,
        rounds=[_planned(entries, shift) for shift in range(rounds)],
        certificate={},
        asked={},
        origin="test",
        actor="system:test",
    )
    return Hall(own, tournament, people, draw)


def _tournament(own: House, preset: str, settings: dict[str, Any]) -> Tournament:
    reading = read_format(settings, base=PRESETS[preset].format)
    assert reading.format is not None, reading.findings
    return Tournament.objects.create(
        club=own.club,
        slug=f"turnier-{next(_numbers)}",
        name="Herbstturnier",
        place="Rössli, Saal",
        played_on=timezone.localdate(),
        state=Tournament.State.RUNNING,
        preset=preset,
        format=as_json(reading.format),
        seed="geheim",
    )


def _entry(tournament: Tournament, number: int) -> Entry:
    name = NAMES[number - 1] if number <= len(NAMES) else f"Gast {number}"
    return Entry(
        club_id=tournament.club_id,
        tournament=tournament,
        number=number,
        name=name,
        state=Entry.State.PRESENT,
        created_by="system:test",
    )


def _planned(entries: int, shift: int) -> dict[str, list[Any]]:
    """Everybody moves on; seats 1 to 3 of a table go `shift` to `3 * shift` tables further."""
    tables = entries // SEATS
    seated = [
        [SEATS * ((table + seat * shift) % tables) + seat + 1 for seat in range(SEATS)]
        for table in range(tables)
    ]
    return {"tables": seated, "sitting_out": list(range(tables * SEATS + 1, entries + 1))}
