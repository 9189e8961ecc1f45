"""The floor of all API code."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """Errors, idempotency, versions, pages of results, schema: knows no club and no game."""

    name = "jassclub.api"
    label = "api"
