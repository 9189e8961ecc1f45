"""The floor of all pages."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "jassclub.web"
    label = "web"
    default_auto_field = "django.db.models.BigAutoField"
