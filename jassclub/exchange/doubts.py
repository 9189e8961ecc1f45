"""What is doubtful about a spreadsheet, said by line and column, and who is meant by a name in it.

A name is never guessed: an unknown one gets proposals.
"""

import difflib
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import islice
from typing import Any, Literal
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from jassclub.clubs.models import Player
from jassclub.clubs.services.people import tidy
from jassclub.core.errors import Finding, Invalid
from jassclub.core.typography import said

SENTENCES: Mapping[str, Promise] = {
    # headings
    "no_headings": _(
        "Es fehlt eine Zeile mit Überschriften wie Datum, Spiel, Spieler, Ansage, Punkte."
    ),
    "no_headings_of_people": _(
        "Es fehlt eine Zeile mit Überschriften wie Name, Team, Kontakt, Verein, Kategorie."
    ),
    "names_alone": _("Ohne Überschrift gilt die erste Spalte als Name."),
    "column_missing": _("Die Spalte «%(column)s» fehlt."),
    "hand_needed": _(
        "Die Spalte «Spiel» fehlt. Ist jede Zeile ein ganzer Abend, so schreib die Namen "
        "untereinander und die Abende nebeneinander: Das wird als Saison gelesen."
    ),
    "whole_games": _(
        "Hier ist jede Zeile eine ganze Partie mit mehreren Namen. So wird es nicht gelesen, weil "
        "nicht dasteht, wer zusammen gespielt hat. Schreib für jede Person eine Zeile, mit Datum, "
        "Tisch, Nummer, Spieler, Partner und Punkten: Die Vorlage hat diese Spalten."
    ),
    "points_needed": _("Es braucht eine Spalte mit Punkten."),
    "tricks_needed": _("Es braucht eine Spalte mit Stichen."),
    "difference_needed": _("Es braucht eine Spalte mit Punkten oder mit Differenzen."),
    "column_twice": _("«%(heading)s» steht zweimal da."),
    "column_unknown": _("Die Spalte «%(heading)s» wird nicht gelesen."),
    # lines and cells
    "empty_row": _("Diese Zeile ist leer."),
    "wrong_encoding": _("Die Buchstaben dieser Zeile sind verdorben: falsche Kodierung."),
    "date_missing": _("Das Datum fehlt."),
    "hand_missing": _("Die Nummer fehlt."),
    "player_missing": _("Der Name fehlt."),
    "no_date": _("«%(cell)s» ist kein Datum; man schreibt 31.5.2026 oder 2026-05-31."),
    "no_such_date": _("Den Tag %(cell)s gibt es nicht."),
    "future_date": _("Der Tag %(cell)s ist noch nicht gewesen."),
    "not_a_number": _("«%(cell)s» ist keine ganze Zahl."),
    "out_of_range": _("%(cell)s geht nicht: möglich ist %(low)s bis %(high)s."),
    # names
    "unknown_player": _("«%(name)s» ist in diesem Club nicht bekannt."),
    "doubled_player": _("«%(name)s» heissen mehrere."),
    "inactive_player": _("«%(name)s» ist nicht mehr aktiv; zuerst wieder aufnehmen."),
    # tables of past evenings
    "player_twice": _("%(name)s steht in Spiel %(number)s schon."),
    "already_there": _("Diese Partie vom %(day)s steht schon in den Büchern."),
    "already_there_elsewhere": _("Diese Partie vom %(day)s steht schon in den Büchern."),
    "wrong_number_of_players": _(
        "%(count)s Personen an einem Tisch: dieses Spiel ist für %(allowed)s Personen."
    ),
    "other_players": _("In Spiel %(number)s sitzen nicht dieselben: am Tisch sind %(names)s."),
    "differences_alone": _(
        "%(count)s Spiele dieser Partie haben nur Differenzen: sie zählen im Schnitt mit, "
        "Ansagen und Summen lassen sich nicht prüfen."
    ),
    "difference_wrong": _("Aus Ansage und Punkten ergibt sich eine andere Differenz."),
    "points_unknown": _("Die Punkte von Spiel %(number)s folgen nicht aus den Differenzen."),
    "other_partners": _("In Spiel %(number)s spielen andere zusammen als sonst an diesem Tisch."),
    "sides_unknown": _(
        "Hier ist nicht klar, wer zusammen gespielt hat: Partner haben gleiche Punkte."
    ),
    "partners_assumed": _(
        "Alle haben gleich viele Punkte; ohne Partner gelten die, die sich gegenübersitzen."
    ),
    "lines_differ": _("Hier steht etwas anderes als auf einer Zeile desselben Spiels."),
    "matsch_twice": _("Einen Matsch macht höchstens eine Seite."),
    "bid_twice": _("Geboten hat höchstens eine Seite."),
    "side_twice": _("In einem Spiel schreibt nur eine Seite."),
    "side_missing": _("Hier steht bei keiner Seite, was sie gemacht hat."),
    "line_missing": _("Hier fehlt, welche Zeile gespielt wurde."),
    "unknown_contract": _("«%(word)s» ist weder Trumpf noch Richtung dieses Blattes."),
    # lists of people
    "name_missing": _("Hier fehlt der Name."),
    "unknown_kind": _("Das ist weder Spieler noch Ersatz."),
    "no_number": _("Das ist keine Startnummer."),
    "too_long": _("Höchstens %(most)s Zeichen."),
    "no_teams": _("In diesem Turnier gibt es keine festen Paare; das wird nicht gelesen."),
    "partner_differs": _("%(name)s spielt mit jemand anderem."),
    "partner_taken": _("%(name)s ist schon in einem Paar."),
    "wrong_number": _("Hier gehören %(size)s Leute zusammen, genannt sind %(named)s."),
    "team_name_taken": _("Ein Team dieses Namens gibt es schon."),
    "like_a_player": _("Im Club gibt es %(names)s: ist das dieselbe Person?"),
    "name_entered": _("%(name)s ist schon eingetragen, mit der Startnummer %(number)s."),
    "name_twice": _(
        "%(name)s steht schon in Zeile %(line)s. Sind es zwei, schreib dazu, woher sie kommen."
    ),
    "too_many": _("Höchstens %(most)s Leute."),
    "mate_faulty": _("Eine andere Zeile dieses Paars oder Teams stimmt nicht."),
    "other_number": _("Die Startnummer wird %(number)s."),
}
"""What is said of each doubt: by its code, or by another word where a code has several."""
WARNINGS = frozenset(
    {
        *("names_alone", "column_unknown", "empty_row", "already_there_elsewhere"),
        *("differences_alone", "partners_assumed", "no_teams", "like_a_player", "other_number"),
    }
)
"""What is only told; everything else keeps the line from being taken."""
MOST_NAMED = 500
"""Doubts that one refusal names."""


@dataclass(frozen=True)
class Doubt:
    """One thing. `line` counts from 1 as in the spreadsheet, `column` is a role or empty.

    An error keeps the hand from being taken; a warning is only told.
    """

    line: int
    column: str
    code: str
    text: str
    severity: Literal["error", "warning"] = "error"
    proposals: tuple[dict[str, str], ...] = field(default=())
    """Players who may be meant: id and name, the nearest first."""
    name: str = ""
    """The name as it is written, where it is about who is meant."""
    likely: str = ""
    """The id of the one member who has it as first name."""
    also: str = ""
    """The same name turned round, where it stands so elsewhere in the file."""

    @property
    def blocks(self) -> bool:
        """Whether the hand cannot be taken."""
        return self.severity == "error"

    def to_json(self) -> dict[str, Any]:
        """As the API gives it out."""
        members = asdict(self)
        detail, _likely, _also = (members.pop(name) for name in ("text", "likely", "also"))
        return {**members, "detail": detail, "proposals": list(self.proposals)}


@dataclass
class Doubts:
    """Gathers what is doubtful, and knows by line what is: a table asks for its own lines only."""

    items: list[Doubt] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        self._by_line: dict[int, list[Doubt]] = defaultdict(list)

    @property
    def block(self) -> bool:
        """Whether there is an error among them."""
        return any(doubt.blocks for doubt in self.items)

    def at(self, line: int) -> Sequence[Doubt]:
        """What is doubtful about a line."""
        return self._by_line.get(line, ())

    def add(self, doubt: Doubt) -> None:
        """One more."""
        self.items.append(doubt)
        self._by_line[doubt.line].append(doubt)

    def say(
        self, line: int, column: str, code: str, /, *, words: str = "", **values: object
    ) -> None:
        """One more by its code; `words` where its sentence has another name, `values` for it."""
        about = words or code
        text = str(SENTENCES[about]) % said(values)
        self.add(Doubt(line, column, code, text, "warning" if about in WARNINGS else "error"))


def refuse_errors(errors: Sequence[Doubt], text: str, *, left_out: object) -> None:
    """Invalid with all errors, unless their lines are left out."""
    findings = (
        Finding(doubt.code, f"/lines/{doubt.line}/{doubt.column}".rstrip("/"), doubt.text)
        for doubt in errors[:MOST_NAMED]
    )
    if not left_out:
        Invalid.raise_for(findings, text)


PROPOSED = 3
MOST_COMPARED = 20_000
"""Pairs of names that are compared for one spreadsheet; then none are proposed any more. A club of
two hundred has proposals for a hundred unknown names, and to compare takes a second."""
NEAR = 0.6
"""How alike two names have to be, 0 to 1."""


@dataclass
class Persons:
    """The people of a club by their names.

    `said`: whom the organiser meant by a name of the spreadsheet; `near`: how alike names that are
    proposed have to be; `former`: whether those count who are not in the club any more.
    """

    players: Sequence[Player]
    said: Mapping[str, UUID] = field(default_factory=dict)
    near: float = NEAR
    former: bool = False

    def __post_init__(self) -> None:
        self._by_name: dict[str, list[Player]] = defaultdict(list)
        for player in self.players:
            self._by_name[key_of(player.name)].append(player)
        self._by_id = {player.pk: player for player in self.players}
        self._said = {key_of(name): ident for name, ident in self.said.items()}
        self._known = [name for name, rows in self._by_name.items() if rows[0].person.active]
        self._by_form: dict[str, list[str]] = defaultdict(list)
        for name in self._known:
            first, _space, last = name.partition(" ")
            turned = {f"{last} {first}", f"{last} {first[0]}", f"{first[0]} {last}"}
            for form in {first, *(turned if last else ())}:
                self._by_form[form].append(name)
        self._nearest: dict[str, tuple[dict[str, str], ...]] = {}

    @classmethod
    def of(cls, club_id: UUID, **more: Any) -> "Persons":
        """Everybody in a club."""
        players = Player.objects.filter(club=club_id).select_related("merged_into")
        return cls(list(players.order_by("name", "id")), **more)

    def find(self, name: str, line: int, column: str) -> Player | Doubt:
        """The player, or why nobody can be told."""
        key, turned = key_of(name), turned_key(name)
        answered = key if key in self._said or key in self._by_name else turned
        if answered in self._said:
            meant = self._by_id.get(self._said[answered])
            found = [] if meant is None else [meant.person]
        else:
            found = [player.person for player in self._by_name.get(key, [])]
        active = list({p.pk: p for p in found if p.active or self.former}.values())
        return active[0] if len(active) == 1 else self._doubt(name, line, column, found)

    def _doubt(self, name: str, line: int, column: str, found: Sequence[Player]) -> Doubt:
        code = "inactive_player" if found else "unknown_player"
        if len(found) > 1:
            code = "doubled_player"
        text = str(SENTENCES[code]) % {"name": name}
        proposals = _proposed(found) or self._near(key_of(name))
        meant = [] if found else self._by_form.get(_form(name), [])
        likely = str(self._by_name[meant[0]][0].person.pk) if len(meant) == 1 else ""
        return Doubt(line, column, code, text, proposals=proposals, name=tidy(name), likely=likely)

    def _near(self, key: str) -> tuple[dict[str, str], ...]:
        """The nearest names, looked for once; a first name alone is near to all who have it."""
        if key not in self._nearest:
            self._nearest[key] = self._compared(key)
        return self._nearest[key]

    def _compared(self, key: str) -> tuple[dict[str, str], ...]:
        if len(self._nearest) * len(self._known) > MOST_COMPARED:
            return ()
        near = [*self._by_form.get(_form(key), [])]
        near += [other for other in self._known if key in other.split()]
        near += difflib.get_close_matches(key, self._known, n=PROPOSED, cutoff=self.near)
        return _proposed(self._by_name[other][0].person for other in dict.fromkeys(near))


def _form(name: str) -> str:
    """Without the signs of "Huber, Hans" and "Huber H."."""
    return key_of(re.sub("[.,]", " ", name))


def turned_key(name: str) -> str:
    """The key of the first and the last name the other way round."""
    return " ".join(reversed(_form(name).split()))


def _proposed(players: Iterable[Player]) -> tuple[dict[str, str], ...]:
    return tuple(
        {"id": str(player.pk), "name": player.name} for player in islice(players, PROPOSED)
    )


def key_of(name: str) -> str:
    """A name or the name of a team without capitals and doubled spaces."""
    return tidy(name).casefold()
