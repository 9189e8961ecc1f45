"""The one sentence in which a table is asked which of two versions of a hand is right."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from jassclub.web.suits import mode_name
from scoring.claims.hands import table_at
from scoring.claims.models import HandEntry
from scoring.core.models import Game
from scoring.core.rules import Rules
from scoring.slate.board import mode_of


def question_about(game: Game, number: int) -> str:
    """All versions that stand against each other, by their numbers; empty where none do."""
    entries = list(
        HandEntry.objects.filter(
            hand__game=game,
            hand__number=number,
            state__in=(*HandEntry.CURRENT, HandEntry.State.RIVAL),
        ).select_related("hand")
    )
    if not any(entry.state == HandEntry.State.RIVAL for entry in entries):
        return ""
    entries.sort(key=lambda entry: entry.version)
    versions = _(" oder ").join(_told(Rules.of(game), entries))
    text = _("Für Spiel %(number)d stehen verschiedene Zahlen da: %(versions)s. Was gilt?")
    return text % {"number": number, "versions": versions}


def _told(rules: Rules, entries: Sequence[HandEntry]) -> list[str]:
    """The points of each version, with its trump where they differ in it."""
    modes = [mode_of(entry.slip) for entry in entries]
    points = [_points(rules, entry) for entry in entries]
    if len(set(modes)) == 1:
        return points
    named = [mode_name(mode, rules.deck) if mode else "–" for mode in modes]
    return [f"{made} ({name})" for made, name in zip(points, named, strict=True)]


def _points(rules: Rules, entry: HandEntry) -> str:
    totals = rules.game.score(entry.slip, table_at(entry.hand, rules)).totals
    return " : ".join(map(str, totals))
