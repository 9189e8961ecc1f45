"""The page "A server from nothing", line by line, in a folder in place of a machine."""

import configparser
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from jassclub.serve import Address, answers
from tests import servers
from tests.deploy.composed import PATIENCE, SHIPPED, free_ports
from tests.migrated import ROOT

pytestmark = pytest.mark.once

PAGE = (ROOT / "jassclub" / "docs" / "server.md").read_text()
BLOCKS = re.findall(r"```sh\n(.*?)```", PAGE, re.S)
UNITS = ROOT / "jassclub" / "deploy" / "systemd"
NOT_RUN = ("apt-get", "useradd", "chown", "git", "pip", "systemctl")
STUBS = """
set -euo pipefail
apt-get() { :; }
useradd() { :; }
chown() { :; }
pip() { test -f requirements/run.txt; }
systemctl() { echo "$*" >> "$HOME/systemctl"; }
git() { if [ "$1" = clone ]; then cp -r "$HOME/source" "$3"; fi; }
python3() { ln -s "$VENV" .venv; }
psql() { PGPASSWORD=operator command psql -h 127.0.0.1 -p "$PG" -U postgres "$@"; }
runuser() { shift 3; "$@"; }
"""
"""What a folder has in place of what a machine does."""


class Machine:
    """A folder with the places that the page names, and servers of its own beside it."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder, self.stack = folder, stack
        ports = map(str, free_ports(3))
        self.port = dict(zip(("5432", "6379", "8000"), ports, strict=True))
        for place in ("srv", "var/lib/jassclub", "etc/systemd/system", "etc/redis", "etc/caddy"):
            (folder / place).mkdir(parents=True)
        (folder / "source").mkdir()
        for name in (*SHIPPED, "requirements", "Caddyfile"):
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, folder / "source" / name)
        script = folder / "source" / "jassclub" / "deploy" / "new_env.sh"
        script.write_text(self.here(script.read_text()))

    def here(self, text: str) -> str:
        """Places and ports of the page as they are in the folder."""
        text = re.sub(r"(?<![\w.])/(srv|var/lib|etc)/", rf"{self.folder}/\1/", text)
        text = text.replace(".venv/bin/pip ", "pip ")
        return re.sub(r"\b(5432|6379|8000)\b", lambda found: self.port[found[1]], text)

    def environment(self) -> dict[str, str]:
        venv = Path(sys.executable).parent.parent
        own = {"HOME": str(self.folder), "VENV": str(venv), "PG": self.port["5432"]}
        return {"PATH": f"{venv}/bin:{os.environ['PATH']}", **own}

    def run(self, block: str) -> str:
        """A block of the page, in a shell in which the variables of .env are known."""
        known = 'if [ -f "$HOME/srv/jassclub/.env" ]; then cd "$HOME/srv/jassclub"; . ./.env; fi\n'
        missing = "".join(f"{name}() {{ :; }}\n" for name in ("caddy",) if not shutil.which(name))
        done = subprocess.run(
            ["bash", "-c", STUBS + missing + known + self.here(block)],
            env=self.environment(), cwd=self.folder, capture_output=True, text=True,
            check=False, timeout=PATIENCE * 3,
        )  # fmt: skip
        assert done.returncode == 0, f"{block}\n{done.stdout}{done.stderr}"
        return done.stdout

    def start(self, command: list[str], **options: object) -> "subprocess.Popen[bytes]":
        process: subprocess.Popen[bytes] = subprocess.Popen(command, **options)  # type: ignore[call-overload]
        self.stack.callback(process.wait, PATIENCE)
        self.stack.callback(process.terminate)
        return process

    def start_postgres(self) -> None:
        uid = servers.UNPRIVILEGED if os.geteuid() == 0 else None
        programs, data = servers._postgres_folder(self.folder, uid), self.folder / "postgres"
        data.mkdir()
        password = self.folder / "password"
        password.write_text("operator")
        if uid is not None:
            os.chown(data, uid, uid)
        made = ["-D", str(data), "-U", "postgres", "-A", "scram-sha-256", f"--pwfile={password}"]
        subprocess.run(
            [programs / "initdb", *made, "-E", "UTF8", "--no-sync"],
            user=uid, group=uid, cwd=data, check=True, capture_output=True,
        )  # fmt: skip
        told = ["-p", self.port["5432"], "-D", str(data), "-k", str(data), "-c", "fsync=off"]
        self.start([str(programs / "postgres"), *told], user=uid, group=uid, cwd=data,
                   stderr=subprocess.DEVNULL)  # fmt: skip
        ready = ["-h", "127.0.0.1", "-p", self.port["5432"]]
        servers._wait_until(
            lambda: subprocess.run(
                [programs / "pg_isready", *ready], capture_output=True, check=False
            ).returncode == 0, "PostgreSQL",
        )  # fmt: skip

    def unit(self, name: str) -> "subprocess.Popen[bytes]":
        """What systemd would start: the command alone, in its folder, with no variables."""
        read = configparser.ConfigParser(strict=False, interpolation=None)
        read.read(self.folder / "etc/systemd/system" / name)
        service = read["Service"]
        command = shlex.split(self.here(service["ExecStart"]).replace("%%", "%"))
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.folder)}
        options: dict[str, object] = {"cwd": self.here(service["WorkingDirectory"])}
        if service["Type"] == "notify":
            held = self.stack.enter_context(
                socket.create_server(("127.0.0.1", int(self.port["8000"])), backlog=2048)
            )
            handed = f"exec 3<&{held.fileno()}; LISTEN_FDS=1 LISTEN_PID=$$ exec "
            command = ["bash", "-c", handed + shlex.join(command)]
            options["pass_fds"] = (held.fileno(),)
            environment["NOTIFY_SOCKET"] = str(self.folder / "notify")
        log = self.stack.enter_context((self.folder / f"{name}.log").open("wb"))
        return self.start(command, env=environment, stdout=log, stderr=log, **options)


@pytest.fixture
def machine() -> Iterator[Machine]:
    if servers.REDIS_PROGRAM is None:
        pytest.skip("there is no redis-server here")
    folder = Path(tempfile.mkdtemp(prefix="server-", dir=os.environ[servers.HOME_VARIABLE]))
    folder.chmod(0o755)
    with ExitStack() as stack:
        yield Machine(folder, stack)


@pytest.mark.proof
def test_every_line_of_the_page_does_what_the_page_says(machine) -> None:
    set_up, databases, service, look, update = BLOCKS
    machine.run(set_up)
    machine.start_postgres()
    machine.run(databases)
    redis = machine.folder / "etc/redis/redis.conf"
    assert servers.REDIS_PROGRAM is not None
    machine.start([str(servers.REDIS_PROGRAM), str(redis), "--port", machine.port["6379"]],
                  stdout=subprocess.DEVNULL)  # fmt: skip
    said = machine.run(service)
    assert "0 silenced" in said or "no issues" in said
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notified:
        notified.bind(str(machine.folder / "notify"))
        notified.settimeout(3 * PATIENCE)
        web = machine.unit("jassclub-web.service")
        try:
            assert b"READY=1" in notified.recv(1000)
        except TimeoutError:
            pytest.fail((machine.folder / "jassclub-web.service.log").read_text())
    servers._wait_until(lambda: answers(Address("127.0.0.1", int(machine.port["8000"]))), "the web")
    others = [machine.unit(f"jassclub-{name}.service") for name in ("live", "upkeep", "beat")]
    said = machine.run(look)
    assert '"status": "ready"' in said
    assert "The file can be restored" in said
    machine.run(update)
    machine.unit("jassclub-backup.service").wait(PATIENCE)
    assert len(list((machine.folder / "var/lib/jassclub/backups").glob("*.gz"))) == 3
    assert [process.poll() for process in (web, *others)] == [None] * 4
    asked = (machine.folder / "systemctl").read_text().splitlines()
    assert "enable --now jassclub.target" in asked
    named = {word for line in asked for word in line.split() if word.startswith("jassclub-")}
    assert all((UNITS / f"{name}.service").exists() for name in named)


def test_the_page_says_which_lines_are_not_run() -> None:
    said = re.search(r"but for (.*?),\nwhich are read for their syntax", PAGE, re.S)
    assert said is not None
    assert tuple(re.findall(r"`([\w-]+)`", said[1])) == NOT_RUN


def test_every_block_is_a_script() -> None:
    assert len(BLOCKS) == 5
    for block in BLOCKS:
        subprocess.run(["bash", "-n"], input=block, text=True, check=True)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_reads_the_units(tmp_path) -> None:
    """With programs that are there, since it looks for them."""
    for unit in UNITS.iterdir():
        text = re.sub(r"/srv/jassclub/\.venv/bin/\w+", "/bin/true", unit.read_text())
        (tmp_path / unit.name).write_text(text)
    done = subprocess.run(
        ["systemd-analyze", "verify", *map(str, tmp_path.iterdir())],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


def test_units_and_compose_start_the_same_workers() -> None:
    compose = (ROOT / "compose.yaml").read_text()
    told = {unit.name: unit.read_text() for unit in UNITS.iterdir()}
    assert "-Q live -c 2" in told["jassclub-live.service"]
    assert '"-Q", "live"' in compose
    assert "-Q standings,hooks,nightly -c 2" in told["jassclub-upkeep.service"]
    assert '"-Q", "standings,hooks,nightly"' in compose
