"""A sealed prediction shows nowhere: two courses of one evening that differ in that number alone
look the same to everybody but the seat that said it."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Collection, Iterator
from dataclasses import replace
from datetime import date

import pytest
from django.core import serializers
from django.db import transaction
from django.utils import timezone

from jassclub.clubs.actors import Actor
from jassclub.clubs.authentication import device_actor, person_actor
from jassclub.clubs.models import Season
from jassclub.clubs.services import links
from jassclub.pages.hooks.models import HookMessage
from scoring import services
from scoring.models import Game, Hand, ScoreEvent
from tests.rights.knocking import API, filled, places
from tests.rights.world import Rights, Visitor, rights_world

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.usefixtures("unslowed")]

ON_PHONES = {"differenzler.sealed_entry": {"value": "phone", "house": "wir tippen verdeckt"}}
ONE, ANOTHER = 37, 113
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
CHANCE = (
    (re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"), "<id>"),
    (re.compile(r"\b[0-9a-f]{32}(?:[0-9a-f]{32})?\b"), "<digest>"),
    (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[\d.]*(?:Z|[+-]\d\d:?\d\d)?"), "<moment>"),
    (re.compile(r"(csrfmiddlewaretoken(?:\"|&quot;) value=(?:\"|&quot;))\w+"), r"\1<token>"),
    (re.compile(r'(name="key" value=")\w+'), r"\1<key>"),
    (re.compile(r'(data-made=")\d+'), r"\1<moment>"),
)
"""What differs between any two answers: ids, digests (salted, where they bind a number), clocks."""


@pytest.fixture
def rights(db: None, monkeypatch: pytest.MonkeyPatch) -> tuple[Rights, Actor]:
    """The world with a hidden Differenzler as its game, and the actor of the phone at seat 1."""
    made = rights_world()
    known = dict(made.known)
    season = Season.objects.get(pk=known["season"])
    game = services.open_game(
        actor=_admin(season),
        club_id=season.club_id,
        season_id=season.pk,
        profile_slug="differenzler-verdeckt",
        player_ids=known["players"],
        played_on=date(2026, 3, 6),
        house_rules=ON_PHONES,
    )
    link, token = links.create_link(
        actor=_admin(season), club_id=season.club_id, label="Tisch", scope_kind="game",
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


def _admin(season: Season) -> Actor:
    membership = season.club.memberships.get(role="admin")
    return person_actor(membership.user_id)


def read() -> list[str]:
    """Every address that is read and could tell of a game."""
    return [
        address
        for method, address in places()
        if method == "get" and not address.removeprefix(API).startswith(ELSEWHERE)
        and "/tournaments/" not in address and not address.startswith("rules/")
    ]  # fmt: skip


def told(rights: Rights, role: str, where: Collection[str]) -> Iterator[tuple[str, str]]:
    """(address, what somebody reads there), without what chance puts there."""
    visitor = rights.visitors[role]
    for address in where:
        answer = visitor.client().get(filled(address, rights.known), headers=visitor.headers)
        if answer.status_code == 200:
            content = b"".join(answer) if answer.streaming else answer.content
            yield f"{role} {address}", plain(content)


def plain(content: bytes) -> str:
    """A file as text: of a workbook the text of its sheets."""
    if content[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(content)) as book:
            content = b"\n".join(book.read(name) for name in sorted(book.namelist()))
    text = content.decode("utf-8", "replace")
    for pattern, word in CHANCE:
        text = pattern.sub(word, text)
    return text


def outgoing() -> list[str]:
    """What waits to be told to webhooks and to the other rooms, in any order."""
    rows = [*HookMessage.objects.all(), *ScoreEvent.objects.all()]
    return sorted(json.dumps(json.loads(serializers.serialize("json", [row]))[0]["fields"])
                  for row in rows)  # fmt: skip


def course(
    rights: Rights, seat: Actor, value: int, log: pytest.LogCaptureFixture, *, opened: bool
) -> dict[str, str]:
    """All that is told when the seat has said `value`; everything is undone after it."""
    log.clear()
    game = Game.objects.get(pk=rights.known["game"])
    with transaction.atomic():
        services.predict(actor=seat, game_id=game.pk, number=1, seat=1, value=value)
        if opened:
            for other in (2, 3):
                desk = _admin(Season.objects.get(pk=rights.known["season"]))
                services.predict(actor=desk, game_id=game.pk, number=1, seat=other, value=40)
            services.record_hand(actor=seat, game_id=game.pk, number=1, slip=OPENED)
        where = SHOWN if opened else read()
        found = dict(one for role in ("phone", "admin") for one in told(rights, role, where))
        found["what other programs are told"] = plain(json.dumps(outgoing()).encode())
        transaction.set_rollback(True)
    found["log"] = plain(log.text.encode())
    return found


def different(one: dict[str, str], another: dict[str, str]) -> set[str]:
    """Where two courses can be told apart."""
    assert set(one) == set(another)
    return {where for where in one if one[where] != another[where]}


def test_nobody_can_tell_two_sealed_numbers_apart(
    rights: tuple[Rights, Actor], caplog: pytest.LogCaptureFixture
) -> None:
    world, seat = rights
    caplog.set_level("INFO")
    one = course(world, seat, ONE, caplog, opened=False)
    another = course(world, seat, ANOTHER, caplog, opened=False)
    assert different(one, another) == set()
    assert len(one) > 60


def test_the_same_look_tells_them_apart_once_the_hand_is_opened(
    rights: tuple[Rights, Actor], caplog: pytest.LogCaptureFixture
) -> None:
    """The comparison is no blind one: an opened number is seen on page, API, export and archive."""
    world, seat = rights
    one = course(world, seat, ONE, caplog, opened=True)
    another = course(world, seat, ANOTHER, caplog, opened=True)
    assert different(one, another) >= {f"admin {address}" for address in SHOWN}
    assert different(one, another) >= {f"phone {address}" for address in SHOWN[:3]}
