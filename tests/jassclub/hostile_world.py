"""A club with a game and a tournament under way, for everything hostile to be sent at.

It is made once for a module, before the transactions of its tests, which all roll back to it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import pytest
from rest_framework.throttling import SimpleRateThrottle

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import Club, Role
from jassclub.clubs.services import clubs, people as members
from tests.cast import PASSWORD, Caller, Person, person
from tests.lasting import lasting
from tournaments.desk import rounds, services as desk
from tournaments.draw import services as draw
from tournaments.entries import entrants, services as people
from tournaments.entries.entrants import Person as Entered
from tournaments.results import penalties, services as results

__all__ = ["known", "unthrottled", "world", "world_of_the_module"]


@dataclass(frozen=True)
class World:
    """The admin of the club, the admin of another one, and what exists.

    `known` holds it by the names that addresses and members use for it. The game is a Schieber
    of four guests with one hand written, made through the API itself.
    """

    club: Club
    emma: Person
    fritz: Person
    known: dict[str, Any]


@pytest.fixture(scope="module")
def world_of_the_module(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """The world of a module of tests; everything is gone after it."""
    with lasting(django_db_blocker, made_world) as made:
        yield made


@pytest.fixture
def world(world_of_the_module: World, db: None) -> World:
    """The world for one test, in which its people have just logged in."""
    emma, fritz = (
        replace(one, api=Caller(user=one.user))
        for one in (world_of_the_module.emma, world_of_the_module.fritz)
    )
    return replace(world_of_the_module, emma=emma, fritz=fritz)


@pytest.fixture
def known(world: World) -> dict[str, Any]:
    """What exists, for one test."""
    return dict(world.known)


@pytest.fixture
def unthrottled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slowing down would answer in place of what is tried here."""
    monkeypatch.setattr(SimpleRateThrottle, "allow_request", lambda *args: True)


def made_world() -> World:
    """The clubs, their people and what exists; without a transaction of its own."""
    club = clubs.create_club(actor=SYSTEM, name="Jassclub Rosenau", slug="rosenau")
    other = clubs.create_club(actor=SYSTEM, name="Jassfreunde Ilanz", slug="ilanz")
    emma = person("Emma", club=club, role=Role.ADMIN)
    fritz = person("Fritz", club=other, role=Role.ADMIN, plays=True)
    return World(club, emma, fritz, _known(club, emma))


def _known(club: Club, emma: Person) -> dict[str, Any]:
    anna = person("Anna", club=club, role=Role.SCRIBE, plays=True)
    first, last = date(2026, 1, 1), date(2026, 12, 31)
    season = clubs.add_season(actor=SYSTEM, club_id=club.pk, name="2026", starts=first, ends=last)
    guests = [
        members.add_player(actor=SYSTEM, club_id=club.pk, name=name, guest=True)
        for name in ("Gast Nord", "Gast Ost", "Gast Süd", "Gast West")
    ]
    found: dict[str, Any] = {"club": club.pk, "season": season.pk, "user": anna.user.pk}
    found |= {"player": guests[0].pk, "players": [guest.pk for guest in guests]}
    wish = {name: found[name] for name in ("club", "season", "players")}
    game = emma.api.post("games", {**wish, "profile": "jassregeln", "played_on": "2026-03-04"})
    assert game.status_code == 201, game.content
    slip = {"contract": "RO", "declared_by": 0, "points": [97, None]}
    hand = emma.api.post(f"games/{game.json()['id']}/hands", {"number": 1, "slip": slip})
    assert hand.status_code == 201, hand.content
    hook = {"club": club.pk, "label": "Saal", "events": ["game.closed"], "url": "https://a.ch/"}
    webhook = emma.api.post("webhooks", hook)
    assert webhook.status_code == 201, webhook.content
    ping = emma.api.post(f"webhooks/{webhook.json()['id']}/test-delivery")
    evening = {"client_id": "c1", "op": "record_hand", "game": game.json()["id"]}
    return {
        **found,
        **_tournament(emma, club),
        "game": game.json()["id"],
        "hand": hand.json()["entry"]["hand"],
        "webhook": webhook.json()["id"],
        "delivery": ping.json()["id"],
        "events": hook["events"],
        "url": hook["url"],
        "profile": "jassregeln",
        "slip": slip,
        "items": [{**evening, "body": {"number": 2, "slip": slip}}],
        "old_password": PASSWORD,
        "scope_id": game.json()["id"],
        "username": "gian",
        "password": "Schellen-Ober-9",
        "name": "Vreni",
        "slug": "baerenmoos",
        "into": anna.seat_taker.pk,
        "source": {"kind": "game", "id": game.json()["id"]},
        "entries": [{"player": guests[0].pk, "amount": -500}],
        "preset": "einzelschieber-4x12",
        "people": [{"name": "Gina"}],
        "numbers": [1, 2],
        "number": 1,
        "other": 2,
        "substitute": 9,
        "order": [1, 2, 3, 4],
        "sheet": {"lines": [{"points": 1000}, {"points": 884}]},
        "balances": [{"player": guests[0].pk, "hands": 9, "total": 90, "exact_hits": 1}],
    }


def _tournament(emma: Person, club: Club) -> dict[str, Any]:
    """A tournament whose first round is played: what its addresses name."""
    made = desk.create_tournament(
        actor=emma.actor,
        club_id=club.pk,
        preset="einzelschieber-4x12",
        description={"name": "Cup", "slug": "cup", "played_on": date(2026, 3, 4)},
    )
    ids: dict[str, Any] = {"actor": emma.actor, "tournament_id": made.pk}
    named = [Entered(f"Gast {number}") for number in range(1, 17)]  # 16: a stored plan
    entries = people.add_entries(**ids, people=named, present=True)
    fine = penalties.give_penalty(**ids, number=1, points=20, reason="Geredet")
    draw.draw(**ids)
    called = rounds.call_round(**ids)
    rounds.start_round(**ids, number=1)
    passe = called.passen.order_by("table__number")[0]
    wish = entrants.keep_apart(**ids, one=1, other=3)  # after the draw, which it would slow down
    sheet = {"lines": [{"points": 1000}, {"points": 884}]}
    results.type_sheet(actor=emma.actor, passe_id=passe.pk, data=sheet)
    return {
        "tournament": made.pk,
        "entry": entries[0].pk,
        "wish": wish.pk,
        "penalty": fine.pk,
        "passe": passe.pk,
        "table": 1,
    }
