"""A mail that says where somebody sits, at each call, to who asked for it on his ticket."""

import re
import socketserver
from email import message_from_string
from smtplib import SMTPServerDisconnected
from threading import Thread
from uuid import uuid4

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client

from tests.jassclub.office import errors, words
from tournaments import tasks
from tournaments.desk import rounds
from tournaments.entries.models import SeatMail
from tournaments.privacy.services import forget_contacts
from tournaments.public.mails import agreed, begin_mails

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _sends(settings):
    settings.MAIL_FROM = "Jassclub <jass@example.ch>"


class Office(socketserver.ThreadingTCPServer):
    """A mail server; a mood is by a part of the command that it is the answer to once."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Post)
        self.moods, self.got = {}, []


class Post(socketserver.StreamRequestHandler):
    """It says to a command what `moods` tell, and to the rest that all is well."""

    server: Office

    def handle(self):
        self.wfile.write(b"220 here\r\n")
        while line := self.rfile.readline().decode().strip().upper():
            mood = next((mood for mood in self.server.moods if mood in line), "")
            answer = self.server.moods.pop(mood, None)
            if answer == "":
                return
            self.wfile.write(f"{answer or ANSWERS.get(line, '250 well')}\r\n".encode())
            if line == "DATA" and not answer:
                text = b"".join(iter(self.rfile.readline, b".\r\n")).decode()
                self.server.got.append(message_from_string(text))
                self.wfile.write(b"250 taken\r\n")
            if line == "QUIT" or (answer or "").startswith("421"):
                return


ANSWERS = {"DATA": "354 go on", "QUIT": "221 bye"}


@pytest.fixture
def post(settings):
    with Office() as server:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = server.socket.getsockname()
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def ask(day, address="rosa@example.ch", **more):
    return Client(**more).post(f"{day.ticket}/mails", {"address": address})


def link_to_say_yes():
    return re.findall(r"http://testserver(/t/herbst/mails/\S+)", str(mail.outbox.pop().body))[0]


def confirmed(day, **more):
    ask(day, **more)
    Client().post(link_to_say_yes())


def test_the_owner_of_an_address_says_yes_before_any_mail_and_nothing_is_kept_until_then(day):
    assert ask(day).status_code == 302
    asks = mail.outbox[0]
    assert (asks.to, asks.subject) == (
        ["rosa@example.ch"],
        "Dein Tisch per Mail: bitte bestätigen",
    )
    assert day.ticket not in asks.body, "whoever gets it by mistake could take the place back"
    link = link_to_say_yes()
    assert "Bei jedem Aufruf eine Mail an rosa@example.ch?" in words(Client().get(link))
    rounds.call_round(**day.ids)
    assert (tasks.tell_seats(), SeatMail.objects.count()) == (0, 0)
    assert Client().post(link).status_code == 302
    assert tasks.tell_seats() == 1
    day.tournament.entries.update(state="withdrawn")
    for gone in (link, "/t/herbst/mails/made-up"):
        assert "Dieser Link gilt nicht mehr." in words(Client().post(gone))


@pytest.mark.parametrize(
    ("taps", "stands"),
    [
        (["right", "wrong"], "rosa@example.ch"),
        (["wrong", "right"], "rosa@example.ch"),
        (["right", "end", "wrong", "right"], ""),
        (["end", "wrong"], ""),
    ],
)
def test_what_was_asked_last_is_not_undone_by_a_yes_to_what_was_asked_before(day, taps, stands):
    links = {}
    for name, address in {"wrong": "stranger@example.ch", "right": "rosa@example.ch"}.items():
        ask(day, address)
        links[name] = link_to_say_yes()
    late = agreed(links["wrong"].rpartition("/")[2])
    assert late is not None
    for tap in taps:
        ask(day, "") if tap == "end" else Client().post(links[tap])
    assert not begin_mails(late), "read before the others were tapped, kept after them"
    assert SeatMail.objects.get().address == stands
    assert "Dieser Link gilt nicht mehr." in words(Client().get(links["wrong"]))
    rounds.call_round(**day.ids)
    assert tasks.tell_seats() == len(mail.outbox) == bool(stands)


def test_who_asked_is_told_of_each_call_once_and_takes_it_back_by_the_link(day):
    assert tasks.tell_seats() == 0
    confirmed(day)
    assert tasks.tell_seats() == 0
    rounds.call_round(**day.ids)
    assert [tasks.tell_seats(), tasks.tell_seats()] == [1, 0]
    (told,) = mail.outbox
    assert (told.to, told.subject) == (["rosa@example.ch"], "Runde 1 ist aufgerufen")
    seat = day.tournament.rounds.get().sittings.get(entry__name="Rosa Räber")
    assert f"Rosa Räber: Tisch {seat.passe.table.number}, Platz " in told.body
    others = day.tournament.entries.exclude(name="Rosa Räber").values_list("name", flat=True)
    assert not any(name in told.body for name in others), "nothing of others leaves the house"
    rounds.uncall_round(**day.ids, number=1, reason="zu früh")
    rounds.call_round(**day.ids)
    assert tasks.tell_seats() == 1, "called again is another call"
    off = re.findall(r"http://testserver(/t/herbst/no-mails/\S+)", str(told.body))[0]
    assert "Keine Mails mehr" in words(Client().get(off))
    assert SeatMail.objects.exists(), "reading a link does nothing: machines read them, too"
    assert Client().post(off).status_code == 302
    assert not SeatMail.objects.get().address
    for gone in (off, "/t/herbst/no-mails/made-up"):
        assert "Es kommt keine Mail mehr." in words(Client().get(gone))


def test_on_the_ticket_it_is_asked_for_and_taken_back(day, settings):
    assert "Dein Tisch per Mail" in words(Client().get(day.ticket))
    refused = ask(day, "rosa")
    assert refused.status_code == 422
    assert errors(refused) == {"address": "Eine Mailadresse schreibt man so: name@beispiel.ch."}
    confirmed(day, headers={"Accept-Language": "fr"})
    assert SeatMail.objects.get().language == "fr"
    rounds.call_round(**day.ids)
    tasks.tell_seats()
    assert mail.outbox[0].subject == "Le tour 1 est appelé"
    ask(day, "")
    assert not SeatMail.objects.get().address
    settings.MAIL_FROM = ""
    assert "Dein Tisch per Mail" not in words(Client().get(day.ticket))
    assert ask(day).status_code == 404


def test_a_server_that_is_away_is_tried_again_and_addresses_are_forgotten(day, monkeypatch):
    confirmed(day)
    rounds.call_round(**day.ids)

    def away(self):
        raise ConnectionRefusedError

    with monkeypatch.context() as patched:
        patched.setattr(EmailBackend, "open", away, raising=False)
        assert tasks.tell_seats() == 0
    assert tasks.tell_seats() == 1
    forget_contacts(before=day.tournament.played_on)
    assert SeatMail.objects.exists()
    day.tournament.played_on = day.tournament.played_on.replace(year=2020)
    day.tournament.save(update_fields=["played_on"])
    forget_contacts(before=day.tournament.played_on.replace(year=2021))
    assert not SeatMail.objects.exists()


def test_a_mail_that_fails_after_the_next_round_was_told_leaves_that_note(day, monkeypatch):
    confirmed(day)
    rounds.call_round(**day.ids)
    later = uuid4()

    def overtaken(self, messages):
        SeatMail.objects.update(told=later)
        raise SMTPServerDisconnected

    monkeypatch.setattr(EmailBackend, "send_messages", overtaken)
    assert tasks.tell_seats() == 0
    assert SeatMail.objects.get().told == later


def test_the_ticket_says_the_seat_or_that_the_round_is_sat_out(day):
    round_ = rounds.call_round(**day.ids)
    seat = round_.sittings.get(entry__name="Rosa Räber")
    assert f"Tisch 1 {'ABCD'[seat.index]}" in words(Client().get(day.ticket))
    round_.sitting_out.create(club_id=seat.club_id, entry=seat.entry)
    seat.delete()
    page = words(Client().get(day.ticket))
    assert "Runde 1 aussetzen, weiter in Runde 2" in page
    assert "Tisch 1" not in page


@pytest.mark.parametrize(
    ("mood", "first", "then"),
    [
        ({"B@": "450 grey"}, "ac", "b"),
        ({"B@": "550 nobody"}, "ac", ""),
        ({"B@": ""}, "a", "bc"),
        ({"B@": "421 enough for now"}, "a", "bc"),
        ({"EHLO": "421 not now"}, "", "abc"),
    ],
)
def test_what_a_server_does_not_take_now_it_gets_a_minute_later_and_once(
    day, post, mood, first, then
):
    for entry, name in zip(day.tournament.entries.order_by("number"), "abc", strict=False):
        told = {"address": f"{name}@example.ch", "site": "https://jass.example.ch"}
        begin_mails(SeatMail(entry=entry, club_id=entry.club_id, language="de", **told))
    rounds.call_round(**day.ids)
    post.moods |= mood
    counts = [tasks.tell_seats() for _minute in range(3)]
    assert [told["To"][0] for told in post.got] == [*first, *then]
    assert counts[1:] == [len(then), 0]
    assert all(told["List-Unsubscribe"] for told in post.got)
