"""Every address of the service with what fills it, and what somebody is answered there."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import transaction
from django.views.generic import RedirectView

from tests.addresses import addresses
from tests.jassclub.hostile import usual
from tests.jassclub.routes import routes
from tests.pictures.one_of_each import PAST
from tests.rights.world import PUBLIC, Rights
from tournaments.desk.pages.table import COMMANDS
from tournaments.evenings.pages import evening

API = "api/v1/"
PAGE_METHODS = ("get", "post")
DO = "do/<slug:name>/"

Place = tuple[str, str]
"""A method in lower case and an address of the URL conf."""

BY_START: Mapping[str, Mapping[str, str]] = {
    f"{API}rulebook/": {"slug": "fragen"},
    "clubs/<slug:slug>/data/blank/": {"name": "differenzler"},
    f"{API}profiles/": {"slug": "jassregeln"},
    f"{API}games/<uuid:game_id>/penalties/": {"penalty_id": "game_penalty"},
    f"{API}auth/tokens/": {"token_id": "api_token"},
    f"{API}games/<uuid:game_id>/settlement": {"game_id": "closed"},
    f"{API}games/<uuid:game_id>/reopening": {"game_id": "closed"},
    f"{API}disputes/<uuid:dispute_id>/revocation": {"dispute_id": "booked"},
    "games/<uuid:game_id>/disputes/<uuid:dispute_id>/revoke/": {
        "dispute_id": "booked",
        "game_id": "booked_game",
    },
    f"{API}tournaments/<uuid:tournament_id>/sign-ups": {"tournament_id": "public"},
    "rules/": {"slug": "fragen"},
    "games/<uuid:game_id>/hands/<int:number>/rules/": {"slug": "fragen"},
    "games/<uuid:game_id>/penalties/": {"penalty_id": "game_penalty"},
    "games/<uuid:game_id>/change/": {"name": "abandon"},
    "t/<slug:slug>/": {"slug": PUBLIC, "token": "ticket"},
    "t/<str:token>": {"token": "table_token"},
    "i/<str:token>": {"token": "invitation_token"},
    "check-in/": {"token": "ticket"},
    "schemas/": {"name": "archive"},
    "help/games/": {"slug": "pandur"},
    "slate/blank/": {"profile": "schieber-1000"},
    "clubs/<slug:slug>/": {"slug": "rosenau"},
    "clubs/<slug:slug>/evenings/": {"slug": "rosenau", "day": "evening_day"},
    "e/": {"token": "evening_token"},
    "me/<slug:slug>/": {"slug": "rosenau"},
    "me/tokens/": {"token_id": "api_token"},
    "clubs/<slug:slug>/members/<uuid:user_id>/": {"user_id": "user"},
}
"""What fills a place of an address, by how the address begins: the name of something known, or
the word itself."""
ALWAYS = {"tslug": "cup", "profile": "schieber-1000", "variant": "schieber", "name": "misdeal"}
NEXT_HAND = ("write/", "predict/")
TOKENS: Mapping[str, str] = {
    f"{API}invitations/acceptance": "invitation_token",
    f"{API}devices": "table_token",
    f"{API}sign-ups/withdrawal": "ticket",
}
"""Which secret is sent to an address that takes one."""
FILES: Mapping[str, tuple[bytes, str]] = {
    f"{API}clubs/<uuid:club_id>/imports": (b'{"format": "jassclub"}', "application/json"),
    f"{API}clubs/<uuid:club_id>/spreadsheets": (PAST.encode(), "text/csv"),
    f"{API}tournaments/<uuid:tournament_id>/entries/preview": (b"Name\nRosa\n", "text/csv"),
    f"{API}tournaments/<uuid:tournament_id>/entries/import": (b"Name\nRosa\n", "text/csv"),
}
"""What is sent to an address that takes a file."""
FORM = {
    "name": "Neu",
    "starts": "2027-01-01",
    "ends": "2027-12-31",
    "reason": "Weil es so war",
    "text": "Weil es so war",
    "act": "void",
    "verdict": "void",
}
"""Sent with every form of a page: enough that a role is asked for before a reason is."""


def places() -> list[Place]:
    """Every method of every address that answers, the API first; files for browsers left out, and
    what only leads to a new address."""
    api = [(method, address) for address, methods in routes() for method in sorted(methods)]
    known = {address for _method, address in api}
    pages = [
        (method, address)
        for route, view in addresses()
        if route not in known and getattr(view, "view_class", None) is not RedirectView
        for address in _spelled(route)
        for method in PAGE_METHODS
    ]
    return sorted(set(api)) + sorted(set(pages))


def knock(rights: Rights, role: str, place: Place) -> str:
    """What `role` is answered, in one word: the status, or `login` for the way to the log-in."""
    answer = answer_to(rights, role, place)
    to_login = answer.status_code == 302 and answer["Location"].startswith(settings.LOGIN_URL)
    return "login" if to_login else str(answer.status_code)


def answer_to(rights: Rights, role: str, place: Place) -> Any:
    """What `role` is answered; whatever came of it is taken back."""
    method, address = place
    visitor, path = rights.visitors[role], filled(address, rights.known)
    with transaction.atomic():
        client = visitor.client()
        if address.startswith(API):
            body, kind = _body(rights, place)
            sent = {"Idempotency-Key": str(uuid4()), "If-Match": '"v1"', **visitor.headers}
            answer = client.generic(method.upper(), path, body, content_type=kind, headers=sent)
        else:
            form = {**FORM, "choice": rights.known["choice"]}
            answer = getattr(client, method)(path, form if method == "post" else None)
        transaction.set_rollback(True)
    return answer


def _body(rights: Rights, place: Place) -> tuple[bytes, str]:
    method, address = place
    if address in FILES and method == "post":
        return FILES[address]
    body = usual(address, method, dict(rights.known))
    if address in TOKENS:
        body["token"] = rights.known[TOKENS[address]]
    return json.dumps(body).encode(), "application/json"


def filled(address: str, known: Mapping[str, Any]) -> str:
    """The address with what exists; a place for which nothing is known is a mistake here."""
    names = {key: word for start, words in BY_START.items() if address.startswith(start)
             for key, word in words.items()}  # fmt: skip

    def value(found: re.Match[str]) -> str:
        kind, name = found.groups()
        named = names.get(name, ALWAYS.get(name, name))
        for key in (named,) if name in names else (name, name.removesuffix("_id")):
            if key in known and (kind != "int:" or isinstance(known[key], int)):
                return str(known[key])
        if kind == "int:":
            return "2" if address.endswith(NEXT_HAND) else "1"
        assert named != name, f"nothing fills {name} in {address}"
        return named

    return "/" + re.sub(r"<(\w+:)?(\w+)>", value, address)


def _spelled(route: str) -> Iterator[str]:
    """The address itself; for the commands of a desk or an evening one for each."""
    if route.endswith(DO):
        commands = sorted(evening.COMMANDS if "evenings/" in route else COMMANDS)
        yield from (route.replace("<slug:name>", name) for name in commands)
    else:
        yield route
