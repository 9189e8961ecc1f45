"""What an address may be asked behind the `?`, read as the document says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.views import View
from drf_spectacular.utils import OpenApiParameter

from jassclub.api.filters import TRUTH
from jassclub.core.errors import DomainError
from jassclub.core.findings import Finding

WHOLE = re.compile(r"-?[0-9]{1,9}")


def refuse_unreadable(view: View, asked: Mapping[str, str]) -> None:
    """400 with all questions that are no number and no truth where one belongs.

    An empty answer counts as not given. What a readable one means is up to the view.
    """
    known = {one.name: one for one in _questions(view)}
    details = [
        Finding(code, f"/{name}", text)
        for name, told in asked.items()
        if told and name in known
        for code, text in _faults(known[name], told)
    ]
    if details:
        raise DomainError("malformed", _("Diese Frage ist nicht lesbar."), details)


def _questions(view: View) -> Iterator[OpenApiParameter]:
    """What `extend_schema` says about GET."""
    made: Callable[[], Any] | None = getattr(getattr(view, "get", None), "kwargs", {}).get("schema")
    if made is None:
        return
    schema = made()
    schema.view, schema.method, schema.path = view, "GET", ""
    for one in schema.get_override_parameters():
        if isinstance(one, OpenApiParameter) and one.location == OpenApiParameter.QUERY:
            yield one


def _faults(question: OpenApiParameter, told: str) -> Iterator[tuple[str, str]]:
    if question.type is int and not WHOLE.fullmatch(told):
        yield "not_a_number", _("Hier gehört eine Zahl hin.")
    elif question.type is bool and told.lower() not in TRUTH:
        yield "not_a_choice", _("Hier gehört true oder false hin.")
