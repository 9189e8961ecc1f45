"""`standings FILE`: a result list in, its ranking out."""

import json
import sys
from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.standings import (
    Count,
    Number,
    Ranking,
    Standing,
    UnusableInputError,
    rank,
    read_results,
)


class Command(BaseCommand):
    help = 'Ranks one result list: [{"player", "results": [numbers]}], a file or - for stdin.'
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE")
        parser.add_argument(
            "--count", type=_count, default="sum", help="sum, drop:N, best:N or average"
        )
        parser.add_argument("--lower-wins", action="store_true")
        parser.add_argument(
            "--tie", type=_ties, default="shared", help="in order: best, second, shared"
        )

    def handle(self, *, file: str, **options: Any) -> None:
        rules = Ranking(
            count=options["count"], lower_wins=options["lower_wins"], ties=options["tie"]
        )
        try:
            found = read_results(_text(file))
        except (OSError, UnicodeDecodeError, UnusableInputError) as error:
            raise CommandError(f"{file}: {error}", returncode=2) from error
        rows = (_row(standing) for standing in rank(found.results, rules))
        lines = ",\n ".join(json.dumps(row, ensure_ascii=False) for row in rows)
        self.stdout.write(f"[{lines}]")
        if found.findings:
            raise CommandError("\n".join(map(str, found.findings)), returncode=1)


def _text(file: str) -> str:
    data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    return data.decode("utf-8-sig")


def _count(text: str) -> Count:
    try:
        return Count.parse(text)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from error


def _ties(text: str) -> tuple[str, ...]:
    try:
        return Ranking(ties=tuple(text.split(","))).ties
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from error


def _row(standing: Standing) -> dict[str, Any]:
    return {
        "rank": standing.rank,
        "player": standing.player,
        "value": None if standing.value is None else _plain(standing.value),
        "decided_by": standing.decided_by,
    }


def _plain(value: Number) -> int | float:
    """The JSON number nearest to an exact value."""
    return int(value) if value == int(value) else float(value)
