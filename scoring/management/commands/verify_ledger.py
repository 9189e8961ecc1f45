"""`verify_ledger`: the hash chain and the control sums of all entries, and the chains above."""

import json
from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from jassclub.core.errors import Finding
from scoring.claims.verification import verify_game, verify_others
from scoring.core.models import Game


class Command(BaseCommand):
    """Exit code 0: everything holds; 1: each place that does not is named; 2: unusable call."""

    help = "checks the chain and the sums of every game, and the log of every tournament"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", help="only this game (its id)")
        parser.add_argument("--json", action="store_true", help="one JSON object a finding")

    def handle(self, *args: Any, **options: Any) -> None:
        as_json, games, findings = options["json"], 0, 0
        for game in _games(options["game"]):
            games += 1
            for finding in verify_game(game):
                findings += 1
                self.stdout.write(_line(finding, as_json=as_json))
        if not as_json:
            self.stdout.write(f"{games} games, {findings} findings")
        if not options["game"]:
            findings += self._write_others(as_json=as_json)
        if findings:
            raise SystemExit(1)

    def _write_others(self, *, as_json: bool) -> int:
        """Check the chains of the rooms above; how many findings they have."""
        chains = verify_others()
        for name, (count, texts) in chains.items():
            for text in texts:
                self.stdout.write(json.dumps({"of": name, "text": text}) if as_json else text)
            if count and not as_json:
                self.stdout.write(f"{count} {name}, {len(texts)} findings")
        return sum(len(texts) for _count, texts in chains.values())


def _games(ident: str | None) -> Iterable[Game]:
    """In the order of their beginning, never all of them in memory."""
    games = Game.objects.order_by("created_at", "id")
    if ident is None:
        return games.iterator()
    try:
        return [games.get(pk=UUID(ident))]
    except (ValueError, Game.DoesNotExist):
        raise CommandError(f"there is no game {ident}", returncode=2) from None


def _line(finding: Finding, *, as_json: bool) -> str:
    if as_json:
        shown = {**finding.params, "code": finding.code, "text": finding.text}
        return json.dumps(shown, ensure_ascii=False)
    return "game {game}, record {where}: ".format_map(finding.params) + (
        f"{finding.text} [{finding.code}]"
    )
