"""The law and the judgement."""

from django.apps import AppConfig


class RefereeConfig(AppConfig):
    """Tells the clubs below what rulings hold about people."""

    name = "referee"
    label = "referee"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from jassclub.clubs import personal_data
        from referee import people

        personal_data.register(
            personal_data.PersonalData("rulings", people.export, people.anonymise)
        )
