"""Which column is which: headings in the four languages of the country, and in some habits."""

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from jassclub.exchange.doubts import Doubt
from jassclub.exchange.sheets import Values

WORDS: Mapping[str, str] = {
    "date": "datum tag abend spieltag date jour soiree data giorno serata day evening",
    "table": "tisch partie runde table partita tavolo giornata game round",
    "hand": (
        "spiel spielnr spielnummer nr nummer no donne manche mano numero num hand handnr handno "
        "handnumber deal passe passenr passennummer"
    ),
    "player": "spieler spielerin name person joueur joueuse nom giocatore giocatrice nome player",
    "prediction": (
        "ansage angesagt tipp prognose vorhersage annonce annoncespoints pari "
        "annuncio pronostico prediction predicted bid"
    ),
    "points": "punkte gemacht stichpunkte points faits punti fatti made",
    "difference": "differenz diff abweichung difference ecart differenza scarto",
    "partner": "partner partnerin mit mitspieler partenaire avec compagno compagna con with",
    "matsches": "matsch matsche matschs match matches matchs cappotto cappotti",
    "hands": "spiele anzahlspiele anzahl donnes nombrededonnes mani numeromani hands deals",
    "contract": "trumpf trumpfoderrichtung farbe atout trionfo briscola trump contract",
    "weis": "weis weise wys",
}
"""Column -> its headings, without accents and signs."""
ROLES: Mapping[str, str] = {word: role for role, words in WORDS.items() for word in words.split()}
NEEDED = ("date", "hand", "player")
SEARCHED = 10
"""Lines in which the headings are looked for."""


@dataclass(frozen=True)
class Columns:
    """Where each column stands, and the line of the headings."""

    line: int
    places: Mapping[str, int]

    def of(self, cells: Values, role: str) -> str | int | None:
        """The cell of a column, None where the line is too short or has no such column."""
        place = self.places.get(role)
        return cells[place] if place is not None and place < len(cells) else None


def plain(text: object) -> str:
    """A heading without accents, signs and capitals."""
    folded = unicodedata.normalize("NFKD", str(text or "").casefold())
    return re.sub(r"[^a-z]", "", folded)


def columns_of(
    lines: Sequence[tuple[int, Values]], known: Collection[str]
) -> tuple[Columns, list[Doubt]]:
    """The columns by the first line that names a player and a date, and what is doubtful.

    `known` are the columns that are read beside the date, the table, the hand and the player.
    """
    read = {*NEEDED, "table", *known}
    for number, cells in lines[:SEARCHED]:
        found = [ROLES.get(plain(cell), "") for cell in cells]
        roles = [role if role in read else "" for role in found]
        if "player" in roles and len(set(roles) - {""}) > 1:
            return _columns(number, cells, roles, worth={"points", "difference"} & read)
    return Columns(0, {}), [
        Doubt(
            1,
            "",
            "no_headings",
            _("Es fehlt eine Zeile mit Überschriften wie Datum, Spiel, Spieler, Ansage, Punkte."),
        )
    ]


def _columns(
    number: int, cells: Values, roles: Sequence[str], *, worth: Collection[str]
) -> tuple[Columns, list[Doubt]]:
    places = {role: place for place, role in reversed(list(enumerate(roles))) if role}
    doubts = [*_missing(number, places, worth), *_strange(number, cells, roles, places)]
    return Columns(number, places), doubts


def _missing(number: int, places: Mapping[str, int], worth: Collection[str]) -> Iterator[Doubt]:
    for role in NEEDED:
        if role not in places:
            text = _("Die Spalte «%(column)s» fehlt.") % {"column": role}
            yield Doubt(number, role, "column_missing", text)
    if not places.keys() & worth:
        text = _("Es braucht eine Spalte mit Punkten.")
        if "difference" in worth:
            text = _("Es braucht eine Spalte mit Punkten oder mit Differenzen.")
        yield Doubt(number, "points", "column_missing", text)


def _strange(
    number: int, cells: Values, roles: Sequence[str], places: Mapping[str, int]
) -> Iterator[Doubt]:
    for place, role in enumerate(roles):
        if role and places[role] != place:
            text = _("«%(heading)s» steht zweimal da.") % {"heading": cells[place]}
            yield Doubt(number, role, "column_twice", text)
        elif not role and cells[place] is not None:
            text = _("Die Spalte «%(heading)s» wird nicht gelesen.") % {"heading": cells[place]}
            yield Doubt(number, "", "column_unknown", text, severity="warning")
