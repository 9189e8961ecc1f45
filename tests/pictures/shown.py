"""The demo club on a server of its own, in a folder that goes away, for a browser to look at."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from jassclub.serve import GRACE, Address, answers, web_command

ROOT = Path(__file__).resolve().parents[2]
LOADING = "from tests.pictures.one_of_each import main; main()"


@dataclass(frozen=True)
class Shown:
    """Where the club is served, and its pages by name: those of `one_of_each`."""

    url: str
    pages: Mapping[str, str]


@contextmanager
def shown() -> Iterator[Shown]:
    """Serve a fresh demo club to this machine; nothing of it stays."""
    with TemporaryDirectory(prefix="jassclub-shown-") as folder:
        environment = _alone(folder)
        _manage(environment, "migrate", "-v0")
        pages = json.loads(_manage(environment, "shell", "-v0", "-c", LOADING))
        address = Address("127.0.0.1", _free_port())
        server = subprocess.Popen(web_command(address), env=environment, cwd=ROOT)
        try:
            _wait(address, server)
            yield Shown(f"http://{address.bind}", pages)
        finally:
            server.terminate()
            server.wait(GRACE)


def _alone(folder: str) -> dict[str, str]:
    """Neither the database nor the settings of the club that is really served here."""
    own = {
        "DATABASE_URL": f"sqlite:///{folder}/shown.sqlite3",
        "JASSCLUB_VAR": folder,
        "JASSCLUB_DOTENV": f"{folder}/.env",
        "DJANGO_SETTINGS_MODULE": "jassclub.settings",
    }
    mine = ("JASSCLUB_", "REDIS", "CELERY_", "CACHE_", "ALLOWED_HOSTS", "SECURE_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(mine)}
    return kept | own


def _manage(environment: Mapping[str, str], *command: str) -> str:
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        env=environment,
        cwd=ROOT,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait(address: Address, server: subprocess.Popen[bytes]) -> None:
    while not answers(address):
        if server.poll() is not None:
            raise RuntimeError("The server of the demo club did not start.")
        time.sleep(0.1)
