"""What the OpenAPI document promises, held against everything that the suite happens to do: every
refusal carries codes that its operation names, every event tells what its webhook is sent."""

import json
import re
from functools import cache
from typing import Any

from django.http import HttpRequest
from django.urls import Resolver404, resolve
from jsonschema import Draft202012Validator

from jassclub.api import codes, problems
from jassclub.clubs.events import SUBJECTS, DomainEvent
from jassclub.webhooks.document import message_schema
from jassclub.webhooks.models import HookMessage
from jassclub.webhooks.services import body_of

broken: list[str] = []
"""What the test that runs has shown to be untrue."""
unnamed: set[tuple[str, str, str]] = set()
"""Operation, status and code of the refusals that `refusals.toml` does not name."""
_members = problems._members


@cache
def _known() -> tuple[frozenset[str], frozenset[str]]:
    refusals = frozenset(one.code for one in codes.of_refusals())
    return refusals, frozenset(one.code for one in codes.of_findings())


def members(problem: problems.Problem, request: Any = None) -> dict[str, Any]:
    """Stands in for the real one, whose answer it gives back."""
    told = _members(problem, request)
    if request is not None and request.path.startswith("/api/v1/"):
        broken.extend(_unknown(told, request))
    return told


def _unknown(told: dict[str, Any], request: HttpRequest) -> list[str]:
    refusals, findings = _known()
    wrong = [f"a finding: {one['code']}" for one in told["errors"] if one["code"] not in findings]
    if told["code"] not in refusals:
        wrong.append(f"a refusal: {told['code']}")
    try:
        route = resolve(request.path).route
    except Resolver404:
        return wrong
    path = "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route)
    if path == "/api/v1/batch":  # what it is refused with is what its items would be
        return wrong
    status, code = told["status"], told["code"]
    own = codes.of_operation(str(request.method), path, status)
    if code not in (*own, *codes.COMMON.get(status, ())):
        unnamed.add((f"{request.method} {path}", str(status), code))
        wrong.append(f"{request.method} {path}: {status} {code}")
    return wrong


def hear(event: DomainEvent) -> None:
    """Hold an event against what its webhook is said to be sent."""
    ids = {"club": str(event.club_id), SUBJECTS[event.kind]: str(event.subject_id)}
    sent = body_of(HookMessage(kind=event.kind, payload={**event.facts, **ids}))
    broken.extend(faults(event.kind, sent))


def faults(kind: str, body: bytes) -> list[str]:
    """What of a message is not as its schema says; what it does not name may not be sent."""
    schema = message_schema(kind)
    told = json.loads(body)
    strange = told["data"].keys() - schema["properties"]["data"]["properties"].keys()
    found = [f"{kind}: {name} is not in its schema" for name in strange]
    return found + [f"{kind}: {fault.message}" for fault in _validator(kind).iter_errors(told)]


@cache
def _validator(kind: str) -> Draft202012Validator:
    checks = Draft202012Validator.FORMAT_CHECKER
    return Draft202012Validator(message_schema(kind), format_checker=checks)
