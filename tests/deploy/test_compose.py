"""Every step of compose.yaml, in plain processes: it was written where no container runs."""

import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import environ
import pytest
import yaml

from jassclub.celery import QUEUES
from tests import servers
from tests.deploy.composed import Composed, composed, free_ports, interpolated, variables_of
from tests.migrated import ROOT

pytestmark = pytest.mark.once

COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
SERVICES = COMPOSE["services"]
POOLER = shutil.which("pgbouncer")


@pytest.fixture(scope="module")
def env_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As jassclub/deploy/new_env.sh makes it, with words that need quotes."""
    path = tmp_path_factory.mktemp("env") / ".env"
    made = subprocess.run(
        ["sh", str(ROOT / "jassclub" / "deploy" / "new_env.sh"), "localhost"],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    away = path.parent / "another house"
    away.mkdir()
    path.write_text(
        f'{made}OPERATOR=\'Chlöe & Söhne, "Löwen" #1 $5\'\nBACKUP_HOOK=\'cp "$1" "{away}"\'\n'
    )
    return path


@pytest.fixture(scope="module")
def service(env_file: Path) -> Iterator[Composed]:
    """All of it, from nothing, in the order in which compose starts it."""
    if servers.REDIS_PROGRAM is None or shutil.which("redis-server") is None:
        pytest.skip("there is no redis-server here")
    # Where everybody may go: PostgreSQL and the pooler do not run as root.
    folder = Path(tempfile.mkdtemp(prefix="composed-", dir=os.environ[servers.HOME_VARIABLE]))
    folder.chmod(0o777)
    with composed(folder, env_file) as found:
        found.first_start_of_postgres()
        found.start("redis")
        _start_pooler(found)
        found.run("web", "python", "manage.py", "collectstatic", "--noinput", "-v0")
        found.run("migrate")
        for name in ("web", "live", "upkeep", "beat", "backup"):
            found.start(name)
        yield found


def _start_pooler(found: Composed) -> None:
    if POOLER is None:
        found.port["6432"] = found.port["5432"]
        return
    ini = found.here((ROOT / "jassclub" / "deploy" / "pgbouncer" / "pgbouncer.ini").read_text())
    (found.folder / "pgbouncer.ini").write_text(
        ini.replace("listen_addr = *", "listen_addr = 127.0.0.1")
    )
    found.start("pgbouncer", uid=found.uid)


def asked(found: Composed, path: str, **headers: str) -> tuple[int, str]:
    address = f"http://127.0.0.1:{found.port['8000']}{path}"
    told = {"Host": "localhost", "X-Forwarded-Proto": "https", **headers}
    with urlopen(Request(address, headers=told), timeout=20) as answer:
        return answer.status, answer.read().decode()


def figures(found: Composed) -> str:
    return asked(found, "/metrics", Authorization=f"Bearer {found.given['METRICS_TOKEN']}")[1]


def eventually(condition, what: str) -> None:
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline, what
        time.sleep(0.2)


@pytest.mark.proof
def test_every_service_is_healthy_and_answers(service) -> None:
    assert {name for name in service.running if service.healthy(name)} == set(service.running)
    assert json.loads(asked(service, "/readyz", Host="127.0.0.1")[1])["status"] == "ready"
    assert "Chlöe &amp; Söhne, &quot;Löwen&quot; #1 $5" in asked(service, "/")[1]


@pytest.mark.proof
def test_a_club_is_opened_and_its_link_is_a_page(service) -> None:
    said = service.run("web", "python", "manage.py", "new_club", "Jassclub Rosenau")
    (link,) = re.findall(r"/i/[\w-]+/?", said)
    assert "Jassclub Rosenau" in asked(service, link)[1]


@pytest.mark.proof
@pytest.mark.skipif(POOLER is None, reason="there is no pgbouncer here")
def test_the_web_goes_through_the_pooler_and_the_backup_past_it(service) -> None:
    told = {name: service.environment(name)["DATABASE_URL"] for name in ("web", "live", "backup")}
    assert [service.port["6432"] in told[name] for name in told] == [True, True, False]
    pools = service.run(
        "web", "psql", "-h", "127.0.0.1", "-p", service.port["6432"], "-U", "jassclub", "-A",
        "-t", "-c", "SHOW POOLS", "pgbouncer",
    )  # fmt: skip
    assert re.search(r"^jassclub\|jassclub\|.*\|transaction$", pools, re.M)


@pytest.mark.proof
def test_each_queue_has_a_worker(service) -> None:
    (live,) = re.findall(r"-Q (\S+)", " ".join(SERVICES["live"]["command"]))
    (rest,) = re.findall(r"-Q (\S+)", " ".join(SERVICES["upkeep"]["command"]))
    assert {live, *rest.split(",")} == set(QUEUES)
    for task in (
        "jassclub.home.tasks.beat",
        "tournaments.tasks.count",
        "jassclub.webhooks.tasks.send_messages",
        "jassclub.api.tasks.forget_old_answers",
    ):
        service.run("web", "celery", "-q", "-A", "jassclub", "call", task)  # fmt: skip
    eventually(lambda: "jassclub_worker_heartbeat_age_seconds " in figures(service), "no heartbeat")
    waiting = re.compile(r"jassclub_queue_waiting\{queue=\"\w+\"\} 0\.0")
    eventually(lambda: len(waiting.findall(figures(service))) == len(QUEUES), figures(service))


@pytest.mark.proof
def test_a_backup_is_made_brought_away_and_rehearsed(service, env_file) -> None:
    service.run("backup", "python", "manage.py", "backup")
    (file,) = (service.folder / "var" / "backups").iterdir()
    assert (env_file.parent / "another house" / file.name).read_bytes() == file.read_bytes()
    said = service.run("backup", "python", "manage.py", "restore", str(file), "--rehearse")
    assert "The file can be restored" in said
    assert "jassclub_backup_age_seconds" in figures(service)


@pytest.mark.proof
def test_redis_asks_for_its_password_and_throws_nothing_away(service) -> None:
    port = int(service.port["6379"])
    with socket.create_connection(("127.0.0.1", port), timeout=5) as client:
        client.sendall(b"PING\r\n")
        assert client.recv(100).startswith(b"-NOAUTH")
        client.sendall(f"AUTH {service.given['REDIS_PASSWORD']}\r\n".encode())
        assert client.recv(100).startswith(b"+OK")
        client.sendall(b"CONFIG GET maxmemory*\r\n")
        told = client.recv(1000)
    assert b"134217728" in told
    assert b"noeviction" in told
    assert service.given["REDIS_PASSWORD"] not in " ".join(service.command("redis"))


def for_this_caddy(admin: str) -> str:
    """The file of the proxy, without the port 80, for the 2.6.2 of Debian 12 too."""
    own = f"{{\n\tadmin {admin}\n\tauto_https disable_redirects\n\tskip_install_trust\n"
    text = (ROOT / "Caddyfile").read_text().replace("{\n", own, 1)
    return text.replace("\t\trequest_buffers 12MB", "\t\tbuffer_requests\n\t\tmax_buffer_size 12MB")


@pytest.mark.proof
@pytest.mark.skipif(shutil.which("caddy") is None, reason="there is no caddy here")
def test_the_proxy_ends_tls_and_sends_people_there(service) -> None:
    """With certificates of its own, since nobody in the world gives one for localhost."""
    (port,) = free_ports(1)
    told = {
        **service.environment("proxy"),
        "JASS_HOST": f"localhost:{port}",
        "JASS_BEHIND": f"127.0.0.1:{service.port['8000']}",
    }
    own = service.folder / "Caddyfile"
    own.write_text(for_this_caddy(f"127.0.0.1:{service.port['2019']}"))
    with (service.folder / "proxy.log").open("wb") as log:
        service.running["proxy"] = subprocess.Popen(
            ["caddy", "run", "--config", str(own), "--adapter", "caddyfile"],
            env=told, stdout=log, stderr=log,
        )  # fmt: skip
    service.await_health("proxy")
    context = ssl._create_unverified_context()  # noqa: S323
    with urlopen(f"https://localhost:{port}/help/", timeout=20, context=context) as answer:
        assert answer.status == 200
        assert answer.headers["Strict-Transport-Security"]
    assert service.stop("proxy") == 0


@pytest.mark.proof
def test_all_of_it_ends_when_it_is_asked_to(service) -> None:
    names = [name for name in ("beat", "live", "upkeep", "web") if name in service.running]
    assert {name: service.stop(name) for name in names} == dict.fromkeys(names, 0)


# --- What the file says, without starting anything
def test_every_service_starts_again_and_keeps_its_log_small() -> None:
    assert {name for name, told in SERVICES.items() if told["restart"] != "unless-stopped"} == {
        "migrate"
    }
    assert all(told["logging"]["options"]["max-size"] == "10m" for told in SERVICES.values())


def test_images_are_pinned_to_a_version() -> None:
    images = {told["image"] for told in SERVICES.values() if "build" not in told}
    assert images
    assert all(re.search(r":\d+\.\d+", image) for image in images)
    assert re.match(r"FROM python:3\.\d+\.\d+-", (ROOT / "Dockerfile").read_text())


def test_only_the_proxy_is_reached_from_outside() -> None:
    assert {name for name, told in SERVICES.items() if "ports" in told} == {"proxy"}


def test_what_counts_lies_in_volumes() -> None:
    mounted = {part.split(":")[0] for told in SERVICES.values() for part in told.get("volumes", ())}
    assert mounted - {"./Caddyfile"} == set(COMPOSE["volumes"])


def test_the_web_in_the_image_is_started_as_the_one_of_compose() -> None:
    found = re.search(r"^CMD (\[.*?\])$", (ROOT / "Dockerfile").read_text(), re.S | re.M)
    assert found is not None
    alone = json.loads(found[1].replace("\\\n", ""))
    assert interpolated(SERVICES["web"]["command"], {}) == alone


def test_a_missing_secret_stops_compose() -> None:
    with pytest.raises(KeyError, match="SECRET_KEY"):
        interpolated(SERVICES, {"JASS_HOST": "localhost", "POSTGRES_PASSWORD": "x"})


def test_a_shell_and_the_service_read_the_same_words(env_file) -> None:
    with pytest.MonkeyPatch.context() as patch:
        read: dict[str, str] = {}
        patch.setattr(environ.Env, "ENVIRON", read)
        environ.Env.read_env(env_file)
    assert read == variables_of(env_file)


def test_the_secrets_of_a_new_installation_need_no_quotes(env_file) -> None:
    told = variables_of(env_file)
    secrets = [told[name] for name in ("SECRET_KEY", "POSTGRES_PASSWORD", "REDIS_PASSWORD")]
    assert len(set(secrets)) == 3
    assert all(re.fullmatch(r"[0-9a-f]{32,64}", secret) for secret in secrets)
