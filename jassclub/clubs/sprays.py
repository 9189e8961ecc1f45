"""Slowing down guesses that are spread: one name from many addresses, one password at many names.

Two backends of the log-in around Django's own: the first refuses before a password is looked at,
the last is only asked when no password fitted. What is counted lies in the cache, under digests.
Nobody is slowed where he has signed in before, and no address as a whole: a hall behind one router
goes on, whoever guesses in it.
"""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from jassclub.clubs.sign_ins import is_known
from jassclub.clubs.throttling import GuessThrottle


class Guesses(GuessThrottle):
    """Failures with one name, or with one password, from wherever they came."""

    def __init__(self, scope: str, guessed: str) -> None:
        self.scope = scope
        self.ident = salted_hmac(scope, guessed, algorithm="sha256").hexdigest()
        super().__init__()

    def get_cache_key(self, request: Any, view: Any) -> str:
        """By what was guessed."""
        return self.cache_format % {"scope": self.scope, "ident": self.ident}


def _counts(username: str, password: str) -> list[Guesses]:
    name = Guesses("guessed_names", username.casefold())
    return [name, Guesses("guessed_passwords", password)]


class Slow:
    """Asked first: refuses what was guessed too often lately."""

    def authenticate(
        self, request: HttpRequest | None, username: str = "", password: str = ""
    ) -> None:
        """PermissionDenied ends the log-in, as if the password were wrong."""
        if request is None or is_known(request, username):
            return
        for one in _counts(username, password):
            if not one.admits(request):
                request.guessed_too_often = one  # type: ignore[attr-defined]
                raise PermissionDenied


class Count:
    """Asked last, where no password fitted."""

    def authenticate(
        self, request: HttpRequest | None, username: str = "", password: str = ""
    ) -> None:
        """Count the failure."""
        for one in _counts(username, password):
            if request is not None and one.admits(request):
                one.count()
