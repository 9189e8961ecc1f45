"""Refusals from below DRF (no such address, broken request, a fault) in the same form."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _
from django.views import defaults

from jassclub.api.problems import Problem, describe, respond

API_PREFIX = "/api/"


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """handler400."""
    if not request.path.startswith(API_PREFIX):
        return defaults.bad_request(request, exception)
    problem = describe(exception) or Problem(400, "unreadable", _("Die Anfrage ist nicht lesbar."))
    return respond(problem, request)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """handler403."""
    if not request.path.startswith(API_PREFIX):
        return defaults.permission_denied(request, exception)
    return respond(Problem(403, "permission_denied", _("Dazu fehlt die Berechtigung.")), request)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """handler404."""
    if not request.path.startswith(API_PREFIX):
        return defaults.page_not_found(request, exception)
    return respond(Problem(404, "not_found", _("Diese Adresse gibt es nicht.")), request)


def server_error(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
    """handler500: says nothing about the fault, which is in the log."""
    if not request.path.startswith(API_PREFIX):
        return defaults.server_error(request, *args, **kwargs)
    detail = _("Ein Fehler des Dienstes; er ist festgehalten. Gespeichert wurde nichts.")
    return respond(Problem(500, "fault", detail), request)
