"""The desk of a tournament in browsers: one a role, and short ways to what they read and send."""

import re
from datetime import date
from functools import cached_property
from html import unescape
from typing import Any
from uuid import uuid4

from django.test import Client

from jassclub.clubs.models import Club, Membership, User
from tests.jassclub.office import words
from tests.scoring.table import house
from tests.signed_in import signed_in
from tournaments.core.models import Tournament
from tournaments.desk import services as desk
from tournaments.results.models import PasseSheet
from tournaments.rounds.models import Round


class Browser:
    """Somebody in front of the pages of one tournament."""

    def __init__(self, tournament: Tournament, role: str = "") -> None:
        self.client = Client()
        self.slug = tournament.club.slug
        self.root = f"/clubs/{self.slug}/tournaments/{tournament.slug}/"
        self.role, self.name = role, ""

    def get(self, path: str = "", **query: str) -> Any:
        return self.client.get(self.root + path, query)

    def text(self, path: str = "", **query: str) -> str:
        response = self.get(path, **query)
        assert response.status_code == 200, (path, response.status_code)
        return words(response)

    def post(self, path: str, /, *, key: str = "", **fields: Any) -> Any:
        return self.client.post(self.root + path, {"key": key or uuid4().hex, **fields})

    def do(self, name: str, /, **fields: Any) -> Any:
        """A command that must be done."""
        response = self.post(f"do/{name}/", **fields)
        assert response.status_code == 302, words(response)
        return response

    def type(self, table: int, *points: object, **more: Any) -> Any:
        """A sheet from paper."""
        columns: dict[str, Any] = {f"points_{at}": value for at, value in enumerate(points)}
        return self.post("results/", table=table, **columns, **more)


class Office:
    """A tournament that was set up from a preset, with a browser for each role."""

    def __init__(self, preset: str = "einzelschieber-4x8", **settings: Any) -> None:
        self.house = house("Jassklub Büro")
        self.director_actor = self.house.official("director")
        made = desk.create_tournament(
            actor=self.director_actor,
            club_id=self.club.pk,
            preset=preset,
            settings=settings,
            description={
                "name": "Herbstjass",
                "slug": f"herbst-{uuid4().hex[:8]}",
                "played_on": date(2026, 10, 31),
            },
        )
        self.tournament = made
        self.director = self.browser("director")

    @cached_property
    def scribe(self) -> Browser:
        return self.browser("scribe")

    @cached_property
    def typist(self) -> Browser:
        return self.browser("scribe")

    @cached_property
    def member(self) -> Browser:
        return self.browser("member")

    @property
    def club(self) -> Club:
        return self.house.club

    def browser(self, role: str = "") -> Browser:
        """Somebody with a role in the club; without one an account that belongs to no club."""
        user = User.objects.create_user(f"desk{uuid4().hex[:10]}", password="x")
        if role:
            Membership.objects.create(club=self.club, user=user, role=role)
        found = Browser(self.tournament, role)
        found.client, found.name = signed_in(user), user.username
        return found

    def enter(self, count: int, *, present: bool = True) -> None:
        names = "\n".join(f"Gast {chr(64 + n // 26 + 1)}{chr(97 + n % 26)}" for n in range(count))
        self.director.do("add", people=names, present="1" if present else "")

    def running(self, count: int = 8) -> Round:
        """So many people, the first round drawn, called and started."""
        self.enter(count)
        self.director.do("draw")
        self.director.do("call")
        self.director.do("start", number=1)
        return self.round()

    def round(self) -> Round:
        return Round.objects.filter(tournament=self.tournament).latest("number")

    def fresh(self) -> Tournament:
        self.tournament.refresh_from_db()
        return self.tournament


def errors(response: Any) -> dict[str, str]:
    """What is said at each field."""
    found = re.findall(r'<p class="error" id="([^"]+)-error">(.*?)</p>', response.content.decode())
    return {name: unescape(text) for name, text in found}


def counted(office: Office, table: int = 1) -> PasseSheet | None:
    """The version of a table in the latest round that counts."""
    passe = office.round().passen.get(table__number=table)
    return passe.sheets.filter(state=PasseSheet.State.CONFIRMED).first()
