"""Start numbers that are drawn: nobody chooses, the seed tells the order, seats follow."""

import io
import json
from uuid import uuid4

import pytest
from django.core.management import call_command

from jassclub.core.errors import Invalid
from tests.tournaments.events import Event, event
from tournaments.desk import services as desk
from tournaments.door import services as door
from tournaments.door.services import Who
from tournaments.draw.pure import lot
from tournaments.draw.services import draw
from tournaments.entries.entrants import make_team
from tournaments.entries.services import drop_out
from tournaments.entries.tickets import ticket_order
from tournaments.papers.contents import seated_rounds

pytestmark = pytest.mark.django_db


def day(places: int, preset: str = "einzelschieber-4x12") -> Event:
    """Everybody draws one of so many numbers."""
    made = event(preset)
    desk.change_tournament(
        **made.ids,
        version=made.fresh().version,
        values={"capacity": places},
        settings={"numbers": "drawn"},
        reason="",
    )
    made.fresh()
    return made


def come(made: Event, *names: str) -> list[int]:
    acts = [door.arrive(**made.ids, key=uuid4().hex, who=Who(name=name)) for name in names]
    return [act.entry.number for act in acts]


@pytest.mark.parametrize("tickets", [1, 4, 40, 402])
def test_the_order_is_the_lot_of_the_draws_under_a_topic_of_its_own(tickets):
    order = ticket_order(tickets, seed="abc")
    assert order == lot(range(1, tickets + 1), seed="abc", topic="ticket")
    assert sorted(order) == [*range(1, tickets + 1)]


def test_a_hall_without_a_list_draws_sits_by_its_numbers_and_is_drawn_again_for_who_came():
    made = day(16)
    order = ticket_order(16, seed=made.tournament.seed)
    ahead, _new = draw(**made.ids, expected=True)
    assert sorted(ahead.asked["people"]) == [*range(1, 17)]
    assert not ahead.certificate["faults"]
    assert len(seated_rounds(made.fresh(), planned=True)[0].tables) == 4

    drawn = come(made, *(f"Nummer {place}" for place in range(11)), "Gast")
    assert drawn == order[:12]
    assert not door.doubts_of(made.tournament).exists()
    again, new = draw(**made.ids)
    assert new
    assert sorted(again.asked["people"]) == sorted(drawn)
    assert not again.certificate["faults"]

    late = come(made, "Gast", "Gast", "Gast", "Gast")
    assert late == order[12:]
    called = made.tournament.entries.filter(number__in=late).values_list("name", flat=True)
    assert set(called) == {f"Gast {number}" for number in late}
    full, _new = draw(**made.ids)
    assert sorted(full.asked["people"]) == [*range(1, 17)]
    assert come(made, "Zu spät") == [17]
    drop_out(**made.ids, number=17)

    told = io.StringIO()
    call_command("plan", "--tickets=16", f"--seed={made.tournament.seed}", "--json", stdout=told)
    assert json.loads(told.getvalue()) == order


def test_a_full_house_keeps_the_seats_that_its_tickets_told():
    made = day(8)
    ahead, _new = draw(**made.ids, expected=True)
    come(made, *(f"Nummer {place}" for place in range(8)))
    same, new = draw(**made.ids)
    assert (same.number, new) == (ahead.number, False)


def test_pairs_draw_the_number_of_their_pair():
    made = day(12, "pairs-5x8-swiss")
    order = ticket_order(6, seed=made.tournament.seed)
    ahead, _new = draw(**made.ids, expected=True)
    assert sorted(ahead.asked["people"]) == [*range(1, 13)]
    assert not ahead.certificate["faults"]
    first, *_rest = came = come(made, "Anna / Beat", "Gast / Gast", "Emil", "Fanny")
    assert came[:2] == [2 * number - 1 for number in order[:2]]
    assert came[2:] == [13, 14]
    make_team(**made.ids, name="", numbers=[13, 14])
    teams = made.tournament.teams.values_list("number", flat=True)
    assert {*teams} == {*order[:3]}
    second = made.tournament.teams.get(number=order[1])
    assert second.name == f"Gast {came[1]} / Gast {came[1] + 1}"
    assert first in {number for four in ahead.rounds[0]["tables"] for number in four}
    come(made, *(f"{n} Links / {n} Rechts" for n in "ABC"), "Zu / Spät")
    assert {*made.tournament.teams.values_list("number", flat=True)} == {*range(1, 8)}


def test_numbers_to_draw_need_places():
    made = event("einzelschieber-4x12")
    with pytest.raises(Invalid) as refused:
        desk.change_tournament(
            **made.ids,
            version=made.fresh().version,
            values={},
            settings={"numbers": "drawn"},
            reason="",
        )
    assert [found.code for found in refused.value.details] == ["capacity_missing"]
