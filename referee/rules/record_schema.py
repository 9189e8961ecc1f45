"""The JSON Schema of a recorded hand, for programs of others that write one (`records.read_hand`).

It knows how each thing is written. What depends on the game (how many play, which cards are in the
pack) is left to the reader, which knows the profile.
"""

import re
from typing import Any

from referee.rules.cards import HAE_54, PACK, RANK_LETTERS, SUIT_LETTERS, Joker, Notation
from referee.rules.hae_records import MOST_PLAYERS
from referee.rules.modes import all_modes
from referee.rules.records import (
    EXCHANGE,
    HAND_ANSWERS,
    ID_LIMIT,
    ROBBERY,
    TRICK_ANSWERS,
)

Schema = dict[str, Any]
LARGEST_ROUND = len(HAE_54)
TRICKS = (
    *("ROB RO8 RO9 RO7", "SIA SIB ROO SI8", "RO6 ROA SEA ROK"),
    *("SI9 SI7 SIU ROU", "SI6 EI9 SIO SEU", "SEK SE8 SEO SE6"),
    *("EI7 EIU EI8 EIO", "SE9 SIK SE7 SEB", "EIA EIK EIB EI6"),
)
EXAMPLE: Schema = {
    "id": "Final, hand 3",
    "contract": "RO",
    "starter": 1,
    "tricks": [{"cards": trick.split()} for trick in TRICKS],
}
SEAT: Schema = {
    "type": "integer",
    "minimum": 0,
    "maximum": MOST_PLAYERS - 1,
    "description": "A seat, counted from 0 in the order of play; partners are 0 and 2, 1 and 3.",
}
WORDS = {
    Notation.GERMAN: "suit EI, RO, SI or SE (Eicheln, Rosen, Schilten, Schellen) and rank, the "
    "Banner as B: RO9, SEU, EIB",
    Notation.FRENCH: "suit D, H, S or C and rank, the ten as T: H9, CJ, ST; in HAE Jass also 2 to "
    "5 and the jokers X1 and X2, written X1=K where one was played as a rank",
}


def card_pattern(notation: Notation) -> str:
    """A regular expression of the cards of one deck, without its anchors."""
    return f"({'|'.join(SUIT_LETTERS[notation])})[{RANK_LETTERS[notation]}]"


def hand_schema() -> Schema:
    """A hand in the letters of one of the decks (JSON Schema, draft 2020-12)."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Recorded hand",
        "description": "A hand of Jass card by card. `POST /api/v1/rulings/proven` and the command "
        "`replay` judge it by the rules of a profile.",
        "anyOf": [{"$ref": f"#/$defs/{notation}"} for notation in Notation],
        "examples": [EXAMPLE],
        "$defs": {
            "seat": SEAT,
            **{str(notation): _hand(notation) for notation in Notation},
            **{f"{notation}_card": _card(notation) for notation in Notation},
        },
    }


def _card(notation: Notation) -> Schema:
    pattern = card_pattern(notation)
    if notation is Notation.FRENCH:
        jokers = {re.escape(str(joker)) for joker in HAE_54.cards if isinstance(joker, Joker)}
        pattern += f"|({'|'.join(sorted(jokers))})(=[{RANK_LETTERS[notation]}])?"
    return {"type": "string", "pattern": f"^({pattern})$", "description": WORDS[notation]}


def _hand(notation: Notation) -> Schema:
    card = {"$ref": f"#/$defs/{notation}_card"}
    seat = {"$ref": "#/$defs/seat"}
    cards = _list(card, LARGEST_ROUND)
    trick = {
        **object_of({"cards": cards}, {"lead": {"anyOf": [seat, {"type": "null"}]}}),
        "description": "`cards` in the order of play, the leader's first; `lead` is his seat.",
    }
    trick["properties"] |= dict.fromkeys(TRICK_ANSWERS, True)
    exchanged, robbed = (
        _list(object_of({key: seat if key == "seat" else form for key in keys}), PACK)
        for form, keys in ((cards, EXCHANGE), (card, ROBBERY))
    )
    tricks = {
        **_list({"anyOf": [trick, cards]}, LARGEST_ROUND),
        "description": "In the order of play; a list of cards alone will do.",
    }
    told: Schema = {
        "id": {
            "type": ["string", "integer", "null"],
            "maxLength": ID_LIMIT,
            "pattern": "^[^\\u0000]*$",
            "description": "Its own name, which is given back.",
        },
        "contract": {
            "enum": sorted({mode.text(notation) for mode in all_modes()}),
            "description": "The trump suit, O for Obenabe, U for Undenufe, and forms of them; HAE "
            "Jass has none.",
        },
        "starter": {**seat, "description": "Who led the first trick."},
        "hands": {
            **_list({"anyOf": [cards, {"type": "null"}]}, MOST_PLAYERS, or_null=True),
            "description": "The cards of each seat as they were played; null where nobody noted.",
        },
        "weis": {
            **_list(True, PACK, or_null=True),
            "description": "What was announced; here counts only whether anything was.",
        },
        "stoeck": {"description": "Whether Stöck were announced: null and false say no."},
        "exchanged": {**exchanged, "description": "Cards laid down for others before the lead."},
        "robbed": {**robbed, "description": "A card given for the one that lay open."},
    }
    answers = dict.fromkeys(HAND_ANSWERS, True)
    return {
        **object_of({"tricks": tricks}, {**told, **answers}),
        "anyOf": [{"required": ["starter"]}, _led()],
        "description": f"Cards in the letters of the {notation} deck: {WORDS[notation]}.",
    }


def _led() -> Schema:
    """Whose first trick says who led it."""
    first = {
        "type": "object",
        "properties": {"lead": {"$ref": "#/$defs/seat"}},
        "required": ["lead"],
    }
    return {"properties": {"tricks": {"prefixItems": [first], "minItems": 1}}}


def object_of(always: Schema, rarely: Schema | None = None) -> Schema:
    """An object that has these members, may have those, and no others."""
    return {
        "type": "object",
        "properties": {**always, **(rarely or {})},
        "required": list(always),
        "additionalProperties": False,
    }


def _list(items: Any, most: int, *, or_null: bool = False) -> Schema:
    return {"type": ["array", "null"] if or_null else "array", "items": items, "maxItems": most}
