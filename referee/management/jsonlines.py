"""Commands that answer one JSON line with one JSON line.

Exit code 0: everything was answered. 1: some records could not be read; each is named with its
line on standard error and answered by a line with `error`, the others are answered all the same.
2: the call itself cannot be used.
"""

import json
import sys
from abc import abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from jassclub.core.errors import DomainError
from jassclub.core.languages import LANGUAGES, SOURCE
from referee.asking import language
from referee.rules.profile import Profile, load_profile, profile_slugs
from referee.rules.records import ID_LIMIT, RecordError
from referee.rules.replay import Agreed

DEFAULT_PROFILE = "jassregeln"


class JsonLinesCommand(BaseCommand):
    """Reads records from a file or standard input; a subclass answers one record."""

    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="one JSON object a line; - is standard input")
        parser.add_argument(
            "--profile", help=f"what the table agreed on; if nothing is said, {DEFAULT_PROFILE}"
        )
        parser.add_argument("--lang", default=SOURCE, help=", ".join(LANGUAGES))

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            language(options["lang"])
        except DomainError as error:
            raise CommandError(error.message, returncode=2) from None
        profile = _profile(options["profile"])
        faulty = 0
        with _opened(options["file"]) as lines:
            for number, line in enumerate(self.records(lines), start=1):
                if line.strip():
                    faulty += not self._answer_line(number, line, profile, options)
        if faulty:
            raise CommandError(f"{faulty} record(s) could not be read", returncode=1)

    def records(self, lines: IO[bytes]) -> Iterable[bytes]:
        """The records of a file: its lines."""
        return lines

    @abstractmethod
    def answer(self, value: object, profile: Profile, options: dict[str, Any]) -> dict[str, object]:
        """The answer to one record; RecordError where it cannot be read."""

    def _answer_line(
        self, number: int, line: bytes, profile: Profile, options: dict[str, Any]
    ) -> bool:
        value: object = None
        try:
            value = _parsed(line)
            self._write(self.answer(value, profile, options))
        except RecordError as error:
            self.stderr.write(f"line {number}: {error}")
            self._write(_refusal(number, value, error))
            return False
        return True

    def _write(self, answer: dict[str, object]) -> None:
        self.stdout.write(json.dumps(answer, ensure_ascii=False))


def agreed(profile: Profile, options: dict[str, Any]) -> Agreed:
    """What the table plays: anything, where nobody named its profile."""
    return Agreed() if options["profile"] is None else Agreed.of(profile)


def _parsed(line: bytes) -> object:
    try:
        return json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise RecordError("not_utf8", "", "not UTF-8") from None
    except RecursionError:
        raise RecordError("not_json", "", "nested too deeply") from None
    except ValueError as error:
        raise RecordError("not_json", "", f"not JSON: {str(error)[:80]}") from None


def _refusal(number: int, value: object, error: RecordError) -> dict[str, object]:
    return {
        "id": _harmless_id(value),
        "line": number,
        "error": str(error),
        "code": error.code,
        "pointer": error.pointer,
    }


def _harmless_id(value: object) -> str | int | None:
    """The id of a record that was refused, where it has one that can be repeated."""
    found = value.get("id") if isinstance(value, dict) else None
    if isinstance(found, int) and not isinstance(found, bool):
        return found
    if isinstance(found, str) and len(found) <= ID_LIMIT:
        return found.encode("utf-8", "replace").decode()
    return None


def _profile(told: str | None) -> Profile:
    slug = DEFAULT_PROFILE if told is None else told
    try:
        return load_profile(slug)
    except KeyError:
        known = ", ".join(profile_slugs())
        raise CommandError(f"there is no profile {slug!r}; known: {known}", returncode=2) from None


@contextmanager
def _opened(name: str) -> Iterator[IO[bytes]]:
    if name == "-":
        yield sys.stdin.buffer
        return
    try:
        with Path(name).open("rb") as lines:
            yield lines
    except OSError as error:
        hint = f'; a question in words: lookup "{name}"' if " " in name else ""
        raise CommandError(f"{name}: {error.strerror}{hint}", returncode=2) from None
