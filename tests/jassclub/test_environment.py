"""What stands in the environment is read with its type, and refused all at once."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from jassclub.environment import Environment, kept_secret

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def env(monkeypatch):
    def with_values(**values: str) -> Environment:
        for name, value in values.items():
            monkeypatch.setenv(name, value)
        return Environment()

    return with_values


@pytest.mark.parametrize("word", ["1", "true", "TRUE", "yes", "on"])
def test_a_flag_says_yes_in_several_words(env, word) -> None:
    assert env(X=word).flag("X") is True


@pytest.mark.parametrize("word", ["0", "false", "no", "Off"])
def test_a_flag_says_no_in_several_words(env, word) -> None:
    assert env(X=word).flag("X", default=True) is False


@pytest.mark.parametrize(("value", "read"), [("5", 5), (" 7 ", 7), ("0", 0)])
def test_a_number_is_read(env, value, read) -> None:
    assert env(X=value).number("X", 3, low=0, high=10) == read


@pytest.mark.parametrize(
    ("reader", "value"),
    [
        (lambda e: e.flag("X"), "perhaps"),
        (lambda e: e.number("X", 1, low=0, high=10), "11"),
        (lambda e: e.number("X", 1, low=0, high=10), "-1"),
        (lambda e: e.number("X", 1, low=0, high=10), "1e400"),
        (lambda e: e.number("X", 1, low=0, high=10), "²"),
        (lambda e: e.seconds("X", 1, low=0, high=10), "soon"),
        (lambda e: e.seconds("X", 1, low=0, high=10), "nan"),
        (lambda e: e.choice("X", "a", among=["a", "b"]), "c"),
        (lambda e: e.url("X", "redis://", schemes=["redis"]), "http://x"),
        (lambda e: e.networks("X"), "192.168.1.7/24"),
        (lambda e: e.networks("X"), "10.0.0.0/8,hall"),
        (lambda e: e.database("X", "sqlite:///x"), "mysql://x/y"),
        (lambda e: e.database("X", "sqlite:///x"), "postgres://u:p@host:port/name"),
    ],
)
def test_a_bad_value_is_refused_by_name(env, reader, value) -> None:
    environment = env(X=value)
    reader(environment)
    with pytest.raises(SystemExit, match="- X: "):
        environment.refuse_if_bad()


def test_an_address_with_a_password_is_not_repeated_in_the_refusal(env) -> None:
    environment = env(X="postgres://user:topsecret@host:port/name")
    environment.database("X", "sqlite:///x")
    assert environment.findings
    assert "topsecret" not in "".join(environment.findings)


def test_good_values_are_not_refused(env) -> None:
    environment = env(A="1", B="2.5", C="a, b,,c")
    assert environment.seconds("B", 1, low=0, high=9) == 2.5
    assert environment.words("C") == ["a", "b", "c"]
    assert environment.networks("NOWHERE_SET") == []
    environment.refuse_if_bad()


def test_networks_are_read(env) -> None:
    read = env(X="192.168.1.0/24, fd00::/64,127.0.0.1").networks("X")
    assert [str(network) for network in read] == ["192.168.1.0/24", "fd00::/64", "127.0.0.1/32"]


def test_a_secret_is_made_once_and_readable_by_its_owner_only(tmp_path) -> None:
    path = tmp_path / "secret_key"
    first = kept_secret(path)
    assert len(first) >= 50
    assert kept_secret(path) == first
    assert path.stat().st_mode & 0o077 == 0


def settings_with(
    tmp_path, shown: str = "s.ALLOWED_HOSTS", **values: str
) -> "subprocess.CompletedProcess[str]":
    environment = {"PATH": os.environ["PATH"], "JASSCLUB_DOTENV": "", **values}
    environment.setdefault("JASSCLUB_VAR", str(tmp_path))
    return subprocess.run(
        [sys.executable, "-c", f"import jassclub.settings as s; print({shown})"],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_production_names_everything_that_is_missing_at_once(tmp_path) -> None:
    done = settings_with(tmp_path, JASSCLUB_PRODUCTION="1", LOG_LEVEL="LOUD")
    assert done.returncode == 1
    for name in ("SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "REDIS_URL", "LOG_LEVEL"):
        assert f"- {name}" in done.stderr


def test_production_makes_no_secret_of_its_own(tmp_path) -> None:
    settings_with(tmp_path, JASSCLUB_PRODUCTION="1")
    assert not (tmp_path / "secret_key").exists()


def test_production_refuses_the_hall_mode(tmp_path) -> None:
    done = settings_with(tmp_path, JASSCLUB_PRODUCTION="1", JASSCLUB_HALL_MODE="1")
    assert "cannot be used in production" in done.stderr


def test_embedded_needs_nothing(tmp_path) -> None:
    done = settings_with(tmp_path)
    assert done.returncode == 0, done.stderr
    assert "127.0.0.1" in done.stdout


def test_production_starts_when_all_is_there(tmp_path) -> None:
    done = settings_with(
        tmp_path,
        JASSCLUB_PRODUCTION="1",
        SECRET_KEY="x" * 50,
        ALLOWED_HOSTS="jass.example.ch",
        DATABASE_URL="postgres://u:p@localhost/jass",
        REDIS_URL="redis://localhost:6379/0",
    )
    assert done.stdout.strip() == "['jass.example.ch']"


@pytest.mark.parametrize(
    ("after", "options"),
    [
        ({}, {"server_side_binding": True, "prepare_threshold": 5}),
        (
            {"DATABASE_PREPARE_AFTER": "0"},
            {"server_side_binding": False, "prepare_threshold": None},
        ),
    ],
)
def test_statements_are_prepared_unless_a_pooler_cannot_and_the_address_keeps_its_options(
    tmp_path, after, options
) -> None:
    address = "postgres://u:p@localhost/jass?sslmode=require"
    shown = "s.DATABASES['default']['OPTIONS']"
    done = settings_with(tmp_path, shown, DATABASE_URL=address, **after)
    assert ast.literal_eval(done.stdout) == {"sslmode": "require", **options}


@pytest.mark.parametrize("command", [
    ["manage.py", "check"],
    ["-m", "celery", "-A", "jassclub", "worker"],
    ["-m", "gunicorn", "jassclub.wsgi", "-c", "python:jassclub.gunicorn"],
], ids=["a command", "a worker", "the web"])  # fmt: skip
def test_a_folder_that_nobody_can_write_in_ends_the_start_with_a_sentence(command) -> None:
    environment = {"PATH": os.environ["PATH"], "JASSCLUB_DOTENV": "", "JASSCLUB_VAR": "/proc/no"}
    done = subprocess.run(
        [sys.executable, *command],
        env=environment, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 1
    assert "- JASSCLUB_VAR: /proc/no cannot be made" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_folder_without_the_right_to_write_is_refused_by_name(env, tmp_path, monkeypatch) -> None:
    environment = env(X=str(tmp_path))
    assert environment.folder("X", "var") == tmp_path
    environment.refuse_if_bad()
    monkeypatch.setattr(os, "access", lambda *args: False)  # root may write everywhere
    environment.folder("X", "var")
    with pytest.raises(SystemExit, match="- X: nothing can be written in"):
        environment.refuse_if_bad()


def test_variables_that_this_user_may_not_read_are_not_passed_over(tmp_path, monkeypatch) -> None:
    dotenv = tmp_path / ".env"
    dotenv.write_text("JASSCLUB_DEBUG=0")
    monkeypatch.delenv("JASSCLUB_DEBUG", raising=False)
    monkeypatch.setattr(os, "access", lambda *args: False)  # root may read everything
    with pytest.raises(SystemExit, match=r"- .*/\.env cannot be read; see its owner"):
        Environment(dotenv).refuse_if_bad()


@pytest.mark.parametrize("command", ["backup", "verify_ledger"])
def test_a_command_without_its_tables_ends_with_a_sentence(tmp_path, command) -> None:
    environment = {"PATH": os.environ["PATH"], "JASSCLUB_DOTENV": "", "JASSCLUB_VAR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "manage.py", command],
        env=environment, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 1
    assert "The database cannot do this: no such table" in done.stderr
    assert "DATABASE_URL" in done.stderr
    assert "Traceback" not in done.stderr
