"""What a request has to keep to before it is done.

The same POST twice is done once: docs/decisions/idempotency.md says how and why. Versions as ETags:
`"v7"` of one thing, a digest of a list. Who guesses, or asks too often, is slowed down.
"""

import math
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any, cast

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control
from django.utils.http import parse_etags
from django.utils.translation import gettext as _
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import ScopedRateThrottle, SimpleRateThrottle

from jassclub.api.models import IdempotencyRecord
from jassclub.core.errors import Conflict, DomainError, Invalid, PreconditionMissing, Stale
from jassclub.core.rows import Param, PreparedInsert, PreparedQuery

HEADER = "Idempotency-Key"
REPLAYED = "Idempotent-Replayed"
MAX_KEY = 255
LOCK_BYTES = 8
"""PostgreSQL's advisory locks are named by one signed 64-bit number."""

_ADD = PreparedInsert(IdempotencyRecord)
_STORED = PreparedQuery(
    lambda: IdempotencyRecord.objects.filter(
        actor=Param("actor", IdempotencyRecord), key=Param("key", IdempotencyRecord)
    )
)


@dataclass(frozen=True)
class Claim:
    """One actor's wish to have one request done once."""

    actor: str
    key: str
    method: str
    path: str
    fingerprint: str

    @classmethod
    def of(cls, request: Request, actor: str) -> "Claim":
        """Read from the request; refused (400) without a usable key."""
        method, path = str(request.method), request.get_full_path()
        fingerprint = sha256(f"{method}\n{path}\n".encode() + request.body).hexdigest()
        return cls(actor, _key(request), method, path[:2000], fingerprint)

    @property
    def lock(self) -> int:
        """The number under which PostgreSQL holds the claim while it runs."""
        name = sha256(f"{self.actor}\n{self.key}".encode()).digest()
        return int.from_bytes(name[:LOCK_BYTES], "big", signed=True)


def answer_once(
    claim: Claim, *, work: Callable[[], HttpResponseBase], secrets: Collection[str] = ()
) -> HttpResponseBase:
    """Do the work and keep its answer, or give the answer kept before.

    To be called inside the transaction of the work. An exception of `work` rolls both back, so
    that a corrected or repeated request may use the key again. Members of the answer named in
    `secrets` are shown once and kept as null, a file with secrets as a whole.
    """
    _refuse_while_running(claim)
    stored = _STORED.first(actor=claim.actor, key=claim.key)
    if stored is not None:
        return _replay(stored, claim)
    response = work()
    _keep(claim, response, secrets)
    return response


def purge(*, before: datetime) -> int:
    """Forget answers older than `before`; how many. Meant for once a night."""
    deleted, _per_model = IdempotencyRecord.objects.filter(created_at__lt=before).delete()
    return deleted


def _key(request: Request) -> str:
    key = str(request.headers.get(HEADER, ""))
    if not key:
        raise DomainError(
            "idempotency_key_missing",
            _("Der Header Idempotency-Key fehlt: ein zufälliger Text, neu für jedes Absenden."),
        )
    if len(key) > MAX_KEY or not (key.isascii() and key.isprintable()):
        raise DomainError(
            "idempotency_key_invalid",
            _("Der Idempotency-Key muss aus 1 bis 255 druckbaren ASCII-Zeichen bestehen."),
        )
    return key


def _refuse_while_running(claim: Claim) -> None:
    # SQLite needs no lock: its writing transactions run one after the other.
    if connection.vendor != "postgresql":
        return
    # Race: the same request sent twice at once. Neither sees the row of the other before it is
    # committed, so the second is refused while the first holds the lock of their key.
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [claim.lock])
        (granted,) = cursor.fetchone()
    if not granted:
        raise Conflict(
            "idempotency_running",
            _("Dieselbe Anfrage läuft noch; bitte gleich noch einmal senden."),
        )


def _replay(stored: IdempotencyRecord, claim: Claim) -> HttpResponse:
    if stored.fingerprint != claim.fingerprint:
        raise Invalid(
            "idempotency_key_reused",
            _("Dieser Idempotency-Key gehört schon zu einer anderen Anfrage."),
        )
    response = HttpResponse(stored.body, status=stored.status, headers=stored.headers)
    response[REPLAYED] = "true"
    return response


def _keep(claim: Claim, response: HttpResponseBase, secrets: Collection[str]) -> None:
    if secrets and not isinstance(response, Response):
        # A file, such as cards with codes: who asks again learns that it was made.
        made_at = {"Location": response["Location"]}
        response = Response(dict.fromkeys(secrets), response.status_code, headers=made_at)
    _ADD(
        IdempotencyRecord(
            actor=claim.actor,
            key=claim.key,
            method=claim.method,
            path=claim.path,
            fingerprint=claim.fingerprint,
            status=response.status_code,
            headers=_headers(response),
            body=_body(response, secrets),
        )
    )


def _headers(response: HttpResponseBase) -> dict[str, str]:
    headers = dict(response.items())
    if isinstance(response, Response):
        # DRF names the type only when it renders, which is after this.
        headers["Content-Type"] = str(JSONRenderer.media_type)
    return headers


def _body(response: HttpResponseBase, secrets: Collection[str]) -> str:
    if not isinstance(response, Response):
        assert isinstance(response, HttpResponse), "a stream cannot be kept"  # noqa: S101
        return response.content.decode()
    data: Any = response.data
    if secrets:
        data = {name: None if name in secrets else value for name, value in data.items()}
    rendered: bytes = JSONRenderer().render(data)
    return rendered.decode()


_VERSION = re.compile(r'(?:W/)?"v([0-9]{1,9})"')


def etag_of(version: int) -> str:
    """`"v7"` of version 7."""
    return f'"v{version}"'


def digest_of(*parts: object) -> str:
    """The ETag of something without a version, over everything that its answer depends on."""
    text = "\n".join(map(str, parts))
    return f'"{sha256(text.encode()).hexdigest()[:32]}"'


def expected_version(request: Request) -> int:
    """The version named in If-Match; 428 without one, 412 for one that was never given out, 400
    for what is no ETag.

    A weak ETag counts: proxies that compress weaken what they pass on. `*` names no version.
    """
    sent = str(request.headers.get("If-Match", "")).strip()
    if not sent or sent == "*":
        raise PreconditionMissing(
            "if_match_missing",
            _("Nenne im Header If-Match den Stand (ETag), den du ändern willst."),
        )
    if not sent.endswith('"'):
        text = _("If-Match nennt den ETag so, wie er kam, mit seinen Anführungszeichen.")
        raise DomainError("malformed", text)
    found = _VERSION.fullmatch(sent)
    if found is None:
        raise stale()
    return int(found.group(1))


def stale(current: int | None = None) -> Stale:
    """The refusal of a change against an older version; tells the current one if known."""
    message = _("Inzwischen hat jemand anderes das geändert; lies den neuen Stand.")
    return Stale("stale", message, extra={} if current is None else {"version": current})


def conditional(
    request: Request, etag: str, build: Callable[[], HttpResponseBase]
) -> HttpResponseBase:
    """`build()` with the ETag, or 304 without building when the caller has it already."""
    known = parse_etags(request.headers.get("If-None-Match", ""))
    if etag in (sent.removeprefix("W/") for sent in known):
        response: HttpResponseBase = Response(status=304)
    else:
        response = build()
    response["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    return response


__all__ = ["AddressThrottle", "CallerThrottle", "LoginThrottle", "ScopedRateThrottle"]


class CallerThrottle(ScopedRateThrottle):
    """How often somebody asks: a person by his account, a phone by its log-in.

    All phones of a hall come from one address, and after a gap in its network all at once.
    Guesses count by address whoever makes them, else each new phone could start again at zero.
    """

    def get_cache_key(self, request: Request, view: Any) -> str:
        """One count per account, phone, or address where nobody is logged in."""
        phone = getattr(request.auth, "pk", None)
        if self.scope != "entries" or phone is None or request.user.is_authenticated:
            return str(super().get_cache_key(request, view))
        return str(self.cache_format % {"scope": self.scope, "ident": phone})


def told_of_quotas(throttles: Iterable[Any]) -> dict[str, str]:
    """`RateLimit` and `RateLimit-Policy` of those that counted a request (the draft of the IETF,
    draft-ietf-httpapi-ratelimit-headers): of the quota that is used up most, what is left of it."""
    quotas = [(_left(one), one) for one in throttles if getattr(one, "key", None)]
    if not quotas:
        return {}
    (left, wait), tightest = min(quotas, key=lambda quota: quota[0])
    policies = (f'"{one.scope}";q={one.num_requests};w={one.duration}' for _left, one in quotas)
    return {
        "RateLimit": f'"{tightest.scope}";r={left};t={wait}',
        "RateLimit-Policy": ", ".join(policies),
    }


def _left(throttle: Any) -> tuple[int, int]:
    """Requests that are left, and the seconds until there is one more than that."""
    history: list[float] = throttle.history
    waiting = throttle.duration - (throttle.now - history[-1]) if history else throttle.duration
    return max(throttle.num_requests - len(history), 0), max(math.ceil(waiting), 1)


class AddressThrottle(SimpleRateThrottle):
    """One count per address, whether a page or the API was asked."""

    def get_cache_key(self, request: Request, view: Any) -> str:
        """By the scope and where the request comes from."""
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}

    def get_ident(self, request: Request) -> str:
        """The address that the settings let us believe; of IPv6 its network, of which one house
        has all addresses."""
        told = str(super().get_ident(request))
        with suppress(ValueError):
            address = ip_address(told.strip("[]"))
            if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
                return str(IPv6Network((int(address), 64), strict=False))
        return told

    def admits(self, request: HttpRequest) -> bool:
        """Whether a page goes on; that it was asked is counted."""
        # No more of a request is read than who sends it from where, which every request tells.
        return bool(self.allow_request(cast("Request", request), cast("Any", None)))


class LoginThrottle(AddressThrottle):
    """Attempts per address *and* name, so that a hall behind one address can still log in."""

    scope = "login"

    def get_cache_key(self, request: Request, view: Any) -> str:
        """One count per address and user name."""
        data: Any = request.data
        name = data.get("username", "") if isinstance(data, Mapping) else ""
        ident = f"{self.get_ident(request)} {str(name).casefold()[:150]}"
        return self.cache_format % {"scope": self.scope, "ident": ident.encode().hex()}
