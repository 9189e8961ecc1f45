"""What gathers across rooms."""

from django.apps import AppConfig


class PagesConfig(AppConfig):
    name = "jassclub.pages"
    label = "pages"
    default_auto_field = "django.db.models.BigAutoField"
