"""Slowing down who guesses the secrets of links on the pages, by address.

Counted are secrets that nobody ever gave out. A hall of phones behind one address that read a
good code, or all the same one that has ended, is never slowed down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from django.http import HttpRequest
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from jassclub.errors import DomainError

if TYPE_CHECKING:
    from rest_framework.views import APIView


class TooManyGuesses(DomainError):
    """From this address too many secrets were tried that do not exist."""

    status = 429


class GuessThrottle(SimpleRateThrottle):
    """Failures per address, in the cache that all processes share; asking alone does not count."""

    scope = "guesses"
    duration: int
    """Seconds for which a failure counts."""

    def get_cache_key(self, request: Request, view: APIView) -> str:
        """One count per address."""
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}

    def throttle_success(self) -> bool:
        """Let in without counting."""
        return True

    def count(self) -> None:
        """Remember a failure; `allow_request` has read those before it."""
        self.cache.set(self.key, [self.now, *self.history], self.duration)


def refuse_guesser(request: HttpRequest) -> None:
    """Raise TooManyGuesses where too many failures came from lately."""
    if not _asked(request)[1]:
        text = _("Zu viele Versuche. Bitte eine Minute warten.")
        raise TooManyGuesses("too_many_guesses", text)


def count_guess(request: HttpRequest) -> None:
    """Note that the secret of this request does not exist."""
    throttle, allowed = _asked(request)
    if allowed:
        throttle.count()


def _asked(request: HttpRequest) -> tuple[GuessThrottle, bool]:
    throttle = GuessThrottle()
    # The throttles of the API read no more of a request than where it comes from.
    asked: Any = request
    return throttle, bool(throttle.allow_request(asked, cast("APIView", None)))
