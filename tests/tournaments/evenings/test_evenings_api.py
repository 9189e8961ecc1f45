"""An evening run by a program: dates, who is here, the draw, tables, a substitute, the results."""

from datetime import date

import pytest

from jassclub.clubs.models import Player
from scoring.core.models import Game
from tests.cast import problem

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("season")]

DAY = date(2026, 3, 4)


@pytest.fixture
def evening(chloe, club):
    """Chloe, who directs and does not play, plans the day; nine guests."""
    for number in range(9):
        Player.objects.create(club=club, name=f"Gast {number}")
    answer = chloe.api.post(f"clubs/{club.pk}/evenings", {"days": [str(DAY)], "place": "Krone"})
    (planned,) = answer.json()["evenings"]
    return f"evenings/{planned['id']}"


def guests_of(club):
    return list(Player.objects.filter(club=club, name__startswith="Gast ").order_by("name"))


def test_a_whole_evening(evening, chloe, club):
    api, people = chloe.api, guests_of(club)
    said = [{"player": str(player.pk), "state": "here"} for player in people]
    here = api.post(f"{evening}/attendance", {"said": said}).json()
    assert {one["player"] for one in here["attendance"]} == {str(player.pk) for player in people}
    drawn = api.post(f"{evening}/draw", {"profile": "differenzler-offen"}).json()
    draft = drawn["draft"]
    assert sorted(map(len, draft["tables"])) == [4, 4]
    (out,) = draft["out"]
    first = draft["tables"][0][0]
    swapped = api.post(f"{evening}/exchanges", {"one": first, "other": out}).json()
    assert swapped["draft"]["out"] == [first]
    opened = api.post(f"{evening}/opening").json()
    assert opened["draft"] is None
    assert len(opened["games"]) == 2
    back = api.post(f"{evening}/opening/reversal").json()
    assert (back["games"], back["draft"]["out"]) == ([], [first])
    games = api.post(f"{evening}/opening").json()["games"]
    slip = {"trump": "EI", "predictions": [40, 40, 40, 40], "points": [50, 47, 33, 27]}
    hand = chloe.api.post(f"games/{games[0]}/hands", {"number": 1, "slip": slip})
    assert hand.status_code == 201, hand.content
    leaving = next(str(seat.player_id) for seat in Game.objects.get(pk=games[1]).seats.all())
    wish = {"game": games[1], "leaving": leaving, "coming": first}
    after = api.post(f"{evening}/substitutions", wish).json()
    assert {"player": leaving, "state": "left"} in after["attendance"]
    closed = api.post(f"{evening}/closing").json()
    assert closed == {"closed": 2, "left": []}
    (told,) = api.get(f"{evening}/results").json()["results"]
    assert told["lower_wins"]
    assert [row["total"] for row in told["rows"]] == [7, 7, 10, 13]
    assert told["rows"][0]["rank"] == told["rows"][1]["rank"] == 1


def test_dates_are_listed_and_read_by_members(evening, club, anna):
    listed = anna.api.get(f"clubs/{club.pk}/evenings").json()["results"]
    assert [(one["day"], one["place"]) for one in listed] == [(str(DAY), "Krone")]
    assert anna.api.get(evening).json()["attendance"] == []


@pytest.mark.parametrize(
    ("body", "pointer"),
    [({"profile": "skat"}, "/profile"), ({"profile": "hae", "three": "skat"}, "/three")],
)
def test_rules_that_nobody_knows_are_named(evening, chloe, body, pointer):
    found = problem(chloe.api.post(f"{evening}/draw", body), 422, "invalid")
    assert found["errors"][0]["pointer"] == pointer
