"""Refusals from below DRF (no such address, broken request, a fault) in the same form."""

import sys
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.loader import get_template
from django.utils.translation import gettext as _
from django.views import defaults

from jassclub.api.database_refusals import AWAY, FULL
from jassclub.api.problems import Problem, describe, respond
from jassclub.core.errors import DomainError

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
    """handler500: says nothing about the fault, which is in the log.

    What the database refuses, or that it is away just now, is no fault of the service.
    """
    exception = sys.exception()
    problem = describe(exception) if isinstance(exception, Exception) else None
    if request.path.startswith(API_PREFIX):
        detail = _("Ein Fehler des Dienstes; er ist festgehalten. Gespeichert wurde nichts.")
        return respond(problem or Problem(500, "fault", detail), request)
    if problem is None:
        return defaults.server_error(request, *args, **kwargs)
    if problem.status == AWAY.status:
        # Without the database nobody knows who asks: the page stands by itself, as the one of 500.
        page = get_template("503.html").render(
            {"again": request.method == "GET", "full": problem.code == FULL.code}
        )
        return HttpResponse(page, status=problem.status, headers=dict(problem.headers))
    refusal = DomainError(problem.code, problem.detail)
    return render(request, "web/refused.html", {"refusal": refusal}, status=problem.status)
