"""`standings FILE`: a result list in, its ranking out.

With `--rule`, by a tournament rule: the results of a record are its rounds from the first on.
"""

import json
import sys
from argparse import ArgumentTypeError
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.format.pure import PRESETS, Count, Number, Ranking, RankingRule, read_rule
from tournaments.standings.pure import (
    Contest,
    Entrant,
    PasseResult,
    Results,
    Round,
    Standing,
    TournamentStanding,
    UnusableInputError,
    rank,
    read_results,
    tournament_standings,
)

HANDS = 12
"""Of a round, where a list does not say: the passe that a joker's points are given for."""

BY_OPTIONS = ("count", "lower_wins", "tie")


class Command(BaseCommand):
    help = 'Ranks one result list: [{"player", "results": [numbers]}], a file or - for stdin.'
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE")
        parser.add_argument(
            "--count", type=_count, help="sum (if nothing is said), drop:N, best:N or average"
        )
        parser.add_argument("--lower-wins", action="store_true", default=None)
        parser.add_argument(
            "--tie", type=_ties, help="in order: best, second, shared (if nothing is said)"
        )
        parser.add_argument(
            "--rule",
            metavar="FILE|PRESET",
            help=f"instead: a tournament rule as JSON, or one of {', '.join(PRESETS)}",
        )
        parser.add_argument("--drawn", type=int, help="the number a rule is nearest to")

    def handle(self, *, file: str, **options: Any) -> None:
        rule = _rule(options)
        try:
            found = read_results(_text(file))
        except (OSError, UnicodeDecodeError, UnusableInputError) as error:
            raise CommandError(f"{file}: {error}", returncode=2) from error
        if rule is None:
            standings: list[Standing] | list[TournamentStanding] = rank(
                found.results,
                Ranking(
                    count=options["count"] or Count(),
                    lower_wins=bool(options["lower_wins"]),
                    ties=options["tie"] or Ranking().ties,
                ),
            )
        else:
            standings = tournament_standings(_contest(found.results, options["drawn"]), rule)
        rows = (
            {
                "rank": standing.rank,
                "player": standing.player,
                "value": None if standing.value is None else _plain(standing.value),
                "decided_by": standing.decided_by,
            }
            for standing in standings
        )
        lines = ",\n ".join(json.dumps(row, ensure_ascii=False) for row in rows)
        self.stdout.write(f"[{lines}]")
        if found.findings:
            raise CommandError("\n".join(map(str, found.findings)), returncode=1)


def _rule(options: dict[str, Any]) -> RankingRule | None:
    """The tournament rule asked for; it leaves nothing to the other options."""
    name = options["rule"]
    given = [option for option in BY_OPTIONS if options[option] is not None]
    if name is None and options["drawn"] is None:
        return None
    if name is None or given:
        raise CommandError("--rule takes --drawn and no other rule beside it", returncode=2)
    return PRESETS[name].format.ranking if name in PRESETS else _rule_from(name)


def _rule_from(file: str) -> RankingRule:
    try:
        reading = read_rule(json.loads(_text(file)))
    except (OSError, ValueError, RecursionError) as error:
        raise CommandError(f"{file}: {error}", returncode=2) from error
    if reading.rule is None:
        raise CommandError("\n".join(map(str, reading.findings)), returncode=2)
    return reading.rule


def _contest(results: Sequence[Results], drawn: int | None) -> Contest:
    """Rounds of one length; a record that is shorter than others misses the last ones."""
    length = max((len(r.values) for r in results), default=0)
    return Contest(
        rounds=tuple(Round(number, HANDS) for number in range(1, length + 1)),
        entrants=tuple(Entrant(r.player) for r in results),
        results=tuple(
            PasseResult(player=r.player, round=number, points=value, hands=HANDS)
            for r in results
            for number, value in enumerate(r.values, start=1)
        ),
        drawn=drawn,
    )


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


def _plain(value: Number) -> int | float:
    """The JSON number nearest to an exact value."""
    return int(value) if value == int(value) else float(value)
