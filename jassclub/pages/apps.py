"""What gathers across rooms."""

from django.apps import AppConfig


class PagesConfig(AppConfig):
    """Tells the clubs below what waiting spreadsheets hold about a person."""

    name = "jassclub.pages"
    label = "pages"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from jassclub import checks  # noqa: F401 (registers the system checks)
        from jassclub.clubs import rooms
        from jassclub.pages import waiting

        rooms.register(rooms.Room("spreadsheets", waiting.held, waiting.forget))
