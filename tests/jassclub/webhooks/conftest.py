"""The cast, a receiver that listens on this machine, and a clock that can be moved."""

from collections.abc import Iterator
from ipaddress import ip_network

import pytest
from celery import current_app

from jassclub.clubs import events
from jassclub.core import workers
from jassclub.webhooks import services
from jassclub.webhooks.models import Webhook
from tests import promises
from tests.cast import *  # noqa: F403
from tests.jassclub.webhooks.receiver import Clock, Receiver


@pytest.fixture
def receiver(settings) -> Iterator[Receiver]:
    """A real server; the operator has allowed the network it stands in."""
    settings.HOOK_NETWORKS = [ip_network("127.0.0.0/8")]
    with Receiver.listening() as found:
        yield found


@pytest.fixture(autouse=True)
def sent(monkeypatch) -> list[tuple[str, float | None]]:
    """What was handed to the broker, as (task, countdown)."""
    sent: list[tuple[str, float | None]] = []
    monkeypatch.setattr(workers, "_silent_until", 0.0)
    # What is announced here is made up; what the rooms announce is held against its schema there.
    real = [one for one in events._listeners if one is not promises.hear]
    monkeypatch.setattr(events, "_listeners", real)
    monkeypatch.setattr(
        current_app, "send_task", lambda name, **more: sent.append((name, more["countdown"]))
    )
    return sent


@pytest.fixture
def clock() -> Clock:
    """Now, until it is moved."""
    return Clock()


@pytest.fixture
def webhook(emma, club, receiver) -> Webhook:
    """Of the club, for everything that happens to games and draws."""
    webhook, _secret = services.add_webhook(
        actor=emma.actor,
        club_id=club.pk,
        label="Anzeige im Saal",
        url=receiver.url,
        events=["game.opened", "game.closed", "tournament.draw"],
    )
    return webhook
