"""What gathers across rooms."""

from django.apps import AppConfig


class PagesConfig(AppConfig):
    """Tells the clubs below what waiting spreadsheets hold about a person, and listens to news."""

    name = "jassclub.home"
    label = "pages"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from jassclub import checks  # noqa: F401 (registers the system checks)
        from jassclub.clubs import events as news
        from jassclub.clubs import history
        from jassclub.clubs import personal_data as rooms
        from jassclub.exchange import personal_data as waiting
        from jassclub.webhooks import queue as outbox
        from jassclub.webhooks.models import Webhook

        rooms.register(rooms.Room("spreadsheets", waiting.held, waiting.forget))
        news.register(outbox.write)
        history.track(Webhook, "label", "url", "events", "active", "stopped", "secret_set_at")
