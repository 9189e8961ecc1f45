"""The Celery application and its timetable.

Tasks never carry data: a lost message only delays, the next sweep finds the work in the
database. Results live in tables of the rooms, so task results are ignored.
"""

import os
from typing import Any

from celery import Celery
from celery.schedules import crontab

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "jassclub.settings")

app = Celery("jassclub")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

TIMETABLE: dict[str, dict[str, Any]] = {
    "sweep the outbox": {"task": "scoring.tasks.sweep", "schedule": 60.0},
    "confirm by time": {"task": "scoring.tasks.confirm_by_time", "schedule": 300.0},
    "verify the ledgers": {
        "task": "scoring.tasks.verify_ledgers",
        "schedule": crontab(hour=3, minute=30),
    },
}
app.conf.beat_schedule = TIMETABLE
