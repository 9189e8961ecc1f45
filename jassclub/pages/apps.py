"""What gathers across rooms."""

from django.apps import AppConfig


class PagesConfig(AppConfig):
    name = "jassclub.pages"
    label = "pages"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from jassclub import checks  # noqa: F401 (registers the system checks)
