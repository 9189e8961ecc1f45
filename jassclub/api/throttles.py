"""Slowing down who guesses, and who asks too often."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import ScopedRateThrottle, SimpleRateThrottle

__all__ = ["AddressThrottle", "CallerThrottle", "LoginThrottle", "ScopedRateThrottle"]


class CallerThrottle(ScopedRateThrottle):
    """How often somebody asks: a person by his account, a phone by its log-in.

    All phones of a hall come from one address, and after a gap in its network all at once.
    Guesses count by address whoever makes them, else each new phone could start again at zero.
    """

    def get_cache_key(self, request: Request, view: Any) -> str:
        """One count per account, phone, or address where nobody is logged in."""
        phone = getattr(request.auth, "pk", None)
        if self.scope != "entries" or phone is None or request.user.is_authenticated:
            return str(super().get_cache_key(request, view))
        return str(self.cache_format % {"scope": self.scope, "ident": phone})


class AddressThrottle(SimpleRateThrottle):
    """One count per address, whether a page or the API was asked."""

    def get_cache_key(self, request: Request, view: Any) -> str:
        """By the scope and where the request comes from."""
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}

    def admits(self, request: HttpRequest) -> bool:
        """Whether a page goes on; that it was asked is counted."""
        # No more of a request is read than who sends it from where, which every request tells.
        return bool(self.allow_request(cast("Request", request), cast("Any", None)))


class LoginThrottle(AddressThrottle):
    """Attempts per address *and* name, so that a hall behind one address can still log in."""

    scope = "login"

    def get_cache_key(self, request: Request, view: Any) -> str:
        """One count per address and user name."""
        data: Any = request.data
        name = data.get("username", "") if isinstance(data, Mapping) else ""
        ident = f"{self.get_ident(request)} {str(name).casefold()[:150]}"
        return self.cache_format % {"scope": self.scope, "ident": ident.encode().hex()}
