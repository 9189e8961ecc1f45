"""`plan`: a certified seating plan of a whole event."""

import json
import secrets
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.planning import Plan, Round, UnusableRequestError, make_plan


class Command(BaseCommand):
    help = "Plans all rounds of an event, and counts the repeats of the plan."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=int, required=True, metavar="N")
        parser.add_argument("--rounds", type=int, required=True, metavar="R")
        parser.add_argument("--seed", help="the same seed gives the same plan; default: a new one")
        parser.add_argument("--json", action="store_true", help="as JSON, players from 0")

    def handle(self, *, players: int, rounds: int, seed: str | None, **options: Any) -> None:
        try:
            plan = make_plan(players, rounds, seed=secrets.token_hex(16) if seed is None else seed)
        except UnusableRequestError as error:
            raise CommandError(str(error), returncode=2) from error
        self.stdout.write(json.dumps(_answer(plan)) if options["json"] else _text(plan))


def _answer(plan: Plan) -> dict[str, Any]:
    return {
        "seed": plan.seed,
        "origin": plan.origin,
        "rounds": [r.tables for r in plan.rounds],
        "sitting_out": [r.sitting_out for r in plan.rounds],
        "certificate": asdict(plan.certificate),
    }


def _text(plan: Plan) -> str:
    rounds = (_round(number, r) for number, r in enumerate(plan.rounds, start=1))
    found, bounds = asdict(plan.certificate), asdict(plan.certificate.lower_bounds)
    counts = (
        f"{name}: {found[name]} (at least {bounds[name]})" for name in found if name in bounds
    )
    return "\n".join([f"seed: {plan.seed}", *rounds, *counts])


def _round(number: int, r: Round) -> str:
    """Sides with a plus: partners are together, people counted from 1."""
    names = [[str(person + 1) for person in table] for table in r.tables]
    tables = (f"  {t}: {a}+{c} : {b}+{d}" for t, (a, b, c, d) in enumerate(names, start=1))
    out = ", ".join(str(person + 1) for person in r.sitting_out)
    return "\n".join([f"round {number}", *tables, *([f"  sitting out: {out}"] if out else [])])
