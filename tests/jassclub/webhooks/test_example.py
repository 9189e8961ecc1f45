"""The lines by which the decision note lets a receiver check a call."""

import re
import time
from typing import Any

import pytest

from jassclub.webhooks import sending, services
from tests.architecture.sources import ROOT
from tests.jassclub.webhooks.receiver import draw

pytestmark = pytest.mark.django_db

NOTE = ROOT / "jassclub" / "docs" / "decisions" / "webhooks.md"


@pytest.fixture
def verify() -> Any:
    """The function of the note."""
    example = re.search(r"```python\n(.*?)```", NOTE.read_text(), re.S)
    assert example is not None
    assert len([line for line in example[1].splitlines() if line.strip()]) <= 10
    names: dict[str, Any] = {}
    exec(example[1], names)  # noqa: S102 (our own document)
    return names["verify"]


@pytest.fixture
def call(webhook, receiver, club, clock):
    """A call as it arrived."""
    draw(club, number=1)
    clock.work()
    return receiver.calls[0]


def test_the_lines_of_the_note_accept_what_is_sent(verify, call, webhook):
    assert verify(webhook.secret, call.headers, call.body)


def test_they_refuse_what_was_changed_or_is_signed_by_another(verify, call, webhook):
    other = {**call.headers, "webhook-id": "7"}
    assert not verify("whsec_eHh4", call.headers, call.body)
    assert not verify(webhook.secret, other, call.body)
    assert not verify(webhook.secret, call.headers, call.body.replace(b"1", b"2"))


def test_they_refuse_what_is_old(verify, call, webhook, monkeypatch):
    monkeypatch.setattr(time, "time", lambda: int(call.headers["webhook-timestamp"]) + 301)
    assert not verify(webhook.secret, call.headers, call.body)


def test_they_accept_both_secrets_while_one_replaces_the_other(verify, webhook, receiver, emma):
    _webhook, new = services.rotate_secret(actor=emma.actor, webhook_id=webhook.pk)
    draw(webhook.club)
    sending.send_due()
    (call,) = receiver.calls
    assert verify(webhook.secret, call.headers, call.body)
    assert verify(new, call.headers, call.body)
