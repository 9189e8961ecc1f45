"""Spreadsheets of whole seasons: read as the sums of each person, looked at, and taken over as
earlier seasons."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, pairwise
from pathlib import PurePath
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy
from openpyxl.utils import column_index_from_string

from jassclub.clubs import rights as clubs
from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Player, Role
from jassclub.clubs.services.people import add_player, change_player
from jassclub.core.errors import Conflict, Finding, Invalid
from jassclub.core.rows import save_fields
from jassclub.core.speaking import sign
from jassclub.core.typography import said
from jassclub.exchange.cells import MOST_COLUMNS
from jassclub.exchange.doubts import Doubt, Persons, key_of, turned_key
from jassclub.exchange.models import SpreadsheetPreview
from jassclub.exchange.reading import COLUMNS, headed
from jassclub.exchange.seasons.parts import season_tables
from jassclub.exchange.seasons.rows import seasons_by_line, written_by_evening
from jassclub.exchange.seasons.sums import Holds, Odd, SeasonTable, Sums
from jassclub.exchange.sheets import Lines, Values
from referee.rules.profile import load_profile
from scoring.games.registry import GAMES
from tournaments.seasons.openings import (
    MOST_A_HAND,
    Sums as Carried,
    faults,
    take_over_season,
)
from tournaments.standings.pure.all_time import sum_if_known

ODD: Mapping[str, str | Promise] = {
    "name_twice": gettext_lazy("«%(name)s» steht zweimal da: es wird gefragt, wer gemeint ist."),
    "no_number": gettext_lazy("«%(cell)s» ist keine Zahl."),
    "taken_for_evening": gettext_lazy("«%(title)s» wird als Abend gelesen."),
    "not_read": gettext_lazy("«%(title)s» passt zu keiner Summe und wird nicht gelesen."),
    "no_total": gettext_lazy(
        "«%(title)s» ist nicht die Summe der Zellen davor und wird nicht gelesen."
    ),
    "wrong_total": gettext_lazy(
        "Hier steht %(said)s, die Zellen ergeben %(made)s. Es zählen die Zellen."
    ),
    "not_whole": gettext_lazy("%(name)s: das ist keine ganze Summe. Stehen da Schnitte?"),
    "no_hands_or_total": gettext_lazy("%(name)s: die Spiele oder die Summe fehlen."),
    "day_twice": gettext_lazy(
        "%(name)s steht am %(day)s mehrmals da: die Zahlen werden zusammengezählt."
    ),
    "lines_are_hands": gettext_lazy(
        "Hier steht jemand am selben Tag meist dreimal oder öfter: jede Zeile gilt als ein Spiel."
    ),
    "zero": gettext_lazy("%(name)s: eine Null gilt als nicht dabei."),
    "zero_plays": gettext_lazy(
        "%(name)s: eine Null gilt als Resultat, eine leere Zelle als nicht dabei."
    ),
    "lowest_first": gettext_lazy(
        "Vorne steht, wer weniger hat; in diesem Spiel gewinnt, wer mehr hat. Stimmt das Spiel?"
    ),
    "highest_first": gettext_lazy(
        "Vorne steht, wer mehr hat; in diesem Spiel gewinnt, wer weniger hat. Stimmt das Spiel?"
    ),
}
"""What is said of a doubtful cell."""
TOLD = frozenset(
    {"name_twice", "taken_for_evening", "not_read", "no_total", "wrong_total", "zero"}
    | {"day_twice", "lines_are_hands", "zero_plays", "lowest_first", "highest_first"}
)
"""What is only told; anything else keeps the cell, or the line, from being taken."""
PLACE = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,5})")
"""How people call a cell."""


@dataclass(frozen=True, kw_only=True)
class Answers:
    """What was said to the questions of a spreadsheet.

    `holds` None: as it appears; `hands` of an evening, 0 where it is open; `labels` by the place of
    the table, an empty one leaves it out; `people`: whom a name means.
    """

    holds: Holds | None = None
    hands: int = 0
    labels: Mapping[int, str] = field(default_factory=dict)
    people: Mapping[str, UUID] = field(default_factory=dict)


@dataclass(frozen=True)
class Found:
    """What a person made in a season."""

    sums: Sums
    player: Player | None

    @property
    def mean(self) -> float:
        """A hand."""
        return self.sums.total / self.sums.hands


@dataclass
class SeasonRead:
    """A table that becomes an earlier season; `place` among all tables of the file."""

    place: int
    table: SeasonTable
    label: str
    found: Sequence[Found] = ()

    @property
    def balances(self) -> list[Carried]:
        """The sums of each; two lines of one person are added."""
        by_person: dict[UUID, list[Sums]] = defaultdict(list)
        for one in self.found:
            if one.player is not None:
                by_person[one.player.pk].append(one.sums)
        return [_added(player, sums) for player, sums in by_person.items()]

    def ranked_otherwise(self, *, lower_wins: bool) -> Iterator[Odd]:
        """Whether ranks that stand beside say that the other end is the better one."""
        ranks = {line.cell: line.given.get("rank") for line in self.table.lines}
        ranked = sorted(
            (rank, one.mean, one.sums.total)
            for one in self.found
            if (rank := ranks.get(one.sums.cell)) is not None
        )
        pairs = [*pairwise(ranked)]
        rising = [sum(a[of] < b[of] for a, b in pairs) for of in (1, 2)]
        falling = [sum(a[of] > b[of] for a, b in pairs) for of in (1, 2)]
        own, other = (rising, falling) if lower_wins else (falling, rising)
        if len(pairs) > 1 and max(other) == len(pairs) > max(own) * 2:
            code = "highest_first" if lower_wins else "lowest_first"
            yield Odd(self.table.sheet, self.table.lines[0].cell, code)


@dataclass
class SeasonsRead:
    """All tables of a file, and what is doubtful about them."""

    seasons: Sequence[SeasonRead]
    odd: Sequence[tuple[Odd, str]]
    """Each with its sentence."""
    names: Sequence[Doubt]
    open: bool
    """Whether the hands of an evening are still to be said: no sums are known then."""

    @property
    def taken(self) -> list[SeasonRead]:
        """Those with a name: the others are left out."""
        return [season for season in self.seasons if season.label]

    @property
    def asks(self) -> bool:
        """Whether it has to be said what a cell holds."""
        return any(season.table.asks for season in self.taken)

    @property
    def asks_hands(self) -> bool:
        """Whether it has to be said how many hands an evening was of."""
        return any(season.table.asks_hands for season in self.taken)

    @property
    def errors(self) -> list[tuple[Odd, str]]:
        """What keeps something from being taken."""
        return [(odd, text) for odd, text in self.odd if odd.code not in TOLD]


def _added(player_id: UUID, lines: Sequence[Sums]) -> Carried:
    return Carried(
        player_id=player_id,
        hands=sum(line.hands for line in lines),
        total=sum(line.total for line in lines),
        evenings=sum_if_known(line.evenings for line in lines),
        exact_hits=sum_if_known(line.exact for line in lines),
    )


def kept_lines(sheet: Lines, club_id: UUID) -> dict[str, Any]:
    """What of a file is kept: the sheet that is written hand by hand, else all, where one holds the
    table of a season."""
    for _name, lines in sheet.sheets:
        if _hand_by_hand(lines) and not written_by_evening(lines):
            return {"lines": lines}
    known = _known(club_id)
    if any(_tables(name, lines, known) for name, lines in sheet.sheets):
        every = [line for _name, lines in sheet.sheets for line in lines]
        return {"lines": every, "sheets": [(name, len(lines)) for name, lines in sheet.sheets]}
    return {"lines": sheet.lines}


def _hand_by_hand(lines: Sequence[tuple[int, Values]]) -> bool:
    """A day, a person and what he made on each line; a season has a column for every day."""
    words = {name: column.headings for name, column in COLUMNS.items()}
    found = headed(Lines([*lines]), words, {"player"}.issubset, several=COLUMNS)
    if found is None:
        return False
    often = {name: len(found.places.get(name, ())) for name in ("date", "hand")}
    made = {"points", "difference", "prediction", "matsches", *often}
    return 1 in often.values() and max(often.values()) == 1 and len(made & {*found.places}) > 1


def seasons_in(preview: SpreadsheetPreview, answers: Answers) -> SeasonsRead:
    """What stands in a file by what was answered, as of now."""
    known, game = _known(preview.club_id), game_of(preview)
    lines = iter(preview.lines)
    found = [
        table
        for name, count in preview.sheets or ()
        for table in _tables(name, [*islice(lines, count)], known)
    ]
    # A season without a name is left out: where no year stands anywhere, the file has one.
    labels = _distinct([table.label or PurePath(preview.filename).stem for table in found])
    labels = [
        "" if table.sums_up({*labels} - {label}) else label
        for table, label in zip(found, labels, strict=True)
    ]
    persons = Persons.of(preview.club_id, said=answers.people, former=True)
    odd: list[Odd] = []
    names: dict[str, Doubt] = {}
    seasons: list[SeasonRead] = []
    still_open = False
    for place, table in enumerate(found):
        season = SeasonRead(place, table, answers.labels.get(place, labels[place]).strip()[:80])
        seasons.append(season)
        if not season.label:
            continue
        table.nothing_counts = game not in MOST_A_HAND
        odd += table.odd
        holds, hands = answers.holds or table.likely, answers.hands or table.likely_hands or 0
        if table.asks_hands and holds is not Holds.HAND and not hands:
            still_open, hands = True, 1  # to show people and doubts; nothing is taken so
        season.found = list(_found(table.sums(holds, hands, odd), persons, names))
        odd += season.ranked_otherwise(lower_wins=GAMES[game].game.lower_wins)
    told = [(one, str(ODD[one.code]) % said(one.said)) for one in odd]
    if not still_open:
        told += [wrong for season in seasons for wrong in _impossible(preview, season)]
    return SeasonsRead(seasons, told, list(names.values()), still_open)


def _found(sums: Iterator[Sums], persons: Persons, names: dict[str, Doubt]) -> Iterator[Found]:
    for one in sums:
        who = persons.find(one.name, 0, "player")
        key, turned = key_of(one.name), turned_key(one.name)
        if isinstance(who, Doubt) and turned in names and key not in names:
            names[turned] = replace(names[turned], also=who.name)
        elif isinstance(who, Doubt):
            names.setdefault(key, who)
        yield Found(one, who if isinstance(who, Player) else None)


def _impossible(preview: SpreadsheetPreview, season: SeasonRead) -> Iterator[tuple[Odd, str]]:
    """Sums that nobody can have made, at the cell of who has them."""
    cells = {one.player.pk: one.sums for one in season.found if one.player is not None}
    balances = season.balances
    for fault in faults(preview.club_id, balances, variant=game_of(preview)):
        at = cells[balances[int(fault.pointer.split("/")[2])].player_id]
        yield Odd(season.table.sheet, at.cell, fault.code), f"{at.name}{sign()} {fault.text}"


def _known(club_id: UUID) -> Collection[str]:
    names = Player.objects.filter(club=club_id).values_list("name", flat=True)
    return {name.casefold() for name in names}


def _tables(
    sheet: str, lines: Sequence[tuple[int, Values]], known: Collection[str]
) -> list[SeasonTable]:
    """However a season is written: line by line, else names down and evenings across."""
    grid = [cells for _number, cells in lines]
    return seasons_by_line(sheet, lines) or season_tables(sheet, grid, known)


def _distinct(labels: Sequence[str]) -> list[str]:
    """A second season of one name has a number."""
    times = [labels[: at + 1].count(label) for at, label in enumerate(labels)]
    return [label if n == 1 else f"{label} ({n})" for label, n in zip(labels, times, strict=True)]


def game_of(preview: SpreadsheetPreview) -> str:
    return load_profile(preview.profile).game


@transaction.atomic
def accept_seasons(
    *,
    actor: Actor,
    club_id: UUID,
    preview_id: UUID,
    answers: Answers,
    new: Mapping[str, bool],
    leave_out_faulty: bool = False,
) -> SpreadsheetPreview:
    """Take the seasons of a spreadsheet over; a second time does nothing. Role: director.

    `new`: names of people to be added, and whether they are in the club today. Invalid with all
    that is doubtful, unless it is to be left out.
    """
    clubs.get_club(actor, club_id, Role.DIRECTOR)
    waiting = SpreadsheetPreview.objects.filter(club_id=club_id)
    # Two acceptances queue here; the second finds it done.
    preview = clubs.found(waiting.select_for_update(of=("self",)), preview_id)
    if preview.accepted_at is not None:
        return preview
    unknown = {key_of(doubt.name) for doubt in seasons_in(preview, answers).names}
    if any(key_of(name) not in unknown for name in new):
        raise Invalid.at("/people", "unknown_name", _("Nach diesem Namen wird nicht gefragt."))
    added = [_new(actor, club_id, name, active=active) for name, active in new.items()]
    people = {**answers.people, **dict(zip(new, added, strict=True))}
    read = seasons_in(preview, replace(answers, people=people))
    _refuse(read, left_out=leave_out_faulty)
    preview.openings = [
        str(
            take_over_season(
                actor=actor,
                club_id=club_id,
                label=season.label,
                balances=season.balances,
                variant=game_of(preview),
                note=" · ".join(filter(None, (preview.filename, season.table.sheet)))[:200],
            ).pk
        )
        for season in read.taken
        if season.balances
    ]
    preview.added = [str(player) for player in added]
    preview.left_out = len(read.errors) + len(read.names)
    preview.accepted_at, preview.accepted_by = timezone.now(), str(actor)
    preview.lines, preview.sheets = [], [["", 0]]
    preview.save()
    return preview


@transaction.atomic
def correct_season_cells(
    *, actor: Actor, club_id: UUID, preview_id: UUID, cells: Mapping[tuple[str, str], str]
) -> SpreadsheetPreview:
    """Other words in cells, by sheet and place ("D7"), of seasons that wait. Role: scribe.

    Invalid for a cell that the sheet does not have; Conflict where they are taken over already.
    """
    clubs.get_club(actor, club_id, Role.SCRIBE)
    waiting = SpreadsheetPreview.objects.filter(club_id=club_id).exclude(sheets=None)
    # Race: another phone corrects, or takes it over, meanwhile; one after the other.
    preview = clubs.found(waiting.select_for_update(of=("self",)), preview_id)
    if preview.accepted_at is not None:
        raise Conflict("accepted", _("Diese Tabelle ist schon übernommen."))
    starts, before = {}, 0
    for name, count in preview.sheets or ():
        starts[name] = range(before, before + count)
        before += count
    for (sheet, place), words in cells.items():
        at = PLACE.fullmatch(place.strip().upper())
        column = column_index_from_string(at[1]) if at else 0
        rows = starts.get(sheet, range(0))
        if at is None or int(at[2]) > len(rows) or column > MOST_COLUMNS:
            text = _("Die Zelle %(cell)s gibt es nicht.") % {"cell": f"{sheet} {place}".strip()}
            raise Invalid.at("/cells", "unknown_cell", text)
        row = preview.lines[rows[int(at[2]) - 1]][1]
        row += [None] * (column - len(row))
        row[column - 1] = words.strip() or None
    save_fields(preview, lines=preview.lines)
    return preview


def _new(actor: Actor, club_id: UUID, name: str, *, active: bool) -> UUID:
    player = add_player(actor=actor, club_id=club_id, name=name)
    if not active:
        values = {"active": False}
        change_player(actor=actor, player_id=player.pk, version=player.version, values=values)
    return player.pk


def _refuse(read: SeasonsRead, *, left_out: bool) -> None:
    wrong = []
    if read.open:
        text = _("Wie viele Spiele hatte ein Abend? Bitte eine Zahl.")
        wrong.append(Finding("required", "/hands", text))
    if not any(season.balances for season in read.taken):
        text = _("So wird niemand übernommen: sag zuerst, wer gemeint ist.")
        wrong.append(Finding("nothing_to_take", "", text))
    if not left_out:
        wrong += [
            Finding(odd.code, f"/cells/{odd.cell}", odd.placed(text)) for odd, text in read.errors
        ]
        wrong += [Finding(doubt.code, "/people", doubt.text) for doubt in read.names]
    Invalid.raise_for(wrong, _("Das muss zuerst stimmen, oder es wird ausgelassen."))
