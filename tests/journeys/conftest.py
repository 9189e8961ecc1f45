"""People and phones that know the service only over HTTP."""

from dataclasses import dataclass
from typing import Any

import pytest

from jassclub.clubs.services import accounts
from tests.cast import PASSWORD, Caller


@dataclass
class Evening:
    """A club founded over the API, its admin, its players and its season."""

    admin: Caller
    club: dict[str, Any]
    season: dict[str, Any]
    players: list[dict[str, Any]]

    def open_game(self, profile: str, seats: int = 4, **more: Any) -> dict[str, Any]:
        """Open a game of the first players."""
        body = {
            "club": self.club["id"],
            "season": self.season["id"],
            "profile": profile,
            "players": [player["id"] for player in self.players[:seats]],
            "played_on": "2026-11-19",
            **more,
        }
        answer = self.admin.post("games", body)
        assert answer.status_code == 201, answer.content
        game: dict[str, Any] = answer.json()
        return game

    def phones(self, game: dict[str, Any], seats: int) -> list[Caller]:
        """A table link for the game, and a phone that took each seat."""
        body = {
            "club": self.club["id"],
            "label": "Tisch 1",
            "scope_kind": "game",
            "scope_id": game["id"],
        }
        link = self.admin.post("table-links", body).json()
        return [self.phone(link["token"], seat) for seat in range(seats)]

    def phone(self, token: str, seat: int) -> Caller:
        """Scan the code, take a seat."""
        opened = Caller().post("devices", {"token": token}).json()
        phone = Caller(token=opened["token"])
        assert phone.patch("devices/me", {"seat": seat}).status_code == 200
        return phone

    def table(self, variant: str) -> dict[str, Any]:
        """The season's table of one variant as it stands now, or an empty one."""
        tables = self.admin.get(f"seasons/{self.season['id']}/standings").json()["tables"]
        found = [table for table in tables if table["variant"] == variant]
        return found[0] if found else {"rows": [], "hands": 0, "open_hands": 0}


@pytest.fixture
def evening(transactional_db: None) -> Evening:
    """A club with six players and a season, made over the API by the one who founds it."""
    accounts.create_user(username="vreni", password=PASSWORD)
    visitor = Caller()
    answer = visitor.post(
        "auth/login", {"username": "vreni", "password": PASSWORD, "token_label": "Büro"}
    )
    assert answer.status_code == 200, answer.content
    admin = Caller(token=answer.json()["token"])
    club = admin.post("clubs", {"name": "Jassklub Frohsinn", "slug": "frohsinn"}).json()
    season = admin.post(
        "seasons",
        {
            "club": club["id"],
            "name": "2026/27",
            "starts": "2026-09-01",
            "ends": "2027-08-31",
        },
    ).json()
    players = [
        admin.post("players", {"club": club["id"], "name": name}).json()
        for name in ("Anna", "Beat", "Chlöe", "Dario", "Elena", "Fritz")
    ]
    return Evening(admin, club, season, players)
