"""What gathers across rooms."""

from django.apps import AppConfig


class PagesConfig(AppConfig):
    """Tells the clubs below what waiting spreadsheets hold about a person, and listens to news."""

    name = "jassclub.pages"
    label = "pages"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from jassclub import checks  # noqa: F401 (registers the system checks)
        from jassclub.clubs import history, news, rooms
        from jassclub.pages import waiting
        from jassclub.pages.hooks import outbox
        from jassclub.pages.hooks.models import Webhook

        rooms.register(rooms.Room("spreadsheets", waiting.held, waiting.forget))
        news.register(outbox.write)
        history.track(Webhook, "label", "url", "events", "active", "stopped", "secret_set_at")
