"""A sealed prediction shows nowhere: two courses of one evening that differ in that number alone
look the same to everybody but the seat that said it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from django.utils import timezone

from jassclub.clubs.actors import Actor
from jassclub.clubs.authentication import device_actor
from jassclub.clubs.models import Season
from jassclub.clubs.services import links
from scoring import services
from scoring.models import Game, Hand
from tests.rights.knocking import API, places
from tests.rights.sealed import ANOTHER, ON_PHONES, ONE, admin, course, different
from tests.rights.world import Rights, Visitor, rights_world

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.usefixtures("unslowed")]

OPENED = {"trump": "RO", "points": [25, 52, 40, None]}
ELSEWHERE = ("tournament", "turniere", "t/", "check-in", "schema", "docs", "auth/", "i/")
"""Addresses below which nothing of this game is read."""
GAME = "games/<uuid:game_id>"
SHOWN = (
    f"{GAME}/",
    f"{API}{GAME}/hands",
    f"{API}{GAME}/export.json",
    f"{API}{GAME}/export.csv",
    f"{API}{GAME}/export.xlsx",
    f"{API}clubs/<uuid:club_id>/export.json",
)
"""Where the number stands as soon as the hand is opened."""


@pytest.fixture
def rights(db: None, monkeypatch: pytest.MonkeyPatch) -> tuple[Rights, Actor]:
    """The world with a hidden Differenzler as its game, and the actor of the phone at seat 1."""
    made = rights_world()
    known = dict(made.known)
    season = Season.objects.get(pk=known["season"])
    game = services.open_game(
        actor=admin(season),
        club_id=season.club_id,
        season_id=season.pk,
        profile_slug="differenzler-verdeckt",
        player_ids=known["players"],
        played_on=date(2026, 3, 6),
        house_rules=ON_PHONES,
    )
    link, token = links.create_link(
        actor=admin(season), club_id=season.club_id, label="Tisch", scope_kind="game",
        scope_id=game.pk,
    )  # fmt: skip
    other, secret = links.join_table(token=token, seat=0)
    his, _secret = links.join_table(token=token, seat=1)
    services.predict(actor=device_actor(other), game_id=game.pk, number=1, seat=0, value=20)
    hand = Hand.objects.get(game=game, number=1)
    moment = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: moment)
    known |= {"game": game.pk, "hand": hand.pk, "link": link.pk, "variant": "differenzler"}
    neighbour = Visitor({"phone": secret}, {"Authorization": f"Bearer {secret}"})
    visitors = {**made.visitors, "phone": neighbour}
    return replace(made, known=known, visitors=visitors), device_actor(his)


def read() -> list[str]:
    """Every address that is read and could tell of a game."""
    return [
        address
        for method, address in places()
        if method == "get" and not address.removeprefix(API).startswith(ELSEWHERE)
        and "/tournaments/" not in address and not address.startswith("rules/")
    ]  # fmt: skip


def evening(
    rights: Rights, seat: Actor, value: int, log: pytest.LogCaptureFixture, *, opened: bool
) -> dict[str, str]:
    """All that neighbour and admin are told when the seat has said `value`."""

    def played() -> None:
        game = Game.objects.get(pk=rights.known["game"])
        services.predict(actor=seat, game_id=game.pk, number=1, seat=1, value=value)
        if opened:
            for other in (2, 3):
                desk = admin(Season.objects.get(pk=rights.known["season"]))
                services.predict(actor=desk, game_id=game.pk, number=1, seat=other, value=40)
            services.record_hand(actor=seat, game_id=game.pk, number=1, slip=OPENED)

    where = SHOWN if opened else read()
    return course(rights, log, played, roles=("phone", "admin"), where=where)


def test_nobody_can_tell_two_sealed_numbers_apart(
    rights: tuple[Rights, Actor], caplog: pytest.LogCaptureFixture
) -> None:
    world, seat = rights
    caplog.set_level("INFO")
    one = evening(world, seat, ONE, caplog, opened=False)
    another = evening(world, seat, ANOTHER, caplog, opened=False)
    assert different(one, another) == set()
    assert len(one) > 60


def test_the_same_look_tells_them_apart_once_the_hand_is_opened(
    rights: tuple[Rights, Actor], caplog: pytest.LogCaptureFixture
) -> None:
    """The comparison is no blind one: an opened number is seen on page, API, export and archive."""
    world, seat = rights
    one = evening(world, seat, ONE, caplog, opened=True)
    another = evening(world, seat, ANOTHER, caplog, opened=True)
    assert different(one, another) >= {f"admin {address}" for address in SHOWN}
    assert different(one, another) >= {f"phone {address}" for address in SHOWN[:3]}
