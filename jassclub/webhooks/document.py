"""What a webhook is sent, for the OpenAPI document: a payload for each kind of event.

It is sent as Standard Webhooks say, with `webhook-id`, `webhook-timestamp` and
`webhook-signature`; whoever answers 2xx has taken it.
"""

from collections.abc import Mapping
from typing import Any

from jassclub.clubs.events import SUBJECTS
from jassclub.webhooks.services import PING

Form = dict[str, Any]


def _number(told: str) -> Form:
    return {"type": "integer", "description": told}


def _id(told: str) -> Form:
    return {"type": "string", "format": "uuid", "description": told}


def _word(told: str) -> Form:
    return {"type": "string", "description": told}


GAME: Mapping[str, Form] = {
    "profile": _word("Slug of the rules that are played by."),
    "played_on": {"type": "string", "format": "date", "description": "The day it was played."},
    "season": {
        "type": ["string", "null"],
        "format": "uuid",
        "description": "Id of the season; null for a game outside of seasons.",
    },
}
ROUND: Mapping[str, Form] = {
    "round": _number("Number of the round."),
    "draw": _number("Number of the draw it was made by."),
}
FACTS: Mapping[str, tuple[str, Mapping[str, Form]]] = {
    "game.opened": ("A game was opened.", GAME),
    "game.closed": ("A game was closed.", GAME),
    "game.reopened": ("A closed game was opened again.", GAME),
    "game.abandoned": ("A game was broken off.", GAME),
    "hand.confirmed": (
        "A hand was confirmed; it counts from now on.",
        {"hand": _number("Number of the hand."), "version": _number("Version that counts.")},
    ),
    "tournament.draw": (
        "A plan was drawn.",
        {
            "number": _number("Number of the draw."),
            "rounds": _number("How many rounds were planned."),
            "origin": _word("How it was made."),
        },
    ),
    "tournament.round_called": ("A round was called.", ROUND),
    "tournament.round_closed": ("A round was closed.", ROUND),
    "tournament.ranking": (
        "A ranking was worked out anew.",
        {
            "after_round": _number("After which round it stands; 0 is the live one."),
            "version": _number("Grows with each change of the live ranking."),
            "revision": _number("Which correction of a kept ranking it is."),
        },
    ),
    "tournament.finished": (
        "A tournament was finished.",
        {"rounds": _number("How many rounds were played.")},
    ),
    "sheet.corrected": (
        "The sheet of a table was corrected.",
        {"round": _number("Number of the round."), "table": _number("Number of the table.")},
    ),
    PING: ("Somebody wanted to see a message arrive.", {}),
}
"""What each kind of event tells besides the club and its subject."""
HEADERS = {
    "webhook-id": "Id of the message; the same when it is sent again.",
    "webhook-timestamp": "When it was sent, in seconds of Unix time; refuse what is old.",
    "webhook-signature": "`v1,` and base64 of the HMAC-SHA256 of `id.timestamp.body`; its key is "
    "the secret without `whsec_`, decoded from base64. Several stand apart by spaces: one has to "
    "fit.",
}
"""What goes along with each message."""
NOT_ALWAYS = ("version", "revision")


def with_webhooks(result: dict[str, Any], **_generation: Any) -> dict[str, Any]:
    """A hook of the generator: the webhooks, and a schema for what each is sent."""
    schemas, result["webhooks"] = result["components"]["schemas"], {}
    for kind in {**SUBJECTS, PING: "webhook"}:
        name = "Webhook" + "".join(map(str.capitalize, kind.replace("_", ".").split(".")))
        schemas[name] = message_schema(kind)
        result["webhooks"][kind] = {"post": _operation(kind, name)}
    if events := schemas.get("EventsEnum"):
        told = (f"* `{kind}` - {FACTS[kind][0]}" for kind in events["enum"])
        events["description"] = "\n".join(told)
    return result


def _operation(kind: str, name: str) -> Form:
    told, _facts = FACTS[kind]
    taken = {"description": "Taken. Anything but 2xx is tried again, later and later."}
    body = {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}
    return {
        "operationId": f"tell{name.removeprefix('Webhook')}",
        "summary": told.removesuffix("."),
        "description": f"{told} Ids only: whoever wants more reads it with his own right.",
        "tags": ["webhooks"],
        "security": [],
        "parameters": [
            {
                "in": "header",
                "name": name,
                "description": what,
                "required": True,
                "schema": {"type": "string"},
            }
            for name, what in HEADERS.items()
        ],
        "requestBody": {"required": True, "content": body},
        "responses": {"2XX": taken},
    }


def message_schema(kind: str) -> Form:
    """What is sent when something of this kind happens."""
    told, facts = FACTS[kind]
    subject = SUBJECTS.get(kind, "webhook")
    ids = {"club": _id("Id of the club."), subject: _id(f"Id of the {subject}.")}
    loose = NOT_ALWAYS if kind == "tournament.ranking" else ()
    data = {
        "type": "object",
        "description": "What happened, in ids and numbers.",
        "properties": {**ids, **facts},
        "required": sorted({*ids, *facts} - {*loose}),
    }
    time = {"type": "string", "format": "date-time", "description": "When it happened."}
    return {
        "type": "object",
        "description": told,
        "properties": {
            "type": {"type": "string", "const": kind, "description": "The kind of event."},
            "timestamp": time,
            "data": data,
        },
        "required": ["type", "timestamp", "data"],
    }
