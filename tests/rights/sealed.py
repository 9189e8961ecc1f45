"""Two courses of one evening that differ in a sealed number, and where they can be told apart."""

import io
import json
import re
import zipfile
from collections.abc import Callable, Collection, Iterator

import pytest
from django.core import serializers
from django.core.cache import cache
from django.db import transaction

from jassclub.clubs.actors import Actor, person_actor
from jassclub.clubs.models import Season
from jassclub.webhooks.models import HookMessage
from scoring.core.models import ScoreEvent
from tests.recording.pdf import inflated, texts_of
from tests.rights.knocking import filled
from tests.rights.world import Rights

ON_PHONES = {"differenzler.sealed_entry": {"value": "phone", "house": "wir tippen verdeckt"}}
ONE, ANOTHER = 37, 113
CHANCE = (
    (re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"), "<id>"),
    (re.compile(r"\b[0-9a-f]{32}(?:[0-9a-f]{32})?\b"), "<digest>"),
    (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[\d.]*(?:Z|[+-]\d\d:?\d\d)?"), "<moment>"),
    (re.compile(r"\d\d?\.\d\d?\.\d{4},? \d\d:\d\d"), "<moment>"),
    (re.compile(r":\w{6}:[\w-]{43}"), "<signed>"),
    (re.compile(r"D:\d{14}[+-]\d\d'\d\d'"), "<moment>"),
    (re.compile(r"(csrfmiddlewaretoken(?:\"|&quot;) value=(?:\"|&quot;))\w+"), r"\1<token>"),
    (re.compile(r'(name="key" value=")\w+'), r"\1<key>"),
    (re.compile(r'(data-made=")\d+'), r"\1<moment>"),
    (
        re.compile(r"^(ETag|X-Request-ID|Content-Length|Expires): .+$", re.MULTILINE),
        r"\1: <chance>",
    ),
)
"""What differs between any two answers: ids, digests (salted, where they bind a number), clocks."""
PROGRAMS = "what other programs are told"


def admin(season: Season) -> Actor:
    """The admin of the club that a season belongs to."""
    membership = season.club.memberships.get(role="admin")
    return person_actor(membership.user_id)


def course(
    rights: Rights,
    log: pytest.LogCaptureFixture,
    what: Callable[[], None],
    *,
    roles: Collection[str],
    where: Collection[str],
) -> dict[str, str]:
    """All that `roles` are told at addresses when `what` was done; it is undone after it."""
    log.clear()
    cache.clear()  # boards are kept by how much happened, which is the same in both courses
    with transaction.atomic():
        what()
        found = dict(one for role in roles for one in told(rights, role, where))
        found[PROGRAMS] = plain(json.dumps(outgoing()).encode())
        transaction.set_rollback(True)
    found["log"] = plain(log.text.encode())
    return found


def told(rights: Rights, role: str, where: Collection[str]) -> Iterator[tuple[str, str]]:
    """(address, what somebody reads there), without what chance puts there."""
    visitor = rights.visitors[role]
    for address in where:
        answer = visitor.client().get(filled(address, rights.known), headers=visitor.headers)
        if answer.status_code == 200:
            content = b"".join(answer) if answer.streaming else answer.content
            # What is left of a quota and when it begins anew follows from the clock.
            heads = (item for item in answer.headers.items() if not item[0].startswith("RateLimit"))
            head = "\n".join(f"{name}: {value}" for name, value in heads)
            yield f"{role} {address}", plain(head.encode()) + plain(content)


def plain(content: bytes) -> str:
    """A file as text: of a workbook the text of its sheets, of a paper all that is drawn."""
    if content[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(content)) as book:
            content = b"\n".join(book.read(name) for name in sorted(book.namelist()))
    if content[:4] == b"%PDF":
        content = "\n".join(texts_of(content)).encode() + inflated(content)
    text = content.decode("utf-8", "replace")
    for pattern, word in CHANCE:
        text = pattern.sub(word, text)
    return text


def outgoing() -> list[str]:
    """What waits to be told to webhooks and to the other rooms, in any order."""
    rows = [*HookMessage.objects.all(), *ScoreEvent.objects.all()]
    return sorted(json.dumps(json.loads(serializers.serialize("json", [row]))[0]["fields"])
                  for row in rows)  # fmt: skip


def different(one: dict[str, str], another: dict[str, str]) -> set[str]:
    """Where two courses can be told apart."""
    assert set(one) == set(another)
    return {where for where in one if one[where] != another[where]}
