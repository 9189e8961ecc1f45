"""What gathers across rooms."""

from django.apps import AppConfig


class PagesConfig(AppConfig):
    """Tells the clubs below what waiting spreadsheets hold about a person, and listens to news."""

    name = "jassclub.home"
    label = "pages"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from jassclub import checks  # noqa: F401 (registers the system checks)
        from jassclub.clubs import events, history, personal_data
        from jassclub.exchange import personal_data as waiting
        from jassclub.webhooks import queue
        from jassclub.webhooks.models import Webhook

        personal_data.register(
            personal_data.PersonalData("spreadsheets", waiting.export, waiting.anonymise)
        )
        events.register(queue.write)
        history.track(Webhook, "label", "url", "events", "active", "stopped", "secret_set_at")
