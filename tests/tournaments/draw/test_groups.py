"""Groups with tables of their own, and the knock-out of the best of them."""

from collections import defaultdict
from typing import Any

import pytest
from django.test import Client

from jassclub.core.errors import Invalid
from tests.jassclub.office import words
from tests.tournaments.draw.test_knockout import meetings
from tests.tournaments.events import Event, opened, pairs
from tests.tournaments.playing import live, play, ranks
from tournaments.draw import services as drawing
from tournaments.standings.contests import day_of
from tournaments.standings.rankings import tables_of_groups

pytestmark = pytest.mark.django_db


def grouped(count: int, **settings: Any) -> Event:
    return pairs(count, "pairs-groups-knockout", **settings)


def groups(day: Event) -> list[set[int]]:
    return [set(map(int, group)) for group in day_of(day.tournament).groups]


def has_average(day: Event) -> bool:
    """Whether the page of the ranking tells points per hand."""
    live(day)
    return "pro Spiel" in words(Client().get(f"/t/{day.tournament.slug}/"))


def test_everybody_meets_everybody_of_his_group_and_the_best_of_each_go_on() -> None:
    day = grouped(16)
    met: dict[int, set[int]] = defaultdict(set)
    for _round in range(3):
        play(day)
        for one, other in meetings(day):
            assert other not in met[one]
            met[one].add(other)
            met[other].add(one)
    found = groups(day)
    assert has_average(opened(day))
    assert sorted(len(group) for group in found) == [4, 4, 4, 4]
    for group in found:
        assert all(met[pair] == group - {pair} for pair in group)
    tables = tables_of_groups(day_of(day.tournament))
    # Low numbers win by the rule of these tests, so a group is in order of its numbers.
    assert [[row["number"] for row in rows] for rows in tables] == [sorted(g) for g in found]
    play(day)
    first = meetings(day)
    winners, seconds = {min(g) for g in found}, {sorted(g)[1] for g in found}
    assert {one for duel in first for one in duel} == winners | seconds
    for one, other in first:
        assert (one in winners) != (other in winners), "a winner meets a second"
        assert not any({one, other} <= group for group in found), "of another group"
    assert not has_average(day), "the final counts alone"
    for _round in range(2):
        play(day)
    assert [rank for rank, _number in ranks(live(day).teams)[:4]] == [1, 2, 3, 4]


def test_the_groups_stay_once_a_round_was_called_and_who_comes_late_joins_the_smallest() -> None:
    day = grouped(9, groups=2, final={"places": 4, "rounds": 2, "knockout": True}, rounds=5)
    play(day)
    before = groups(day)
    late = day.enter(2)
    from tournaments.entries.entrants import make_team

    make_team(**day.ids, name="Spät", numbers=[entry.number for entry in late])
    play(day)
    after = groups(day)
    assert all(old <= new for old, new in zip(before, after, strict=True))
    assert sorted(len(group) for group in after) == [5, 5]


def test_the_groups_have_a_page_and_an_address_for_programs() -> None:
    day = opened(grouped(8, groups=2, final={"places": 4, "rounds": 2, "knockout": True}))
    play(day)
    page = Client().get(f"/t/{day.tournament.slug}/groups/").content.decode()
    assert "Gruppe A" in page
    assert "Paar 1" in page
    told = Client().get(f"/api/v1/tournaments/{day.tournament.pk}/groups").json()
    assert [group["name"] for group in told["groups"]] == ["A", "B"]
    rows = told["groups"][0]["rows"]
    assert [row["rank"] for row in rows][:1] == [1]
    assert {row["number"] for group in told["groups"] for row in group["rows"]} == set(range(1, 9))


def test_too_few_pairs_for_the_groups_are_refused_in_words() -> None:
    day = grouped(7)
    with pytest.raises(Invalid) as refused:
        drawing.draw(**day.ids)
    assert refused.value.details[0].code == "too_few_for_groups"


def test_an_event_without_groups_has_no_page_of_them() -> None:
    day = opened(pairs(4, rounds=2))
    day.call()
    assert Client().get(f"/t/{day.tournament.slug}/groups/").status_code == 404
    answer = Client().get(f"/api/v1/tournaments/{day.tournament.pk}/groups")
    assert answer.json()["code"] == "no_groups"
