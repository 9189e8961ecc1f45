"""Ringing a phone by Web Push (RFC 8030), without content: it shows words that it has already.

So nothing about anybody goes through the push services, and nothing has to be encrypted. They want
to know who calls: a token (VAPID, RFC 8292), signed with the key of the house by the program
`openssl`, which is on every machine that runs this service; no library was worth its ten others.
"""

import json
import logging
import subprocess
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Model
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.core.errors import Invalid
from jassclub.webhooks import guard, wire
from jassclub.webhooks.models import PushSubscription

log = logging.getLogger(__name__)

SLOT = 6 * 60 * 60
"""Seconds after which a new token is signed; one lasts two of them at most."""
LIFE = 120
"""Seconds that a push service tries; a call that is older rings nobody out of bed."""
MOST_PHONES = 10
"""Of one person; the oldest makes room."""
AT_ONCE = 8
GONE = (404, 410)
BUSY = 429
POINT = 65
"""Bytes of a public key at the end of its DER form."""
LONG_KEY = 87
"""Characters of it, as browsers read it."""
SIGNING = 10.0


def public_key() -> str:
    """What a browser subscribes with; empty where no key can be read, and no phone is rung."""
    try:
        return _public_key(settings.PUSH_KEY) if settings.PUSH_KEY else ""
    except (OSError, subprocess.SubprocessError):
        log.exception("PUSH_KEY could not be read, no phone rings")
        return ""


def keep(kind: type[Model], endpoint: str, *, own: Any, **whose: object) -> None:
    """A browser is this owner's from now on and nobody's before, whose `own` are those of `kind`.
    Invalid for an address that may not be called; to be done in a transaction."""
    try:
        if guard.read_url(endpoint).scheme != "https" and not settings.HOOK_NETWORKS:
            raise guard.Refused(guard.Fault.PLAIN_HTTP)
    except guard.Refused:
        text = _("Das ist keine Adresse, die aufgerufen werden darf.")
        raise Invalid.at("/endpoint", "bad_url", text) from None
    # Race: two people subscribe one browser at once; the unique address leaves the last of them.
    told = {**whose, "created_at": timezone.now()}
    kind._default_manager.update_or_create(endpoint=endpoint, defaults=told)
    newest = own.order_by("-created_at", "pk")
    own.filter(pk__in=[row.pk for row in newest[MOST_PHONES:]]).delete()


@transaction.atomic
def subscribe(*, user_id: UUID, endpoint: str) -> None:
    """From now on this browser rings for this person, and for nobody before."""
    own = PushSubscription.objects.filter(user=user_id)
    keep(PushSubscription, endpoint, own=own, user_id=user_id)


def unsubscribe(*, user_id: UUID) -> None:
    """No phone rings for this person any more."""
    PushSubscription.objects.filter(user=user_id).delete()


def ring(people: Iterable[UUID], *, now: datetime) -> int:
    """Ring the phones of some people; how many were rung. Those that are gone are forgotten."""
    if not public_key():
        return 0
    phones = PushSubscription.objects.filter(user__in=list(people))
    answers = ring_at(phones.values_list("endpoint", flat=True), now=now)
    PushSubscription.objects.filter(endpoint__in=answers.gone).delete()
    return len(answers.rung)


@dataclass(frozen=True)
class Answers:
    """Which addresses rang, which ring never again, and where another try is worth it."""

    rung: list[str]
    gone: list[str]
    away: list[str]


def ring_at(
    endpoints: Iterable[str], *, now: datetime, life: int = LIFE, topic: str = "calls"
) -> Answers:
    """Ring some browsers. A push service tries for `life` seconds; of two messages of one topic
    that wait it keeps the later."""
    headers = {"TTL": str(life), "Urgency": "high", "Topic": topic, "User-Agent": "Jassclub"}
    places = list(endpoints)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        rings = [
            pool.submit(copy_context().run, _ring, place, headers, now.timestamp())
            for place in places
        ]
    codes = [(place, ring.result()) for place, ring in zip(places, rings, strict=True)]
    return Answers(
        rung=[place for place, code in codes if code is not None and code < 300],
        gone=[place for place, code in codes if code in GONE],
        away=[place for place, code in codes if code is None or code == BUSY or code >= 500],
    )


def _ring(endpoint: str, headers: Mapping[str, str], moment: float) -> int | None:
    try:
        target = guard.read_url(endpoint)
    except guard.Refused:
        return None
    audience = f"{target.scheme}://{target.authority}"
    token = _token(settings.PUSH_KEY, settings.PUSH_CONTACT, audience, int(moment) // SLOT)
    headers = {**headers, "Authorization": f"vapid t={token}, k={public_key()}"}
    return wire.post(endpoint, body=b"", headers=headers, networks=settings.HOOK_NETWORKS).code


@lru_cache(maxsize=64)
def _token(key: str, contact: str, audience: str, slot: int) -> str:
    claims = {"aud": audience, "exp": (slot + 2) * SLOT, "sub": contact}
    said = b".".join(
        _text(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)
    )
    return b".".join(
        [said, _text(_plain(_openssl("dgst", "-sha256", "-sign", key, told=said)))]
    ).decode()


def _plain(signature: bytes) -> bytes:
    """From DER, two whole numbers each with its length, to 32 bytes for each."""
    middle = 4 + signature[3]
    parts = signature[4:middle], signature[middle + 2 :]
    return b"".join(int.from_bytes(part, "big").to_bytes(32, "big") for part in parts)


@lru_cache(maxsize=4)
def _public_key(key: str) -> str:
    return _text(_openssl("pkey", "-in", key, "-pubout", "-outform", "DER")[-POINT:]).decode()


def _text(raw: bytes) -> bytes:
    return urlsafe_b64encode(raw).rstrip(b"=")


def _openssl(*words: str, told: bytes = b"") -> bytes:
    done = subprocess.run(  # noqa: S603 our own words and a path of the operator
        ["openssl", *words],  # noqa: S607 wherever the system keeps it
        input=told,
        capture_output=True,
        check=True,
        timeout=SIGNING,
    )
    return done.stdout
