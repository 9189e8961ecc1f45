"""`plan`: a certified seating plan of a whole event, or a published draw made again."""

import json
import secrets
from argparse import ArgumentTypeError
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from jassclub.core.reader import number_in
from tournaments.draw.planning import lot_seed, round_from_json
from tournaments.draw.pure import (
    Plan,
    Round,
    Seats,
    UnusableRequestError,
    Wishes,
    commitment,
    make_plan,
)
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
        who.add_argument(
            "--draw",
            type=Path,
            metavar="FILE",
            help="a draw as the API answers it (draws): made again with its wishes and the rounds "
            "that were played before it, by the --seed of the event, and compared",
        )
        parser.add_argument("--rounds", type=int, default=1, metavar="R")
        parser.add_argument("--seed", help="the same seed gives the same plan; default: a new one")
        parser.add_argument(
            "--better",
            type=int,
            default=0,
            metavar="N",
            help="as many more lots, seed/1 and so on, of which the best is kept; Ctrl-C ends it",
        )
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
        if options["draw"] is not None:
            self._compare(options["draw"], seed=options["seed"], alone=options["alone"])
            return
        seed = secrets.token_hex(16) if options["seed"] is None else options["seed"]
        people = numbers if numbers is not None else players or 0
        try:
            plan = make_plan(people, rounds, seed=seed, alone=options["alone"])
            plan = self._bettered(plan, people, options["better"], alone=options["alone"])
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

    def _bettered(self, best: Plan, people: int | list[int], lots: int, *, alone: bool) -> Plan:
        """The best of so many lots more; who stops it gets the best so far."""
        seed = best.seed
        try:
            for number in range(1, lots + 1):
                if best.certificate.reaches_its_bounds:
                    break
                found = make_plan(people, len(best.rounds), seed=f"{seed}/{number}", alone=alone)
                best = min(best, found, key=lambda plan: plan.certificate.order)
                _faults, *repeats = best.certificate.order
                self.stderr.write(f"{number} of {lots}: {', '.join(map(str, repeats))} repeats")
        except KeyboardInterrupt:
            self.stderr.write("stopped")
        return best

    def _compare(self, file: Path, *, seed: str | None, alone: bool) -> None:
        try:
            told = json.loads(file.read_text(encoding="utf-8"))
            asked, rounds = told["asked"], [round_from_json(one) for one in told["rounds"]]
            commitment_, number, played = asked["commitment"], told["number"], told["played"]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise CommandError(f"{file} is no draw as the API answers it", returncode=2) from error
        if fault := _not_by_lot(asked, planned=told["planned"], told=len(rounds)):
            raise CommandError(f"draw {number} cannot be made again: {fault}", returncode=2)
        if seed is None or commitment(seed) != commitment_:
            raise CommandError(f"the seed is not the one that {commitment_} promised", returncode=2)
        try:
            plan = make_plan(
                asked["people"],
                len(rounds),
                seed=lot_seed(seed, number, asked.get("lot", 0)),
                frozen=rounds[:played],
                wishes=_wishes(asked.get("wishes", {})),
                alone=alone,
            )
        except UnusableRequestError as error:
            raise CommandError(str(error), returncode=2) from error
        pairs = zip(plan.rounds, rounds, strict=True)
        if wrong := [n for n, (made, one) in enumerate(pairs, start=1) if made != one]:
            said = ", ".join(map(str, wrong))
            raise CommandError(f"draw {number} differs from its lot in round {said}")
        self.stdout.write(f"draw {number} is what its lot gives: {len(rounds)} rounds, the same")


def _not_by_lot(asked: dict[str, Any], *, planned: int, told: int) -> str:
    """Why a draw is none that its lot alone gives, or cannot be compared; else nothing."""
    if asked.get("phase") != "plan" or asked.get("teams") or "groups" in asked:
        return "it follows a ranking, or teams that stay together"
    if "exchanged" in asked:
        return "the direction exchanged two people in it"
    if asked.get("with_wishes") and "wishes" not in asked:
        return "it has wishes, which only the desk may read"
    return "rounds of it are not public yet" if told < planned else ""


def _wishes(told: dict[str, Any]) -> Wishes:
    return Wishes(
        apart=tuple((one, other) for one, other in told.get("apart", [])),
        together=tuple((one, other) for one, other in told.get("together", [])),
        fixed={int(person): (t, s) for person, (t, s) in told.get("fixed", {}).items()},
    )


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
