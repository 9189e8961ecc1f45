"""The project: wiring at the top, clubs at the bottom. `shared_task` needs the app loaded."""

from jassclub.celery import app as celery_app

__all__ = ["celery_app"]
