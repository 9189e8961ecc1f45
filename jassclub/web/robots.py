"""What search engines may keep: pages that say so, and those name nobody."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.http import HttpRequest
from django.http.response import HttpResponseBase

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
