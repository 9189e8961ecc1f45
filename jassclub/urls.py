"""All addresses: the API under /api/v1/, the pages at the root, five questions of machines."""

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_update
from django.urls import URLPattern, URLResolver, include, path

from jassclub import health, metrics
from jassclub.api.document_views import DocumentView, TryItView
from jassclub.standby import views as standby

# The page to try the API carries a style of its own; scripts stay in files there too.
try_it = csp_update({"style-src": [SELF, UNSAFE_INLINE]})(TryItView.as_view())

# In a namespace of its own: pages and API both have a "game" and a "player".
api = [
    path("", include("jassclub.clubs.api.urls")),
    path("", include("referee.api.urls")),
    path("", include("scoring.api_urls")),
    path("", include("tournaments.api_urls")),
    path("", include("jassclub.webhooks.api")),
    path("", include("jassclub.exchange.api.urls")),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.alive),
    path("readyz", health.ready),
    path("metrics", metrics.metrics),
    path("standby/copy", standby.copy),
    path("standby/news", standby.news),
    path("api/v1/", include((api, "api"))),
    path("api/v1/schema/", DocumentView.as_view(), name="schema"),
    path("api/v1/docs/", try_it, name="docs"),
    path("", include("jassclub.home.urls")),
]

# Refusals from below the views, as problem+json under /api/ and as pages elsewhere.
handler400 = "jassclub.api.problems.bad_request"
handler403 = "jassclub.api.problems.permission_denied"
handler404 = "jassclub.api.problems.page_not_found"
handler500 = "jassclub.api.problems.server_error"
