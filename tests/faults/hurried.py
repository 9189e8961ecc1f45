"""The timetable with every task every other second: `celery -A tests.faults.hurried beat`."""

from jassclub.celery import TIMETABLE, app

app.conf.beat_schedule = {name: {**entry, "schedule": 2.0} for name, entry in TIMETABLE.items()}
