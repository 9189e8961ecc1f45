"""The facts of an article as a JSON schema: a program checks a case against it before it asks.

Every fact may also be "UNKNOWN" or null. Labels stand as titles beside the values.
"""

from typing import Any

from django.utils.translation import gettext as _

from referee.rules.cards import RANK_LETTERS, SECOND_COPY, SUIT_LETTERS, Notation
from referee.rules.modes import all_modes
from referee.rules.profile import Profile
from referee.rulings.case import default_answer
from referee.rulings.facts import DIRECTIONS, MOST_CARDS, MOST_PLAYERS, SIDES, SUITS, UNKNOWN, Fact
from referee.rulings.ruling import question_words
from referee.rulings.tables import Table

Schema = dict[str, Any]


def _card() -> Schema:
    decks = [f"({'|'.join(SUIT_LETTERS[deck])})[{RANK_LETTERS[deck]}]" for deck in Notation]
    text = _("Eine Karte: Farbe und Wert, deutsch wie ROA oder SEU, französisch wie HA oder CJ.")
    return {
        "type": "string",
        "pattern": f"^({'|'.join(decks)}){SECOND_COPY}?$",
        "description": text,
        "examples": ["ROA", "SEU", "HA"],
    }


def _cards(most: int | None = None) -> Schema:
    limit = {} if most is None else {"maxItems": most}
    form = {"type": "array", "items": _card(), "uniqueItems": True, **limit}
    return {**form, "examples": [["ROA", "SEU"]]}


def _seat() -> Schema:
    return {
        "type": "integer",
        "minimum": 0,
        "maximum": MOST_PLAYERS - 1,
        "description": _(
            "Ein Platz, von 0 an in der Spielrichtung; Partner sind 0 und 2, 1 und 3."
        ),
        "examples": [0, 1, 2, 3],
    }


def _side() -> Schema:
    text = _("Eine Partei: «0+2» sind die Plätze 0 und 2, «1+3» die Plätze 1 und 3.")
    return {"enum": list(SIDES), "description": text, "examples": [SIDES[0]]}


def _mode() -> Schema:
    texts = {mode.text(deck) for mode in all_modes() for deck in Notation}
    text = _("Trumpffarbe wie RO oder H, O für Obenabe, U für Undenufe.")
    return {
        "enum": sorted({*texts, *DIRECTIONS}),
        "description": text,
        "examples": ["RO", "O", "U"],
    }


def _melds() -> Schema:
    text = _("Weise: mit Karten, als Folge, als vier gleiche, oder nur mit Punkten.")
    seat = {"seat": _seat()}
    kinds: list[Schema] = [
        {"cards": _cards()},
        {"run": {"type": "integer", "minimum": 3, "maximum": MOST_CARDS}, "top": _card()},
        {"four": {"type": "string"}},
        {"points": {"type": "integer", "minimum": 0}},
    ]
    return {
        "type": "array",
        "description": text,
        "items": {
            "oneOf": [
                {
                    "type": "object",
                    "properties": {**seat, **kind},
                    "required": list(kind),
                    "additionalProperties": False,
                }
                for kind in kinds
            ]
        },
        "examples": [[{"seat": 0, "run": 5, "top": "ROA"}, {"seat": 1, "four": "U"}]],
    }


def _hands() -> Schema:
    text = _("Karten nach Plätzen; der Schlüssel ist der Platz, von 0 an.")
    return {
        "type": "object",
        "description": text,
        "propertyNames": {"enum": [str(seat) for seat in range(MOST_PLAYERS)]},
        "additionalProperties": _cards(2 * MOST_CARDS),
        "examples": [{"0": ["ROA"], "1": ["SE6"]}],
    }


def _number() -> Schema:
    return {"type": "integer", "examples": [20]}


OF_KIND = {
    "number": _number,
    "points": _number,
    "seat": _seat,
    "side": _side,
    "suit": lambda: {"enum": list(SUITS), "examples": ["RO", "H"]},
    "card": _card,
    "cards": _cards,
    "holding": lambda: _cards(2 * MOST_CARDS),
    "trick": lambda: _cards(4),
    "mode": _mode,
    "numbers": lambda: {"type": "array", "items": _number(), "examples": [[40, 50]]},
    "hands": _hands,
    "melds": _melds,
}
"""Kind of a fact -> the form of its value; an axis says its answers itself."""


def schema_of(table: Table, profile: Profile, lang: str) -> Schema:
    """The facts of a case of this article, as `POST /rulings` takes them."""
    told = [fact for fact in table.facts.values() if fact.kind != "profile"]
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {fact.name: _property(fact, table, profile, lang) for fact in told},
    }


def _property(fact: Fact, table: Table, profile: Profile, lang: str) -> Schema:
    form = _answers(fact, lang) if fact.is_axis else OF_KIND[fact.kind]()
    told = [one["facts"] for one in table.examples]
    seen = [facts[fact.name] for facts in told if fact.name in facts]  # type: ignore[operator,index]
    default = default_answer(fact, profile)
    found = {"title": question_words(fact, lang), "anyOf": [form, {"enum": [UNKNOWN, None]}]}
    found |= {key: form.pop(key) for key in ("description", "examples") if key in form}
    found |= {"examples": seen[:1]} if seen else {}
    return found | ({} if default is None else {"default": default})


def _answers(fact: Fact, lang: str) -> Schema:
    """The answers of an axis with their words; a number falls into one of its classes."""
    named: list[Schema] = [
        {"const": value, "title": fact.labels.get(value, {}).get(lang, str(value))}
        for value in fact.domain
    ]
    numbers: list[Schema] = [
        {"type": "integer", "minimum": low, "maximum": high} for low, high in fact.classes.values()
    ]
    return {"anyOf": named + numbers, "examples": [fact.domain[0]]}
