"""The law and the judgement."""

from django.apps import AppConfig


class RefereeConfig(AppConfig):
    """Tells the clubs below what rulings hold about people."""

    name = "referee"
    label = "referee"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from jassclub.clubs import personal_data as rooms
        from referee import people

        rooms.register(rooms.Room("rulings", people.held, people.forget))
