"""Draws, standings and averages."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Tells the clubs below what the tables hold about a person."""

    name = "tournaments"
    label = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from jassclub.clubs import rooms
        from tournaments import people

        rooms.register(rooms.Room("tables", people.held, people.forget))
