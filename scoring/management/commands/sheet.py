"""Keep the sheet of a game: `manage.py sheet FILE --profile P [--players N] [--dealer SEAT]`.

`--agreed bieter.declined=157` puts what the table agreed on above the profile, as often as needed.
A line of input is a hand, `{"told": slip}`, with `"dealer"` where somebody else dealt than whose
turn it was, and `"penalties"`, points a column that are no part of the slip. A line of output is a
hand, `{"hand", "cells", "totals", "findings"}`; the last one is
`{"end": {"over", "winners", "reason", "schneider", "settlement"}}`. A hand with findings that
block counts nothing, and its cells are null.

Columns are the sides or the seats. Where one plays against all others for the whole game, the
declarer's column comes first and that of the others once.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext, override

from jassclub.core.errors import Finding
from referee.management.jsonlines import JsonLinesCommand
from referee.rules.profile import Profile, ProfileError, switches_of
from referee.rules.records import RecordError
from scoring.games.base import PlayedHand, Sheet, Table, whole
from scoring.games.registry import GAMES, text
from scoring.games.told import alike, end_told, row_told


class Command(JsonLinesCommand):
    help = "Writes recorded hands on the sheet of a game: cells, totals, findings, and the end."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--players", type=int, help="how many play; unless said as most do")
        parser.add_argument("--dealer", type=int, help="the seat that deals hand 1; else the last")
        parser.add_argument("--deck", default="german", help="german or french")
        parser.add_argument(
            "--agreed",
            action="append",
            default=[],
            metavar="SWITCH=VALUE",
            help="a rule of this table, such as target=21 or pandur.dealer=on_made",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        self.hands: list[PlayedHand] = []
        self.table: Table | None = None
        with override(options["lang"]):
            try:
                super().handle(*args, **options)
            finally:
                if self.table is not None:
                    sheet = self._sheet(self.table)
                    self._write({"end": end_told(sheet, self._columns(sheet), self.table)})

    def answer(self, value: object, profile: Profile, options: dict[str, Any]) -> dict[str, object]:
        self.table = self.table or _table(_agreed(profile, options["agreed"]), options)
        hand = _read(value, self.table)
        self.hands.append(replace(hand, number=len(self.hands) + 1))
        sheet = self._sheet(self.table)
        row = sheet.rows[-1]
        found = [_finding(item, options["lang"]) for item in row.findings]
        return row_told(row, self._columns(sheet)) | {"findings": found}

    def _sheet(self, table: Table) -> Sheet:
        return GAMES[table.profile.game].game.sheet(self.hands, table)

    def _columns(self, sheet: Sheet) -> Sequence[int]:
        assert self.table is not None  # noqa: S101
        after = replace(self.table, hand_number=len(self.hands) + 1, others=tuple(self.hands))
        shown = GAMES[self.table.profile.game].declarer_first
        return [first for first, *_ in alike(after.columns, after.first_said if shown else {})]


def _table(profile: Profile, options: Mapping[str, Any]) -> Table:
    if profile.game not in GAMES:
        raise CommandError(f"no game {profile.game!r} has a sheet", returncode=2)
    usual = 4 if 4 in profile.players else max(profile.players)
    shown = GAMES[profile.game].declarer_first
    players = options["players"] or (min(profile.players) if shown else usual)
    dealer = players - 1 if options["dealer"] is None else options["dealer"]
    table = Table(profile=profile, deck=options["deck"], players=players, dealer=dealer)
    findings = GAMES[profile.game].game.check_table(table)
    if findings:
        raise CommandError("; ".join(text(item, gettext) for item in findings), returncode=2)
    return table


def _agreed(profile: Profile, told: Sequence[str]) -> Profile:
    """The profile with what the table agreed on; values as JSON, words as they are."""
    layer: dict[str, object] = {}
    for item in told:
        path, _equals, text_ = item.partition("=")
        try:
            layer[path.strip()] = json.loads(text_)
        except ValueError:
            layer[path.strip()] = text_.strip()
    try:
        return profile.with_layer(layer, "table") if layer else profile
    except ProfileError as error:
        words = "; ".join(f"{it.pointer}: {text(it, gettext)}" for it in error.findings)
        known = ", ".join(switches_of(profile.game)) or "none of its own"
        raise CommandError(f"{words} (switches of this game: {known})", returncode=2) from None


FIELDS = ("id", "told", "dealer", "penalties")


def _read(value: object, table: Table) -> PlayedHand:
    """The slip of a record, who dealt where that is said, and penalties."""
    if not isinstance(value, Mapping) or "told" not in value:
        raise RecordError("not_an_object", "", 'needs {"told": slip}')
    unknown = sorted(map(str, set(value) - set(FIELDS)))
    if unknown:
        words = f"unknown field {unknown[0]!r}; known: {', '.join(FIELDS)}"
        raise RecordError("unknown_field", f"/{unknown[0]}", words)
    dealer, penalties = value.get("dealer"), value.get("penalties") or []
    if dealer is not None and dealer not in range(table.players):
        raise RecordError("out_of_range", "/dealer", f"0 to {table.players - 1}")
    listed = isinstance(penalties, list) and len(penalties) in (0, table.columns)
    if not (listed and all(whole(it) is not None for it in penalties)):
        raise RecordError("wrong_type", "/penalties", f"{table.columns} whole numbers")
    return PlayedHand(number=1, slip=value["told"], dealer=dealer, penalties=tuple(penalties))


def _finding(item: Finding, lang: str) -> dict[str, object]:
    return {
        "code": item.code,
        "pointer": item.pointer,
        "severity": item.severity,
        "article": item.article,
        "message": text(item, gettext, lang),
    }
