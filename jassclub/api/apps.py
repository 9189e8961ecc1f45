"""The floor of all API code."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "jassclub.api"
    label = "api"
    default_auto_field = "django.db.models.BigAutoField"
