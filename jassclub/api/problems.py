"""Every refusal of the API as `application/problem+json` (RFC 9457), with all findings at once.

`describe` knows one reading per kind of exception; `respond` writes the answer. An exception
that it does not know is a fault of the service: it stays one, and becomes a logged 500. What the
database means when it refuses: its constraints are the last word, never a 500. Refusals from below
DRF (no such address, broken request, a fault) have the same form.
"""

import errno
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import singledispatch
from math import ceil
from typing import Any, NamedTuple

from django.core import exceptions as core
from django.core.cache import cache
from django.db import DataError, IntegrityError, InterfaceError, OperationalError
from django.db.models import ProtectedError, RestrictedError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.http.multipartparser import MultiPartParserError
from django.http.request import UnreadablePostError
from django.shortcuts import render
from django.template.loader import get_template
from django.utils.translation import get_language, gettext as _, ngettext
from django.views import defaults
from rest_framework import exceptions as drf
from rest_framework.exceptions import ErrorDetail
from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.utils.encoders import JSONEncoder

from jassclub.core.errors import DomainError, Finding, TooMany, step


class Refusal(NamedTuple):
    """Status and stable code; the text is the caller's."""

    status: int
    code: str


CONFLICT = Refusal(409, "conflict")
IN_USE = Refusal(409, "in_use")
INVALID = Refusal(422, "invalid")
OUT_OF_RANGE = Refusal(422, "out_of_range")
BUSY = Refusal(503, "busy")
AWAY = Refusal(503, "database_away")
"""Whether what was under way is stored is not known: whoever sends it again learns it."""
FULL = Refusal(503, "disk_full")

TOO_FAR = ("SQLite INTEGER", "date value out of range")
"""What Python says of a number that SQLite cannot hold, and of a moment before the year 1 or
after 9999 in the time zone of the house."""
_CHECK, _NOT_NULL = "23514", "23502"
_FULL = frozenset({"53100", errno.ENOSPC, errno.EDQUOT})
"""PostgreSQL and the operating system: no room on the disk, or none left of a share."""
_BUSY_STATES = frozenset({"40001", "40P01", "55P03"})
"""PostgreSQL: serialization failure, deadlock, lock not available."""
_AWAY_STATES = frozenset({None, "53300", "57P01", "57P02", "57P03"})
"""PostgreSQL: no word from it, too many connections, shut down, crashed, starting."""


def refusal_of(exc: Exception) -> Refusal | None:
    """The refusal in a database error, or None if it is a fault (bad SQL)."""
    match exc:
        case ProtectedError() | RestrictedError():
            return IN_USE
        case IntegrityError():
            return INVALID if _is_about_the_value(exc) else CONFLICT
        case DataError() | core.ValidationError():
            return OUT_OF_RANGE
        case OverflowError() if any(words in str(exc) for words in TOO_FAR):
            return OUT_OF_RANGE
        case OperationalError() | InterfaceError() | OSError():
            return _passing(exc)
    return None


def _sqlstate(exc: Exception) -> str | None:
    return getattr(exc.__cause__, "sqlstate", None)


def _is_about_the_value(exc: IntegrityError) -> bool:
    on_sqlite = str(exc).startswith(("CHECK constraint", "NOT NULL constraint"))
    return on_sqlite or _sqlstate(exc) in (_CHECK, _NOT_NULL)


def _passing(exc: OperationalError | InterfaceError | OSError) -> Refusal | None:
    """What is over if one waits a little."""
    if "database is locked" in str(exc) or _sqlstate(exc) in _BUSY_STATES:
        return BUSY
    if "disk is full" in str(exc) or {_sqlstate(exc), getattr(exc, "errno", None)} & _FULL:
        return FULL
    # SQLite's errors carry no state: what else fails there is a fault.
    away = hasattr(exc.__cause__, "sqlstate") and _sqlstate(exc) in _AWAY_STATES
    return AWAY if away else None


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
CHALLENGE = {"WWW-Authenticate": "Bearer"}
READ_AWAY, CHUNK = 32_000_000, 64_000
"""Bytes of a request that is too large anyway."""
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
    if isinstance(exc, core.RequestDataTooBig):
        _read_away(context["request"])
    return None if problem is None else respond(problem, context.get("request"))


def _read_away(request: Request) -> None:
    """Take what is still being sent, within bounds: who sends does not hear an answer before."""
    for _chunk in range(READ_AWAY // CHUNK):
        if not request.read(CHUNK):
            return


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
    headers = CHALLENGE if exc.status == 401 else _pause(exc) if isinstance(exc, TooMany) else {}
    return Problem(exc.status, exc.code, str(exc.message), tuple(exc.details), exc.extra, headers)


def _pause(exc: TooMany) -> dict[str, str]:
    told = {"Retry-After": str(exc.wait), "RateLimit": f'"{exc.code}";r=0;t={exc.wait}'}
    policy = {"RateLimit-Policy": f'"{exc.code}";q={exc.most};w={exc.wait}'}
    return told | policy if exc.most else told


@describe.register
def _of_validation(exc: drf.ValidationError) -> Problem:
    detail = _("Die Angaben sind unvollständig oder falsch; die einzelnen Stellen sind genannt.")
    return Problem(400, "malformed", detail, details_of(exc.detail))


@describe.register
def _of_api(exc: drf.APIException) -> Problem:
    code = getattr(exc.detail, "code", None) or exc.default_code
    advice = {
        "not_authenticated": _(
            "Melde dich an, oder sende einen Token in der Kopfzeile Authorization (Bearer)."
        ),
        "method_not_allowed": _("Diese Methode gibt es hier nicht; Allow nennt, welche es gibt."),
        "not_acceptable": _("So gibt es die Antwort nicht; lass die Kopfzeile Accept weg."),
        "unsupported_media_type": _(
            "Dieses Format wird hier nicht gelesen; sende application/json."
        ),
    }
    headers = {}
    if challenge := getattr(exc, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    if (wait := getattr(exc, "wait", None)) is not None:
        seconds = max(ceil(wait), 1)
        headers["Retry-After"] = str(seconds)
        advice[code] = ngettext(
            "Zu viele Anfragen: In einer Sekunde geht es weiter.",
            "Zu viele Anfragen: In %(seconds)s Sekunden geht es weiter.",
            seconds,
        ) % {"seconds": seconds}
    return Problem(exc.status_code, code, advice.get(code, str(exc.detail)), headers=headers)


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
    detail = _("Diese Adresse gibt es nicht; alle stehen unter /api/v1/docs/.")
    return respond(Problem(404, "not_found", detail), request)


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
        return HttpResponse(_standing_alone("500.html"), status=500)
    if problem.status == AWAY.status:
        # Without the database nobody knows who asks: the page stands by itself, as the one of 500.
        page = _standing_alone(
            "503.html", again=request.method == "GET", full=problem.code == FULL.code
        )
        return HttpResponse(page, status=problem.status, headers=dict(problem.headers))
    refusal = DomainError(problem.code, problem.detail)
    return render(request, "web/refused.html", {"refusal": refusal}, status=problem.status)


def _standing_alone(template: str, **told: bool) -> str:
    """A page that needs nothing that might have failed, not even the catalogues: in the language
    of the reader where that was known before the failure, else in all four."""
    language = (get_language() or "")[:2]
    return get_template(template).render({"language": language, **told})
