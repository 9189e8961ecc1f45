"""Is the process alive, and can it answer? Asked by monitors and load balancers."""

from shutil import disk_usage

from django.conf import settings
from django.core.cache import cache
from django.db import Error, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError

from jassclub.api.problems import FULL
from jassclub.celery import app

LEAST_ROOM = 10_000_000
"""Bytes that have to be free on the disk."""


@never_cache
@require_safe
def alive(request: HttpRequest) -> JsonResponse:
    """200 as soon as the process answers; asks nobody."""
    return JsonResponse({"status": "alive"})


@never_cache
@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """200 with a database that answers and room on the disk; a broker that is away is only told."""
    database, room = _database_answers(), _disk_has_room()
    return JsonResponse(
        {
            "status": "ready" if database and room else "not ready",
            "database": "up" if database else "down",
            "broker": "up" if _broker_answers() else "down",
            "disk": "has room" if room else "full",
        },
        status=200 if database and room else 503,
    )


def _disk_has_room() -> bool:
    """Whether there is some here, and nobody was refused lately since the database has none."""
    return disk_usage(settings.VAR).free >= LEAST_ROOM and not cache.get(FULL.code)


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return False
    return True


def _broker_answers() -> bool:
    with app.connection_for_write() as broker:
        try:
            broker.ensure_connection(max_retries=0, timeout=1)
        except (OSError, OperationalError):
            return False
    return True
