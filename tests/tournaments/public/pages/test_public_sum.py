"""What stands on somebody's page adds up to the total that is shown there."""

import re
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from django.test import Client

from jassclub.core.typography import printed
from tests.jassclub.office import words
from tests.tournaments.fair import fair, html
from tournaments.desk.seating import step_in
from tournaments.entries.entrants import make_team
from tournaments.entries.models import Entry
from tournaments.results import penalties
from tournaments.standings.services import recount

pytestmark = pytest.mark.django_db


def _number(text):
    """One cell: "951", "940.50 Ø", "−20", "2 × 25"; nothing where it is dropped."""
    text = text.replace("−", "-").replace("’", "").strip()
    if not text or text.startswith("("):
        return Fraction(0)
    times = re.match(r"(\d+) × (.*)", text)
    factor, rest = (int(times[1]), times[2]) if times else (1, text)
    (number,) = re.findall(r"^[+-]?[\d.]+", rest)
    return factor * Fraction(number)


def _column(number):
    """The last column of the page: the cells of the rounds and lines, and the total."""
    page = html(f"p/{number}/")
    cells = re.findall(r'<td class="num(?: total)?">([^<]*|<b>[^<]*</b>)</td></tr>', page)
    *parts, total = [re.sub("<[^>]+>", "", cell) for cell in cells]
    return parts, _number(total)


def _adds_up(number):
    parts, total = _column(number)
    assert abs(sum(map(_number, parts)) - total) < Fraction(1, 100), (parts, total)
    return parts


def test_penalties_of_a_round_and_of_the_day_stand_below_the_rounds():
    own = fair(8, played=2)
    for round_ in (1, None):
        penalties.give_penalty(
            **own.ids, number=3, points=20, reason="geredet", round_number=round_
        )
    recount(own.tournament.pk)
    assert "−40" in _adds_up(3)
    assert "Strafpunkte" in words(Client().get("/t/herbst/p/3/"))
    assert "−40" not in _adds_up(4)


@pytest.mark.parametrize("people", [8, 5])
def test_the_points_by_the_hand_are_those_of_the_total_after_its_penalties(people):
    own = fair(people, played=2, rounds=4)
    for round_ in (1, None):
        penalties.give_penalty(
            **own.ids, number=3, points=20, reason="geredet", round_number=round_
        )
    recount(own.tournament.pk)
    rows = own.tournament.rankings.get(after_round=0).rows
    (value,) = (row["value"] for row in rows if row["number"] == 3)
    own_page, ranking = (words(Client().get(f"/t/herbst/{at}")) for at in ("p/3/", ""))
    by_hand = (Decimal(value) / 24).quantize(Decimal("0.01"), ROUND_HALF_UP)
    assert f"Punkte {printed(value)} · {by_hand} pro Spiel" in own_page
    assert str(by_hand) in ranking


def test_the_mean_for_sitting_out_stands_in_its_round():
    own = fair(5, played=2, rounds=4)
    out = own.tournament.rounds.get(number=1).sitting_out.get().entry.number
    parts = _adds_up(out)
    assert parts[0].endswith(" Ø")
    assert parts[0].split()[0] == parts[1]


def test_fixed_points_and_what_is_filled_in_for_a_missed_round_stand_there_too():
    own = fair(5, played=1, rounds=4, odd="joker", ranking={"missing": "zero"})
    out = own.tournament.rounds.get(number=1).sitting_out.get().entry.number
    assert _adds_up(out)[0] == "1’000 J"
    late = own.enter(3)[0].number
    own.draw()
    own.play(2)
    assert _adds_up(late)[0] == "0 F"
    assert "nicht gespielt" in html(f"p/{late}/")


def test_who_came_late_reads_what_he_missed_also_where_nothing_is_filled_in():
    own = fair(8, played=1, rounds=4)
    late = own.enter(4)[0].number
    own.draw()
    own.play(2)
    page = words(Client().get(f"/t/herbst/p/{late}/"))
    assert "1 nicht gespielt – 2 Tisch" in page
    assert "nicht gespielt" not in html("p/1/")


def test_who_only_steps_in_has_missed_nothing():
    own = fair(8, played=2, rounds=4)
    (helper,) = own.enter(1, kind=Entry.Kind.STAND_IN)
    own.play(3)
    step_in(**own.ids, number=3, entry=1, substitute=helper.number, reason="krank")
    page = html(f"p/{helper.number}/")
    assert "Tisch" in page
    assert "nicht gespielt" not in page


def test_what_is_dropped_is_in_brackets_and_an_average_says_what_it_is_divided_by():
    fair(8, played=3, rounds=4, ranking={"count": "drop:1"})
    assert sum(part.startswith("(") for part in _adds_up(1)) == 1


def test_an_average_is_divided_in_a_line_of_its_own():
    fair(8, played=2, rounds=4, ranking={"count": "average"})
    (*rounds, over), total = _column(1)
    assert over == ": 2"
    assert sum(map(_number, rounds)) / 2 == total


def test_what_was_brought_along_is_part_of_the_sum():
    own = fair(8)
    own.tournament.entries.filter(number=2).update(carried="200")
    own.play(1)
    assert "+200" in _adds_up(2)
    assert "mitgebracht" in html("")


def test_in_teams_the_rounds_add_up_to_what_the_person_has():
    own = fair(0, seating="teams", team_size=4)
    entries = own.enter(8)
    for first in (0, 4):
        numbers = [entry.number for entry in entries[first : first + 4]]
        make_team(**own.ids, name=f"Team {first}", numbers=numbers)
    own.draw()
    own.play(1)
    _adds_up(1)


def test_each_round_leads_to_its_tables():
    fair(8, played=2)
    assert '/t/herbst/results/#runde-2"' in html("p/1/")
