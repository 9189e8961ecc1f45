"""A ranking counted anew from the rows of the database, as the worker does after every change.

`tournament` measures the pure part from single hands; here sheets, seats and people are read,
the contest is made and ranked, and the rows that are kept are written out. The plain writing
reads the same sheets and seats, adds up, drops the worst round and sorts. Times are of the
processor: on the embedded database nothing waits elsewhere.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from math import log
from time import process_time

from django.db import transaction
from django.test.utils import setup_databases, teardown_databases
from django.utils import timezone

from jassclub.clubs.models import Club
from tests.bench import Figure
from tournaments.core.models import Tournament
from tournaments.entries.models import Entry
from tournaments.format.pure import PRESETS, as_json, read_format
from tournaments.results.models import PasseSheet
from tournaments.rounds.models import Draw, Passe, Round, Sitting, Table
from tournaments.standings.contests import day_of
from tournaments.standings.rankings import content_of

SEED = 20_261_121
ROUNDS = 8
HANDS = 12
SUM = HANDS * 157
SEATS = 4
SIZES = (10_000, 100_000)
RECOUNTED_A_SECOND = 10_000
"""Ten thousand hands have to be counted from the rows within a second."""
GROWTH_GOAL = 0.5
"""Ten times the hands may cost at most twice ten times the time."""

Table_ = list[tuple[int, int, int]]
"""Rank, entry number and value."""
Count = Callable[[Tournament], Table_]


def measure(*, full: bool) -> Iterator[Figure]:
    """Hands a second from rows to ranking at both sizes, and how the time grows."""
    rates = []
    with _database():
        for size in SIZES:
            figure = _figure(size, times=5 if full else 3)
            rates.append(figure.value)
            yield figure
    ratio = rates[1] / rates[0]
    yield Figure(
        name="recount, growth, 1 is linear",
        value=ratio,
        unit="rate at 100,000 / 10,000",
        floor=GROWTH_GOAL,
    )
    yield Figure(
        name="recount, growth exponent",
        value=1 - log(ratio) / log(SIZES[1] / SIZES[0]),
        unit="1 is linear",
    )


@contextmanager
def _database() -> Iterator[None]:
    """A database of its own, which is gone afterwards."""
    made = setup_databases(verbosity=0, interactive=False, serialized_aliases=())
    try:
        yield
    finally:
        teardown_databases(made, verbosity=0)


def _figure(size: int, *, times: int) -> Figure:
    name = f"recount of {size} hands from rows"
    with transaction.atomic():
        tournament = _played(size // (ROUNDS * HANDS))
        if _ranked(tournament) != _plain(tournament):
            raise AssertionError(f"{name}: the plain writing has another answer")
        hands = PasseSheet.objects.count() * HANDS
        figure = Figure(
            name=name,
            value=hands / _fastest(times, _ranked, tournament),
            unit="hands/s",
            peer="plain writing",
            peer_value=hands / _fastest(times, _plain, tournament),
            floor=RECOUNTED_A_SECOND,
        )
        transaction.set_rollback(True)
    return figure


def _fastest(times: int, count: Count, tournament: Tournament) -> float:
    return min(_seconds(count, tournament) for _ in range(times))


def _seconds(count: Count, tournament: Tournament) -> float:
    start = process_time()
    count(tournament)
    return process_time() - start


def _ranked(tournament: Tournament) -> Table_:
    rows = content_of(day_of(tournament))["rows"]
    return [(row["rank"], row["number"], row["value"]) for row in rows]


def _plain(tournament: Tournament) -> Table_:
    sheets = PasseSheet.objects.filter(
        passe__round__tournament=tournament, state=PasseSheet.State.CONFIRMED
    )
    counted = dict(sheets.values_list("passe", "counted"))
    seats = Sitting.objects.filter(passe__in=sheets.values("passe"))
    points: dict[int, list[int]] = defaultdict(list)
    for passe, index, number in seats.values_list("passe", "index", "entry__number"):
        points[number].append(counted[passe]["points"][index % 2])
    keyed = []
    for number, found in points.items():
        best_first = sorted(found, reverse=True)
        value = sum(best_first[:-1])
        keyed.append(([-value, *(-one for one in best_first)], number, value))
    keyed.sort()
    rows: Table_ = []
    for place, (key, number, value) in enumerate(keyed):
        tied = place and keyed[place - 1][0] == key
        rows.append((rows[-1][0] if tied else place + 1, number, value))
    return rows


def _played(tables: int) -> Tournament:
    """A tournament in which so many tables have played all rounds."""
    chance = random.Random(SEED)
    tournament = set_up(played_on=date(2026, 11, 21))
    entries = Entry.objects.bulk_create(
        Entry(
            club_id=tournament.club_id,
            tournament=tournament, number=number, name=f"P{number}", state=Entry.State.PRESENT,
            created_by="bench",
        )
        for number in range(1, SEATS * tables + 1)
    )  # fmt: skip
    hall = Table.objects.bulk_create(
        Table(club_id=tournament.club_id, tournament=tournament, number=number)
        for number in range(1, tables + 1)
    )
    draw = Draw.objects.create(
        club_id=tournament.club_id,
        tournament=tournament, number=1, rounds=[], certificate={}, asked={}, origin="bench",
        actor="bench",
    )  # fmt: skip
    for number in range(1, ROUNDS + 1):
        called = Round.objects.create(
            club_id=tournament.club_id,
            tournament=tournament, number=number, draw=draw, hands=HANDS,
            state=Round.State.CLOSED, closed_at=timezone.now(),
        )  # fmt: skip
        chance.shuffle(entries)
        _round(called, hall, entries, chance)
    return tournament


def set_up(*, played_on: date, **wishes: str) -> Tournament:
    """A tournament that runs, without people yet."""
    wish = {"rounds": ROUNDS, "hands": HANDS, **wishes}
    ranking = {"count": "drop:1", "ties": ["best", "second", "shared"]}
    reading = read_format({**wish, "ranking": ranking}, base=PRESETS["einzelschieber-4x12"].format)
    if reading.format is None:
        raise AssertionError(reading.findings)
    return Tournament.objects.create(
        club=Club.objects.create(name="Bench", slug="bench"),
        slug="bench",
        name="Bench",
        played_on=played_on,
        state=Tournament.State.RUNNING,
        format=as_json(reading.format),
        seed="bench",
    )


def _round(called: Round, hall: list[Table], people: list[Entry], chance: random.Random) -> None:
    passen = Passe.objects.bulk_create(
        Passe(club_id=called.club_id, round=called, table=table) for table in hall
    )
    Sitting.objects.bulk_create(
        Sitting(
            club_id=passe.club_id,
            passe=passe,
            round=called,
            index=index,
            entry=people[SEATS * at + index],
        )
        for at, passe in enumerate(passen)
        for index in range(SEATS)
    )
    PasseSheet.objects.bulk_create(
        _sheet(passe, chance.randint(600, SUM - 600)) for passe in passen
    )


def _sheet(passe: Passe, first: int) -> PasseSheet:
    points = [first, SUM - first]
    line = {"matsches": 0, "exact": None, "made": None}
    return PasseSheet(
        club_id=passe.club_id, passe=passe,
        number=1,
        state=PasseSheet.State.CONFIRMED,
        origin=PasseSheet.Origin.DESK,
        sheet={
            "hands": HANDS, "lines": [{"points": one, **line} for one in points], "scribe": None,
            "reason": "",
        },
        counted={"state": "counts", "points": points, "given": [0, 0], "off": 0},
        actor="bench",
    )  # fmt: skip
