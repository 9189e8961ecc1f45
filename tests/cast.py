"""The cast of all tests: `from tests.cast import *` in a conftest makes it available.

Anna keeps the score, Beat is her partner, Chlöe directs, Emma is the club's admin. Dario is a
stranger: he has an account, but no club. Fritz is the admin of another club.
"""

import json
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from jassclub.api.views import can_be_read
from jassclub.clubs.actors import SYSTEM, Actor, device_actor, person_actor
from jassclub.clubs.models import Club, Device, Player, Role, Season, User
from jassclub.clubs.services import clubs, links, people
from tests.signed_in import signed_in

PASSWORD = "Trumpf-Buur-bleibt-liegen"

__all__ = [
    "anna",
    "beat",
    "chloe",
    "club",
    "dario",
    "emma",
    "fritz",
    "guests",
    "nobody",
    "other_club",
    "season",
]


class Caller:
    """Sends JSON to the API as somebody.

    A POST gets a fresh Idempotency-Key unless one is given, a change the If-Match of `version`.
    """

    def __init__(self, *, user: User | None = None, token: str | None = None) -> None:
        self.client = Client() if user is None else signed_in(user)
        self.headers = {} if token is None else {"Authorization": f"Bearer {token}"}

    def get(self, path: str, *, etag: str | None = None, **params: Any) -> Any:
        """GET, conditional with `etag`."""
        extra = {} if etag is None else {"If-None-Match": etag}
        return self.client.get(_address(path), params, headers={**self.headers, **extra})

    def post(self, path: str, data: Any = None, *, key: str | None = None) -> Any:
        """POST with an Idempotency-Key; `key=""` sends none. What was made can be read."""
        sent = str(uuid4()) if key is None else key
        answer = self._send("post", path, data, {"Idempotency-Key": sent} if sent else {})
        if answer.status_code in (201, 202) and _address(path).startswith("/api/v1/"):
            assert can_be_read(answer["Location"]), (path, answer["Location"])
        return answer

    def patch(self, path: str, data: Any, *, version: int | None = None) -> Any:
        """PATCH against a version."""
        return self._send("patch", path, data, _if_match(version))

    def delete(self, path: str, *, version: int | None = None) -> Any:
        """DELETE against a version."""
        return self._send("delete", path, None, _if_match(version))

    def _send(self, method: str, path: str, data: Any, extra: dict[str, str]) -> Any:
        return getattr(self.client, method)(
            _address(path),
            b"" if data is None else json.dumps(data, default=str),
            content_type="application/json",
            headers={**self.headers, **extra},
        )


@dataclass(frozen=True)
class Person:
    """Somebody of the cast: account, actor, API caller, and the player he is in the club."""

    user: User
    actor: Actor
    api: Caller
    player: Player | None = None

    @property
    def seat_taker(self) -> Player:
        """The player, for tests that need one to sit down."""
        assert self.player is not None
        return self.player


@dataclass(frozen=True)
class Phone:
    """A phone at a table."""

    device: Device
    api: Caller

    @property
    def actor(self) -> Actor:
        """As the phone acts now, with the seat that it has taken."""
        return device_actor(Device.objects.select_related("link").get(pk=self.device.pk))


def phone_at(
    club: Club, scope_id: UUID, *, kind: str = "game", seat: int | None = None, label: str = ""
) -> Phone:
    """A phone that came by a fresh link to a game or table, which has to exist for the club."""
    _link, token = links.create_link(
        actor=SYSTEM, club_id=club.pk, label="Tisch", scope_kind=kind, scope_id=scope_id
    )
    device, secret = links.join_table(token=token, label=label)
    phone = Phone(device, Caller(token=secret))
    if seat is not None:
        links.change_device(actor=phone.actor, values={"seat": seat})
    return phone


def person(name: str, *, club: Club | None = None, role: str = "", plays: bool = False) -> Person:
    """An account called `name`, perhaps with a role and a player in a club."""
    user = User.objects.create_user(username=name.casefold(), password=PASSWORD)
    player = None
    if club is not None and role:
        people.add_member(actor=SYSTEM, club_id=club.pk, user_id=user.pk, role=role)
    if club is not None and plays:
        player = people.add_player(actor=SYSTEM, club_id=club.pk, name=name, user_id=user.pk)
    return Person(user, person_actor(user.pk), Caller(user=user), player)


def problem(response: Any, status: int, code: str) -> dict[str, Any]:
    """Assert that an answer is this refusal in the one form of all refusals; its members."""
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    members: dict[str, Any] = response.json()
    assert (members["status"], members["code"]) == (status, code), members
    return members


def pointers(members: dict[str, Any]) -> set[str]:
    """The places that a refusal names."""
    return {error["pointer"] for error in members["errors"]}


def _address(path: str) -> str:
    return path if path.startswith("/") else f"/api/v1/{path}"


def _if_match(version: int | None) -> dict[str, str]:
    return {} if version is None else {"If-Match": f'"v{version}"'}


@pytest.fixture
def club(db: None) -> Club:
    """The club that the cast belongs to."""
    return clubs.create_club(actor=SYSTEM, name="Jassclub Rosenau", slug="rosenau")


@pytest.fixture
def season(club: Club) -> Season:
    """The club's season of 2026."""
    return clubs.add_season(
        actor=SYSTEM,
        club_id=club.pk,
        name="2026",
        starts=date(2026, 1, 1),
        ends=date(2026, 12, 31),
    )


@pytest.fixture
def anna(club: Club) -> Person:
    """The scorekeeper."""
    return person("Anna", club=club, role=Role.SCRIBE, plays=True)


@pytest.fixture
def beat(club: Club) -> Person:
    """Anna's partner."""
    return person("Beat", club=club, role=Role.MEMBER, plays=True)


@pytest.fixture
def chloe(club: Club) -> Person:
    """The director."""
    return person("Chlöe", club=club, role=Role.DIRECTOR, plays=True)


@pytest.fixture
def emma(club: Club) -> Person:
    """The admin; she does not play."""
    return person("Emma", club=club, role=Role.ADMIN)


@pytest.fixture
def dario(db: None) -> Person:
    """A stranger: an account without a club."""
    return person("Dario")


@pytest.fixture
def other_club(db: None) -> Club:
    """Another club, of which our cast must not see anything."""
    return clubs.create_club(actor=SYSTEM, name="Jassfreunde Ilanz", slug="ilanz")


@pytest.fixture
def fritz(other_club: Club) -> Person:
    """The other club's admin."""
    return person("Fritz", club=other_club, role=Role.ADMIN, plays=True)


@pytest.fixture
def nobody() -> Caller:
    """Somebody who is not logged in."""
    return Caller()


@pytest.fixture
def guests(club: Club) -> list[Player]:
    """Four players without accounts, to fill a table."""
    return [
        people.add_player(actor=SYSTEM, club_id=club.pk, name=name, guest=True)
        for name in ("Gast Nord", "Gast Ost", "Gast Süd", "Gast West")
    ]
