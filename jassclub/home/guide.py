"""`/help/`: how things are done, in short."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from jassclub.web.robots import indexable


@indexable
@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    """One page with an anchor for each question; no account needed."""
    minutes = {"minutes": settings.SILENCE_MINUTES}
    return render(request, "pages/guide.html", minutes)
