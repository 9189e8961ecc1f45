"""Mails on the day before an evening, to those who asked for them on their own page and
have said yes by a link that only the owner of the address got."""

import logging
from collections.abc import Iterator
from datetime import date, timedelta
from functools import partial

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import formats, translation
from django.utils.translation import gettext as _

from jassclub.clubs.models import Player
from jassclub.core import mails
from jassclub.web.templatetags.jass import spoken
from tournaments.evenings.models import Evening, Reminder
from tournaments.evenings.selectors import link_of

log = logging.getLogger(__name__)
SALT = "evenings.reminders.asked"


def ask(*, player: Player, address: str, site: str) -> None:
    """Ask the owner of an address; Invalid for what is none, Conflict where no mail goes out.

    The link leads to no page of the person: whose address was mistyped could excuse him.
    """
    told = mails.asked_for(address=address, site=site)
    word = signing.dumps([str(player.pk), told], salt=SALT, compress=True)
    question = _("%(club)s: Am Tag vor jedem Clubabend eine Mail an diese Adresse?")
    mails.ask_owner(
        address,
        subject=_("Erinnerung an Clubabende: bitte bestätigen"),
        question=question % {"club": player.club.name},
        link=site + reverse("yes_reminders", args=[word]),
    )


def asked(word: str) -> Reminder | None:
    """What the link of a mail from `ask` says yes to, not yet kept; None where it holds no
    longer."""
    try:
        whose, told = signing.loads(word, salt=SALT, max_age=mails.HOLDS)
    except signing.BadSignature:
        return None
    known = Player.objects.select_related("club", "merged_into__club").filter(pk=whose).first()
    if known is None or not known.person.active:
        return None
    player = known.person
    later = Reminder.objects.filter(player=player, created_at__gt=told["created_at"])
    return None if later.exists() else Reminder(player=player, club=player.club, **told)


def remind(found: Reminder) -> bool:
    """Mails from now on to who has the mail from `ask`; whether its link still holds."""
    told = {name: getattr(found, name) for name in ("address", "site", "language", "created_at")}
    return mails.keep(Reminder, told, player=found.player, club_id=found.club_id)


def stop(player: Player) -> None:
    """No mails any more, nor by a link that was asked for before."""
    mails.end(Reminder, player=player, club_id=player.club_id)


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
    due = due.exclude(address="").exclude(player__in=answered)
    return mails.send(_mails(evening, due.select_related("player")))


def _mails(evening: Evening, due: QuerySet[Reminder]) -> Iterator[mails.Letter]:
    for reminder in due.order_by("created_at").iterator(chunk_size=200):
        # Race: two workers are at it, or mails are taken back. Who writes the day first sends,
        # and only to the address that still stands.
        mine = Reminder.objects.filter(pk=reminder.pk, address=reminder.address)
        if mine.filter(_untold(evening.day)).update(told=evening.day):
            with translation.override(reminder.language):
                mail = _mail(evening, reminder)
            # Race: a later evening is told meanwhile. Its note stays.
            yield mail, partial(mine.filter(told=evening.day).update, told=None)


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
