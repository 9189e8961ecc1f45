"""The service as an app on the phone: its manifest, and the service worker for no network."""

import json
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import get_language, gettext as _
from django.views.decorators.http import require_GET

SHELL = (
    "jassclub/jassclub.css",
    "jassclub/table.css",
    "jassclub/alone.css",
    "jassclub/crowded.css",
    "jassclub/finish.css",
    "jassclub/coiffeur.css",
    "jassclub/asks.css",
    "jassclub/asks.js",
    "pages/people.css",
    "pages/reading.css",
    "jassclub/ended.css",
    "jassclub/saying.css",
    "jassclub/suits.svg",
    "jassclub/icon.svg",
    "jassclub/icon-any-192.png",
    "jassclub/entry.js",
    "jassclub/table.js",
    "jassclub/chalk.js",
    "jassclub/chalk.css",
    "jassclub/why.js",
    "jassclub/saying.js",
    "jassclub/share.js",
    "jassclub/outbox.js",
    "jassclub/follow.js",
    "jassclub/slate.css",
    "jassclub/slate.js",
    "jassclub/strokes.js",
    "jassclub/wake.js",
    "jassclub/offline.js",
    "jassclub/ring.js",
    "tournaments/desk.css",
    "tournaments/desk.js",
    "tournaments/door.js",
    "referee/rules.css",
    "referee/search.js",
    "referee/cards.js",
    "referee/rulebook.js",
)
"""What a table page, the desk and the door of a tournament, the rulebook, a ruling and the page for
no network are drawn with."""
ICONS = ((192, "any"), (512, "any"), (512, "maskable"))
SLATE = "#22302c"
PAPER = "#faf7f0"


@require_GET
def manifest(request: HttpRequest) -> HttpResponse:
    """The web app manifest: name, icons, colours, in the language of the reader."""
    icons = [
        {
            "src": static(f"jassclub/icon-{purpose}-{size}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for size, purpose in ICONS
    ]
    data = {
        "id": "/",
        "lang": get_language(),
        "name": "Jassclub",
        "short_name": "Jassclub",
        "description": _("Schreiben, rechnen und schlichten am Jasstisch."),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": SLATE,
        "icons": icons,
    }
    return HttpResponse(json.dumps(data), content_type="application/manifest+json")


@require_GET
def service_worker(request: HttpRequest) -> HttpResponseBase:
    """The service worker, at the root so that it reaches every page.

    Its version is a digest of all files that it keeps: browsers compare the script byte by byte
    and take a new one at the next page. SERVICE_WORKER=0 sends one that removes itself.
    """
    context = {
        "files": [static(name) for name in SHELL],
        "static_url": settings.STATIC_URL,
        "rings": _("Ein Tisch ruft den Schiedsrichter"),
        "icon": static("jassclub/icon-any-192.png"),
        "version": _version(),
    }
    name = "web/sw.js" if settings.SERVICE_WORKER else "web/sw_off.js"
    script = render_to_string(name, context)
    answer = HttpResponse(script, content_type="text/javascript; charset=utf-8")
    etag = f'"{sha256(script.encode()).hexdigest()[:32]}"'
    answer["ETag"] = etag
    patch_cache_control(answer, no_cache=True)
    return get_conditional_response(request, etag=etag, response=answer) or answer


def _version() -> str:
    digest = sha256()
    for name in SHELL:
        digest.update(static(name).encode())
        digest.update(Path(str(finders.find(name))).read_bytes())
    return digest.hexdigest()[:12]
