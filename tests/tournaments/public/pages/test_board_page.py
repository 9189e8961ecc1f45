"""The board of the hall: the right leaves at the right moment, small answers, no script needed."""

import re
from dataclasses import replace

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.fair import fair, html
from tournaments.desk import rounds, services as desk
from tournaments.format.pure import Format
from tournaments.format.selectors import format_of
from tournaments.public.pages.board import board_of, pages_of_names, seconds_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def empty_cache():
    cache.clear()


def leaves(page):
    """(kinds, hidden) of every leaf."""
    found = re.findall(r'<section class="leaf (\w+)[^"]*"([^>]*)>', page)
    return [(kind, "hidden" in rest) for kind, rest in found]


def kinds(address="board/"):
    return [kind for kind, _hidden in leaves(html(address))]


def test_the_board_follows_the_day():
    own = fair(8)
    assert kinds() == ["welcome"]
    rounds.call_round(**own.ids)
    assert kinds() == ["seats"]
    rounds.start_round(**own.ids, number=1)
    assert kinds() == ["clock", "seats"]
    own.write(1)
    assert kinds() == ["clock"]
    rounds.close_round(**own.ids, number=1)
    assert kinds() == ["ranking"]
    desk.finish(**own.ids, reason="Gewitter")
    assert kinds()[:2] == ["podium", "podium"]


@pytest.mark.parametrize(("wish", "kind"), [("plaetze", "seats"), ("uhr", "clock")])
def test_a_second_beamer_is_held_at_what_it_shall_show(wish, kind):
    own = fair(8)
    rounds.call_round(**own.ids)
    rounds.start_round(**own.ids, number=1)
    assert kinds(f"board/?zeigt={wish}") == [kind]


@pytest.mark.parametrize(
    ("people", "pages"), [(4, 1), (24, 1), (28, 1), (40, 2), (120, 4), (160, 4), (204, 3)]
)
def test_everybody_is_on_exactly_one_leaf_and_no_leaf_overflows(people, pages):
    own = fair(people)
    rounds.call_round(**own.ids)
    board = board_of(own.fresh(), format_of(own.tournament))
    names = [row["name"] for leaf in board["leaves"] for row in leaf["rows"]]
    assert names == sorted(names, key=str.casefold)
    assert len(names) == len(set(names)) == people
    assert len(board["leaves"]) == pages
    assert all(len(leaf["rows"]) <= leaf["columns"] * leaf["deep"] for leaf in board["leaves"])
    assert all(leaf["deep"] <= 17 for leaf in board["leaves"])


def test_without_a_script_the_leaves_turn_by_themselves():
    own = fair(40)
    rounds.call_round(**own.ids)
    assert leaves(html("board/")) == [("seats", False), ("seats", True)]
    assert 'content="9; url=?blatt=2"' in html("board/")
    assert leaves(html("board/?blatt=2")) == [("seats", True), ("seats", False)]
    assert 'content="9; url=?blatt=1"' in html("board/?blatt=2")
    assert leaves(html("board/?blatt=99")) == leaves(html("board/"))
    assert 'url=?blatt=2&amp;zeigt=plaetze"' in html("board/?zeigt=plaetze")


@pytest.mark.parametrize(
    ("people", "set_", "seconds", "all_names"),
    [(402, None, 6, 36), (402, 4, 4, 24), (24, None, 9, 9)],
)
def test_all_names_have_come_in_forty_seconds_unless_the_director_sets_the_rhythm(
    people, set_, seconds, all_names
):
    rows = [{"name": f"N{number}"} for number in range(people)]
    leaves_ = list(pages_of_names(rows))
    shown = seconds_of(replace(Format(), board_seconds=set_), len(leaves_))
    assert [row for leaf in leaves_ for row in leaf["rows"]] == rows
    assert (shown, shown * len(leaves_)) == (seconds, all_names)


def test_the_rhythm_may_change_while_people_play():
    own = fair(40)
    rounds.call_round(**own.ids)
    assert 'data-seconds="9"' in html("board/")
    desk.change_tournament(
        **own.ids, version=own.fresh().version, values={}, settings={"board_seconds": 5}
    )
    assert 'data-seconds="5"' in html("board/")


def test_who_sits_out_is_named():
    own = fair(10)
    rounds.call_round(**own.ids)
    assert kinds() == ["seats", "out"]
    assert "Diese Runde setzen aus" in html("board/")


def test_the_clock_says_when_it_ends_how_much_was_added_and_who_is_missing():
    own = fair(8, minutes=50)
    rounds.call_round(**own.ids)
    started = rounds.start_round(**own.ids, number=1)
    page = html("board/")
    assert re.search(r'data-ends="\d{4}-\d\d-\d\dT', page)
    assert re.search(r">(50:00|49:5\d)<", page)
    assert "Resultate fehlen" not in page
    rounds.add_time(**own.ids, number=started.number, minutes=5)
    assert "mit 5 Minuten Zugabe" in html("board/")
    rounds.stop_clock(**own.ids, number=1)
    stands = html("board/")
    assert "Die Uhr steht." in stands
    assert "data-ends" not in stands
    own.write(1)
    assert "Alle Resultate sind da." in html("board/")


def test_the_podium_is_built_from_the_third_place_up():
    own = fair(8, played=1)
    desk.finish(**own.ids, reason="Gewitter")
    board = board_of(own.fresh(), format_of(own.tournament))
    podium = [leaf for leaf in board["leaves"] if leaf["kind"] == "podium"]
    ranks = [{line["rank"] for line in leaf["rows"]} for leaf in podium]
    assert ranks == [{3}, {1, 3}]
    assert [leaf["once"] for leaf in podium] == [True, False]


def test_who_asks_again_gets_nothing_until_something_happens():
    own = fair(8)
    address = f"/api/v1/tournaments/{own.tournament.pk}/board"
    first = Client().get(address)
    assert first["ETag"].strip('"') in html("board/")
    for method in ("get", "head"):
        again = getattr(Client(), method)(address, headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
    rounds.call_round(**own.ids)
    changed = Client().head(address, headers={"If-None-Match": first["ETag"]})
    assert (changed.status_code, changed.content) == (200, b"")
    assert changed["ETag"] != first["ETag"]


def test_the_answer_for_displays_has_what_they_show_and_no_single_rounds():
    own = fair(8, played=2)
    rounds.call_round(**own.ids)
    told = Client().get(f"/api/v1/tournaments/{own.tournament.pk}/board").json()
    assert told["ranking"]["version"] > 0
    assert len(told["ranking"]["rows"]) == len(told["seating"]) == 8
    assert {tuple(row) for row in told["ranking"]["rows"]} == {
        ("number", "name", "rank", "value", "average", "hands", "exact", "stand_in", "decided_by")
    }
    names = dict(own.tournament.entries.values_list("number", "name"))
    assert {number: name for name, number, _table, _seat in told["seating"]} == names
    assert sorted((table, seat) for _name, _number, table, seat in told["seating"]) == [
        (table, seat) for table in (1, 2) for seat in "ABCD"
    ]


def asked(address):
    cache.clear()
    with CaptureQueriesContext(connection) as queries:
        assert Client().get(address).status_code == 200
    return len(queries)


def counts(people):
    own = fair(people, played=2)
    rounds.call_round(**own.ids)
    pages = ("", "results/", "p/1/", "board/", "board/?zeigt=rangliste", "board/?zeigt=uhr")
    addresses = [f"/t/herbst/{page}" for page in pages]
    addresses.append(f"/api/v1/tournaments/{own.tournament.pk}/board")
    found = [asked(address) for address in addresses]
    own.tournament.slug = f"anders-{people}"
    own.tournament.save()
    return found


def test_a_larger_hall_costs_no_more_questions():
    assert counts(8) == counts(32)
