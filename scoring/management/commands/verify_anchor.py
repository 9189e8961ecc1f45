"""`verify_anchor FILE`: whether the ledgers still say what a club has kept of them."""

import json
from argparse import ArgumentParser, FileType
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from jassclub.core.errors import Invalid
from scoring.claims import anchors
from scoring.claims.verification import verify_game
from scoring.core.models import Game


class Command(BaseCommand):
    """Exit code 0: everything is as it was; 1: each place that is not is named; 2: no anchor."""

    help = "compares the ledgers of a club with a file that it has downloaded"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=FileType("rb"), metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            told = anchors.read(json.load(options["file"]))
        except (ValueError, RecursionError, Invalid) as error:
            raise CommandError(f"this is no anchor: {error}", returncode=2) from None
        texts = list(anchors.differences(told))
        for game in Game.objects.filter(club=told["club"]).iterator():
            texts += [f"games {game.pk}: {finding.text}" for finding in verify_game(game)]
        if not anchors.is_genuine(told):
            texts.append("the signature does not hold: another ANCHOR_KEY, or a changed file")
        for text in texts:
            self.stdout.write(text)
        self.stdout.write(f"anchor {told['number']} of {told['made_at']}: {len(texts)} findings")
        if texts:
            raise SystemExit(1)
