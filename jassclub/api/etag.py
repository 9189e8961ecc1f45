"""Versions as ETags: `"v7"` of one thing, a digest of a list."""

import re
from collections.abc import Callable
from hashlib import sha256

from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control
from django.utils.http import parse_etags
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.core.errors import PreconditionMissing, Stale

_VERSION = re.compile(r'(?:W/)?"v([0-9]{1,9})"')


def etag_of(version: int) -> str:
    """`"v7"` of version 7."""
    return f'"v{version}"'


def digest_of(*parts: object) -> str:
    """The ETag of something without a version, over everything that its answer depends on."""
    text = "\n".join(map(str, parts))
    return f'"{sha256(text.encode()).hexdigest()[:32]}"'


def versioned(data: object, version: int, *, status: int = 200) -> Response:
    """An answer that carries its version, ready for the next If-Match."""
    return Response(data, status=status, headers={"ETag": etag_of(version)})


def expected_version(request: Request) -> int:
    """The version named in If-Match; 428 without one, 412 for one that was never given out.

    A weak ETag counts: proxies that compress weaken what they pass on. `*` names no version.
    """
    sent = str(request.headers.get("If-Match", "")).strip()
    if not sent or sent == "*":
        raise PreconditionMissing(
            "if_match_missing",
            _("Nenne im Header If-Match den Stand (ETag), den du ändern willst."),
        )
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
