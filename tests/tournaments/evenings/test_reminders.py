"""A mail on the day before to who asked for it, once, with the way to say that he is not coming."""

import re
from datetime import time, timedelta
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.utils import timezone

from jassclub.clubs.models import Player
from jassclub.core import mails
from jassclub.core.errors import Conflict, Invalid
from tests.jassclub.office import words
from tests.tournaments.evenings.test_evenings import Evenings
from tournaments import tasks
from tournaments.evenings import services
from tournaments.evenings.models import Attendance, Evening, Reminder
from tournaments.evenings.reminders import ask, send_due, stop
from tournaments.evenings.selectors import link_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(settings):
    """An evening tomorrow; Anna wants a mail."""
    settings.MAIL_FROM = "Jassclub <jass@example.ch>"
    found = Evenings()
    tomorrow = timezone.localdate() + timedelta(days=1)
    Evening.objects.update(day=tomorrow, begins_at=time(19, 30), place="Rössli")
    confirmed(found.people[0], "anna@example.ch")
    return found


SITE = "https://jass.example.ch"


def confirmed(player, address):
    """Somebody asks, and says yes by the link that comes to the address."""
    ask(player=player, address=address, site=SITE)
    assert said_yes(mail.outbox.pop())


def link_in(told):
    """The only way that the mail shows."""
    (link,) = re.findall(r"https?://[^/\s]+(\S+)", str(told.body))
    return link


def said_yes(told):
    answer = Client().post(link_in(told))
    return "Am Tag davor kommt eine Mail" in words(answer)


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


def test_a_mail_that_fails_after_a_later_evening_was_told_leaves_that_note(club, monkeypatch):
    later = club.evening.day + timedelta(days=9)

    def overtaken(self, messages):
        Reminder.objects.update(told=later)
        raise SMTPServerDisconnected

    monkeypatch.setattr(EmailBackend, "send_messages", overtaken)
    assert send_due(today=timezone.localdate()) == 0
    assert Reminder.objects.get().told == later


def test_an_address_that_is_refused_does_not_hold_up_the_others(club, monkeypatch):
    confirmed(club.people[1], "beat@example.ch")
    sent = EmailBackend.send_messages

    def refuse_anna(self, messages):
        if messages[0].to == ["anna@example.ch"]:
            raise SMTPRecipientsRefused({})
        return sent(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", refuse_anna)
    assert send_due(today=timezone.localdate()) == 1
    assert [told.to for told in mail.outbox] == [["beat@example.ch"]]


def test_an_address_gets_one_mail_and_no_other_before_it_has_said_yes(club):
    beat = club.people[1]
    Reminder.objects.all().delete()
    ask(player=beat, address="beat@example.ch", site=SITE)
    (told,) = mail.outbox
    assert (told.to, send_due(today=timezone.localdate())) == (["beat@example.ch"], 0)
    assert not Reminder.objects.exists()
    assert said_yes(told)
    assert send_due(today=timezone.localdate()) == 1


@pytest.mark.parametrize("case", ["gone", "made up", "too old", "earlier", "ended"])
def test_a_link_that_does_not_hold_says_no_yes(club, monkeypatch, case):
    beat = club.people[1]
    stands = ["new@example.ch"] if case == "earlier" else [""] if case == "ended" else []
    Reminder.objects.all().delete()
    if case == "too old":
        monkeypatch.setattr(mails, "HOLDS", timedelta(seconds=-1))
    ask(player=beat, address="beat@example.ch", site=SITE)
    if case == "made up":
        mail.outbox[0].body = f"{SITE}/e/mails/made:up/"
    (told,) = mail.outbox
    if case == "earlier":
        confirmed(beat, "new@example.ch")
    if case == "ended":
        stop(beat)
    if case == "gone":
        Player.objects.filter(pk=beat.pk).update(active=False)
    page = words(Client().get(link_in(told)))
    assert "Dieser Link gilt nicht mehr" in page
    assert "Ja, bitte" not in page
    assert not said_yes(told)
    assert [*Reminder.objects.values_list("address", flat=True)] == stands


def test_what_is_no_address_is_refused(club):
    with pytest.raises(Invalid):
        ask(player=club.people[0], address="anna", site="")
    assert mail.outbox == []


def test_a_mail_that_does_not_go_out_is_told(club, monkeypatch):
    def unreachable(self):
        raise ConnectionRefusedError

    monkeypatch.setattr(EmailBackend, "open", unreachable)
    with pytest.raises(Conflict, match="konnte nicht verschickt werden"):
        ask(player=club.people[0], address="anna@example.ch", site=SITE)


def test_somebody_asks_for_mails_on_his_own_page_says_yes_and_ends_them(club):
    phone, address = Client(), link_of(club.people[1])
    assert "Am Tag davor erinnern" in words(phone.get(address))
    sent = [
        phone.post(f"{address}mail/", {"key": f"{number}" * 32, "address": typed})
        for number, typed in enumerate(["beat", "beat@example.ch"])
    ]
    assert [answer.status_code for answer in sent] == [422, 302]
    page = phone.get(address)
    assert "Der Link in der Mail an beat@example.ch sagt Ja" in words(page)
    assert "Am Tag davor erinnern" in words(page)
    assert address not in mail.outbox[0].body, "a mistyped address learns nobody's page"
    asked = words(phone.get(link_in(mail.outbox[0])))
    assert "eine Mail an beat@example.ch?" in asked
    assert "Beat" not in asked
    assert said_yes(mail.outbox[0])
    assert "Keine Mails mehr" in words(phone.get(address))
    phone.post(f"{address}mail/", {"key": "b" * 32, "address": ""})
    assert "Am Tag davor erinnern" in words(phone.get(address))


def test_where_no_mail_is_set_up_none_is_offered_and_that_is_said(club, settings):
    settings.MAIL_FROM = ""
    page = words(Client().get(link_of(club.people[0])))
    assert "verschickt keine Mails" in page
    assert "Am Tag davor erinnern" not in page
