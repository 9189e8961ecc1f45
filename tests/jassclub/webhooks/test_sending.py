"""A message is signed, sent, tried again with longer and longer waits, and given up in the open."""

import base64
import hashlib
import hmac
import queue
import threading
from datetime import timedelta

import pytest
from django.db import connection, transaction

from jassclub.clubs.models import Change, Club, Membership, Role
from jassclub.core.records import plain
from jassclub.webhooks import sending, services, tasks, wire
from jassclub.webhooks.models import Attempt, Delivery, HookMessage, Webhook
from jassclub.webhooks.tasks import forget_old_messages, send_messages
from tests.jassclub.webhooks.receiver import Call, draw

pytestmark = pytest.mark.django_db


def verified(call: Call, secret: str) -> bool:
    """As the specification of Standard Webhooks puts it, written anew here."""
    signed = f"{call.headers['webhook-id']}.{call.headers['webhook-timestamp']}.".encode()
    key = base64.b64decode(secret.split("_")[1])
    mac = base64.b64encode(hmac.new(key, signed + call.body, hashlib.sha256).digest()).decode()
    return f"v1,{mac}" in call.headers["webhook-signature"].split()


def test_what_happened_arrives_signed(webhook, receiver, club, clock):
    draw(club, number=2, name="Chlausjass «Zürich»")
    assert clock.work() == 1
    (call,) = receiver.calls
    message, delivery = HookMessage.objects.get(), Delivery.objects.get()
    assert verified(call, webhook.secret)
    assert call.path == "/hook?club=1"
    assert call.headers["host"] == f"127.0.0.1:{receiver.port}"
    assert call.headers["content-type"] == "application/json"
    assert call.headers["webhook-id"] == str(message.pk)
    assert call.headers["webhook-timestamp"] == str(int(clock.now.timestamp()))
    assert call.json["type"] == "tournament.draw"
    assert call.json["timestamp"] == plain(message.created_at)
    assert (call.json["data"]["number"], call.json["data"]["club"]) == (2, str(club.pk))
    assert (delivery.state, delivery.tries, delivery.next_try_at) == ("delivered", 1, None)
    assert delivery.delivered_at == clock.now
    assert clock.work() == 0


def test_a_signature_holds_for_its_secret_its_body_and_its_moment_only(
    webhook, receiver, club, clock
):
    draw(club)
    clock.work()
    (call,) = receiver.calls
    late = {**call.headers, "webhook-timestamp": str(int(call.headers["webhook-timestamp"]) + 1)}
    assert not verified(call, "whsec_" + base64.b64encode(b"x" * 32).decode())
    assert not verified(Call(call.path, call.headers, call.body + b" "), webhook.secret)
    assert not verified(Call(call.path, late, call.body), webhook.secret)


def test_for_a_day_the_old_secret_signs_too(webhook, receiver, club, emma, clock):
    old = webhook.secret
    _webhook, new = services.rotate_secret(actor=emma.actor, webhook_id=webhook.pk)
    draw(club)
    clock.work()
    assert verified(receiver.calls[0], old)
    assert verified(receiver.calls[0], new)
    clock.move(hours=25)
    draw(club)
    clock.work()
    assert not verified(receiver.calls[1], old)
    assert verified(receiver.calls[1], new)


def test_what_fails_is_tried_again_after_longer_and_longer_waits(webhook, receiver, club, clock):
    waits = []
    receiver.refuse(*[500] * 9)
    draw(club)
    assert clock.work() == 1
    while (delivery := Delivery.objects.get()).state == "waiting":
        assert delivery.next_try_at is not None
        wait = delivery.next_try_at - clock.now
        waits.append(wait.total_seconds())
        clock.now = delivery.next_try_at - timedelta(seconds=1)
        if wait > timedelta(minutes=1):
            assert sending.send_due(clock=clock) == 0
        clock.move(seconds=1)
        assert sending.send_due(clock=clock) == 1
    assert waits == [5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400]
    assert delivery.state == "delivered"
    assert len({call.headers["webhook-id"] for call in receiver.calls}) == 1
    assert len({call.body for call in receiver.calls}) == 1
    assert all(verified(call, webhook.secret) for call in receiver.calls)
    assert len({call.headers["webhook-timestamp"] for call in receiver.calls}) == 10


def test_the_log_tells_every_try(webhook, receiver, club, clock):
    receiver.refuse(503, body=b"heute\x00 geschlossen\n" + b"x" * 9000)
    draw(club)
    clock.work()
    clock.move(seconds=5)
    clock.work()
    first, second = Attempt.objects.all()
    assert (first.code, first.fault, len(first.answer)) == (503, "status", 500)
    assert first.answer.startswith("heute  geschlossen xx")
    assert (second.code, second.fault, second.answer) == (204, "", "")
    assert (second.at - first.at).total_seconds() == 5


def fail_to_the_end(clock, receiver) -> None:
    receiver.refuse(*[500] * 10)
    for _try in range(10):
        assert clock.work() == 1
        clock.move(hours=24)


def test_who_takes_nothing_for_days_is_switched_off_with_the_reason(webhook, receiver, club, clock):
    draw(club)
    fail_to_the_end(clock, receiver)
    webhook.refresh_from_db()
    assert Delivery.objects.get().state == "failed"
    assert (webhook.active, webhook.stopped, webhook.version) == (False, "failing", 2)
    change = Change.objects.get(object_id=webhook.pk, version=2)
    assert (change.actor, change.diff["active"]) == ("system:jassclub", [True, False])
    draw(club)
    assert (HookMessage.objects.count(), clock.work()) == (1, 0)


def test_one_bad_message_does_not_switch_off_who_takes_the_others(webhook, receiver, club, clock):
    draw(club)
    receiver.refuse(*[500] * 9)
    for _try in range(9):
        clock.work()
        clock.move(hours=24)
    bad = Delivery.objects.get()
    draw(club)
    Delivery.objects.exclude(pk=bad.pk).update(next_try_at=clock.now - timedelta(days=9))
    receiver.refuse(204, 500)
    clock.work()
    webhook.refresh_from_db()
    bad.refresh_from_db()
    assert (bad.state, bad.tries, webhook.active) == ("failed", 10, True)


def test_who_says_that_he_is_gone_is_switched_off_at_once(webhook, receiver, club, clock):
    receiver.refuse(410)
    draw(club)
    clock.work()
    webhook.refresh_from_db()
    assert (webhook.active, webhook.stopped) == (False, "gone")
    assert webhook.get_stopped_display()


def test_switched_on_again_it_gets_what_still_waited(webhook, receiver, emma, club, clock):
    receiver.refuse(500, 410)
    draw(club, number=1)
    draw(club, number=2)
    clock.work()
    clock.move(seconds=6)
    clock.work()
    webhook.refresh_from_db()
    assert (webhook.stopped, clock.work()) == ("gone", 0)
    services.change_webhook(
        actor=emma.actor, webhook_id=webhook.pk, version=webhook.version, values={"active": True}
    )
    webhook.refresh_from_db()
    assert (webhook.active, webhook.stopped) == (True, "")
    assert clock.work() == 1
    assert sorted(Delivery.objects.values_list("state", flat=True)) == ["delivered", "failed"]


def test_a_worker_that_dies_in_between_leaves_it_to_the_next(
    webhook, receiver, club, clock, monkeypatch
):
    class Killed(BaseException):
        """Like a signal: nobody catches it."""

    def die(*args, **more):
        raise Killed

    draw(club)
    with monkeypatch.context() as patch:
        patch.setattr(sending, "_note", die)
        with pytest.raises(Killed):
            clock.work()
    assert (clock.work(), len(receiver.calls)) == (0, 1)
    clock.move(seconds=121)
    assert clock.work() == 1
    ids = [call.headers["webhook-id"] for call in receiver.calls]
    assert len(ids) == 2
    assert len(set(ids)) == 1
    assert Delivery.objects.get().state == "delivered"


def test_a_webhook_deleted_while_it_was_called_leaves_nothing(webhook, receiver, club, clock, emma):
    draw(club)
    delivery = sending._next(clock.now + timedelta(minutes=1), set())
    assert delivery is not None
    services.delete_webhook(actor=emma.actor, webhook_id=webhook.pk, version=1)
    sending._note(delivery, wire.Outcome(204), at=clock.now, now=clock.now)
    assert not Attempt.objects.exists()


def test_what_is_claimed_is_claimed_once(webhook, club, clock):
    draw(club)
    moment = clock.now + timedelta(minutes=1)
    assert sending._next(moment, set()) is not None
    assert sending._next(moment, set()) is None


@pytest.fixture
def neighbours(emma, receiver):
    """Another club with a webhook of its own, to the same receiver."""
    other = Club.objects.create(name="Nachbarn", slug="nachbarn")
    Membership.objects.create(club=other, user_id=emma.actor.user_id, role=Role.ADMIN)
    services.add_webhook(
        actor=emma.actor,
        club_id=other.pk,
        label="Anzeige",
        url=receiver.url,
        events=["tournament.draw"],
    )
    return other


def test_clubs_have_their_turn_one_after_the_other(webhook, neighbours, receiver, club, clock):
    for number in range(4):
        draw(club, number=number)
    draw(neighbours, number=9)
    assert clock.work() == 5
    assert [call.json["data"]["number"] for call in receiver.calls] == [0, 9, 1, 2, 3]


def test_of_a_club_one_message_is_on_its_way(webhook, neighbours, club, clock):
    for _number in range(20):
        draw(club)
    draw(neighbours)
    moment = clock.now + timedelta(minutes=1)
    held = [sending._next(moment, set()) for _worker in range(3)]
    assert [one and one.club_id for one in held] == [club.pk, neighbours.pk, None]
    assert sending._next(moment + sending.CLAIM, set()) is not None, "a worker that died"


class TestOutbox:
    """The row stands and falls with what happened."""

    def test_what_is_rolled_back_is_not_told(self, webhook, club):
        with transaction.atomic():
            draw(club)
            assert HookMessage.objects.exists()
            transaction.set_rollback(True)
        assert not HookMessage.objects.exists()
        assert not Delivery.objects.exists()

    def test_without_anybody_who_asked_no_row_is_written(self, webhook, other_club, club):
        draw(other_club)
        Webhook.objects.update(active=False)
        draw(club)
        Webhook.objects.update(active=True, events=["game.closed"])
        draw(club)
        assert not HookMessage.objects.exists()

    def test_a_worker_is_woken_once_when_it_stands(
        self, webhook, club, sent, django_capture_on_commit_callbacks
    ):
        with django_capture_on_commit_callbacks(execute=True):
            draw(club)
            draw(club)
            assert sent == []
        assert sent == [("jassclub.webhooks.tasks.send_messages", None)]

    def test_the_first_retry_does_not_wait_for_the_sweep(
        self, webhook, receiver, club, sent, django_capture_on_commit_callbacks
    ):
        receiver.refuse(500)
        draw(club)
        with django_capture_on_commit_callbacks(execute=True):
            sending.send_due()
        assert sent == [("jassclub.webhooks.tasks.send_messages", 5.0)]

    def test_the_sweep_needs_no_message(self, webhook, receiver, club, sent):
        draw(club)
        assert (sent, sending.send_due(), len(receiver.calls)) == ([], 1, 1)

    def test_the_timetable_knows_the_tasks(self):
        from jassclub.celery import TIMETABLE, app

        named = {entry["task"] for entry in TIMETABLE.values()}
        tasks = {send_messages.name, forget_old_messages.name}
        assert tasks <= named
        assert tasks <= set(app.tasks)


def test_after_a_month_messages_and_their_log_are_forgotten(webhook, receiver, club, clock):
    draw(club)
    draw(club)
    clock.work()
    old = HookMessage.objects.order_by("created_at").first()
    HookMessage.objects.filter(pk=old.pk).update(created_at=clock.now - timedelta(days=31))
    assert (forget_old_messages(), forget_old_messages()) == (1, 0)
    assert (HookMessage.objects.count(), Delivery.objects.count()) == (1, 1)
    assert Attempt.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_send_each_message_once(webhook, receiver, club):
    for number in range(6):
        draw(club, number=number)

    def work() -> None:
        sending.send_due()
        connection.close()

    workers = [threading.Thread(target=work) for _worker in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert sorted(call.json["data"]["number"] for call in receiver.calls) == list(range(6))


def test_slow_receivers_take_no_place_of_a_worker(monkeypatch):
    """The task is over at once; however often it comes, so many threads send and no more."""
    over = threading.Event()
    at_work = queue.SimpleQueue[threading.Thread]()

    def slow() -> None:
        at_work.put(threading.current_thread())
        assert over.wait(60)
        raise ZeroDivisionError

    monkeypatch.setattr(sending, "send_due", slow)
    for _message in range(3 * tasks.SENDERS):
        send_messages()
    threads = [at_work.get(timeout=60) for _place in range(tasks.SENDERS)]
    over.set()
    for thread in threads:
        thread.join(60)
    assert at_work.empty()
    send_messages()
    at_work.get(timeout=60).join(60)  # a place is given back, whatever happened
