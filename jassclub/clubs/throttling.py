"""Slowing down who sends one form after the other, or guesses the secrets of links, by address.

Counted are secrets that nobody ever gave out. A hall of phones behind one address that read a
good code, or all the same one that has ended, is never slowed down.
"""

from django.http import HttpRequest
from django.utils.translation import gettext as _

from jassclub.api.preconditions import AddressThrottle
from jassclub.core.errors import TooMany


class FormThrottle(AddressThrottle):
    """Forms per address; those of the API that need no account count with them."""

    scope = "anon"


class SignUpThrottle(FormThrottle):
    """Sign-ups for tournaments per address; those of the API count with them."""

    scope = "sign_up"


class SlateThrottle(FormThrottle):
    """Slates that phones without an account open from one address; a hall is behind one, too."""

    scope = "slates"


def refuse_crowd(request: HttpRequest, throttle: type[FormThrottle] = FormThrottle) -> None:
    """Count a form that was sent; raise TooMany where too many came lately."""
    if not throttle().admits(request):
        text = _(
            "Von hier kommt gerade sehr viel auf einmal. Bitte eine Minute warten und dann noch "
            "einmal abschicken; was du geschrieben hast, bleibt stehen."
        )
        raise TooMany("too_many_forms", text)


class GuessThrottle(AddressThrottle):
    """Failures per address, in the cache that all processes share; asking alone does not count."""

    scope = "guesses"
    key = ""
    duration: int
    """Seconds for which a failure counts."""

    def throttle_success(self) -> bool:
        """Let in without counting."""
        return True

    def count(self) -> None:
        """Remember a failure; those before it were read as it was let in, if any are counted."""
        if self.key:
            self.cache.set(self.key, [self.now, *self.history], self.duration)


def refuse_guesser(request: HttpRequest) -> GuessThrottle:
    """The count of failures of this address; TooMany where too many came lately."""
    throttle = GuessThrottle()
    if not throttle.admits(request):
        raise TooMany("too_many_guesses", _("Zu viele Versuche. Bitte eine Minute warten."))
    return throttle


def count_guess(request: HttpRequest) -> None:
    """Note that the secret of this request does not exist; TooMany after too many of them.

    To be asked only then: a secret is too long to be hit upon, and in a hall behind one address who
    guesses must not keep out those who read a good code.
    """
    refuse_guesser(request).count()
