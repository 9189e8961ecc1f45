"""A mail on the day before to who asked for it, once, with the way to say that he is not coming."""

import re
from datetime import time, timedelta
from smtplib import SMTPRecipientsRefused

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.utils import timezone

from jassclub.clubs.models import Player
from jassclub.core.errors import Invalid
from tests.jassclub.office import words
from tests.tournaments.evenings.test_evenings import Evenings
from tournaments import tasks
from tournaments.evenings import services
from tournaments.evenings.models import Attendance, Evening, Reminder
from tournaments.evenings.reminders import remind, send_due
from tournaments.evenings.selectors import link_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(settings):
    """An evening tomorrow; Anna wants a mail."""
    settings.MAIL_FROM = "Jassclub <jass@example.ch>"
    found = Evenings()
    tomorrow = timezone.localdate() + timedelta(days=1)
    Evening.objects.update(day=tomorrow, begins_at=time(19, 30), place="Rössli")
    remind(player=found.people[0], address="anna@example.ch", site="https://jass.example.ch")
    return found


def test_who_asked_is_told_once_with_a_link_to_excuse_himself(club):
    assert [tasks.remind(), tasks.remind()] == [1, 0]
    (told,) = mail.outbox
    assert (told.to, told.subject) == (["anna@example.ch"], "Morgen ist Clubabend")
    assert "19:30 · Rössli · Jassklub Frohsinn" in told.body
    link, stop = re.findall(r"https://jass\.example\.ch(\S+)", str(told.body))
    assert stop == f"{link}#mail"
    evening = str(club.evening.pk)
    Client().post(link, {"key": "a" * 32, "evening": evening, "coming": "0"})
    assert Attendance.objects.get(player=club.people[0]).state == "excused"


def test_the_mail_speaks_the_language_in_which_it_was_asked_for(club):
    Reminder.objects.update(language="fr")
    send_due(today=timezone.localdate())
    assert mail.outbox[0].subject == "Soirée de club demain"


def test_the_day_is_written_small_in_italian(club):
    Reminder.objects.update(language="it")
    send_due(today=timezone.localdate())
    day = str(mail.outbox[0].body).partition(",")[0]
    assert re.fullmatch(r"[a-zì]+ \d{1,2} [a-z]+", day), day


@pytest.mark.parametrize("case", ["excused", "cancelled", "gone", "later", "off"])
def test_nobody_else_is_told(club, settings, case):
    anna, evening = club.people[0], club.evening
    match case:
        case "excused":
            services.excuse(player=anna, evening_id=evening.pk, coming=False)
        case "cancelled":
            services.call_off(actor=club.scribe, evening_id=evening.pk, cancelled=True)
        case "gone":
            Player.objects.filter(pk=anna.pk).update(active=False)
        case "later":
            Evening.objects.update(day=timezone.localdate() + timedelta(days=2))
        case "off":
            settings.MAIL_FROM = ""
    assert (send_due(today=timezone.localdate()), mail.outbox) == (0, [])


def test_two_workers_at_once_send_one_mail(club, monkeypatch):
    sent = EmailBackend.send_messages

    def another_meanwhile(self, messages):
        monkeypatch.setattr(EmailBackend, "send_messages", sent)
        send_due(today=timezone.localdate())
        return sent(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", another_meanwhile)
    assert send_due(today=timezone.localdate()) == 1
    assert len(mail.outbox) == 1


def test_while_the_server_cannot_be_reached_nothing_is_noted(club, monkeypatch):
    def unreachable(self):
        raise ConnectionRefusedError

    monkeypatch.setattr(EmailBackend, "open", unreachable)
    assert send_due(today=timezone.localdate()) == 0
    monkeypatch.undo()
    assert Reminder.objects.get().told is None


def test_an_address_that_is_refused_does_not_hold_up_the_others(club, monkeypatch):
    remind(player=club.people[1], address="beat@example.ch", site="https://jass.example.ch")
    sent = EmailBackend.send_messages

    def refuse_anna(self, messages):
        if messages[0].to == ["anna@example.ch"]:
            raise SMTPRecipientsRefused({})
        return sent(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", refuse_anna)
    assert send_due(today=timezone.localdate()) == 1
    assert [told.to for told in mail.outbox] == [["beat@example.ch"]]


def test_what_is_no_address_is_refused_and_no_address_ends_it(club):
    with pytest.raises(Invalid):
        remind(player=club.people[0], address="anna", site="")
    assert not remind(player=club.people[0], address="", site="")
    assert not Reminder.objects.exists()


def test_somebody_asks_for_mails_on_his_own_page_and_ends_them(club):
    phone, address = Client(), link_of(club.people[1])
    assert "Am Tag davor erinnern" in words(phone.get(address))
    for number, (sent, shown, status) in enumerate(
        [
            ("beat", "Eine Mailadresse schreibt man so", 422),
            ("beat@example.ch", "Keine Mails mehr", 302),
            ("", "Am Tag davor erinnern", 302),
        ]
    ):
        answer = phone.post(f"{address}mail/", {"key": f"{number}" * 32, "address": sent})
        page = answer if status == 422 else phone.get(address)
        assert (answer.status_code, shown in words(page)) == (status, True)


def test_where_no_mail_is_set_up_none_is_offered(club, settings):
    settings.MAIL_FROM = ""
    assert "Erinnerung per Mail" not in words(Client().get(link_of(club.people[0])))
