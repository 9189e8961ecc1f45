"""What may not stand in a text of a language: `make check-texts` asks it of every message of the
catalogues and of every sentence of the books.

The words are in `locale/terms.toml`, one term a concept and language; what a single language
refuses (its register, its dates, its quotation marks) is in `locale/<code>/language.toml`. Words
that readers type (what a question tells, the look-up) may be any and are not asked.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po

from jassclub.core.languages import LANGUAGES, SOURCE
from jassclub.core.peculiar import part_of
from jassclub.core.typography import APOSTROPHE, GAP, has_gap

ROOT = Path(__file__).resolve().parent.parent
TERMS = ROOT / "jassclub" / "locale" / "terms.toml"
OTHERS = tuple(code for code in LANGUAGES if code != SOURCE)
BOOKS = ("referee", "scoring", "tournaments")
TYPED = ("telling", "questions", "lookup")
LISTS = ("lexicon.toml", "jasse.toml", "elsewhere.toml", "card_words.toml")
"""What readers type, and titles of books of others."""
NO_WORD = "—"
"""Stands where a language has no list of its own in the termbase yet."""
WORD = re.compile(r"\b[^\W\d_]{3,}\b")
"""Not a part of a key of the code: one in a German text makes no German word of `trump`."""
FILLED = re.compile(r"%\(\w+\)[sd]|%[sd]|\{[^{}|]*\}|<[^<>]*>|&#?\w+;|https?://\S+")
PLURALS = re.compile(r"\{\w+\|([^{}]*)\}")
"""`{points|Punkte}` in the books: the words are text."""


@cache
def terms() -> Mapping[str, Any]:
    """The termbase."""
    return tomllib.loads(TERMS.read_text())


# --- What somebody has to put right -----------------------------------------------------------
_DOUBLE_S = re.compile("ß")
_NO_GAP = re.compile(
    rf"(?<![{GAP}\s/:;!?(\[])[;:!?](?=\s|$|[.,)»])|(?<![{GAP}\s(\[])»|«(?![{GAP} \u00a0])"
)
_GAP_ELSEWHERE = re.compile(r"\s[;:!?](?!\w|-)|«\s|\s»")
_NUMBER = re.compile(
    r"(?<![\w.+])(?<!r )(?<![ri] auf )(?<![ei] à )(?<![ri] a )(?<![ri] to )"
    r"(?!(?:19|20)\d\d\b)\d{4,}(?!\w)|\b\d{1,3}[',. ]\d{3}\b(?![.,]?\d)"
)
"""But for years and what games are called: Schieber auf 1000, Sidi Barrani à 1500."""
_DATES = (
    r"\b\d{4}[/-]\d\d[/-]\d\d\b|\b\d{1,2}[/-]\d{1,2}[/-]\d{2,4}\b|\b\d{1,2}\.\d{1,2}\.\d\d\b(?!\d)"
)
_DATE_FINE = re.compile(r"\b2026-05-31\b|\b31\.5\.2026\b")
"""How to type a day, for people and for programs."""
_KEY = re.compile(
    r"\b[A-Za-z][a-z]*(?:_[a-z0-9]+)+\b|\b[A-Z]+_[A-Z_]+\b|\b[a-z]+[a-z0-9]*[A-Z][a-z]\w*|"
    r"\b[a-z]{3,}\.[a-z]{3,}\b|\b(?:undefined|NaN)\b"
)
_KEY_FINE = re.compile(
    r"manage\.py \w+|\w+\.(?:py|csv|json|xlsx|ods|com|org|net)\b|"
    r"\b(?:iPhone|iPad|eBill|iCal|macOS)\b"
)


def faults(language: str, text: str, *, printed: bool = True) -> Iterator[str]:
    """What is wrong with a text; `printed` is false where `set_in_type` comes after it
    (`jassclub/core/typography.py`)."""
    text = plain(text)
    yield from _words(language, text)
    for what, pattern in _signs(language, printed=printed):
        if found := re.search(pattern, _DATE_FINE.sub("", text)):
            yield f"{what}: «{found.group().strip()}»"
    if key := _KEY.search(_KEY_FINE.sub("", text)):
        yield f"a key of the code: «{key.group()}»"
    one, several = speaks(language, "one"), speaks(language, "several")
    if one and several and one.search(text) and several.search(text):
        yield "speaks to one and to several"


def plain(text: str) -> str:
    """The text without what is filled in, which is shown as `…`."""
    return FILLED.sub("…", PLURALS.sub(r"\1", text))


def _words(language: str, text: str) -> Iterator[str]:
    if found := _banned(language).search(text):
        yield f"not our word: «{found.group()}»"
    if language != SOURCE:
        strange = [word for word in WORD.findall(text) if _is_german(language, word)]
        yield from (
            f"German (or [shared] of terms.toml): «{word}»" for word in dict.fromkeys(strange)
        )


def _signs(language: str, *, printed: bool) -> Iterator[tuple[str, "str | re.Pattern[str]"]]:
    yield "ß", _DOUBLE_S
    yield "quotation marks", '["„]'
    yield "number", _NUMBER
    yield "date", _DATES
    for what, patterns in part_of(language, "refused").items():
        if printed or what != "quotation marks":
            yield what, "|".join(patterns)
    yield "gender", _wrong_gender(language)
    yield "one of several", _one_of_several(language)
    if not has_gap(language):
        yield "gap", _GAP_ELSEWHERE
    else:
        yield "narrow gap", _NO_GAP
        if printed:
            yield "narrow gap", r"(?<=\S)[ \u00a0][;:!?»]|«[ \u00a0]"
    yield "apostrophe", r"\s’(?=[a-zà-ü])"
    if printed:
        yield "apostrophe", APOSTROPHE


@cache
def speaks(language: str, how: str) -> re.Pattern[str] | None:
    """How a language speaks to somebody, as its folder tells."""
    patterns = part_of(language, "speaks").get(how)
    return re.compile("|".join(patterns)) if patterns else None


@cache
def _banned(language: str) -> re.Pattern[str]:
    words = sorted(terms()["banned"].get(language, [NO_WORD]), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\b", re.IGNORECASE)


@cache
def _wrong_gender(language: str) -> re.Pattern[str]:
    """An article before a noun of the termbase that has the other gender."""
    articles = part_of(language, "articles")
    nouns = {
        gender: {*terms()["nouns"].get(language, {}).get(gender, ())} for gender in ("m", "f", "n")
    }
    for concept in terms()["concepts"].values():
        gender = concept.get("gender", {}).get(language, "")[:1]
        if gender in nouns and " " not in concept[language]:
            nouns[gender].add(concept[language])
    wrong = [
        rf"\b(?i:{'|'.join(articles[gender])}) (?:{'|'.join(sorted(found))})\b"
        for gender, every in nouns.items()
        if (found := every - {*articles.get("also_verbs", ())}) and gender in articles
    ]
    return re.compile("|".join(wrong) or r"(?!)")


@cache
def _one_of_several(language: str) -> re.Pattern[str]:
    """A plural of the termbase after the digit 1, or an article of one."""
    forms = {*terms()["nouns"].get(language, {}).get("several", [NO_WORD])}
    for concept in terms()["concepts"].values():
        plural = concept.get("plural", {}).get(language, "")
        forms |= {plural} - {concept.get(language), "", "inv."}
    several, articles = "|".join(sorted(forms)), part_of(language, "articles").get("one", [NO_WORD])
    one = rf"(?<![\w.,:–+/-])1|\b(?i:{'|'.join(articles)})"
    return re.compile(rf"(?:{one}) (?:{several})\b")


@cache
def _german(language: str) -> frozenset[str]:
    """Words of the German texts that no text of the other language shares with them."""
    # What another language says as well is a name; a small word only where two of them say it.
    said = Counter(word for name in OTHERS if name != language for word in _vocabulary(name))
    known = {word for word, times in said.items() if word[0].isupper() or times > 1}
    return _vocabulary(SOURCE) - _shared(language) - known


def _shared(language: str) -> frozenset[str]:
    """Words that German shares with a language; one without a list of them may have any."""
    listed = terms()["shared"]
    return frozenset([*listed["all"], *listed.get(language, _vocabulary(SOURCE))])


@cache
def _is_german(language: str, word: str) -> bool:
    """Whether a word is one of the German texts, or put together of two of them."""
    german = _german(language)
    if word in german or word in _shared(language):
        return word in german
    if word.islower():  # a noun as other languages write theirs
        return len(word) > 3 and word.capitalize() in german | _called_otherwise(language)
    return any(
        word[:at] in german and word[at:].capitalize() in _vocabulary(SOURCE)
        for at in range(4, len(word) - 2)
    )


@cache
def _called_otherwise(language: str) -> frozenset[str]:
    """What a language calls by a word of its own, though names keep the German one."""
    return frozenset(
        concept[SOURCE]
        for concept in terms()["concepts"].values()
        if concept.get(language, concept[SOURCE]).lower() != concept[SOURCE].lower()
    )


@cache
def _vocabulary(language: str) -> frozenset[str]:
    """Every word of the books and messages in a language; the keys of messages are German."""
    where = TERMS.parent / (OTHERS[0] if language == SOURCE else language) / "LC_MESSAGES"
    with (where / "django.po").open("rb") as file:
        said = [one.id if language == SOURCE else one.string for one in read_po(file) if one.id]
    texts = [form for one in said if one for form in ([one] if isinstance(one, str) else one)]
    texts += [text for _where, text in sentences(language)]
    return frozenset(word for text in texts for word in WORD.findall(plain(text)))


def wrong_plural(language: str, forms: Sequence[str]) -> bool:
    """Whether the form of several is missing, or only repeats that of one."""
    invariable = terms()["invariable"].get(language, [])
    repeats = len(set(forms)) < len(forms)
    return repeats and not any(words in forms[0] for words in invariable)


# --- The signs of the pages ------------------------------------------------------------------
_SAID_ELSEWHERE = re.compile(
    r"{#.*?#}|{% comment.*?endcomment %}|{% blocktranslate.*?(?={% endblocktranslate)|"
    r"<(script|style)\b.*?</\1>|<meta http-equiv[^>]*>",
    re.DOTALL,
)
_SIGN_ON_PAGE = re.compile(r"(?:}}|%}|</\w+>)[:;!?](?=\s|[<\"])|«{{")
"""A sign close to what is filled in: right in a language without gaps only."""


def findings_on_pages() -> Iterator[str]:
    """Signs in templates that no catalogue sets in type: `{% colon %}`, or the whole sentence in
    one message."""
    rooms = (ROOT / room for room in ("jassclub", *BOOKS))
    for path in sorted(page for room in rooms for page in room.rglob("*.html")):
        text = _SAID_ELSEWHERE.sub("", path.read_text())
        for found in _SIGN_ON_PAGE.finditer(text):
            near = text[: found.end()].rpartition("\n")[2].strip()
            yield f"{path.relative_to(ROOT)}: a sign without its gap in French: {near}"


# --- The sentences of the books ---------------------------------------------------------------
def read_books() -> Iterator[tuple[str, Any]]:
    """(file, what it says) of the books, without what readers type."""
    for book in BOOKS:
        for path in sorted((ROOT / book).rglob("*.toml")):
            if path.name not in LISTS and not {*path.parts} & {*TYPED}:
                yield str(path.relative_to(ROOT)), _read(path)


def sentences(language: str) -> Iterator[tuple[str, str]]:
    """(file, text) of everything that the books say in a language."""
    for where, told in read_books():
        yield from ((where, text) for text in _in(told, language))


@cache
def _read(path: Path) -> Any:
    return tomllib.loads(path.read_text())


def _in(told: Any, language: str) -> Iterator[str]:
    if isinstance(told, dict):
        for key, inner in told.items():
            if key == language and isinstance(inner, str):
                yield inner
            else:
                yield from _in(inner, language)
    elif isinstance(told, list):
        for inner in told:
            yield from _in(inner, language)


def findings_in_books(language: str) -> Iterator[str]:
    """Everything that is wrong with the sentences of the books in a language."""
    for where, text in sentences(language):
        for fault in faults(language, text, printed=False):
            yield f"{where}: {language}: {fault}: {text!r}"
