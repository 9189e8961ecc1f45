"""Typed readers of the environment that collect every bad value before refusing."""

import os
import sys
from collections.abc import Callable, Sequence
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any, TypeVar

import environ
from django.core.management.utils import get_random_secret_key

from jassclub.core.reader import signed_number_in

T = TypeVar("T")

TRUE_WORDS = ("1", "true", "yes", "on")
FALSE_WORDS = ("0", "false", "no", "off")


class Environment:
    """Reads environment variables; `refuse_if_bad` reports all that could not be read.

    A value that cannot be read is noted and replaced by its default, so that one start
    shows every mistake at once.
    """

    def __init__(self, dotenv: Path | None = None) -> None:
        self.findings: list[str] = []
        if dotenv is not None and dotenv.is_file():
            if not os.access(dotenv, os.R_OK):  # it would be passed over, and production with it
                self.findings.append(f"{dotenv} cannot be read; see its owner and mode")
            environ.Env.read_env(dotenv)
        self._env = environ.Env()

    def text(self, name: str, default: str = "") -> str:
        return str(self._env.str(name, default=default)).strip()

    def flag(self, name: str, *, default: bool = False) -> bool:
        """A yes or no; anything but 1/0, true/false, yes/no, on/off is refused."""
        word = self.text(name).lower()
        if word in ("", *TRUE_WORDS, *FALSE_WORDS):
            return default if word == "" else word in TRUE_WORDS
        return self._note(name, f"{word!r} is neither yes nor no", default)

    def number(self, name: str, default: int, *, low: int, high: int) -> int:
        """A whole number between `low` and `high`, both included."""
        word = self.text(name, str(default))
        number = signed_number_in(word, most_digits=18)
        if number is None:
            return self._note(name, f"{word!r} is not a whole number", default)
        if not low <= number <= high:
            return self._note(name, f"{word} is not between {low} and {high}", default)
        return number

    def seconds(self, name: str, default: float, *, low: float, high: float) -> float:
        """A duration in seconds between `low` and `high`."""
        word = self.text(name, str(default))
        value = self._parsed(name, lambda: float(word), default)
        if not low <= value <= high:
            return self._note(name, f"{word} is not between {low} and {high} seconds", default)
        return value

    def choice(self, name: str, default: str, *, among: Sequence[str]) -> str:
        word = self.text(name, default)
        if word in among:
            return word
        return self._note(name, f"{word!r} is none of {', '.join(among)}", default)

    def words(self, name: str, default: Sequence[str] = ()) -> list[str]:
        """A list separated by commas."""
        found = [word.strip() for word in self.text(name).split(",") if word.strip()]
        return found or list(default)

    def networks(self, name: str) -> list[IPv4Network | IPv6Network]:
        """Networks such as 192.168.1.0/24, separated by commas."""
        words = self.words(name)
        return self._parsed(name, lambda: [ip_network(word) for word in words], [])

    def url(self, name: str, default: str, *, schemes: Sequence[str]) -> str:
        """An address whose scheme is one of `schemes`; the value itself is never shown."""
        value = self.text(name, default)
        if value.partition("://")[0] in schemes:
            return value
        return self._note(name, f"must begin with one of {', '.join(schemes)}, then ://", default)

    def database(self, name: str, default: str) -> dict[str, Any]:
        """Django's settings of one database, from an address like postgres://user:pw@host/name."""
        schemes = ("sqlite", "postgres", "postgresql")
        value = self.url(name, default, schemes=schemes)
        return self._parsed(
            name,
            lambda: dict(environ.Env.db_url_config(value)),
            dict(environ.Env.db_url_config(default)),
        )

    def mail(self, name: str, default: str) -> dict[str, Any]:
        """Django's settings of a mail server, like smtp+tls://user:password@host:587."""
        value = self.url(name, default, schemes=("smtp", "smtp+tls", "smtp+ssl", "consolemail"))
        return self._parsed(name, lambda: dict(environ.Env.email_url_config(value)), {})

    def folder(self, name: str, default: str) -> Path:
        """A folder that can be written in; it is made where there is none."""
        path = Path(self.text(name, default)).absolute()
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            return self._note(name, f"{path} cannot be made: {problem.strerror}", path)
        if not os.access(path, os.W_OK):
            return self._note(name, f"nothing can be written in {path}; name another one", path)
        return path

    def require(self, name: str, *, why: str) -> None:
        """Note a variable that must be set; `why` completes the sentence 'is missing: ...'."""
        if not self.text(name):
            self.findings.append(f"{name} is missing: {why}")

    def refuse_if_bad(self) -> None:
        """End the process with every finding, one a line; whoever starts it needs no trace."""
        if self.findings:
            sys.exit(
                "The environment cannot be used:\n" + "\n".join(f"  - {f}" for f in self.findings)
            )

    def _parsed(self, name: str, parse: Callable[[], T], default: T) -> T:
        try:
            return parse()
        except ValueError:
            return self._note(name, "cannot be read", default)

    def _note(self, name: str, problem: str, default: T) -> T:
        self.findings.append(f"{name}: {problem}")
        return default


def kept_secret(path: Path) -> str:
    """The secret of an embedded installation: made once, readable by its owner only.

    Several processes may start at the same moment: the first to create the file wins.
    """
    try:
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(get_random_secret_key())
    except FileExistsError:
        pass
    return path.read_text()
