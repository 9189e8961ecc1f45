"""Refusals of the services as pages: not there, not allowed, or said in words with the way back."""

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render

from jassclub.core.errors import DomainError, NotAllowed, NotFound
from jassclub.web import offline_queue

View = Callable[..., HttpResponseBase]


def page(view: View) -> View:
    """A view whose refusals become pages.

    Who is not logged in is asked to, and comes back after it: whether the page exists is told to
    nobody before. A phone that a table link let in (`request.at_table`) has nothing to log in to.
    """

    @wraps(view)
    def answered(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        try:
            return offline_queue.answered(request, view(request, *args, **kwargs))
        except DomainError as refusal:
            return _as_page(request, refusal)

    return answered


def _as_page(request: HttpRequest, refusal: DomainError) -> HttpResponseBase:
    known = request.user.is_authenticated or getattr(request, "at_table", False)
    unknown = isinstance(refusal, NotFound | NotAllowed) and not known
    if offline_queue.by_outbox(request):
        return offline_queue.refused(offline_queue.log_in_needed() if unknown else refusal)
    if unknown:
        return redirect_to_login(request.get_full_path())
    if isinstance(refusal, NotFound):
        raise Http404(refusal.message)
    if isinstance(refusal, NotAllowed):
        raise PermissionDenied(refusal.message)
    return render(request, "web/refused.html", {"refusal": refusal}, status=refusal.status)
