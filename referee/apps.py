"""The law and the judgement."""

from django.apps import AppConfig


class RefereeConfig(AppConfig):
    name = "referee"
    label = "referee"
    default_auto_field = "django.db.models.BigAutoField"
