"""What is held of the phones that ring for a person; the clubs below ask for it by way of
`jassclub.clubs.personal_data`."""

from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.db.models import QuerySet

from jassclub.clubs.actors import idents
from jassclub.clubs.models import Membership
from jassclub.clubs.naming import Naming
from jassclub.clubs.personal_data import DataSubject
from jassclub.webhooks.models import PushSubscription


def export(whose: DataSubject) -> list[dict[str, Any]]:
    """His phones in an answer of the club: whose service rings them, since when."""
    return [
        {"service": urlsplit(phone.endpoint).hostname, "since": phone.created_at}
        for phone in _phones_of(whose).order_by("created_at")
    ]


def of_account(user_id: UUID) -> list[dict[str, Any]]:
    """His phones in his own file, with the address at which each is rung."""
    phones = PushSubscription.objects.filter(user=user_id).order_by("created_at")
    return [{"address": phone.endpoint, "since": phone.created_at} for phone in phones]


def anonymise(whose: DataSubject, naming: Naming) -> int:
    """Ring nothing of his any more, unless another club may; how many phones."""
    elsewhere = Membership.objects.exclude(club=whose.club_id).values("user")
    gone, _by_model = _phones_of(whose).exclude(user__in=elsewhere).delete()
    return gone


def _phones_of(whose: DataSubject) -> QuerySet[PushSubscription]:
    return PushSubscription.objects.filter(user__in=idents(whose.actors, "user"))
