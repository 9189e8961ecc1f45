"""Slowing down who sends one form after the other to a page that needs no account, by address."""

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


def refuse_crowd(request: HttpRequest, throttle: type[FormThrottle] = FormThrottle) -> None:
    """Count a form that was sent; raise TooMany where too many came lately."""
    if not throttle().admits(request):
        text = _(
            "Von hier kommt gerade sehr viel auf einmal. Bitte eine Minute warten und dann noch "
            "einmal abschicken; was du geschrieben hast, bleibt stehen."
        )
        raise TooMany("too_many_forms", text)
