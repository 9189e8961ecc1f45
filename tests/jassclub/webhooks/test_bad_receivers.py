"""Receivers that redirect, dawdle, drip or are away hold up nobody else."""

import socket
import threading
from datetime import timedelta
from itertools import pairwise

import pytest

from jassclub.webhooks import sending, services, wire
from jassclub.webhooks.models import Attempt, Delivery, Webhook
from tests.jassclub.webhooks.receiver import Receiver, draw

pytestmark = pytest.mark.django_db


def test_a_redirect_is_not_followed(webhook, receiver, club, clock):
    with Receiver.listening() as elsewhere:
        receiver.refuse(302, 307, 301, Location=elsewhere.url)
        draw(club)
        for _try in range(3):
            clock.work()
            clock.move(hours=1)
        assert elsewhere.calls == []
    assert list(Attempt.objects.values_list("code", "fault")) == [
        (302, "redirect"),
        (307, "redirect"),
        (301, "redirect"),
    ]


def test_a_receiver_that_thinks_too_long_is_left(webhook, receiver, club, clock, monkeypatch):
    monkeypatch.setattr(wire, "READ_SECONDS", 0.2)
    thinking = threading.Event()
    receiver.before = lambda: thinking.wait(20)
    draw(club)
    clock.work()
    thinking.set()
    attempt = Attempt.objects.get()
    assert (attempt.code, attempt.fault, Delivery.objects.get().state) == (
        None,
        "timeout",
        "waiting",
    )
    assert 100 < attempt.milliseconds < 10_000


def dripping(stop: threading.Event) -> tuple[str, threading.Thread]:
    """A server whose answer comes one letter at a time, each soon enough."""
    server = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        line, _address = server.accept()
        with line, server:
            line.recv(65536)
            while not stop.wait(0.05):
                try:
                    line.send(b"H")
                except OSError:
                    return

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    return f"http://127.0.0.1:{server.getsockname()[1]}/", thread


def test_an_answer_that_drips_does_not_hold_a_worker(receiver, settings, monkeypatch):
    monkeypatch.setattr(wire, "WHOLE_SECONDS", 0.5)
    stop = threading.Event()
    url, thread = dripping(stop)
    outcome = wire.post(url, body=b"{}", headers={}, networks=settings.HOOK_NETWORKS)
    stop.set()
    thread.join()
    assert (outcome.fault, outcome.code) == ("timeout", None)
    assert 400 < outcome.milliseconds < 5_000


def test_nobody_there_is_told_as_such(webhook, receiver, club, clock):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        Webhook.objects.update(url=f"http://127.0.0.1:{free.getsockname()[1]}/")
        draw(club)
        clock.work()
    assert Attempt.objects.get().fault == "unreachable"


@pytest.mark.parametrize("said", [b"", b"SSH-2.0-OpenSSH_9.2\r\n", b"HTTP/1.1 abc\r\n\r\n"])
def test_what_is_no_web_server_is_told_as_such(receiver, settings, said):
    server = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        line, _address = server.accept()
        with line, server:
            line.recv(65536)
            line.sendall(said)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    url = f"http://127.0.0.1:{server.getsockname()[1]}/"
    outcome = wire.post(url, body=b"{}", headers={}, networks=settings.HOOK_NETWORKS)
    thread.join()
    assert outcome.fault in ("bad_answer", "unreachable")


def test_a_failing_webhook_does_not_hold_up_the_others(emma, club, webhook, receiver, clock):
    with Receiver.listening() as other:
        services.add_webhook(
            actor=emma.actor, club_id=club.pk, label="2", url=other.url, events=["tournament.draw"]
        )
        receiver.refuse(*[500] * 9)
        for number in range(5):
            draw(club, number=number)
        clock.work()
        assert (len(receiver.calls), len(other.calls)) == (1, 5)
        assert clock.work() == 0


def test_who_is_away_is_asked_once_a_minute_however_much_is_due(webhook, receiver, club, clock):
    receiver.refuse(*[500] * 30)
    for number in range(30):
        draw(club, number=number)
    start = clock.now
    moments = []
    while clock.now < start + timedelta(minutes=5):
        tried = len(receiver.calls)
        clock.work()
        moments += [(clock.now - start).total_seconds()] * (len(receiver.calls) - tried)
        clock.move(seconds=1)
    waits = [round(late - soon) for soon, late in pairwise(moments)]
    assert waits[:4] == [5, 10, 20, 40]
    assert set(waits[4:]) == {60}


def test_what_arrives_ends_the_pause(webhook, receiver, club, clock):
    receiver.refuse(500, 500)
    for number in range(4):
        draw(club, number=number)
    clock.work()
    clock.move(seconds=5)
    clock.work()
    clock.move(seconds=10)
    assert clock.work() == 4
    webhook.refresh_from_db()
    assert (webhook.failures, webhook.quiet_until, webhook.version) == (0, None, 1)


def test_who_sends_by_hand_does_not_wait_for_the_pause(webhook, receiver, club, emma, clock):
    receiver.refuse(*[500] * 3)
    draw(club)
    for _try in range(3):
        clock.work()
        clock.move(minutes=6)
    clock.move(seconds=-350)
    assert sending.send_due(clock=clock) == 0
    services.send_test(actor=emma.actor, webhook_id=webhook.pk)
    assert sending.send_due(clock=clock) == 1
