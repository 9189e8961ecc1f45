"""A question as tokens: how each word sounds, and the number, the card or the suit it names.

The words are in `words.toml`: [lists] for phrases, [numbers] and [directions].
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files

from referee.rulebook.card_names import read_card_name, read_suit_name
from referee.rulebook.lookup.features import key

_RAW = tomllib.loads((files("referee.rulebook.telling") / "words.toml").read_text("utf-8"))
LISTS: Mapping[str, list[str]] = _RAW["units"] | _RAW["lists"]
_NUMBERS = {word: int(number) for number, words in _RAW["numbers"].items() for word in words}
_ONES = {word: n for word, n in _NUMBERS.items() if 1 < n < 20} | _RAW["one_in_compounds"]
_TENS = {word: n for word, n in _NUMBERS.items() if n in range(20, 100, 10)}
_TENS |= {word[:-1]: n for word, n in _TENS.items() if word[-1] in "ai"}  # "vent-otto"
_ONE_OF, _TEN_OF = ("|".join(sorted(words, key=len, reverse=True)) for words in (_ONES, _TENS))
_TEN_FIRST = rf"(?P<ten>{_TEN_OF})(?:-et-|-|)(?P<one>{_ONE_OF})"
_ONE_FIRST = rf"(?P<one>{_ONE_OF})(?:und|ne|e|ä)(?P<ten>{_TEN_OF})"
_HYPHENED = "|".join(word for word in _NUMBERS if "-" in word)
_COMPOUNDS = [re.compile(order) for order in (_TEN_FIRST, _ONE_FIRST)]
_GROUPS = {word: int(number) for number, words in _RAW["groups"].items() for word in words}
UNITS: Mapping[str, list[str]] = _RAW["counted_by"]
"""What a number counts -> the facts that it may answer; points, or nothing, answer any other."""


def sound(word: str) -> str:
    """A word as it sounds, however it is written."""
    return key(word.lower())


def plain(word: str) -> str:
    """A word as it is written, without capitals and accents."""
    letters = unicodedata.normalize("NFD", word.lower())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


_UNITS = {sound(word): name for name, words in _RAW["units"].items() for word in words}


def _sounds(*lists: str) -> frozenset[str]:
    return frozenset(sound(word) for name in lists for word in LISTS[name])


_AND, _OTHERS, _SOCIETY = _sounds("and"), _sounds("other_side"), _sounds("society")
_ONE, _NO_ARTICLE, _THE_ONE = _sounds("number_one"), _sounds("no_article"), _sounds("the_one")
_AFTER_ONE = _sounds("trick", "is", "are")
PIPS = range(6, 11)
"""Numbers on cards: who counts "the 10" without a word behind speaks of one."""
_DIRECTIONS = {sound(word): mode for mode, words in _RAW["directions"].items() for word in words}
_TRUMP, _IS = _sounds("trump"), _sounds("is")
_KING, _QUEEN = _sounds("king"), _sounds("queen")
_PAIR = ((_KING, _QUEEN), (_QUEEN, _KING))
_BOTH, _OF_THE = _sounds("both_cards"), _sounds("of_the")
_NO_SHARE = _sounds("weis", "meld", "declared", "told_weis", "predicted", "thank", "target")
_COUNTED = _sounds("counted_in", "hand", "added")
_PART = re.compile(
    rf"(?P<word>\d{{1,3}}(?:['’]\d{{3}})+(?!\w)|\b(?i:{_TEN_FIRST}|{_HYPHENED})\b|[^\W_]+)"
    r"|(?P<comma>[,«»()–—])|(?P<stop>[.?!;]+)"
)
_IN_GROUPS = str.maketrans("", "", "'’")
"""Numbers may be told as they are printed: 1’003."""
_SIGN = re.compile(r"(?s:.)[\u0300-\u036f]*")
"""A letter with the marks that follow it."""
_ORDERED, _SMALL = re.compile(r"\. ?(?P<word>[^\W_]+)"), re.compile(r"(?<!\d)\d{1,2}$")
LONGEST_CARD = 3
SMALL = 99
OF_A_HAND = 157
"""So many card points are in a hand: more are a score."""
NEAR = 17
"""Two numbers that miss that by no more are what both sides counted, rightly or not, where a word
says that they counted; else they may be anything, and have to be exactly that."""
CODE = 2
"""Words of so few letters are words: only in capitals "HA" is a card."""
JOINED, COMMA, STOP = range(3)
"""What stands before a word."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word or a card. `said`: what it names, by kind: "n", "group" (of so many), "card", "mode"
    (any suit or direction), "trump" (where the words say that it is), "other" (a suit, where
    another one is said to be trump), "list" (the numbers that begin here), "part" (one of them),
    "score" (points of more than a hand) and "hand" (what both sides have together of one).
    `unit`: what a number counts.
    """

    keys: tuple[str, ...]
    start: int
    end: int
    before: int
    said: Mapping[str, object] = field(default_factory=dict)
    unit: str | None = None
    spelt: bool = False
    """A small number in letters."""


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    sound: str
    start: int
    end: int
    before: int
    suit: str | None

    @property
    def mode(self) -> str | None:
        return _DIRECTIONS.get(self.sound) or self.suit

    @property
    def of_suit(self) -> bool:
        return self.suit is not None or self.sound in _TRUMP


def tokens(question: str) -> list[Token]:
    """The tokens of a question, cards as one."""
    words = list(_words(*_plain(question)))
    trumps = dict(_trumps(words))
    known = set(trumps.values())
    trump = known.pop() if len(known) == 1 else None
    found, at = [], 0
    while at < len(words):
        length, card = _card(words, at, trump)
        found.append(_token(words[at : at + length], card, trumps.get(at), trump))
        at += length
    return list(_added_up(list(_counted(list(_with_stoeck(found))))))


def _with_stoeck(found: Sequence[Token]) -> Iterator[Token]:
    """The tokens, the first of king and queen of trump that are named together as the Stöck, too:
    "Ober und König vom Trumpf"."""
    for at, token in enumerate(found):
        named = _pair_of_trump(found[at : at + 6])
        yield replace(token, keys=(*token.keys, sound("Stöck"))) if named else token


def _pair_of_trump(row: Sequence[Token]) -> bool:
    """Whether it begins with king and queen "of trump", and nothing parts them."""
    said = [{*token.keys} for token in row]
    return (
        len(row) > 4
        and all(token.before == JOINED for token in row[1:5])
        and any(said[0] & one and said[2] & other for one, other in _PAIR)
        and not any("card" in token.said and not {*token.keys} & _TRUMP for token in row[:3])
        and said[1] <= _BOTH
        and said[3] <= _OF_THE
        and bool((said[4] | (said[5] if said[4] <= _THE_ONE else set())) & _TRUMP)
    )


def _added_up(found: Sequence[Token]) -> Iterator[Token]:
    """The tokens, the first of the two numbers of a hand with their sum."""
    points = [token for token in found if "n" in token.said and token.unit in (None, "point")]
    shares = [int(str(token.said["n"])) for token in points if token.said["n"] != OF_A_HAND]
    several = any(token.unit in ("hand", "round") for token in found)
    sides = any("list" in token.said or _OTHERS & {*token.keys} for token in found)
    said = {word for token in found for word in token.keys}
    near = len(shares) == 2 and abs(sum(shares) - OF_A_HAND) <= (NEAR if said & _COUNTED else 0)
    of_a_hand = near and sides and not several and not said & _NO_SHARE
    for token in found:
        if of_a_hand and token.said.get("n") == shares[0]:
            of_a_hand = False
            yield replace(token, said={**token.said, "hand": sum(shares)})
        else:
            yield token


def _counted(found: Sequence[Token]) -> Iterator[Token]:
    """The tokens, numbers with what they count and those in a row as one list."""
    found = list(_with_ones(found))
    rows = {at: row for row in _rows(found) for at in row}
    for at, token in enumerate(found):
        if "n" not in token.said:
            yield token
            continue
        said, row = dict(token.said), rows.get(at, [at])
        if len(row) > 1:
            said["part"] = at
        if len(row) > 1 and at == row[0] and _whole(found, row[-1]):
            said["list"] = tuple(found[place].said["n"] for place in row)
        yield replace(token, said=said, unit=_unit(found, at))


def _with_ones(found: Sequence[Token]) -> Iterator[Token]:
    """The tokens, "one" a number where it stands in a row of numbers and belongs to no other word:
    "two, three and one", but not "hundred and one more"."""
    for at, token in enumerate(found):
        number = bool(_ONE & {*token.keys}) and _ends_here(found, at) and _in_row(found, at)
        yield replace(token, said={"n": 1}, spelt=True) if number else token


def _ends_here(found: Sequence[Token], at: int) -> bool:
    after = found[at + 1 : at + 2]
    article = not _NO_ARTICLE & {*found[at].keys}
    return not (article and after and after[0].before == JOINED) or bool(
        {*after[0].keys} & (_AND | _AFTER_ONE)
    )


def _in_row(found: Sequence[Token], at: int) -> bool:
    return any(
        "n" in found[other].said and _goes_on(found, min(at, other), max(at, other))
        for other in range(max(at - 2, 0), min(at + 3, len(found)))
        if other != at
    )


def _whole(found: Sequence[Token], last: int) -> bool:
    """Whether no "one" follows a row of numbers of which nobody knows if it is one of them."""
    ones = (at for at in (last + 1, last + 2) if at < len(found) and _ONE & {*found[at].keys})
    return not any(_goes_on(found, last, at) and not {*found[at].keys} <= _AND for at in ones)


def _rows(found: Sequence[Token]) -> Iterator[list[int]]:
    """The places of numbers that stand in a row: "3, 2 und 4", "940 zu 945"."""
    row: list[int] = []
    for at, token in enumerate(found):
        if "n" in token.said and row and _goes_on(found, row[-1], at):
            row.append(at)
        elif "n" in token.said:
            yield row
            row = [at]
    yield row


def _goes_on(found: Sequence[Token], last: int, at: int) -> bool:
    between = found[last + 1 : at]
    if any(token.before == STOP for token in found[last + 1 : at + 1]):
        return False
    joined = bool(between) and set(between[0].keys) <= _AND
    return at == last + 1 or (at == last + 2 and joined)


def _unit(found: Sequence[Token], at: int) -> str | None:
    after = found[at + 1 : at + 2]
    counted = after and after[0].before == JOINED and after[0].keys[0]
    unit: str | None = _UNITS.get(counted) if counted else None
    if unit:
        return unit
    alone = at > 0 and found[at].before == JOINED and {*found[at - 1].keys} <= _THE_ONE
    return "a_card" if alone and found[at].said["n"] in PIPS else None


def _plain(question: str) -> tuple[str, list[tuple[int, int]]]:
    """A question with each sign in its usual form, and where in the question it comes from."""
    signs = [
        (sign.span(), unicodedata.normalize("NFKC", sign[0])) for sign in _SIGN.finditer(question)
    ]
    return "".join(plain for _at, plain in signs), [at for at, plain in signs for _each in plain]


def _words(text: str, places: Sequence[tuple[int, int]]) -> Iterator[_Word]:
    before, last = STOP, ""
    for part in _PART.finditer(text):
        if word := (part["word"] or "").translate(_IN_GROUPS):
            # Whoever plays "im Swiss Club" speaks of no suit.
            suit = read_suit_name(word) if len(word) > CODE and last not in _SOCIETY else None
            last = sound(word)
            start, end = places[part.start()][0], places[part.end() - 1][1]
            yield _Word(word, sound(word), start, end, before, suit)
            before = JOINED
        else:
            before = max(before, COMMA if part["comma"] else _stop(text, part))


def _stop(text: str, part: re.Match[str]) -> int:
    """What a mark ends: a sentence, but not where it makes "3." the third of what follows."""
    behind, ahead = text[: part.start()], _ORDERED.match(text, part.start())
    ordinal = ahead and _UNITS.get(sound(ahead["word"])) and _SMALL.search(behind)
    return JOINED if ordinal else STOP


def _token(words: Sequence[_Word], card: str | None, trump: str | None, known: str | None) -> Token:
    first, last = words[0], words[-1]
    said: dict[str, object] = {}
    number = None if card else _number(first.text)
    if card:
        said["card"] = card
    elif number is not None:
        said["n"] = number
        if number > OF_A_HAND:
            said["score"] = number
    spelt = number is not None and number <= SMALL and not first.text.isdecimal()
    if (group := _GROUPS.get(first.text.lower())) is not None:
        said["group"] = group
    if first.mode:
        said["mode"] = first.mode
    if trump:
        said["trump"] = trump
    elif known and (suit := first.mode or last.mode) and suit != known:
        said["other"] = suit
    sounds = tuple(word.sound for word in words)
    return Token(sounds, first.start, last.end, first.before, said, spelt=spelt)


def _number(text: str) -> int | None:
    if text.isdecimal() and len(text) < 7:
        return int(text)
    if (number := _NUMBERS.get(text.lower())) is not None:
        return number
    found = next(filter(None, (order.fullmatch(text.lower()) for order in _COMPOUNDS)), None)
    return _TENS[found["ten"]] + _ONES[found["one"]] if found else None


def _trumps(words: Sequence[_Word]) -> Iterator[tuple[int, str]]:
    """The words that say what is trump: a suit that stands by "trump", a direction."""
    for at, word in enumerate(words):
        if word.sound in _DIRECTIONS or (
            word.suit and (_leads_to_trump(words, at, 1) or _leads_to_trump(words, at, -1))
        ):
            yield at, str(word.mode)


def _leads_to_trump(words: Sequence[_Word], at: int, step: int) -> bool:
    """Whether nothing but "is" stands between a suit and "trump", on one side of it."""
    while True:
        right, at = max(at, at + step), at + step
        if not 0 <= at < len(words) or words[right].before != JOINED:
            return False
        if words[at].sound in _TRUMP:
            return _joined(words, at, 2, "RO") is None
        if words[at].sound not in _IS:
            return False


def _card(words: Sequence[_Word], at: int, trump: str | None) -> tuple[int, str | None]:
    """How many words a token takes, and the card that they name. Two without a word between them
    begin with the suit: "sieben Rosen" are seven."""
    for length in range(1, LONGEST_CARD + 1):
        card = _joined(words, at, length, trump)
        if card and length == 2 and not words[at].of_suit:
            continue
        if card and not (length > 1 and _joined(words, at + 1, length - 1, trump)):
            return length, card
    return 1, None


def _is_code(text: str) -> bool:
    """ "HA", "D10", "h9", but neither "ha" nor "das"."""
    return text.isupper() or not text.isalpha()


def _joined(words: Sequence[_Word], at: int, length: int, trump: str | None) -> str | None:
    """The card that so many words name together."""
    piece = words[at : at + length]
    if len(piece) < length or any(word.before != JOINED for word in piece[1:]):
        return None
    if length > 1 and not any(word.of_suit for word in piece):
        return None
    if length == 1 and len(piece[0].text) <= CODE + 1 and not _is_code(piece[0].text):
        return None
    return read_card_name(" ".join(word.text for word in piece), trump)


SHORT = 3
EXACT = {word for name in ("not", "or", "against") for word in LISTS[name]}
"""Words of so few letters that take something back are met only as they are written."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What an item of a phrase stands for. `short`: words that are compared as they are written:
    by sound the French "au" is an "or", and "que" a "no"."""

    kinds: frozenset[str]
    numbers: frozenset[int]
    short: frozenset[str]
    whole: frozenset[str]
    begun: tuple[str, ...]


@cache
def meaning(text: str) -> Meaning:
    parts = [
        word
        for part in text.split("|")
        for word in (LISTS[part[1:-1]] if part[0] == "<" else [part])
    ]
    words = {part for part in parts if part[0] not in "{#" and not part.isdecimal()}
    short = {word for word in words if len(word) <= SHORT and word in EXACT}
    return Meaning(
        kinds=frozenset("n" if part == "#" else part[1:-1] for part in parts if part[0] in "{#"),
        numbers=frozenset(int(part) for part in parts if part.isdecimal()),
        short=frozenset(map(plain, short)),
        whole=frozenset(sound(word) for word in words - short if "*" not in word),
        begun=tuple(sound(word[:-1]) for word in words if word.endswith("*")),
    )
