"""Every refusal of the API as `application/problem+json` (RFC 9457), with all findings at once.

`describe` knows one reading per kind of exception; `respond` writes the answer. An exception
that it does not know is a fault of the service: it stays one, and becomes a logged 500.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import singledispatch
from typing import Any

from django.core import exceptions as core
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.http.request import UnreadablePostError
from django.utils.translation import gettext as _
from rest_framework import exceptions as drf
from rest_framework.exceptions import ErrorDetail
from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.utils.encoders import JSONEncoder

from jassclub.api.database_refusals import FULL, Refusal, refusal_of
from jassclub.core.errors import DomainError, Finding, step


def details_of(detail: Any) -> tuple[Finding, ...]:
    """All leaves of a DRF error detail (nested lists and dicts) in the order of the fields."""
    return tuple(_walk(detail, ""))


def _walk(detail: Any, pointer: str) -> Iterator[Finding]:
    if isinstance(detail, dict):
        for key, inner in detail.items():
            yield from _walk(inner, _below(pointer, key))
    elif isinstance(detail, list | tuple):
        yield from _walk_list(detail, pointer)
    else:
        code = detail.code if isinstance(detail, ErrorDetail) else "invalid"
        yield Finding(code or "invalid", pointer, str(detail))


def _walk_list(details: list[Any] | tuple[Any, ...], pointer: str) -> Iterator[Finding]:
    """A list holds either the findings of one place or one entry per item sent."""
    for index, inner in enumerate(details):
        yield from _walk(inner, step(pointer, index) if isinstance(inner, dict | list) else pointer)


def _below(pointer: str, key: object) -> str:
    about_the_whole = key == api_settings.NON_FIELD_ERRORS_KEY
    return pointer if about_the_whole else step(pointer, key)


CONTENT_TYPE = "application/problem+json"
URN = "urn:jassclub:problem:"
HEADERS: Mapping[int, Mapping[str, str]] = {
    401: {"WWW-Authenticate": "Bearer"},
    429: {"Retry-After": "60"},
}
"""What a refusal of the rules says besides; a throttle of the API knows its seconds better."""
FULL_FOR = 60
"""Seconds for which `/readyz` goes on to tell of a disk that was full."""


@dataclass(frozen=True)
class Problem:
    """What is answered. `code` is stable and also ends the `type`; `detail` is a sentence."""

    status: int
    code: str
    detail: str
    errors: Sequence[Finding] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)


def handler(exc: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """DRF's EXCEPTION_HANDLER; None hands an unknown exception on, to be logged as a 500."""
    problem = describe(exc)
    return None if problem is None else respond(problem, context.get("request"))


def refusal(error: DomainError, request: Request | HttpRequest) -> HttpResponse:
    """A refusal to be *returned*: unlike a raised one it commits what was stored before it."""
    return respond(_of_domain(error), request)


def respond(problem: Problem, request: Request | HttpRequest | None = None) -> HttpResponse:
    """The answer itself; plain Django, so that it serves below and beside DRF alike."""
    body = json.dumps(_members(problem, request), cls=JSONEncoder, ensure_ascii=False)
    return HttpResponse(
        body, status=problem.status, content_type=CONTENT_TYPE, headers=dict(problem.headers)
    )


def _members(problem: Problem, request: Request | HttpRequest | None) -> dict[str, Any]:
    members: dict[str, Any] = {
        "type": URN + problem.code,
        "title": title(problem.status),
        "status": problem.status,
        "code": problem.code,
        "detail": problem.detail,
    }
    if request is not None:
        members["instance"] = request.path
        if ident := getattr(request, "request_id", None):
            members["request"] = ident
    members["errors"] = [_error(detail) for detail in problem.errors]
    return {**problem.extra, **members}


def _error(detail: Finding) -> dict[str, str]:
    error = {"pointer": detail.pointer, "code": detail.code, "detail": str(detail.text)}
    return error if detail.article is None else {**error, "article": detail.article}


def title(status: int) -> str:
    """The headline of a status, in the language of the request."""
    return {
        400: _("Nicht lesbar oder unvollständig"),
        401: _("Nicht angemeldet"),
        403: _("Nicht erlaubt"),
        404: _("Nicht gefunden"),
        405: _("Methode nicht möglich"),
        406: _("Format nicht lieferbar"),
        409: _("Widerspruch zum Gespeicherten"),
        412: _("Veralteter Stand"),
        413: _("Zu gross"),
        415: _("Format nicht lesbar"),
        422: _("Nicht stimmig"),
        428: _("Angabe des Standes fehlt"),
        429: _("Zu viele Anfragen"),
        503: _("Gerade nicht möglich"),
    }.get(status, _("Fehler"))


@singledispatch
def describe(exc: Exception) -> Problem | None:
    """The problem behind an exception, or None for one that nobody foresaw."""
    found = refusal_of(exc)
    return None if found is None else _of_database(found)


@describe.register
def _of_domain(exc: DomainError) -> Problem:
    headers = HEADERS.get(exc.status, {})
    return Problem(exc.status, exc.code, str(exc.message), tuple(exc.details), exc.extra, headers)


@describe.register
def _of_validation(exc: drf.ValidationError) -> Problem:
    detail = _("Die Angaben sind unvollständig oder falsch; die einzelnen Stellen sind genannt.")
    return Problem(400, "malformed", detail, details_of(exc.detail))


@describe.register
def _of_api(exc: drf.APIException) -> Problem:
    code = getattr(exc.detail, "code", None) or exc.default_code
    return Problem(exc.status_code, code, str(exc.detail), headers=_headers(exc))


def _headers(exc: drf.APIException) -> dict[str, str]:
    headers = {}
    if challenge := getattr(exc, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    if (wait := getattr(exc, "wait", None)) is not None:
        headers["Retry-After"] = str(int(wait) + 1)
    return headers


@describe.register
def _of_missing(exc: Http404) -> Problem:
    return Problem(404, "not_found", _("Das gibt es nicht, oder es ist nicht sichtbar."))


@describe.register
def _of_forbidden(exc: core.PermissionDenied) -> Problem:
    return Problem(403, "permission_denied", _("Dazu fehlt die Berechtigung."))


@describe.register
def _of_size(exc: core.RequestDataTooBig) -> Problem:
    return Problem(413, "too_large", _("Die Anfrage ist zu gross; sende sie in Teilen."))


@describe.register(core.BadRequest)
@describe.register(core.SuspiciousOperation)
@describe.register(MultiPartParserError)
@describe.register(UnreadablePostError)
def _of_wire(exc: Exception) -> Problem:
    return Problem(400, "unreadable", _("Die Anfrage ist nicht lesbar."))


def _of_database(found: Refusal) -> Problem:
    texts = {
        "conflict": _("Das steht im Widerspruch zu dem, was schon gespeichert ist."),
        "in_use": _("Daran hängt noch anderes; es kann nicht gelöscht werden."),
        "invalid": _("Die Angaben passen nicht zusammen."),
        "out_of_range": _("Ein Wert ist zu gross oder zu lang."),
        "busy": _("Gerade wird dasselbe geändert; bitte gleich noch einmal."),
        "database_away": _(
            "Die Datenbank antwortet gerade nicht; bitte gleich noch einmal senden."
        ),
        "disk_full": _(
            "Auf der Platte des Dienstes ist kein Platz mehr: Gespeichert wurde nichts. Wer ihn "
            "betreibt, muss Platz schaffen; danach noch einmal senden."
        ),
    }
    if found == FULL:
        cache.set(FULL.code, True, FULL_FOR)
    headers = {"Retry-After": "1"} if found.status == 503 else {}
    return Problem(found.status, found.code, texts[found.code], headers=headers)
