"""The Celery application and its timetable.

Tasks never carry data: a lost message only delays, the next sweep finds the work in the
database. Results live in tables of the rooms, so task results are ignored.
"""

import logging
import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from celery import Celery
from celery.app.utils import Settings
from celery.schedules import crontab
from celery.signals import celeryd_init, setup_logging
from kombu import Exchange, Queue
from kombu.transport import redis, virtual
from redis.exceptions import RedisError

from jassclub import tracing

log = logging.getLogger(__name__)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "jassclub.settings")

app = Celery("jassclub")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# Rooms whose rows belong to the app of another one.
app.autodiscover_tasks(["jassclub.webhooks", "jassclub.exchange"])
tracing.follow()


class TolerantRedisQoS(redis.QoS):
    """The messages under way; what Redis does not take in about them is let go.

    Over a channel that is closed nothing more is said. Where Redis refuses or is gone, the message
    is done with all the same: a worker has room for so many messages at once, and one of which it
    cannot be rid would take up its room for ever. Redis brings that message again, which does no
    harm.
    """

    def ack(self, delivery_tag: str) -> None:
        """That a message is done."""
        self._say(delivery_tag, super().ack)

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:
        """That it cannot be done."""
        self._say(delivery_tag, partial(super().reject, requeue=requeue))

    def _say(self, delivery_tag: str, word: Callable[[str], None]) -> None:
        if self.channel.closed:
            return
        try:
            word(delivery_tag)
        except (RedisError, OSError) as error:
            log.warning("a message could not be acknowledged: %s", type(error).__name__)
            virtual.QoS.ack(self, delivery_tag)


@celeryd_init.connect
def _worker_waits(conf: Settings, **kwargs: object) -> None:
    """A worker listens as long as it takes; only those who publish are short of time.

    When Redis goes away, messages that were begun are let go: the sweep finds their work. Kombu
    would put them back, or say that they are done, over the channel that was closed, and with
    that the worker would end.
    """
    conf.broker_transport_options.pop("socket_timeout", None)
    redis.Channel.do_restore = False
    redis.Channel.QoS = TolerantRedisQoS


@setup_logging.connect
def _worker_logs_as_the_web_does(**kwargs: object) -> None:
    """That somebody listens keeps Celery from setting up handlers and levels of its own."""


def _nightly(task: str, hour: int, minute: int) -> dict[str, Any]:
    return {"task": task, "schedule": crontab(hour=hour, minute=minute)}


def _every(seconds: float, task: str, **options: Any) -> dict[str, Any]:
    return {"task": task, "schedule": seconds, "options": options}


QUEUES: dict[str, Sequence[str]] = {
    "live": ("tournaments.tasks.rank", "jassclub.home.tasks.beat"),
    "standings": ("tournaments.tasks.count", "scoring.tasks.settle"),
    "hooks": (
        "jassclub.webhooks.tasks.send_messages",
        "scoring.tasks.ring",
        "tournaments.tasks.tell_seats",
    ),
    "nightly": ("*",),
}
"""What is worked off by itself: tables that are played and boards that are watched; tables of
seasons; messages to other programs, which may be slow; all that nobody waits for. One worker takes
all four in turn, `-Q live` only the first."""
app.conf.task_queues = [Queue(name, Exchange(name), routing_key=name) for name in QUEUES]
app.conf.task_routes = [
    [(pattern, {"queue": name}) for name, patterns in QUEUES.items() for pattern in patterns]
]
app.conf.task_default_queue = "nightly"

TIMETABLE: dict[str, dict[str, Any]] = {
    "sweep the tables": _every(60.0, "tournaments.tasks.count"),
    "sweep the rankings": _every(60.0, "tournaments.tasks.rank"),
    "confirm by time": _every(300.0, "scoring.tasks.settle"),
    "say that the worker lives": _every(30.0, "jassclub.home.tasks.beat", expires=60.0),
    "take archives in": _every(60.0, "jassclub.exchange.tasks.take_archives"),
    "make year packs": _every(60.0, "jassclub.exchange.tasks.make_year_packs"),
    "search better plans": _every(60.0, "tournaments.tasks.search_plans"),
    "send the news": _every(60.0, "jassclub.webhooks.tasks.send_messages"),
    "ring for tables that wait": _every(60.0, "scoring.tasks.ring"),
    "verify the ledgers": _every(300.0, "scoring.tasks.verify_ledgers"),
    "tell of seats": _every(60.0, "tournaments.tasks.tell_seats"),
    "tell of tomorrow": {"task": "tournaments.tasks.remind", "schedule": crontab("5", "9-20")},
    "back up this machine": _every(900.0, "jassclub.exchange.tasks.back_up"),
    "anchor the ledgers": _nightly("scoring.tasks.anchor_ledgers", 3, 20),
    "forget old answers": _nightly("jassclub.api.tasks.forget_old_answers", 4, 0),
    "forget old sign-ins": _nightly("jassclub.clubs.tasks.forget_old_sign_ins", 4, 5),
    "forget old spreadsheets": _nightly("jassclub.exchange.tasks.forget_old_spreadsheets", 4, 10),
    "forget old news": _nightly("jassclub.webhooks.tasks.forget_old_messages", 4, 15),
    "empty the outbox": _nightly("scoring.tasks.forget_counted_events", 4, 20),
    "forget old contacts": _nightly("tournaments.tasks.forget_old_contacts", 4, 25),
    "forget what ended": _nightly("jassclub.home.tasks.forget_idle", 4, 28),
    "forget loose slates": _nightly("jassclub.home.tasks.forget_loose_slates", 4, 29),
    "forget who left": _nightly("jassclub.home.tasks.forget_who_left", 4, 30),
}
app.conf.beat_schedule = TIMETABLE
