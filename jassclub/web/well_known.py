"""Files that programs look for at a fixed address: robots.txt, security.txt, favicon.ico."""

from datetime import timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.templatetags.static import static
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET

ROBOTS = "User-agent: *\nDisallow: /t/\nDisallow: /api/\n"
"""Links of phones are secrets, and programs know the API; what else is not to be found says so
itself (`noindex`), which only who may read it can obey."""
HOLDS = timedelta(days=180)
"""RFC 9116 recommends less than a year."""


@require_GET
@cache_control(max_age=86_400)
def robots(_request: HttpRequest) -> HttpResponse:
    return HttpResponse(ROBOTS, content_type="text/plain")


@require_GET
@cache_control(max_age=86_400)
def favicon(_request: HttpRequest) -> HttpResponse:
    return HttpResponseRedirect(static("jassclub/icon.ico"))


@require_GET
def security(request: HttpRequest) -> HttpResponse:
    """Where a weakness is told (RFC 9116); not there where nobody has said who runs this."""
    if not settings.OPERATOR:
        raise Http404
    lines = [
        f"Contact: {_address(settings.OPERATOR)}",
        f"Expires: {(timezone.now() + HOLDS):%Y-%m-%dT00:00:00Z}",
        f"Preferred-Languages: {', '.join(code for code, _name in settings.LANGUAGES)}",
        f"Canonical: {request.build_absolute_uri()}",
    ]
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")


def _address(operator: str) -> str:
    """A mail address or a telephone number as an address; what is one stays as it is."""
    if urlsplit(operator).scheme:
        return operator
    return f"mailto:{operator}" if "@" in operator else f"tel:{operator.replace(' ', '-')}"
