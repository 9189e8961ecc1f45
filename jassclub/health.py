"""Is the process alive, and can it answer? Asked by monitors and load balancers."""

from django.db import Error, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError

from jassclub.celery import app


@never_cache
@require_safe
def alive(request: HttpRequest) -> JsonResponse:
    """200 as soon as the process answers; asks nobody."""
    return JsonResponse({"status": "alive"})


@never_cache
@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """200 with a database that answers, else 503; a broker that is away is only told."""
    database = _database_answers()
    return JsonResponse(
        {
            "status": "ready" if database else "not ready",
            "database": "up" if database else "down",
            "broker": "up" if _broker_answers() else "down",
        },
        status=200 if database else 503,
    )


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
