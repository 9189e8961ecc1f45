"""What is done to every answer.

Search engines may keep pages that say so, and those name nobody. Pages, styles, scripts and
drawings travel compressed; docs/decisions/compression.md says why only these.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

HEADER = "X-Robots-Tag"

V = TypeVar("V", bound=Callable[..., Any])


def indexable(view: V) -> V:
    """A page on which no person is named, for whoever reads it."""
    view.indexable = True  # type: ignore[attr-defined]
    return view


class NoIndex:
    """Every answer says `noindex`, papers, exports and the API too, unless its view is indexable.

    `base.html` says the same with `request.indexable`, for a page that was saved.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

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


KINDS = ("text/html", "text/css", "text/javascript", "image/svg+xml")


class PageGzipMiddleware(GZipMiddleware):
    """Leaves answers of the API alone: there an ETag is sent back as it came, and has to match."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if response.headers.get("Content-Type", "").startswith(KINDS):
            return super().process_response(request, response)
        return response
