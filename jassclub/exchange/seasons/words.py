"""How clubs write what stands in the table of a season: headings, evenings, absences, numbers."""

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal

from jassclub.exchange.reading import plain

HEADINGS = {
    "name": "name namen spieler spielerin jasser jasserin mitglied vorname nachname nom prenom "
    "joueur nome cognome giocatore player",
    "total": "total totaux summe gesamt gesamttotal zwischentotal endtotal punktetotal somme "
    "totale somma sum halbjahr jahrestotal punkte gesamtpunkte points punti",
    "mean": "schnitt durchschnitt mittel mittelwert mw avg average moyenne media mean",
    "rank": "rang rg rank platz pos position nr no classement rango classifica",
    "hands": "spiele anzahlspiele anzspiele passen anzahlpassen donnes mani hands",
    "evenings": "abende anzahlabende anzahl anz teilnahmen anwesend prasenz besuche soirees "
    "presences serate presenze evenings",
    "other": "datum date data betrag montant text bemerkung bemerkungen notiz telefon tel adresse "
    "ort plz wohnort strasse jahrgang jg vorjahr gewertet geburtsjahr email mail saldo chf fr "
    "streich streicher streichresultat streichresultate gestrichen biffe scartato",
    "exact": "genau treffer volltreffer exakt exactes esatti exact",
}
ROLES = {word: role for role, words in HEADINGS.items() for word in words.split()}
# In full: "Martha", "Sepp" and "Otto" begin like months.
MONTHS = {
    word: number
    for number, words in enumerate(
        (
            "jan januar janv janvier gen gennaio january",
            "feb februar févr fevr fév février fevrier febbraio february",
            "mär mar mrz märz maerz mars marzo march",
            "apr april avr avril aprile",
            "mai mag maggio may",
            "jun juni juin giu giugno june",
            "jul juli juil juillet lug luglio july",
            "aug august août aout ago agosto",
            "sep sept september septembre set settembre",
            "okt oktober oct octobre ott ottobre october",
            "nov november novembre",
            "dez dezember dec déc décembre decembre dic dicembre december",
        ),
        start=1,
    )
    for word in words.split()
}
_MONTHS = "|".join(MONTHS)
_EVENING = re.compile(
    r"(?:(?:mo|di|mi|do|fr|sa|so|lu|ma|me|je|ve|gi)\w*[.,]? )?"
    r"(?:\d{4}[-/]\d{1,2}[-/]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]?(?:\d{4}|\d{2})?|\d{1,3}\.?"
    r"|(?:\d{1,3}(?:\.|re|er|e|ème|a|º|°)? ?)?"
    r"(?:abend|runde|spielabend|jass|jassabend|spieltag|spiel|soir[ée]e|serata|giornata|evening|round|partie)\W*\d{0,3}"
    rf"|(?:\d{{1,2}}\.? ?)?(?:{_MONTHS})\.? ?(?:\d{{2,4}})?)",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[+-]?\d{1,3}(?:['’ ]\d{3})+|[+-]?\d{1,9}(?:[.,]\d{1,20})?")
_ABSENT = (
    "- – — / . .. ... k.a abw abwesend absent assente entsch entschuldigt ent excusé exc scusato "
    "k krank malade f ferien vacances ferie u unentschuldigt na n/a #n/a #wert! #div/0! nicht"
)
FIRST_NAMES = frozenset({"vorname", "prenom", "nome", "firstname"})
ABSENT = frozenset(_ABSENT.split())
"""How people write that somebody was not there."""
_YEAR = re.compile(r"(?:19|20)\d\d(?: ?[/-] ?(?:(?:19|20)?\d\d)(?![-/]\d))?")


def number_of(cell: object) -> Decimal | None:
    """A number, with a comma, a point, or apostrophes between thousands; None for anything else."""
    # "2010.-" is how amounts are written.
    text = re.sub(r"[.,][-–—]+$", "", str(cell).strip())
    if cell is None or not _NUMBER.fullmatch(text):
        return None
    return Decimal(re.sub("['’ ]", "", text).replace(",", "."))


def role_of(cell: object) -> str:
    """What a heading, or the first cell of a line, stands for; "" for nothing known."""
    text = str(cell or "").replace("ø", "mittel").replace("Ø", "mittel").replace("∑", "total")
    first = text.replace("-", " ").split()[:1]
    return ROLES.get(plain(text)) or (ROLES.get(plain(first[0]), "") if first else "")


def is_evening(cell: object) -> bool:
    """Whether a heading names an evening: a day, a month, a number, "3. Abend"."""
    return cell is not None and _EVENING.fullmatch(str(cell).strip()) is not None


def is_heading(cell: object) -> bool:
    """Whether it stands above numbers: an evening, a year, what sums are called."""
    return bool(is_evening(cell) or role_of(cell) or (cell and year_in(str(cell)) == str(cell)))


def is_name(cell: object) -> bool:
    """Whether a cell may be the name of a person."""
    text = str(cell or "").strip()
    letters = sum(letter.isalpha() for letter in text)
    # Jan is a person where names are looked for: no table has a single month down.
    month = is_evening(text) and text != "Jan"
    taken = month or role_of(text) or text.casefold().strip(".") in ABSENT
    return letters > 1 and len(text) <= 60 and not taken and number_of(text) is None


def whole_name(parts: Iterable[tuple[object, object]]) -> str:
    """A name of one or several (heading, cell): the first name in front, where one is headed so."""
    ordered = sorted(parts, key=lambda part: plain(part[0]) not in FIRST_NAMES)
    return " ".join(str(cell).strip() for _heading, cell in ordered if cell is not None)


def is_absent(cell: object) -> bool:
    """Whether a cell says that somebody was not there: empty, or in words."""
    return cell is None or str(cell).casefold().strip(". ()") in {*ABSENT, ""}


def year_in(text: str) -> str:
    """A year, or two of a season, somewhere in a text; "" where there is none."""
    found = _YEAR.search(text)
    return found[0].replace(" ", "") if found else ""


def season_in(texts: Sequence[str]) -> str:
    """The year that texts name in words, else as an evening, else in the day of a letter."""
    undated = (re.sub(r"\d{1,2}\. ?\d{1,2}\. ?\d{4}", "", text) for text in texts)
    told = map(year_in, (*undated, *filter(is_evening, texts), *texts))
    return next(filter(None, told), "")


def day_in_words(text: str) -> tuple[int, int, int] | None:
    """Year, month and day of "Do, 9. Januar 2025"."""
    found = re.search(r"(\d{1,2})\.? ?([^\W\d_]+)\.? (\d{4})", text)
    month = MONTHS.get(found[2].casefold()) if found else None
    return (int(found[3]), month, int(found[1])) if found and month else None
