"""Slowing down who guesses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rest_framework.request import Request
from rest_framework.throttling import ScopedRateThrottle, SimpleRateThrottle

if TYPE_CHECKING:
    from rest_framework.views import APIView

__all__ = ["LoginThrottle", "ScopedRateThrottle"]


class LoginThrottle(SimpleRateThrottle):
    """Attempts per address *and* name, so that a hall behind one address can still log in."""

    scope = "login"

    def get_cache_key(self, request: Request, view: APIView) -> str:
        """One count per address and user name."""
        data: Any = request.data
        name = data.get("username", "") if isinstance(data, Mapping) else ""
        ident = f"{self.get_ident(request)} {str(name).casefold()[:150]}"
        return self.cache_format % {"scope": self.scope, "ident": ident.encode().hex()}
