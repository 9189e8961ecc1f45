"""A demo club, a clock that is turned forward, and somebody without an account who reads it all."""

import html
import io
import itertools
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from importlib import import_module
from typing import Any

from celery.schedules import crontab
from django.test import Client
from django.utils import timezone

from jassclub.celery import TIMETABLE
from jassclub.clubs import demo_logins
from jassclub.clubs.actors import ANONYMOUS
from jassclub.clubs.models import Club, Player, Season, TableLink, User
from jassclub.clubs.services.links import create_link
from jassclub.home.demo import club as demo
from scoring.core.models import Game
from tests.addresses import addresses
from tests.cast import person
from tests.recording.pdf import texts_of
from tournaments.core.models import Tournament
from tournaments.desk import rounds, services as desk
from tournaments.entries import services as entries
from tournaments.entries.entrants import Person
from tournaments.entries.models import Entry, Team
from tournaments.results import penalties, services as results
from tournaments.rounds import hall
from tournaments.rounds.models import Passe

MONTHS_LATER = timedelta(days=763)
ESCAPED = re.compile(r"\\u([0-9a-f]{4})")
PLACE = re.compile(r"<(?:(\w+):)?(\w+)>")
QUERIES: Mapping[str, Sequence[str]] = {
    "export.csv": ("", *(f"?what={w}" for w in ("seating", "results", "tables", "ranking", "log"))),
    "ranking.pdf": ("", "?after=1", "?hall=1"),
    "seating.pdf": ("", "?round=1", "?round=all"),
    "board/": ("", "?zeigt=sitzplan", "?zeigt=rangliste", "?zeigt=uhr", "?blatt=2"),
    "standings": ("", "?after=1"),
    "tournaments": ("", "?limit=100"),
    "entries": ("", "?limit=100"),
    "log": ("", "?limit=200"),
}
SLUGS: Mapping[str, Mapping[str, list[Any]]] = {
    "clubs/": {"slug": [demo_logins.SLUG]},
    "rules/": {"slug": ["fragen"]},
    "api/v1/rulebook/": {"slug": ["fragen"]},
    "api/v1/profiles/": {"slug": ["jassregeln"]},
}
"""What `slug` is, by how an address begins; elsewhere a tournament."""
MOST = 16
"""Ways to fill one address."""


@dataclass
class Past:
    """What exists, by the names that addresses use, and everybody's full name."""

    known: dict[str, list[Any]] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)


def demo_past(monkeypatch: Any) -> Past:
    """The demo club with both its tournaments played as far as they go, and a pairs event."""
    few = {"SEASONS": 1, "EVENINGS": 1, "HANDS": 3, "play_other_games": lambda **_asked: None}
    for name, value in few.items():
        monkeypatch.setattr(demo, name, value)
    club = demo.load(seed=1291, today=timezone.localdate())
    director = person("Dora Direktor", club=club, role="admin").actor
    cup = Tournament.objects.get(slug="frohsinn-cup")
    _end_cup(cup, director)
    tickets = _pairs(club, director)
    table = hall.make_cards(actor=director, tournament_id=tickets[0], numbers=[1])[0]
    game = Game.objects.filter(club=club).first()
    assert game is not None
    link = create_link(
        actor=director, club_id=club.pk, label="Tisch", scope_kind="game", scope_id=game.pk
    )
    return Past(_known(club, [table.token, link[1], *tickets[1:]]), _full_names())


def _end_cup(cup: Tournament, director: Any) -> None:
    ids = {"actor": director, "tournament_id": cup.pk}
    entry = cup.entries.get(number=3)
    penalties.give_penalty(**ids, number=3, points=20, reason=f"{entry.name} kam zu spät")
    third = cup.rounds.get(number=3)
    lines = {"lines": [{"points": 700}, {"points": 556}]}
    for passe in third.passen.all():
        if not passe.sheets.exists():
            results.type_sheet(actor=director, passe_id=passe.pk, data=lines)
    rounds.close_round(**ids, number=3)
    first: Passe = cup.rounds.get(number=1).passen.order_by("table__number")[0]
    results.correct(
        actor=director, passe_id=first.pk, data=lines, reason=f"{entry.name} hat falsch gezählt",
        out_of_time=True,
    )  # fmt: skip
    desk.finish(**ids, reason=f"{entry.name} muss heim")


def _pairs(club: Club, director: Any) -> list[Any]:
    """Pairs who signed up themselves; the id of the event, then their tickets."""
    made = desk.create_tournament(
        actor=director,
        club_id=club.pk,
        preset="pairs-7x8-round-robin",
        description={
            "name": "Paarturnier", "slug": "paarturnier", "public": True,
            "played_on": timezone.localdate(),
        },
    )  # fmt: skip
    ids: dict[str, Any] = {"actor": director, "tournament_id": made.pk}
    desk.open_sign_up(**ids)
    tickets = []
    for one, other in (("Rosa Räber", "Nico Näf"), ("Lina Lenz", "Sämi Suter")):
        pair = [Person(one, contact="079 333 44 55", note=f"mit {other}"), Person(other)]
        _made, ticket = entries.sign_up(actor=ANONYMOUS, tournament_id=made.pk, people=pair)
        tickets.append(ticket)

    hall.set_up_tables(actor=director, tournament_id=made.pk, count=1)
    return [made.pk, *tickets]


def _known(club: Club, tokens: list[str]) -> dict[str, list[Any]]:
    events = list(Tournament.objects.filter(public=True))
    return {
        "slug": [one.slug for one in events],
        "tslug": [one.slug for one in events],
        "tournament_id": [one.pk for one in events],
        "number": [1, 3, 26],
        "at": [1],
        "table": [1],
        "sheet": [1],
        "token": tokens,
        "entry_id": list(Entry.objects.values_list("pk", flat=True)[:6]),
        "player_id": list(Player.objects.values_list("pk", flat=True)[:3]),
        "season_id": list(Season.objects.values_list("pk", flat=True)),
        "club_id": [club.pk],
        "game_id": list(Game.objects.values_list("pk", flat=True)[:2]),
        "passe_id": list(Passe.objects.values_list("pk", flat=True)[:1]),
        "table_id": list(Passe.objects.values_list("table_id", flat=True)[:1]),
        "link_id": list(TableLink.objects.values_list("pk", flat=True)[:1]),
        "user_id": list(User.objects.values_list("pk", flat=True)[:1]),
        "variant": ["schieber", "differenzler"],
    }


def _full_names() -> set[str]:
    """Everybody's, as stored at this moment; words that are no name of a person left out."""
    found = {
        *Player.objects.values_list("name", flat=True),
        *Entry.objects.values_list("name", flat=True),
        *Team.objects.values_list("name", flat=True),
        *(name for name, _role in demo_logins.LOGINS.values()),
    }
    return {name for name in found if " " in name and not name.startswith("Helfer")}


def turn_clock(monkeypatch: Any, forward: timedelta) -> None:
    """From here on it is that much later, for whoever asks Django."""
    real = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: real() + forward)


def run_nights() -> None:
    """Every task that the timetable has at night."""
    for entry in TIMETABLE.values():
        if isinstance(entry["schedule"], crontab):
            module, name = entry["task"].rsplit(".", 1)
            getattr(import_module(module), name)()


def read_by_stranger(past: Past, *, only: str = "") -> Iterator[tuple[str, str]]:
    """Every answer that somebody without an account gets: its address, its text and headers."""
    for route, _view in addresses():
        if "schema" in route or only not in route:
            continue
        known = {**past.known, **next((w for s, w in SLUGS.items() if route.startswith(s)), {})}
        for path in itertools.islice(_filled(route, known), MOST):
            for query in _queries(route):
                answer = Client(raise_request_exception=False).get(path + query)
                assert answer.status_code < 500, path + query
                if answer.status_code == 200:
                    yield path + query, f"{answer.headers}{_text(answer)}"


def names_in(answers: Iterable[tuple[str, str]], past: Past) -> dict[str, set[str]]:
    """Which full names a stranger finds, and where."""
    found = {address: {n for n in past.names if n in text} for address, text in answers}
    return {address: named for address, named in found.items() if named}


def _filled(route: str, known: Mapping[str, list[Any]]) -> Iterator[str]:
    names = [match[1] for match in PLACE.findall(route)]
    if any(name not in known for name in names):
        return
    for values in itertools.product(*(known[name] for name in names)):
        given = iter(values)
        yield "/" + re.sub(PLACE, _next_of(given), route)


def _next_of(given: Iterator[Any]) -> Callable[[re.Match[str]], str]:
    return lambda _place: str(next(given))


def _queries(route: str) -> Sequence[str]:
    return next((many for end, many in QUERIES.items() if route.endswith(end)), ("",))


def _text(answer: Any) -> str:
    read: Mapping[str, Callable[[bytes], str]] = {
        "application/pdf": lambda content: " ".join(texts_of(content)),
        "application/vnd": _unzipped,
    }
    kind = answer.headers.get("Content-Type", "")
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    reader = next((r for start, r in read.items() if kind.startswith(start)), None)
    plain = reader(content) if reader else content.decode(errors="replace")
    return html.unescape(plain) + ESCAPED.sub(lambda sign: chr(int(sign[1], 16)), plain)


def _unzipped(content: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(content)) as book:
        return " ".join(book.read(name).decode() for name in book.namelist())
