"""What other programs write and read: recorded hands on a page, JSON Schemas of all files."""

import json
from collections.abc import Callable, Mapping

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET

from jassclub.exchange.archives.schema import archive_schema, tournament_schema
from jassclub.web.middleware import indexable
from referee.rules.cards import Notation
from referee.rules.modes import all_modes
from referee.rules.record_schema import EXAMPLE, WORDS, Schema, hand_schema
from referee.rules.records import HAND

SCHEMAS: Mapping[str, Callable[[], Schema]] = {
    "recorded-hand": hand_schema,
    "archive": archive_schema,
    "tournament-archive": tournament_schema,
}


@indexable
@require_GET
def notation(request: HttpRequest) -> HttpResponse:
    """In English, as the document of the API."""
    members = hand_schema()["$defs"][Notation.GERMAN]["properties"]
    tricks = ",\n".join(f"  {json.dumps(trick)}" for trick in EXAMPLE["tricks"])
    example = json.dumps(EXAMPLE | {"tricks": []}).replace("[]", f"[\n{tricks}\n]")
    told = {
        "decks": WORDS,
        "example": example,
        "members": {name: members[name]["description"] for name in HAND},
        "modes": [mode.text(Notation.GERMAN) for mode in all_modes()],
    }
    return render(request, "pages/notation.html", told)


@require_GET
@cache_control(max_age=3600)
def schema(_request: HttpRequest, name: str) -> HttpResponse:
    """One JSON Schema."""
    if name not in SCHEMAS:
        raise Http404
    return JsonResponse(SCHEMAS[name](), content_type="application/schema+json")
