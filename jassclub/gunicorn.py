"""Configuration of gunicorn: `gunicorn jassclub.wsgi -c python:jassclub.gunicorn`.

Each web process counts in files of its own, and whichever is asked at /metrics adds them up.
Read by the parent process, before any settings: it only prepares the folder.
"""

import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from jassclub.serve import CONNECTIONS, WORKER_CLASS

worker_class, worker_connections = WORKER_CLASS, CONNECTIONS

FOLDER = "PROMETHEUS_MULTIPROC_DIR"

os.environ.setdefault(FOLDER, str(Path(tempfile.gettempdir()) / f"jassclub-metrics-{os.getuid()}"))

# Imported below the folder: whether counts go to files is decided as it is read.
from prometheus_client.multiprocess import mark_process_dead  # noqa: E402


def on_starting(server: Any) -> None:
    """Counts of an earlier run are gone: Prometheus takes a counter that begins at zero."""
    shutil.rmtree(os.environ[FOLDER], ignore_errors=True)
    Path(os.environ[FOLDER]).mkdir(mode=0o700, parents=True)


def child_exit(server: Any, worker: Any) -> None:
    """What a process that has ended still claimed to hold is taken out; its counts stay."""
    mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]
