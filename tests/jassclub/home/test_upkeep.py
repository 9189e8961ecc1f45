"""What nobody needs any more goes at night."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from jassclub.clubs.models import Device, TableLink
from jassclub.home.tasks import PHONES_KEPT, forget_idle
from tests.scoring.table import house, open_table, schieber

pytestmark = pytest.mark.django_db


def test_sessions_that_ended_and_phones_that_never_wrote_go():
    table = open_table(house(), "schieber-1000")
    table.write(1, schieber(90), seat=2)
    now = timezone.now()
    for key, end in (("old", now - timedelta(days=1)), ("new", now + timedelta(days=1))):
        Session.objects.create(session_key=key, session_data="", expire_date=end)
    assert forget_idle() == 0, "the link ended less than a month ago"
    TableLink.objects.update(expires_at=now - PHONES_KEPT - timedelta(hours=1))
    assert forget_idle() == 3
    assert [phone.seat for phone in Device.objects.all()] == [2]
    assert [session.session_key for session in Session.objects.all()] == ["new"]
