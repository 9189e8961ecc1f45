"""A table of the hall calls the referee: the direction sees it at its desk."""

import pytest

from tests.markup import markup
from tests.scoring.web_table import words
from tests.tournaments.halls import hall
from tests.tournaments.phones import came, game_of, person

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("role", "seen"), [("director", True), ("scribe", False)])
def test_a_table_that_calls_stands_at_the_desk_of_the_direction(role, seen):
    saal, others = hall(), hall()
    for one in (saal, others):
        one.call()
    reader = person(saal, role)
    person(saal, "referee")
    person(others, "referee")
    desk = f"/clubs/{saal.tournament.club.slug}/tournaments/{saal.tournament.slug}/"
    assert "Ein Tisch ruft" not in words(reader.get(desk))
    for one in (saal, others):
        phone = came(one, seat=0)
        assert phone.client.post(f"{game_of(phone.begin())}call/").status_code == 302
    page = words(reader.get(desk))
    assert ("Ein Tisch ruft Runde 1, Tisch 1" in page) is seen
    assert page.count("Ich komme") == seen
    # The poll of all his calls leaves this list alone; the desk asks for its own.
    section = '<section data-calls data-scope="tournament" data-live="calls"'
    assert (section in markup(reader.get(desk))) is seen
