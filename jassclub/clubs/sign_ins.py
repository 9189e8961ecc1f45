"""Who signed in when, from where roughly and with what: for the person himself, for 90 days."""

from datetime import timedelta
from ipaddress import ip_network
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.http import HttpRequest
from django.utils import timezone

from jassclub.clubs.lockout import address_of
from jassclub.core.rows import Row

KEPT_FOR = timedelta(days=90)
NETWORK_BITS = {4: 24, 6: 48}
"""How much of an address is kept: a provider and its town, not a household."""
BROWSERS = {"Edg": "Edge", "OPR/": "Opera", "Firefox": "Firefox", "Chrome": "Chrome",
            "Safari": "Safari"}  # fmt: skip
SYSTEMS = {"iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "Windows": "Windows",
           "Mac OS": "Mac", "Linux": "Linux"}  # fmt: skip
"""In this order: the later ones stand in what the earlier ones say of themselves, too."""
LONGEST = 40


class SignIn(Row):
    """One log-in that was let in."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="sign_ins",
        db_index=False,
    )
    at = models.DateTimeField(default=timezone.now, db_index=True)
    network = models.CharField(max_length=43, blank=True)
    device = models.CharField(max_length=LONGEST, blank=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["user", "-at"], name="sign_ins_of_a_person")]


def note(request: HttpRequest, user: models.Model) -> None:
    """Write down that somebody was let in."""
    SignIn.objects.create(user_id=user.pk, network=network_of(request), device=_device(request))


def network_of(request: HttpRequest) -> str:
    """Where a request comes from, roughly; empty where that is no address."""
    address = address_of(request)
    if address is None:
        return ""
    bits = NETWORK_BITS[6 if ":" in address else 4]
    return str(ip_network((address, bits), strict=False))


def is_known(request: HttpRequest, username: str) -> bool:
    """Whether somebody has signed in to this account from about there lately."""
    here = network_of(request)
    found = SignIn.objects.filter(user__username__iexact=username, network=here)
    return here != "" and found.exists()


def purge() -> int:
    """Forget those of long ago; how many. By the index of `at`, once a night."""
    old, _per_model = SignIn.objects.filter(at__lt=timezone.now() - KEPT_FOR).delete()
    return old


def _device(request: HttpRequest) -> str:
    said = request.headers.get("User-Agent", "")
    known = [
        next((name for sign, name in names.items() if sign in said), "")
        for names in (BROWSERS, SYSTEMS)
    ]
    program = "".join(filter(str.isprintable, said.partition(" ")[0]))
    return " · ".join(filter(None, known)) or program[:LONGEST]
