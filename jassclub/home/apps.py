"""What gathers across rooms."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PagesConfig(AppConfig):
    """Tells the clubs below what waiting spreadsheets hold of a person, and listens to events."""

    name = "jassclub.home"
    label = "pages"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from jassclub import checks  # noqa: F401 (registers the system checks)
        from jassclub.clubs import events, office_menu, personal_data
        from jassclub.clubs.models import Role
        from jassclub.clubs.office_menu import OfficePage
        from jassclub.clubs.services import people, undoing
        from jassclub.exchange import personal_data as waiting, taking_back
        from jassclub.home.office import history
        from jassclub.webhooks import personal_data as phones, services
        from jassclub.webhooks.models import Webhook

        personal_data.register(
            personal_data.PersonalData("spreadsheets", waiting.export, waiting.anonymise)
        )
        personal_data.register(
            personal_data.PersonalData(
                "phones", phones.export, phones.anonymise, account=phones.of_account
            )
        )
        events.register(services.write)
        office_menu.register(
            OfficePage(
                name="kitty",
                place=10,
                title=_("Kasse"),
                about=_("Dein Konto und deine Buchungen"),
                about_to_directors=_("Konten, Einsätze, Bussen, Zahlungen"),
            ),
            OfficePage(
                name="merges",
                place=40,
                title=_("Personen zusammenlegen"),
                about=_("Wer unter zwei Namen in den Büchern steht"),
                about_to_directors=_("Wer doppelt in den Büchern steht"),
            ),
            OfficePage(
                name="history",
                place=45,
                title=_("Was geändert wurde"),
                about=_("Wer, wann, von was zu was; vierzehn Tage zurückzunehmen"),
                role="director",
            ),
            OfficePage(
                name="handover",
                place=95,
                title=_("Amtsübergabe"),
                about=_("Was am Amt hängt, und ein Papier für die Nachfolge"),
                role="scribe",
            ),
            OfficePage(
                name="data",
                place=90,
                title=_("Einlesen und mitnehmen"),
                about=_("Tabellen vergangener Abende, Archive, Exporte"),
                role="scribe",
            ),
            OfficePage(
                name="webhooks",
                place=100,
                title=_("Webhooks"),
                about=_("Programme des Clubs, die Meldungen bekommen"),
                role="admin",
            ),
        )
        people.track(Webhook, "label", "url", "events", "active", "stopped", "secret_set_at")
        undoing.keep(*history.BOOKS)
        people.taken_back.append(taking_back.only_in_games_taken_back)
        undoing.register(
            undoing.Way(
                model=Webhook,
                role=Role.ADMIN,
                change=lambda actor, webhook, values: services.change_webhook(
                    actor=actor, webhook_id=webhook.pk, version=webhook.version, values=values
                ),
                take_out=lambda actor, webhook: services.delete_webhook(
                    actor=actor, webhook_id=webhook.pk, version=webhook.version
                ),
            )
        )
