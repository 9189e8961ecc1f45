"""Configuration of gunicorn: `gunicorn jassclub.wsgi -c python:jassclub.gunicorn`.

The service is loaded once and its processes are copies of it: a new one answers at once, so that
`HUP` (new processes, the old ones end what they began) and `USR2` (the same with new code) hold up
nobody. Each process counts in files of its own, and whichever is asked at /metrics adds them up.
Read by the parent process, before any settings.
"""

import os
import shutil
import tempfile
from typing import Any

from jassclub.serve import CONNECTIONS, WORKER_CLASS

worker_class, worker_connections = WORKER_CLASS, CONNECTIONS
preload_app = True

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
# Of this parent alone: another instance on the machine, and the one that follows on `USR2`, count
# for themselves. Prometheus takes a counter that begins at zero.
os.environ[FOLDER] = tempfile.mkdtemp(prefix="jassclub-metrics-")

# Imported below the folder: whether counts go to files is decided as it is read.
from prometheus_client.multiprocess import mark_process_dead  # noqa: E402


def on_starting(server: Any) -> None:
    """Load what first requests need, the views and the index of the rules: the copies share it."""
    from jassclub import urls, wsgi  # noqa: F401


def child_exit(server: Any, worker: Any) -> None:
    """What a process that has ended still claimed to hold is taken out; its counts stay."""
    mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def on_exit(server: Any) -> None:
    """The counts go with the parent."""
    shutil.rmtree(os.environ[FOLDER], ignore_errors=True)
