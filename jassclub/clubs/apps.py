"""Clubs, their players, seasons and table links."""

from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "jassclub.clubs"
    label = "clubs"
    default_auto_field = "django.db.models.BigAutoField"
