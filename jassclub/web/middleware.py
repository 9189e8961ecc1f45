"""What is done around every request and to every answer.

The outermost layer gives a request an id, which every line of the log names, times it, counts it
and says how it ended.

Search engines may keep pages that say so, and those name nobody. Pages, styles, scripts and
drawings travel compressed; docs/decisions/compression.md says why only these.
"""

import logging
from collections.abc import Callable
from time import perf_counter
from typing import Any, TypeVar, cast
from uuid import UUID

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponsePermanentRedirect
from django.http.response import HttpResponseBase
from django.middleware.common import CommonMiddleware
from django.middleware.gzip import GZipMiddleware
from django.utils.functional import LazyObject, empty
from prometheus_client import Counter, Histogram

from jassclub.core import second_machine
from jassclub.core.workers import good_or_new, within

HEADER = "X-Robots-Tag"
REQUEST_HEADER = "X-Request-ID"

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)

REQUESTS = Counter(
    "jassclub_requests", "Requests answered.", labelnames=("method", "route", "status")
)
LATENCY = Histogram(
    "jassclub_request_seconds",
    "Time from the first to the last layer of the service.",
    labelnames=("method", "route"),
    buckets=SECONDS,
)

log = logging.getLogger("jassclub.requests")

PROBES = frozenset({"healthz", "readyz", "metrics"})
"""Asked every few seconds by monitors."""

V = TypeVar("V", bound=Callable[..., Any])


def indexable(view: V) -> V:
    """A page on which no person is named, for whoever reads it."""
    view.indexable = True  # type: ignore[attr-defined]
    return view


class Layer:
    """Around whatever answers the request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response


class NoIndex(Layer):
    """Every answer says `noindex`, papers, exports and the API too, unless its view is indexable.

    `base.html` says the same with `request.indexable`, for a page that was saved.
    """

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        answer = self.get_response(request)
        if not getattr(request, "indexable", False) or answer.status_code >= 400:
            answer.headers[HEADER] = "noindex"
        return answer

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: object, kwargs: object
    ) -> None:
        """Remember what the view says of itself."""
        request.indexable = getattr(view, "indexable", False)  # type: ignore[attr-defined]


class CopiedAt(Layer):
    """On a second machine that has taken over: phones send again what is younger than its copy."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        super().__init__(get_response)
        taken = second_machine.taken_over()
        if taken is None:
            raise MiddlewareNotUsed
        self.moment = f"{taken.copied_at:.0f}"

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        answer = self.get_response(request)
        answer.headers[second_machine.HEADER] = self.moment
        return answer


class PermissionsPolicy(Layer):
    """No answer opens the camera, the microphone or the place of a phone, whatever runs in it."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        answer = self.get_response(request)
        answer.headers["Permissions-Policy"] = settings.PERMISSIONS_POLICY
        return answer


KINDS = ("text/html", "text/css", "text/javascript", "image/svg+xml")


class PageGzipMiddleware(GZipMiddleware):
    """Leaves answers of the API alone: there an ETag is sent back as it came, and has to match."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if response.headers.get("Content-Type", "").startswith(KINDS):
            return super().process_response(request, response)
        return response


def route_of(request: HttpRequest) -> str:
    """The pattern of the address, such as `t/<str:token>`; '-' for one that there is not."""
    found = request.resolver_match
    return found.route if found is not None else "-"


def ids_of(request: HttpRequest) -> dict[str, str]:
    """What of the address says what it was about and opens nothing: numbers and ids."""
    found = request.resolver_match
    told = found.kwargs if found is not None else {}
    return {name: str(value) for name, value in told.items() if isinstance(value, int | UUID)}


class AnyNameForProbes(CommonMiddleware):
    """Monitors ask a machine by its address, which is none of the names of the service."""

    def process_request(self, request: HttpRequest) -> HttpResponsePermanentRedirect | None:
        """What asks for the name of the host is left out."""
        return None if request.path[1:] in PROBES else super().process_request(request)


class RequestLogMiddleware(Layer):
    """The outermost layer; files of the page itself pass by."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path.startswith(settings.STATIC_URL):
            return self.get_response(request)
        ident = good_or_new(request.headers.get(REQUEST_HEADER))
        cast(Any, request).request_id = ident
        with within(ident):
            begun = perf_counter()
            response = self.get_response(request)
            response[REQUEST_HEADER] = ident
            _tell(request, response.status_code, perf_counter() - begun)
            return response


def count_request(method: str, route: str, status: int, seconds: float) -> None:
    """Count an answer; nothing to do where nobody may read the count."""
    if not settings.METRICS_TOKEN:
        return
    known = method if method in METHODS else "other"
    REQUESTS.labels(known, route, str(status)).inc()
    LATENCY.labels(known, route).observe(seconds)


def _tell(request: HttpRequest, status: int, seconds: float) -> None:
    route = route_of(request)
    count_request(request.method or "", route, status, seconds)
    if route in PROBES or not log.isEnabledFor(logging.INFO):
        return
    told = {
        "method": request.method,
        "route": route,
        **ids_of(request),
        "status": status,
        "ms": round(seconds * 1000, 1),
        "actor": actor_of(request),
    }
    log.info("%s %s: %s", request.method, route, status, extra={"told": told})


def actor_of(request: HttpRequest) -> str:
    """`user:<id>`, `device:<id>` or `-`: who the answer had to know anyway; asks no database."""
    asked = cast(Any, request)
    phone: Any = getattr(asked, "auth", None)
    if getattr(asked, "at_table", False):
        phone = asked.phone_by_cookie
    if hasattr(phone, "link_id"):
        # A phone came by a link. Its model is not asked for: rooms above keep it.
        return f"device:{phone.pk}"
    user: Any = getattr(asked, "user", None)
    if isinstance(user, LazyObject) and user.__dict__.get("_wrapped") is empty:
        return "-"
    pk = getattr(user, "pk", None)
    return f"user:{pk}" if pk else "-"
