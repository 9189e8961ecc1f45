"""`plan`: a certified seating plan of a whole event."""

import json
import secrets
from argparse import ArgumentTypeError
from dataclasses import asdict, dataclass
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from jassclub.core.reader import number_in
from tournaments.draw.pure import Plan, Round, Seats, UnusableRequestError, make_plan
from tournaments.entries.tickets import ticket_order

LARGEST = 10_000
"""No start number is larger."""


class Command(BaseCommand):
    help = "Plans all rounds of an event, and counts the repeats of the plan."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        who = parser.add_mutually_exclusive_group(required=True)
        who.add_argument("--players", type=int, metavar="N")
        who.add_argument(
            "--numbers",
            type=_numbers,
            metavar="1-12,14",
            help="start numbers instead: the lot depends on them",
        )
        who.add_argument(
            "--tickets",
            type=int,
            metavar="N",
            help="the order in which N start numbers are drawn by the seed of an event",
        )
        parser.add_argument("--rounds", type=int, default=1, metavar="R")
        parser.add_argument("--seed", help="the same seed gives the same plan; default: a new one")
        parser.add_argument(
            "--alone", action="store_true", help="no partners, tables of three where it must be"
        )
        parser.add_argument(
            "--json", action="store_true", help="as JSON, players from 0, start numbers as they are"
        )

    def handle(
        self, *, players: int | None, numbers: list[int] | None, rounds: int, **options: Any
    ) -> None:
        if options["tickets"] is not None:
            order = ticket_order(min(options["tickets"], LARGEST), seed=options["seed"] or "")
            self.stdout.write(json.dumps(order) if options["json"] else " ".join(map(str, order)))
            return
        seed = secrets.token_hex(16) if options["seed"] is None else options["seed"]
        people = numbers if numbers is not None else players or 0
        try:
            plan = make_plan(people, rounds, seed=seed, alone=options["alone"])
        except UnusableRequestError as error:
            raise CommandError(str(error), returncode=2) from error
        told = _Told(first=1 if numbers is None else 0, alone=options["alone"])
        answer = {
            "seed": plan.seed,
            "origin": plan.origin,
            "rounds": [r.tables for r in plan.rounds],
            "sitting_out": [r.byes for r in plan.rounds],
            "certificate": asdict(plan.certificate),
        }
        self.stdout.write(json.dumps(answer) if options["json"] else told.text(plan))


def _numbers(text: str) -> list[int]:
    """ "1-3,7" is 1, 2, 3, 7."""
    found: list[int] = []
    for part in text.split(","):
        low, _, high = part.partition("-")
        first, last = number_in(low) or 0, number_in(high or low) or 0
        if not (0 < first <= LARGEST and 0 < last <= LARGEST):
            raise ArgumentTypeError(f"{part!r} is no start number and no range of them")
        found += range(first, last + 1)
    return found


@dataclass(frozen=True)
class _Told:
    """A plan in words: the first person is called `first`, partners stand together."""

    first: int
    alone: bool

    def text(self, plan: Plan) -> str:
        rounds = (self._round(number, r) for number, r in enumerate(plan.rounds, start=1))
        found, bounds = asdict(plan.certificate), asdict(plan.certificate.lower_bounds)
        counts = (
            f"{name}: {found[name]} (at least {bounds[name]})" for name in found if name in bounds
        )
        return "\n".join([f"seed: {plan.seed}", *rounds, *counts])

    def _round(self, number: int, r: Round) -> str:
        tables = (f"  {t}: {self._table(table)}" for t, table in enumerate(r.tables, start=1))
        out = ", ".join(str(person + self.first) for person in r.byes)
        return "\n".join([f"round {number}", *tables, *([f"  sitting out: {out}"] if out else [])])

    def _table(self, table: Seats) -> str:
        """Sides with a plus, or everybody for himself."""
        names = [str(person + self.first) for person in table]
        if self.alone:
            return " : ".join(names)
        a, b, c, d = names
        return f"{a}+{c} : {b}+{d}"
