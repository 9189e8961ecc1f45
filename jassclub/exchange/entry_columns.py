"""The columns of a list of people: their headings in four languages, and the name in a line."""

from collections.abc import Mapping

from jassclub.exchange.doubts import Doubts
from jassclub.exchange.reading import Columns, headed
from jassclub.exchange.sheets import Lines, Values
from tournaments.format.pure.categories import WORDS as CATEGORY_WORDS

WORDS: Mapping[str, str] = {
    "name": (
        "name namen spieler spielerin person teilnehmer teilnehmerin namevorname vornamename "
        "vorundnachname nom joueur joueuse participant participante nomprenom prenomnom nome "
        "giocatore giocatrice partecipante nomecognome cognomenome player fullname"
    ),
    "first": "vorname rufname prenom firstname givenname forename",
    "family": "nachname familienname nomdefamille cognome lastname familyname surname",
    "team": (
        "team teamname mannschaft paar gruppe equipe paire groupe squadra coppia gruppo "
        "nomesquadra nomequipe pair"
    ),
    "partner": "partner partnerin mit mitspieler mitspielerin partenaire avec compagno compagna",
    "contact": (
        "kontakt mail email mailadresse emailadresse telefon telefonnummer tel handy handynummer "
        "natel mobile mobil contact courriel adressemail telephone contatto telefono cellulare "
        "phone"
    ),
    "note": (
        "notiz notizen bemerkung bemerkungen anmerkung kommentar remarque remarques note notes "
        "commentaire nota osservazione osservazioni commento remark remarks comment"
    ),
    "kind": (
        "art ersatz aushilfe genre type remplacant remplacante tipo riserva sostituto kind standin "
        "substitute"
    ),
    "number": "nr nummer startnummer startnr numero dossard num number no startnumber",
    "home_club": (
        "verein club vereinclub jassclub jassverein verband societe association societa circolo"
    ),
    "squad": (
        "mannschaftswertung wertungsmannschaft squad classementparequipes equipeclassement "
        "classificaasquadre rankingofteams"
    ),
    "licence": (
        "lizenz lizenznr lizenznummer licence license licencenumber numerodelicence nolicence "
        "licenza numerolicenza mitgliednummer mitgliednr mitgliedernummer"
    ),
    "labels": (
        "kategorie kategorien kat altersklasse klasse geschlecht categorie categories classe sexe "
        "categoria sesso category sex gender"
    ),
    **{
        category.value: " ".join(word for word in words.split() if len(word) > 1)
        for category, words in CATEGORY_WORDS.items()
    },
}
"""Column -> its headings, without accents and signs."""
NAMES = ("name", "first", "family")
JOINED = ("contact", "note", "labels")
"""Columns of which there may be several: mail and telephone."""


def columns_of(sheet: Lines, doubts: Doubts) -> Columns:
    """The columns by the first line that has a heading for names, and what is doubtful.

    A single column without headings is one of names.
    """
    found = headed(sheet, WORDS, lambda roles: not set(NAMES).isdisjoint(roles), several=JOINED)
    if found is not None:
        found.doubt(doubts)
        return found
    if all(cell is None for _number, cells in sheet.lines for cell in cells[1:]):
        doubts.say(1, "", "no_headings", words="names_alone")
    else:
        doubts.say(1, "", "no_headings", words="no_headings_of_people")
    return Columns(0, [None], ["name"])


def name_in(columns: Columns, cells: Values) -> str:
    """The whole name: with a first name beside it, a name is that of the family.

    Beside the name of the family alone, it is the first one (cognome, nome).
    """
    name, first, family = (columns.text(cells, role) for role in NAMES)
    if {"first", "family"} <= columns.places.keys():
        return name or f"{first} {family}".strip()
    return f"{first} {name} {family}".strip()
