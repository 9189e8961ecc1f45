"""A sealed prediction shows nowhere: two courses of one evening that differ in that number alone
look the same to everybody but the seat that said it."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from jassclub.clubs.actors import Actor, device_actor
from jassclub.clubs.models import Device, Season
from jassclub.clubs.services import links
from scoring.claims.agreement import confirm_hand
from scoring.claims.entries import record_hand
from scoring.claims.predictions import predict
from scoring.core.models import Game, Hand
from scoring.tables.games import open_game
from tests.rights.knocking import API, places
from tests.rights.sealed import ANOTHER, ON_PHONES, ONE, admin, course, different, plain
from tests.rights.world import Rights, Visitor, rights_world
from tests.sampling import some_today

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.usefixtures("unslowed")]

OPENED = {"trump": "RO", "points": [25, 52, 40, None]}
ELSEWHERE = ("tournament", "t/", "check-in", "schema", "docs", "auth/", "i/")
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
SHARES = [3, pytest.param(1, marks=pytest.mark.proof, id="all")]
"""Of all addresses a third is read, another one each day."""


@pytest.fixture
def rights(db: None, monkeypatch: pytest.MonkeyPatch) -> tuple[Rights, Actor]:
    """The world with a hidden Differenzler as its game, and the actor of the phone at seat 1."""
    made = rights_world()
    known = dict(made.known)
    season = Season.objects.get(pk=known["season"])
    game = open_game(
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
    for seat in (2, 3):
        device, _secret = links.join_table(token=token, seat=seat)
        predict(actor=device_actor(device), game_id=game.pk, number=1, seat=seat, value=40)
    predict(actor=device_actor(other), game_id=game.pk, number=1, seat=0, value=20)
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
    rights: Rights,
    seat: Actor,
    value: int,
    log: pytest.LogCaptureFixture,
    *,
    stage: str,
    share: int = 1,
) -> dict[str, str]:
    """All that neighbour and admin are told when the seat has said `value`: as long as the hand is
    `played`, once its points are `written`, and when another side has `opened` it."""

    def played() -> None:
        game = Game.objects.get(pk=rights.known["game"])
        predict(actor=seat, game_id=game.pk, number=1, seat=1, value=value)
        if stage == "played":
            return
        neighbour = device_actor(Device.objects.get(link=rights.known["link"], seat=0))
        record_hand(actor=neighbour, game_id=game.pk, number=1, slip=OPENED)
        if stage == "opened":
            hand = Hand.objects.get(game=game, number=1)
            confirm_hand(actor=seat, hand_id=hand.pk, version=1)

    every = read()
    where = SHOWN if stage == "opened" else some_today(every, len(every) // share, at=stage)
    return course(rights, log, played, roles=("phone", "admin"), where=where)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("stage", ["played", "written"])
@pytest.mark.parametrize("share", SHARES)
def test_nobody_can_tell_two_sealed_numbers_apart(
    rights: tuple[Rights, Actor], stage: str, share: int, caplog: pytest.LogCaptureFixture
) -> None:
    world, seat = rights
    caplog.set_level("INFO")
    one = evening(world, seat, ONE, caplog, stage=stage, share=share)
    another = evening(world, seat, ANOTHER, caplog, stage=stage, share=share)
    assert different(one, another) == set()
    assert len(one) > 60 // share**2


def test_the_same_look_tells_them_apart_once_the_hand_is_opened(
    rights: tuple[Rights, Actor], caplog: pytest.LogCaptureFixture
) -> None:
    """The comparison is no blind one: an opened number is seen on page, API, export and archive."""
    world, seat = rights
    one = evening(world, seat, ONE, caplog, stage="opened")
    another = evening(world, seat, ANOTHER, caplog, stage="opened")
    assert different(one, another) >= {f"admin {address}" for address in SHOWN}
    assert different(one, another) >= {f"phone {address}" for address in SHOWN[:3]}


def attempts(rights: Rights) -> list[tuple[str, dict[str, Any]]]:
    """What a neighbour and an office may try on a number that lies sealed at seat 1."""
    game, hand = rights.known["game"], rights.known["hand"]
    said = f"games/{game}/predictions"
    guesses = [{"number": 1, "seat": 1, "value": value} for value in (ONE, ANOTHER, 158)]
    slips = [
        {"number": 1, "slip": {**OPENED, "predictions": [None, value, None, None]}}
        for value in (ONE, ANOTHER)
    ]
    return [
        *((said, body) for body in guesses),
        *((f"games/{game}/hands", body) for body in slips),
        (f"games/{game}/hands", {"number": 1, "slip": OPENED}),
        (f"hands/{hand}/confirmations", {"version": 1}),
        (f"hands/{hand}/confirmations", {"version": 1, "handover_seat": 1}),
        (f"hands/{hand}/resolution", {"version": 1, "reason": "gesehen"}),
        *((said, body) for body in guesses),
    ]


def tried(rights: Rights, seat: Actor, role: str, value: int) -> list[tuple[int, int, str, str]]:
    """Status, length, ETag and work of each attempt when the seat has said `value`."""
    visitor, found = rights.visitors[role], []
    with transaction.atomic():
        predict(actor=seat, game_id=rights.known["game"], number=1, seat=1, value=value)
        for at, (address, body) in enumerate(attempts(rights)):
            with CaptureQueriesContext(connection) as work:
                answer = visitor.client().post(
                    f"/{API}{address}", body, content_type="application/json",
                    headers={**visitor.headers, "Idempotency-Key": f"attempt-{at}"},
                )  # fmt: skip
            text = plain(answer.content)
            found.append((answer.status_code, len(work), answer.headers.get("ETag", ""), text))
        transaction.set_rollback(True)
    return found


@pytest.mark.parametrize("role", ["phone", "admin"])
def test_no_attempt_on_a_sealed_number_is_answered_by_what_it_is(
    rights: tuple[Rights, Actor], role: str
) -> None:
    """Not by status or words, not by length, nor by the work that it makes the database do."""
    world, seat = rights
    one, another = (tried(world, seat, role, value) for value in (ONE, ANOTHER))
    assert one == another
    assert {status for status, *_rest in one} & {403, 422}
    assert Hand.objects.get(pk=world.known["hand"]).revealed_at is None
