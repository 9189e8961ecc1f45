"""Clubs, their people and the phones at their tables."""

from django.apps import AppConfig


class ClubsConfig(AppConfig):
    """The bottom room of the service: everything else names it, it names nothing above."""

    name = "jassclub.clubs"
    label = "clubs"

    def ready(self) -> None:
        """Tell the OpenAPI generator how phones and tokens authenticate."""
        from jassclub.clubs.api import security  # noqa: F401
