"""The signed digests of a club's ledgers: what they are for, and the latest to take along."""

import json

from django.http import HttpRequest, HttpResponse

from jassclub.clubs.pages.office import Desk
from jassclub.core.files import saved_as
from jassclub.web.forms import shown_page
from scoring.claims import anchors

LATEST = 30


@shown_page
def club_anchors(request: HttpRequest, slug: str) -> HttpResponse:
    """The latest nights, for every member."""
    desk = Desk.of(request, slug)
    found = anchors.anchors(desk.actor, desk.club.pk).defer("content")[:LATEST]
    return desk.render(request, "pages/office/anchors.html", anchors=found)


@shown_page
def anchor_file(request: HttpRequest, slug: str) -> HttpResponse:
    """The latest one, to keep outside of the service."""
    desk = Desk.of(request, slug)
    told = anchors.latest_file(desk.actor, desk.club.pk)
    answer = HttpResponse(json.dumps(told, indent=1), content_type="application/json")
    answer["Content-Disposition"] = saved_as(slug, f"{told['number']:05}", end="json")
    return answer
