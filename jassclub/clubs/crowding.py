"""Slowing down who sends one form after the other to a page that needs no account, by address."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from django.http import HttpRequest
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from jassclub.errors import DomainError

if TYPE_CHECKING:
    from rest_framework.views import APIView


class TooManyForms(DomainError):
    """From this address too many forms were sent in a minute."""

    status = 429


class FormThrottle(SimpleRateThrottle):
    """Forms per address; those of the API that need no account count with them."""

    scope = "anon"

    def get_cache_key(self, request: Request, view: APIView) -> str:
        """One count per address."""
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}


class SignUpThrottle(FormThrottle):
    """Sign-ups for tournaments per address; those of the API count with them."""

    scope = "sign_up"


def refuse_crowd(request: HttpRequest, throttle: type[FormThrottle] = FormThrottle) -> None:
    """Count a form that was sent; raise TooManyForms where too many came lately."""
    # The throttles of the API read no more of a request than where it comes from.
    asked: Any = request
    if not throttle().allow_request(asked, cast("APIView", None)):
        text = _(
            "Von hier kommt gerade sehr viel auf einmal. Bitte eine Minute warten und dann noch "
            "einmal abschicken; was du geschrieben hast, bleibt stehen."
        )
        raise TooManyForms("too_many_forms", text)
