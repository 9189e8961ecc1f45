"""All addresses: the API under /api/v1/, the pages at the root, two questions for monitors."""

from django.urls import URLPattern, URLResolver, path

from jassclub import health

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.alive),
    path("readyz", health.ready),
]
