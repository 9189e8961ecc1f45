"""The rules of a season as they are checked before they are stored: nothing in them is ignored."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from jassclub.core.errors import Finding, in_words
from scoring.games.registry import GAMES
from tournaments.format.pure import RankingRule, Unit, read_rule
from tournaments.standings.pure import (
    DIFFERENZLER_CRITERIA,
    SCHIEBER_CRITERIA,
    read_leagues,
    read_season_rules,
)
from tournaments.standings.pure.master import MASTER, read_master

CRITERIA = tuple(dict.fromkeys((*SCHIEBER_CRITERIA, *DIFFERENZLER_CRITERIA)))
EVENTS, LEAGUES, GUESTS = "events", "leagues", "guests"
"""The last: where guests stand in each table for which nothing else is said."""


def faults(key: str, value: Any) -> list[Finding]:
    """What is wrong with one key: a game, `events`, `master`, `guests`, or `leagues` by game."""
    return in_words(_under(key, _findings(key, value)), _text)


def _findings(key: str, value: Any) -> Iterable[Finding]:
    if key == EVENTS:
        # In which direction the game is won is known where it is counted: one of both must fit.
        readings = [
            read_rule(value, default=RankingRule(unit=Unit.EVENT, lower_wins=lower)).findings
            for lower in (False, True)
        ]
        return () if () in readings else readings[0]
    if key == LEAGUES:
        return _leagues(value)
    if key == MASTER:
        return read_master(value, games=GAMES).findings
    if key == GUESTS:
        return read_season_rules({GUESTS: value}, criteria=()).findings
    if key in GAMES:
        return read_season_rules(value, criteria=CRITERIA).findings
    return (Finding("key_unknown", "", "no game, events, master or leagues"),)


def _leagues(value: Any) -> Iterator[Finding]:
    if not isinstance(value, Mapping):
        yield Finding("not_an_object", "", "leagues by game")
        return
    for game, settings in value.items():
        unknown = (Finding("key_unknown", "", game),)
        yield from _under(game, read_leagues(settings).findings if game in GAMES else unknown)


def _under(key: str, findings: Iterable[Finding]) -> Iterator[Finding]:
    head = key[:40].replace("~", "~0").replace("/", "~1")
    return (replace(finding, pointer=f"/{head}{finding.pointer}") for finding in findings)


def _text(finding: Finding) -> str:
    if finding.code == "key_unknown":
        return _("«%(key)s» gibt es in den Regeln einer Saison nicht.") % {
            "key": finding.pointer.rpartition("/")[2]
        }
    return str(TEXTS.get(finding.code, _("Dieser Wert passt nicht in die Regeln einer Saison.")))


TEXTS: Mapping[str, str | Promise] = {
    "not_a_count": gettext_lazy("Hier gehört eine ganze Zahl hin, die nicht zu gross ist."),
    "count_unknown": gettext_lazy("Wie viele? Schreib eine Zahl ab 1."),
    "no_date": gettext_lazy("Das Datum schreibt man so: 2026-05-31."),
    "leagues_unreadable": gettext_lazy("Es braucht mindestens zwei Ligen mit jemandem darin."),
}
