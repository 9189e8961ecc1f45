"""Files that come in, and hands that are recorded: taken or refused in words, never a fault."""

import io
import json
from random import Random
from typing import Any

import openpyxl
import pytest
from django.db import transaction

from tests.contract.mutations import bytes_changed, json_changed, table_changed, zip_changed
from tests.jassclub.exchange.spreadsheets.rows import HEAD, lines
from tests.jassclub.hostile import JSON, judge, send

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unthrottled"), pytest.mark.once]

TIMES = [pytest.param(5, id="some"), pytest.param(1_000, marks=pytest.mark.proof, id="many")]
CSV = "text/csv"
PEOPLE = ["Nachname;Vorname;Mail;Notiz", "Meier;Anna;anna@a.ch;", "Gast;Nord;;", "Frei;Urs;;x"]


def workbook(rows: list[list[str]]) -> bytes:
    book, out = openpyxl.Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(out)
    return out.getvalue()


def undone(world: Any, path: str, content: bytes, kind: str) -> Any:
    """Send it, take back what came of it, and judge the answer."""
    with transaction.atomic():
        response = send(world.emma.api, "post", path, content, kind)
        transaction.set_rollback(True)
    judge(response, (path, content[:3000]))
    return response


def try_table(world: Any, path: str, rows: list[str], times: int) -> None:
    """A table as it is, and changed in its cells, its bytes and as a workbook."""
    chance = Random(path)
    cells = [row.split(";") for row in rows]
    plain, book = "\n".join(rows).encode(), workbook(cells)
    for content in (plain, book):
        assert undone(world, path, content, CSV).status_code < 300
    for _ in range(times):
        told = table_changed(cells, chance)
        undone(world, path, told.encode("utf-8", "replace"), CSV)
        undone(world, path, bytes_changed(plain, chance), CSV)
        undone(world, path, bytes_changed(book, chance), CSV)
        undone(world, path, zip_changed(book, chance), CSV)


@pytest.mark.parametrize("times", TIMES)
def test_spreadsheets_of_past_evenings(world, times):
    rows = [HEAD, *lines(hand=1), *lines(hand=2)]
    try_table(world, f"/api/v1/clubs/{world.club.pk}/spreadsheets", rows, times)


@pytest.mark.parametrize("times", TIMES)
def test_entry_lists(world, known, times):
    place = f"/api/v1/tournaments/{known['tournament']}/entries"
    try_table(world, f"{place}/preview", PEOPLE, times)


@pytest.mark.parametrize("times", TIMES)
@pytest.mark.parametrize("whose", ["clubs", "games", "seasons", "tournaments"])
def test_archives(world, known, whose, times):
    chance = Random(whose)
    out = world.emma.api.get(f"{whose}/{known[whose.removesuffix('s')]}/export.json")
    assert out.status_code == 200
    archive = json.loads(out.content)
    goal = "tournament-imports" if whose == "tournaments" else "imports"
    path = f"/api/v1/clubs/{world.club.pk}/{goal}"
    for _ in range(times):
        undone(world, path, json.dumps(json_changed(archive, chance)).encode(), JSON)
        undone(world, path, bytes_changed(json.dumps(archive).encode(), chance), JSON)


SLIPS = (
    {"contract": "RO", "declared_by": 0, "points": [97, None]},
    {"contract": "O", "declared_by": 1, "points": [157, 0], "matsch": 0, "weis": [50, 20]},
    {"contract": "SE", "declared_by": 2, "points": [57, 100], "stoeck": 1, "pushed": True},
)


@pytest.mark.parametrize("times", TIMES)
def test_recorded_hands(world, known, times):
    chance = Random("hands")
    for _ in range(times * 3):
        body = {"number": chance.choice([1, 2, 3]), "slip": chance.choice(SLIPS)}
        path = f"/api/v1/games/{known['game']}/hands"
        if chance.random() < 0.5:
            path, body = f"/api/v1/hands/{known['hand']}/entries", {**body, "based_on": 1}
        undone(world, path, json.dumps(json_changed(body, chance)).encode(), JSON)
