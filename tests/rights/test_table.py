"""Every address as everybody: what they are answered stands in `table.txt`.

`make test` knocks as those who are just not let in, `make proof` as everybody. Addresses that
answer nobody's visit (405, or back to the page of their form) need no line.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.lasting import lasting
from tests.rights.knocking import API, Place, knock, places
from tests.rights.world import ROLES, Rights, rights_world

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.usefixtures("unslowed")]

TABLE = Path(__file__).parent / "table.txt"
REFUSED = ("401", "403", "404", "login")
BY_STRENGTH = ("director", "referee", "scribe", "member", "card", "phone")
UNTRIED: frozenset[Place] = frozenset({("get", "api/v1/schema/"), ("post", "api/v1/schema/")})
"""Public documents that take seconds to write."""

Row = Mapping[str, str]


def read_table() -> dict[Place, Row]:
    """The table: what each role is answered at each place."""
    lines = [line.split() for line in TABLE.read_text().splitlines()]
    rows = [line for line in lines if line and not line[0].startswith("#")]
    return {
        (line[0].lower(), "" if line[1] == "/" else line[1]): dict(
            zip(ROLES, line[2:], strict=True)
        )
        for line in rows
    }


ROWS = read_table()
PARTS: Mapping[str, list[Place]] = {
    "api get": [p for p in ROWS if p[1].startswith(API) and p[0] == "get"],
    "api change": [p for p in ROWS if p[1].startswith(API) and p[0] != "get"],
    "page get": [p for p in ROWS if not p[1].startswith(API) and p[0] == "get"],
    "page change": [p for p in ROWS if not p[1].startswith(API) and p[0] != "get"],
}


@pytest.fixture(scope="module")
def world_of_rights(django_db_setup: None, django_db_blocker: Any) -> Iterator[Rights]:
    """The world, made once for a module; everything is gone after it."""
    with lasting(django_db_blocker, rights_world) as made:
        yield made


def different(rights: Rights, place: Place, asked: list[str]) -> dict[str, str]:
    """Who of those asked is answered otherwise than the table says: `role: is, not was`."""
    found = {role: knock(rights, role, place) for role in asked}
    return {
        role: f"{word}, not {ROWS[place][role]}"
        for role, word in found.items()
        if word != ROWS[place][role]
    }


def telling(row: Row) -> list[str]:
    """The refused at the edge: nobody, the other club's admin, and the strongest of the club.

    Where a permission is taken away they are the first who come in.
    """
    strongest = next((role for role in BY_STRENGTH if row[role] in REFUSED), "stranger")
    return [role for role in {"stranger", "foreign", strongest} if row[role] in REFUSED]


@pytest.mark.parametrize("part", PARTS)
def test_nobody_is_let_in_who_has_no_right(part: str, world_of_rights: Rights) -> None:
    found = {p: different(world_of_rights, p, telling(ROWS[p])) for p in PARTS[part]}
    assert {place: bad for place, bad in found.items() if bad} == {}


@pytest.mark.proof
@pytest.mark.parametrize("part", PARTS)
def test_everybody_is_answered_as_the_table_says(part: str, world_of_rights: Rights) -> None:
    found = {p: different(world_of_rights, p, list(ROLES)) for p in PARTS[part]}
    assert {place: bad for place, bad in found.items() if bad} == {}


def test_every_address_has_its_line(world_of_rights: Rights) -> None:
    missing = set(places()) - set(ROWS) - UNTRIED
    answering = {p: knock(world_of_rights, "admin", p) for p in sorted(missing)}
    assert {p for p, word in answering.items() if word not in ("405", "302")} == set()


def test_no_line_is_left_of_an_address_that_is_gone() -> None:
    assert set(ROWS) - set(places()) == set()


def test_an_address_without_a_line_only_leads_back_to_its_form(world_of_rights: Rights) -> None:
    """Whoever visits it is led to the same page, whose own line says who may see it."""
    missing = [p for p in places() if p not in ROWS and p not in UNTRIED]
    for place in missing:
        assert place[0] == "get" or knock(world_of_rights, "stranger", place) == "405", place


def test_the_table_notices_a_permission_that_is_gone(
    world_of_rights: Rights, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = ("patch", f"{API}clubs/<uuid:club_id>")
    asked = telling(ROWS[place])
    assert different(world_of_rights, place, asked) == {}
    monkeypatch.setattr("jassclub.clubs.services.clubs.require_role", lambda *args: None)
    assert different(world_of_rights, place, asked) == {"director": "200, not 403"}
