"""Who stands in a ranking, with results or without."""

import pytest

from tests.tournaments.events import Event, event
from tests.tournaments.playing import live, low_numbers_win, play, type_table
from tournaments.desk import rounds, seating, services as desk
from tournaments.entries import services as entries
from tournaments.entries.entrants import Person, make_team
from tournaments.entries.models import Entry
from tournaments.standings.rankings import finalists, order_of

pytestmark = pytest.mark.django_db


def listed(day: Event, *, of: str = "rows") -> set[int]:
    """Numbers in the live ranking."""
    return {row["number"] for row in getattr(live(day), of)}


def moved(day: Event, number: int, state: str) -> None:
    """An entry in another state."""
    day.tournament.entries.filter(number=number).update(state=state)


def test_who_waits_for_a_place_is_in_no_ranking() -> None:
    day = event(hands=4, rounds=2)
    desk.change_tournament(**day.ids, version=1, values={"capacity": 8})
    desk.open_sign_up(**day.ids)
    for number in range(1, 10):
        entries.sign_up(**day.ids, people=[Person(f"Gast {number}")])
    assert day.tournament.entries.get(number=9).state == Entry.State.WAITING
    entries.check_in(**day.ids, numbers=range(1, 9))
    play(day)
    assert listed(day) == set(range(1, 9)) == set(order_of(day.tournament))
    kept = day.tournament.rankings.get(after_round=1)
    assert {row["number"] for row in kept.rows} == {row["number"] for row in kept.hall_rows}
    assert len(kept.rows) == 8


def test_who_took_the_entry_back_is_in_no_ranking_and_who_only_left_is() -> None:
    day = event(hands=4, rounds=2)
    day.enter(8)
    day.enter(2, present=False)
    entries.drop_out(**day.ids, number=9)
    entries.drop_out(**day.ids, number=8)
    states = day.tournament.entries.filter(number__in=(8, 9)).order_by("number")
    assert [entry.state for entry in states] == ["away", "withdrawn"]
    assert listed(day) == {1, 2, 3, 4, 5, 6, 7, 8, 10}


@pytest.mark.parametrize("state", [Entry.State.WITHDRAWN, Entry.State.WAITING])
def test_whoever_has_results_is_ranked_all_the_same(state: str) -> None:
    day = event(hands=4, rounds=2)
    day.enter(8)
    play(day)
    before = live(day).rows
    moved(day, 8, state)
    play_again = [row["number"] for row in live(day).rows]
    assert play_again == [row["number"] for row in before]


def test_a_joker_is_a_result() -> None:
    day = event(hands=4, rounds=2, odd="joker", ranking={"joker": {"points": 300, "hands": 4}})
    day.enter(9)
    waits = day.call().sitting_out.get().entry.number
    moved(day, waits, Entry.State.WITHDRAWN)
    assert waits in listed(day)


def pairs(count: int) -> Event:
    """So many pairs: numbers 1 and 2, 3 and 4 ... Two pairs play the final."""
    day = event("pairs-7x8-round-robin", hands=4, rounds=3, final={"places": 2, "rounds": 1})
    day.enter(2 * count)
    for first in range(1, 2 * count, 2):
        make_team(**day.ids, name=f"Paar {first}", numbers=[first, first + 1])
    return day


def test_a_pair_that_waits_or_took_its_entry_back_is_in_no_ranking() -> None:
    day = pairs(4)
    for number, state in ((5, "waiting"), (6, "waiting"), (7, "withdrawn"), (8, "withdrawn")):
        moved(day, number, state)
    assert listed(day, of="teams") == {1, 2}


def test_a_pair_without_one_of_its_two_goes_into_no_final_though_he_never_played() -> None:
    day = pairs(4)
    day.enter(1, name="Helferin", kind="stand_in")
    round_ = day.call()
    seating.step_in(**day.ids, number=1, entry=1, substitute=9, credited="substitute")
    for table in round_.passen.values_list("table__number", flat=True):
        type_table(day, table, low_numbers_win)
    rounds.close_round(**day.ids, number=1)
    assert {1, 2} < set(finalists(day.tournament))
    moved(day, 1, "withdrawn")
    assert 1 not in listed(day)
    through = set(finalists(day.tournament))
    assert through
    assert not {1, 2} & through
