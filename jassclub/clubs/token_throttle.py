"""Slowing down who guesses the secrets of links on the pages, by address.

Counted are secrets that nobody ever gave out. A hall of phones behind one address that read a
good code, or all the same one that has ended, is never slowed down.
"""

from django.http import HttpRequest
from django.utils.translation import gettext as _

from jassclub.api.preconditions import AddressThrottle
from jassclub.core.errors import TooMany


class GuessThrottle(AddressThrottle):
    """Failures per address, in the cache that all processes share; asking alone does not count."""

    scope = "guesses"
    duration: int
    """Seconds for which a failure counts."""

    def throttle_success(self) -> bool:
        """Let in without counting."""
        return True

    def count(self) -> None:
        """Remember a failure; `allow_request` has read those before it."""
        self.cache.set(self.key, [self.now, *self.history], self.duration)


def refuse_guesser(request: HttpRequest) -> None:
    """Raise TooMany where too many failures came from lately."""
    if not GuessThrottle().admits(request):
        raise TooMany("too_many_guesses", _("Zu viele Versuche. Bitte eine Minute warten."))


def count_guess(request: HttpRequest) -> None:
    """Note that the secret of this request does not exist."""
    throttle = GuessThrottle()
    if throttle.admits(request):
        throttle.count()
