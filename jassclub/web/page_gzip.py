"""Pages, styles, scripts and drawings travel compressed; docs/decisions/compression.md says why
only these."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

KINDS = ("text/html", "text/css", "text/javascript", "image/svg+xml")


class PageGzipMiddleware(GZipMiddleware):
    """Leaves answers of the API alone: there an ETag is sent back as it came, and has to match."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if response.headers.get("Content-Type", "").startswith(KINDS):
            return super().process_response(request, response)
        return response
