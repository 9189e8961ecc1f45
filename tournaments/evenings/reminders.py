"""Mails on the day before an evening, to those who asked for them on their own page."""

import logging
from collections.abc import Iterable
from datetime import date, timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import Q, QuerySet
from django.utils import formats, translation
from django.utils.translation import gettext as _

from jassclub.clubs.models import Player
from jassclub.core import mails
from jassclub.web.templatetags.jass import spoken
from tournaments.evenings.models import Evening, Reminder
from tournaments.evenings.selectors import link_of

log = logging.getLogger(__name__)


def remind(*, player: Player, address: str, site: str) -> bool:
    """Mails to this address from now on, or none where it is empty; whether there are any.

    Invalid for what is no address.
    """
    if not address:
        Reminder.objects.filter(player=player).delete()
        return False
    told = mails.asked_for(address=address, site=site)
    Reminder.objects.update_or_create(player=player, club_id=player.club_id, defaults=told)
    return True


def send_due(*, today: date) -> int:
    """Tell of the evenings of tomorrow, each person once of each; how many mails went out.

    Nothing is noted while the mail server cannot be reached: the next hour tries again.
    """
    day = today + timedelta(days=1)
    asked = Reminder.objects.filter(_untold(day)).values("club")
    evenings = Evening.objects.filter(club__in=asked, day=day, cancelled=False)
    found = evenings.select_related("club") if settings.MAIL_FROM else ()
    try:
        return sum(_send(evening) for evening in found)
    except OSError as fault:
        log.warning("reminders were not sent: %s", type(fault).__name__)
        return 0


def _untold(day: date) -> Q:
    return Q(told=None) | Q(told__lt=day)


def _send(evening: Evening) -> int:
    answered = evening.attendances.values("player")
    due = Reminder.objects.filter(_untold(evening.day), club=evening.club_id, player__active=True)
    return mails.send(_mails(evening, due.exclude(player__in=answered).select_related("player")))


def _mails(evening: Evening, due: QuerySet[Reminder]) -> Iterable[EmailMessage]:
    for reminder in due.iterator(chunk_size=200):
        # Race: two workers are at it. Who writes the day first sends; a mail that fails after that
        # is not tried again, since nobody knows whether it came through.
        mine = Reminder.objects.filter(_untold(evening.day), pk=reminder.pk)
        if mine.update(told=evening.day):
            with translation.override(reminder.language):
                yield _mail(evening, reminder)


def _mail(evening: Evening, reminder: Reminder) -> EmailMessage:
    link = f"{reminder.site}{link_of(reminder.player)}"
    when = spoken(evening.day)
    if evening.begins_at:
        when += ", " + formats.time_format(evening.begins_at, "TIME_FORMAT")
    lines = [
        " · ".join(filter(None, [when, evening.place, evening.club.name])),
        "",
        _("Du kommst nicht? Hier sagst du es mit einem Tipp:"),
        link,
        "",
        _("Keine Mails mehr:"),
        f"{link}#mail",
    ]
    return EmailMessage(
        _("Morgen ist Clubabend"),
        "\n".join(lines),
        settings.MAIL_FROM,
        [reminder.address],
        headers={"List-Unsubscribe": f"<{link}#mail>", "Auto-Submitted": "auto-generated"},
    )
