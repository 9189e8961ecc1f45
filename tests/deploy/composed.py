"""What compose.yaml says, in plain processes: the same commands with the same variables.

Containers are left out: each service listens at a port of this machine instead of a name of its
own, and its files lie in one folder. What an image does by itself (the first start of PostgreSQL)
is done here.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import yaml

from tests import servers
from tests.migrated import ROOT

PATIENCE = 60.0
VARIABLE = re.compile(r"\$(?:(\$)|\{([A-Z_]+)(?::([?-])([^}]*))?\})")
PORTS = ("5432", "6432", "6379", "8000", "2019")
SHIPPED = ("jassclub", "referee", "scoring", "tournaments", "manage.py")
"""What .dockerignore lets into the image, and runs."""


def free_ports(count: int) -> list[int]:
    with ExitStack() as stack:
        probes = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [probe.getsockname()[1] for probe in probes]


def interpolated(value: Any, variables: dict[str, str]) -> Any:
    """As compose fills in `$$`, `${A}`, `${A:?}` and `${A:-b}`; KeyError for what has to be set."""
    if isinstance(value, dict):
        return {key: interpolated(inner, variables) for key, inner in value.items()}
    if isinstance(value, list):
        return [interpolated(inner, variables) for inner in value]
    return VARIABLE.sub(lambda found: _filled(found, variables), value) if isinstance(value, str) \
        else value  # fmt: skip


def _filled(found: re.Match[str], variables: dict[str, str]) -> str:
    if found[1]:
        return "$"
    given = variables.get(found[2], "")
    if given or found[3] is None:
        return given
    if found[3] == "?":
        raise KeyError(found[2])
    return found[4]


def variables_of(env_file: Path) -> dict[str, str]:
    """What a shell reads in a .env file."""
    told = subprocess.run(
        ["env", "-i", "sh", "-ac", f". {env_file}; env"],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    pairs = (line.split("=", 1) for line in told.splitlines())
    return {name: value for name, value in pairs if name not in ("PWD", "OLDPWD", "_", "SHLVL")}


class Composed:
    """The services of compose.yaml, started one by one."""

    def __init__(self, folder: Path, env_file: Path) -> None:
        self.folder = folder
        self.given = variables_of(env_file)
        self.services = interpolated(
            yaml.safe_load((ROOT / "compose.yaml").read_text())["services"], self.given
        )
        self.port = dict(zip(PORTS, map(str, free_ports(len(PORTS))), strict=True))
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.source = folder / "src"
        self.uid = servers.UNPRIVILEGED if os.geteuid() == 0 else None
        self.postgres = servers._postgres_folder(folder, self.uid)
        (folder / "var" / "backups").mkdir(parents=True)
        for name in SHIPPED:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, self._in_source(name))

    def _in_source(self, name: str) -> Path:
        self.source.mkdir(exist_ok=True)
        return self.source / name

    def here(self, text: str) -> str:
        """Names and ports of containers as they are on this machine."""
        for there, place in (
            ("/var/lib/jassclub", f"{self.folder}/var"),
            ("/etc/pgbouncer/", f"{self.folder}/"),
            ("/tmp/users", f"{self.folder}/users"),  # noqa: S108
            ("0.0.0.0", "127.0.0.1"),
        ):
            text = text.replace(there, place)
        text = re.sub(r"(@|=)(postgres|pgbouncer|redis)(:| )", r"\g<1>127.0.0.1\3", text)
        return re.sub(rf"\b({'|'.join(PORTS)})\b", lambda found: self.port[found[1]], text)

    def environment(self, name: str) -> dict[str, str]:
        """What the process of a service is given."""
        service = self.services[name]
        shared = self.given if "env_file" in service else {}
        told = {**shared, **service.get("environment", {})}
        programs = [str(Path(sys.executable).parent), str(self.postgres), os.environ["PATH"]]
        own = {
            "PATH": ":".join(programs),
            "HOSTNAME": socket.gethostname(),
            "JASSCLUB_VAR": str(self.folder / "var"),
            "JASSCLUB_DOTENV": "",
            "HOME": str(self.folder),
        }
        return {**own, **{key: self.here(str(value)) for key, value in told.items()}}

    def command(self, name: str) -> list[str]:
        return [self.here(word) for word in self.services[name]["command"]]

    def run(self, name: str, *command: str) -> str:
        """What `docker compose run` would print; the command of the service if none is named."""
        done = subprocess.run(
            list(command) or self.command(name), cwd=self.source, env=self.environment(name),
            capture_output=True, text=True, check=False, timeout=PATIENCE * 2,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def start(self, name: str, *, more: tuple[str, ...] = (), uid: int | None = None) -> None:
        """Start it, and wait until its health check is content."""
        with (self.folder / f"{name}.log").open("wb") as log:
            self.running[name] = subprocess.Popen(
                [*self.command(name), *more], cwd=self.source, env=self.environment(name),
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, user=uid, group=uid,
                extra_groups=None if uid is None else [],
            )  # fmt: skip
        self.await_health(name)

    def await_health(self, name: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while not self.healthy(name):
            gone = self.running[name].poll()
            if gone is not None or time.monotonic() > deadline:
                raise AssertionError(f"{name}: {gone}\n{self.log(name)}")
            time.sleep(0.2)

    def healthy(self, name: str) -> bool:
        """What the health check says; True where there is none."""
        if "healthcheck" not in self.services[name]:
            return self.running[name].poll() is None
        kind, *words = self.services[name]["healthcheck"]["test"]
        words = [self.here(word) for word in words]
        command = ["sh", "-c", *words] if kind == "CMD-SHELL" else words
        done = subprocess.run(
            command, cwd=self.source, env=self.environment(name), capture_output=True, check=False
        )
        return done.returncode == 0

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text()

    def stop(self, name: str) -> int:
        """Ask it to end as `docker compose stop` does; its exit code."""
        process = self.running.pop(name)
        process.terminate()
        try:
            return process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            raise

    def first_start_of_postgres(self) -> None:
        """What the entry point of its image does with POSTGRES_USER, _DB and _PASSWORD."""
        told, data = self.environment("postgres"), self.folder / "postgres"
        data.mkdir()
        password = self.folder / "password"
        password.write_text(told["POSTGRES_PASSWORD"])
        if self.uid is not None:
            os.chown(data, self.uid, self.uid)
            os.chown(password, self.uid, self.uid)
        made = ["initdb", "-D", str(data), "-U", told["POSTGRES_USER"], "-A", "scram-sha-256"]
        subprocess.run(
            [self.postgres / made[0], *made[1:], f"--pwfile={password}", "-E", "UTF8", "--no-sync"],
            user=self.uid, group=self.uid, cwd=data, check=True, capture_output=True,
        )  # fmt: skip
        here = ("-p", self.port["5432"], "-D", str(data), "-k", str(data), "-c", "fsync=off")
        self.start("postgres", more=here, uid=self.uid)
        subprocess.run(
            [self.postgres / "createdb", "-h", "127.0.0.1", "-p", self.port["5432"], "-U",
             told["POSTGRES_USER"], told["POSTGRES_DB"]],
            env={"PGPASSWORD": told["POSTGRES_PASSWORD"]}, check=True, capture_output=True,
        )  # fmt: skip


@contextmanager
def composed(folder: Path, env_file: Path) -> Iterator[Composed]:
    """The services; whatever was started ends with it."""
    found = Composed(folder, env_file)
    try:
        yield found
    finally:
        for name in reversed(list(found.running)):
            found.stop(name)
