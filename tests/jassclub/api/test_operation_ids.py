"""What the operations of the API are called: a verb and what it is done to."""

import re
from collections import Counter

from tests.jassclub.hostile import document

NAME = re.compile(r"([a-z]+)[A-Z][A-Za-z]*")
USUAL = {"list", "read", "create", "change", "delete"}
STEPS = {
    *("abandon", "accept", "add", "anonymise", "approve", "book", "call", "cancel", "check"),
    *("close", "confirm", "contest", "correct", "decide", "disclose", "dissolve", "draw", "drop"),
    *("exchange", "finish", "invite", "join", "log", "merge", "open", "overrule", "pause"),
    *(
        "end",
        "stop",
        "give",
        "redeliver",
        "reopen",
        "reseat",
        "resolve",
        "resume",
        "reverse",
        "revoke",
        "rotate",
    ),
    *(
        "count",
        "deal",
        "label",
        "mark",
        "settle",
        "sign",
        "spend",
        "start",
        "substitute",
        "take",
        "test",
    ),
    *("withdraw", "write"),
}
QUESTIONS = {"ask", "check", "export", "find", "preview", "print", "search"}


def operations() -> list[str]:
    return [
        operation["operationId"]
        for methods in document()["paths"].values()
        for operation in methods.values()
    ]


def test_every_operation_has_a_name_of_its_own() -> None:
    assert [name for name, many in Counter(operations()).items() if many > 1] == []


def test_an_operation_is_called_by_a_verb_and_a_noun() -> None:
    named = {name: NAME.fullmatch(name) for name in operations()}
    assert [name for name, found in named.items() if found is None] == []
    verbs = {found[1] for found in named.values() if found}
    assert verbs - USUAL - STEPS - QUESTIONS == set()
    assert (USUAL | STEPS | QUESTIONS) - verbs == set(), "no verb is declared that nobody uses"


def test_the_names_say_what_happens() -> None:
    expected = {
        *("listClubs", "createGame", "closeGame", "readPlayer", "changeSeason", "deleteWebhook"),
        *("exportGameCsv", "listClubMembers", "rotateWebhookSecret", "cancelTournamentPenalty"),
    }
    assert expected - set(operations()) == set()
