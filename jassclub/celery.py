"""The Celery application and its timetable.

Tasks never carry data: a lost message only delays, the next sweep finds the work in the
database. Results live in tables of the rooms, so task results are ignored.
"""

import logging
import os
from collections.abc import Callable
from functools import partial
from typing import Any

from celery import Celery
from celery.app.utils import Settings
from celery.schedules import crontab
from celery.signals import celeryd_init, setup_logging
from kombu.transport import redis, virtual
from redis.exceptions import RedisError

from jassclub import tracing

log = logging.getLogger(__name__)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "jassclub.settings")

app = Celery("jassclub")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
tracing.follow()


class LettingGo(redis.QoS):
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
    redis.Channel.QoS = LettingGo


@setup_logging.connect
def _worker_logs_as_the_web_does(**kwargs: object) -> None:
    """That somebody listens keeps Celery from setting up handlers and levels of its own."""


TIMETABLE: dict[str, dict[str, Any]] = {
    "sweep the outbox": {"task": "scoring.tasks.sweep", "schedule": 60.0},
    "sweep the tables": {"task": "tournaments.tasks.count", "schedule": 60.0},
    "sweep the rankings": {"task": "tournaments.tasks.rank", "schedule": 60.0},
    "confirm by time": {"task": "scoring.tasks.confirm_by_time", "schedule": 300.0},
    "say that the worker lives": {
        "task": "jassclub.pages.tasks.beat",
        "schedule": 30.0,
        "options": {"expires": 60.0},
    },
    "take archives in": {"task": "jassclub.pages.tasks.take_archives", "schedule": 60.0},
    "send the news": {"task": "jassclub.pages.tasks.send_news", "schedule": 60.0},
    "forget old answers": {
        "task": "jassclub.api.tasks.forget_old_answers",
        "schedule": crontab(hour=4, minute=0),
    },
    "forget old spreadsheets": {
        "task": "jassclub.pages.tasks.forget_old_spreadsheets",
        "schedule": crontab(hour=4, minute=10),
    },
    "forget old news": {
        "task": "jassclub.pages.tasks.forget_old_news",
        "schedule": crontab(hour=4, minute=15),
    },
    "empty the outbox": {
        "task": "scoring.tasks.forget_settled_events",
        "schedule": crontab(hour=4, minute=20),
    },
    "forget who left": {
        "task": "jassclub.pages.tasks.forget_who_left",
        "schedule": crontab(hour=4, minute=30),
    },
    "forget old contacts": {
        "task": "tournaments.tasks.forget_old_contacts",
        "schedule": crontab(hour=4, minute=25),
    },
    "verify the ledgers": {
        "task": "scoring.tasks.verify_ledgers",
        "schedule": crontab(hour=3, minute=30),
    },
}
app.conf.beat_schedule = TIMETABLE
