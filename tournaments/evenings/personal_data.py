"""What evenings keep of a person."""

from typing import Any

from django.db.models import Q, QuerySet

from jassclub.clubs.models import Change
from jassclub.clubs.naming import Naming
from jassclub.clubs.personal_data import DataSubject
from jassclub.core.records import plain
from tournaments.evenings.models import Apart, Attendance, Reminder


def export(whose: DataSubject) -> dict[str, Any]:
    """The evenings of a person, and how many wishes to sit apart name him: not whose."""
    mine = Attendance.objects.filter(player__in=whose.rows).select_related("evening")
    return {
        "evenings": [
            {"day": one.evening.day.isoformat(), "state": one.state, "said_at": plain(one.said_at)}
            for one in mine.order_by("evening__day")
        ],
        "wishes_to_sit_apart": _wishes(whose).count(),
        "reminders": [one.address for one in _reminders(whose) if one.address],
    }


def anonymise(whose: DataSubject, _naming: Naming) -> int:
    """Wishes that name him are gone, and where mails went; that somebody was there stays, without
    his name."""
    told = Q(object_id__in=whose.rows) | Q(diff__has_any_keys=[*map(str, whose.rows)])
    Change.objects.filter(told, model="apart").delete()
    return _wishes(whose).delete()[0] + _reminders(whose).delete()[0]


def _reminders(whose: DataSubject) -> QuerySet[Reminder]:
    return Reminder.objects.filter(player__in=whose.rows)


def _wishes(whose: DataSubject) -> QuerySet[Apart]:
    return Apart.objects.filter(Q(one__in=whose.rows) | Q(other__in=whose.rows))
