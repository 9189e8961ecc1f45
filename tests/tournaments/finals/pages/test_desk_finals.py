"""At the desk of a qualifying event that is over: who qualified is invited into the final."""

import pytest

from jassclub.clubs.models import User
from tests.jassclub.office import words
from tests.tournaments.events import Event
from tests.tournaments.finals.qualifying import came_from, end, final_of, qualifying
from tests.tournaments.office import Browser

pytestmark = pytest.mark.django_db

BUTTON = "In den Final laden"


def browser(day: Event) -> Browser:
    assert day.director.user_id is not None
    found = Browser(day.fresh())
    found.client.force_login(User.objects.get(pk=day.director.user_id))
    return found


def test_the_director_invites_from_the_desk_once_the_event_is_over() -> None:
    day = qualifying()
    final, desk = final_of(day), browser(day)
    assert BUTTON not in desk.text()
    end(day)
    assert BUTTON in desk.text()
    gone = day.tournament.entries.get(number=12)
    desk.do("finalists", to=final.tournament.pk, absent="1", seeded=f"{gone.number} {gone.name}\n")
    numbers = came_from(final.tournament.entries.all())
    assert len(numbers) == 5
    assert 12 in numbers
    assert 1 not in numbers
    desk.do("finalists", to=final.tournament.pk)
    assert final.tournament.entries.count() == 5
    assert "In den Final geladen" in desk.text("log/")


@pytest.mark.parametrize("told", [{"to": "x"}, {"absent": "Niemand"}, {"seeded": "99"}])
def test_what_cannot_be_done_is_told_at_its_field(told: dict[str, str]) -> None:
    day = end(qualifying())
    final = final_of(day)
    refused = browser(day).post("do/finalists/", **{"to": str(final.tournament.pk), **told})
    assert refused.status_code == 422
    assert f"finalists-{next(iter(told))}" in refused.content.decode()
    assert BUTTON in words(refused)
    assert not final.tournament.entries.exists()


def test_without_a_final_of_another_day_there_is_no_button() -> None:
    day = end(qualifying(final=None))
    final_of(day)
    assert BUTTON not in browser(day).text()
