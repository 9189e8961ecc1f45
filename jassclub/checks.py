"""System checks of the whole (`manage.py check`): W... is doubtful, E... cannot work."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register

from jassclub.celery import TIMETABLE, app
from jassclub.webhooks import push

SECRET_LENGTH = 32


@register()
def timetable_names_real_tasks(
    app_configs: Sequence[AppConfig] | None, **kwargs: Any
) -> list[CheckMessage]:
    """W003: an unknown task would fail in the worker, once a minute, unseen."""
    return [
        Warning(
            f"The timetable entry {title!r} names an unknown task: {entry['task']}",
            hint="Name a task of a tasks.py, or take the entry out of jassclub/celery.py.",
            id="jassclub.W003",
        )
        for title, entry in TIMETABLE.items()
        if not _is_task(entry["task"])
    ]


def _is_task(name: str) -> bool:
    try:
        import_module(name.rpartition(".")[0])
    except ModuleNotFoundError:
        return False
    return name in app.tasks


@register(Tags.database)
def production_has_a_server_database(
    app_configs: Sequence[AppConfig] | None, **kwargs: Any
) -> list[CheckMessage]:
    """W001: several web processes writing one SQLite file wait for each other."""
    if settings.PRODUCTION and settings.SQLITE:
        return [
            Warning(
                "Production runs on SQLite: one web process only, and backups by file.",
                hint="Set DATABASE_URL to a PostgreSQL database.",
                id="jassclub.W001",
            )
        ]
    return []


@register(Tags.security)
def secret_is_long(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """E001: sessions and one-time links are signed with the secret key."""
    if len(settings.SECRET_KEY) < SECRET_LENGTH:
        return [
            Error(
                f"SECRET_KEY has fewer than {SECRET_LENGTH} characters.",
                hint="python3 -c 'import secrets; print(secrets.token_urlsafe(48))'",
                id="jassclub.E001",
            )
        ]
    return []


@register(Tags.security)
def hall_mode_names_its_hosts(
    app_configs: Sequence[AppConfig] | None, **kwargs: Any
) -> list[CheckMessage]:
    """W002: with `*`, a page of the internet could speak to the hall's service by its name."""
    if settings.HALL_MODE and "*" in settings.ALLOWED_HOSTS:
        return [
            Warning(
                "The hall mode answers to every host name.",
                hint="Let make run find the addresses, or name them in ALLOWED_HOSTS.",
                id="jassclub.W002",
            )
        ]
    return []


@register()
def phones_can_be_rung(
    app_configs: Sequence[AppConfig] | None, **kwargs: Any
) -> list[CheckMessage]:
    """E002: with half of its settings no phone would ever ring, and nobody would be told."""
    usable = settings.PUSH_CONTACT.startswith(("mailto:", "https:"))
    if not settings.PUSH_KEY or (usable and len(push.public_key()) == push.LONG_KEY):
        return []
    return [
        Error(
            "PUSH_KEY is no key on the curve P-256, or PUSH_CONTACT no mailto: or https: address.",
            hint="openssl ecparam -name prime256v1 -genkey -noout -out push.pem",
            id="jassclub.E002",
        )
    ]
