"""`duplicate`: deals that are the same at every table, the way of pairs and boards, the ranking."""

import csv
import secrets
from argparse import FileType
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from jassclub.core.reader import number_in
from referee.rules.cards import card_at
from tournaments.draw.pure import commitment
from tournaments.draw.pure.duplicate import SEATS, deal, howell, mitchell, movement_faults
from tournaments.format.pure import as_decimal
from tournaments.standings.pure.duplicate import Played, duplicate_ranking, played_faults

PLACES = "NESW"
COLUMNS = ("board", "ns", "ew", "ns_points", "ew_points")
MOST_BOARDS = 200


class Command(BaseCommand):
    help = "Duplicate Jass: deals to sort by hand, the movement, and the ranking of its results."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_subparsers(dest="what", required=True)
        deals = what.add_parser("deals", help="the boards, card by card")
        deals.add_argument("--boards", type=int, required=True, metavar="N")
        deals.add_argument("--seed", help="the same seed gives the same deals; default: a new one")
        moves = what.add_parser("movement", help="who meets whom, with which boards")
        moves.add_argument("--pairs", type=int, required=True, metavar="N")
        moves.add_argument("--each", type=int, default=2, metavar="N", help="boards a round")
        moves.add_argument("--howell", action="store_true", help="all meet all; else Mitchell")
        score = what.add_parser("score", help=f"a CSV with {','.join(COLUMNS)}")
        score.add_argument("file", type=FileType(encoding="utf-8-sig"))

    def handle(self, *, what: str, **options: Any) -> None:
        lines = {"deals": _deals, "movement": _movement, "score": _score}[what](options)
        self.stdout.write("\n".join(lines))


def _deals(options: dict[str, Any]) -> list[str]:
    boards = options["boards"]
    if not 1 <= boards <= MOST_BOARDS:
        raise CommandError(f"{boards} boards: 1 to {MOST_BOARDS}", returncode=2)
    seed = options["seed"] or secrets.token_hex(16)
    lines = [f"seed: {seed} (its hash, to show before play: {commitment(seed)})"]
    for board in range(1, boards + 1):
        lines.append(f"board {board}, {PLACES[(board - 1) % SEATS]} names trump")
        for place, cards in zip(PLACES, deal(board, seed=seed), strict=True):
            lines.append(f"  {place}: {' '.join(str(card_at(card)) for card in cards)}")
    return lines


def _movement(options: dict[str, Any]) -> list[str]:
    each = options["each"]
    if each < 1:
        raise CommandError("at least one board a round", returncode=2)
    try:
        rounds = (howell if options["howell"] else mitchell)(options["pairs"])
    except ValueError as error:
        raise CommandError(str(error), returncode=2) from error
    if faults := movement_faults(rounds):
        raise CommandError("; ".join(faults), returncode=1)
    lines = []
    for number, tables in enumerate(rounds, start=1):
        lines.append(f"round {number}")
        for table, here in enumerate(tables, start=1):
            first = (here.boards - 1) * each + 1
            boards = f"board {first}" if each == 1 else f"boards {first}-{first + each - 1}"
            lines.append(f"  table {table}: {here.north_south} NS, {here.east_west} EW, {boards}")
    return [*lines, "counted again: nobody meets a pair or a board twice, all boards equally often"]


def _score(options: dict[str, Any]) -> list[str]:
    with options["file"] as file:
        reader = csv.DictReader(file)
        if tuple(reader.fieldnames or ()) != COLUMNS:
            raise CommandError(f"the first line is {','.join(COLUMNS)}", returncode=2)
        played = [_read(number, row) for number, row in enumerate(reader, start=2)]
    if faults := played_faults(played):
        raise CommandError("; ".join(faults), returncode=2)
    return [
        f"{place}. pair {line.pair}: {as_decimal(100 * line.share)} %, "
        f"{line.matchpoints} of {line.possible} matchpoints on {line.boards} boards, "
        f"{as_decimal(line.against_mean):+} against the mean"
        for place, line in enumerate(duplicate_ranking(played), start=1)
    ]


def _read(number: int, row: dict[str, str]) -> Played:
    values = [number_in((row[name] or "").strip(), most_digits=4) for name in COLUMNS]
    if None in values:
        raise CommandError(f"line {number}: whole numbers only", returncode=2)
    return Played(*(value or 0 for value in values))
