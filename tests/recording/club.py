"""The club in which everything is recorded: founded, invited and seated over pages and API."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from tests.recording.callers import Caller, body_of
from tests.recording.world import World

PASSWORD = "Trumpf-Buur-bleibt-liegen"
ROLES = {
    "anna": ("Anna", "scribe"), "beat": ("Beat", "member"), "chloe": ("Chlöe", "director"),
    "dario": ("Dario", "member"), "rosa": ("", "referee"),
}  # fmt: skip
"""User name -> player and role. The referee does not play, nor does the admin, vreni."""
GUESTS = ("Elena", "Fritz", "Giulia", "Hansruedi", "Irène", "Jürg", "Käthi", "Luzi")


@dataclass
class Club:
    """Its ids and the people who ask."""

    world: World
    kept: Path
    id: str
    slug: str
    season: str
    players: dict[str, str]
    people: dict[str, Caller]
    accounts: dict[str, str]
    """User name -> id."""

    def scenario(self, scene: str) -> Club:
        """The club as it was founded, for a scenario of its own."""
        self.world.begin(scene, kept=self.kept)
        people = {name: caller.again() for name, caller in self.people.items()}
        club = replace(self, people=people)
        for name, found in (("club", club.id), ("season", club.season)):
            self.world.names.known[found] = name
        for name, found in (*club.players.items(), *club.accounts.items()):
            self.world.names.known[found] = name
        return club

    @property
    def admin(self) -> Caller:
        return self.people["vreni"]

    def seats(self, count: int) -> list[str]:
        """The ids of the first players."""
        return list(self.players.values())[:count]


def founded(world: World) -> Club:
    """Open the club, invite everybody; told as the scenario `founding`."""
    world.begin("founding")
    world.step("start")
    vreni = Caller(world, "vreni")
    form = vreni.open("/start/").form("username", "password")
    vreni.fill("/start/", form, name="Jassclub Rosenau", username="vreni", password="x",
               repeated="y")  # fmt: skip
    vreni.fill("/start/", form, name="Jassclub Rosenau", username="vreni",
               password=PASSWORD, repeated=PASSWORD)  # fmt: skip
    vreni.open("/")
    world.step("log-in")
    vreni = _logged_in(world, "vreni")
    (club,) = body_of(vreni.get("clubs"))["results"]
    world.step("season")
    season = vreni.post("seasons", {"club": club["id"], "name": "2026/27",
                                    "starts": "2026-09-01", "ends": "2027-08-31"})  # fmt: skip
    seasons = body_of(vreni.get("seasons"))["results"]
    assert season.status_code in (201, 409, 422), season.content
    world.step("players")
    names = [name for name, _role in ROLES.values() if name] + list(GUESTS)
    players = {}
    for name in names:
        made = vreni.post("players", {"club": club["id"], "name": name, "guest": name == "Luzi"})
        players[name] = body_of(made)["id"]
    world.step("invitations")
    people = {"vreni": vreni}
    for username, (name, role) in ROLES.items():
        asked = {"role": role, **({"player": players[name]} if name else {})}
        people[username] = _invited(world, vreni, club["id"], username, asked)
    people["fritz"] = _stranger(world)
    people["nobody"] = Caller(world, "nobody")
    current = next(one for one in seasons if one["starts"] <= "2026-11-19" <= one["ends"])
    world.step("done")
    accounts: dict[str, str] = {}
    for one in (vreni, people["fritz"]):
        (seen,) = body_of(one.get("clubs", quiet=True))["results"]
        members = body_of(one.get(f"clubs/{seen['id']}/members", quiet=True))["results"]
        accounts |= {row["username"]: row["user"] for row in members}
    kept = world.keep_database("founded")
    return Club(world, kept, club["id"], club["slug"], current["id"], players, people,
                accounts)  # fmt: skip


def _invited(world: World, admin: Caller, club: str, username: str, asked: dict) -> Caller:
    made = body_of(admin.post(f"clubs/{club}/invitations", asked))
    account = {"username": username, "password": PASSWORD}
    accepted = Caller(world, username).post("invitations/acceptance",
                                            {"token": made["token"], **account})  # fmt: skip
    assert accepted.status_code in (200, 201), accepted.content
    return _logged_in(world, username)


def _stranger(world: World) -> Caller:
    """The admin of another club."""
    fritz = Caller(world, "fritz")
    form = fritz.open("/start/").form("username", "password")
    fritz.fill("/start/", form, name="Jassfreunde Ilanz", username="fritz",
               password=PASSWORD, repeated=PASSWORD)  # fmt: skip
    return _logged_in(world, "fritz")


def _logged_in(world: World, username: str) -> Caller:
    """A session in the browser and a token for programs."""
    caller = Caller(world, username)
    form = caller.open("/login/").form("username", "password")
    caller.fill("/login/", form, username=username, password=PASSWORD)
    program = Caller(world, username).post(
        "auth/login", {"username": username, "password": PASSWORD, "token_label": "Büro"}
    )
    caller.token = body_of(program)["token"]
    return caller
