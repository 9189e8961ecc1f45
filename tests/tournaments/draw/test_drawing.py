"""The draw over the services: certified, once, frozen where played, the same for anybody."""

from contextlib import nullcontext
from typing import Any

import pytest

from jassclub.core.errors import Conflict, Invalid, NotAllowed
from tests.tournaments.events import event, pairs
from tests.tournaments.playing import play, seated
from tournaments.desk import rounds
from tournaments.draw import services as drawing
from tournaments.draw.pure import commitment, make_plan
from tournaments.entries import entrants, services as entries
from tournaments.entries.entrants import Person, make_team
from tournaments.entries.models import Entry
from tournaments.rounds.models import Draw

pytestmark = pytest.mark.django_db


def met(draw: Draw) -> dict[frozenset[int], int]:
    """How often two people sat at one table, counted the simple way."""
    times: dict[frozenset[int], int] = {}
    for planned in draw.rounds:
        for table in planned["tables"]:
            for a in table:
                for b in table:
                    if a < b:
                        pair = frozenset((a, b))
                        times[pair] = times.get(pair, 0) + 1
    return times


def test_a_draw_seats_everybody_once_a_round_and_nobody_meets_twice() -> None:
    evening = event(rounds=4)
    evening.enter(16)
    drawn = evening.draw()
    for planned in drawn.rounds:
        assert sorted(n for table in planned["tables"] for n in table) == list(range(1, 17))
    assert max(met(drawn).values()) == 1
    assert drawn.certificate["meeting_repeats"] == 0
    assert drawn.certificate["faults"] == []


def test_pressing_again_gives_the_same_draw_and_a_reason_another_one() -> None:
    evening = event()
    evening.enter(16)
    first = evening.draw()
    assert evening.draw() == first
    other = evening.draw(reason="Das Los wurde angezweifelt")
    assert other.number == 2
    assert other.rounds != first.rounds


@pytest.mark.usefixtures("unhurried")
def test_whoever_knows_the_seed_at_the_end_makes_the_same_plan_again() -> None:
    evening = event(rounds=3)
    evening.enter(18)
    drawn = evening.draw()
    seed = evening.tournament.seed
    assert evening.tournament.log.get(kind="created").payload["commitment"] == commitment(seed)
    plan = make_plan(drawn.asked["people"], 3, seed=f"{seed}:{drawn.number}")
    again = [[list(table) for table in planned.tables] for planned in plan.rounds]
    assert again == [planned["tables"] for planned in drawn.rounds]


def test_who_comes_late_is_drawn_into_what_is_left_and_the_played_rounds_stay() -> None:
    evening = event(rounds=4)
    evening.enter(16)
    before = evening.draw()
    rounds.call_round(**evening.ids)
    evening.enter(2, name="Spät")
    after = evening.draw()
    assert after.rounds[0] == before.rounds[0]
    assert after.played == 1
    assert all(len(planned["sitting_out"]) == 2 for planned in after.rounds[1:])
    benched = [n for planned in after.rounds[1:] for n in planned["sitting_out"]]
    assert max(benched.count(n) for n in benched) == 1


def test_a_round_is_not_called_for_people_who_are_not_there() -> None:
    evening = event()
    evening.enter(16)
    evening.draw()
    entries.drop_out(**evening.ids, number=3)
    evening.enter(1, name="Spät")
    with pytest.raises(Conflict) as refused:
        rounds.call_round(**evening.ids)
    assert refused.value.code == "field_changed"
    assert [d.code for d in refused.value.details] == ["drawn_but_absent", "present_but_not_drawn"]
    assert not evening.tournament.rounds.exists()
    evening.draw()
    assert rounds.call_round(**evening.ids).number == 1


def test_stand_ins_fill_the_last_table_and_no_other() -> None:
    evening = event(odd="stand_in")
    evening.enter(14)
    evening.enter(3, kind=Entry.Kind.STAND_IN, name="Ersatz")
    drawn = evening.draw()
    seated = {n for planned in drawn.rounds for table in planned["tables"] for n in table}
    assert seated == {*range(1, 15), 15, 16}
    assert drawn.asked["stand_ins_missing"] == 0


def test_without_enough_stand_ins_the_draw_says_how_many_are_missing() -> None:
    evening = event(odd="stand_in")
    evening.enter(13)
    evening.enter(1, kind=Entry.Kind.STAND_IN, name="Ersatz")
    drawn = evening.draw()
    assert drawn.asked["stand_ins_missing"] == 2
    assert all(len(planned["sitting_out"]) == 2 for planned in drawn.rounds)


@pytest.mark.parametrize("count", [6, 7, 9, 13])
def test_differenzler_has_tables_of_three_and_nobody_waits(count: int) -> None:
    evening = event("differenzler-4x4", rounds=2)
    evening.enter(count)
    for planned in evening.draw().rounds:
        assert sorted(n for t in planned["tables"] for n in t) == list(range(1, count + 1))
        assert {len(table) for table in planned["tables"]} <= {3, 4}


def test_wishes_hold_in_every_round() -> None:
    evening = event(rounds=4)
    evening.enter(16)
    entrants.keep_together(**evening.ids, one=1, other=2)
    entrants.keep_apart(**evening.ids, one=3, other=4)
    entrants.fix_place(**evening.ids, entry=5, table=2, seat=0)
    for planned in evening.draw().rounds:
        table = next(t for t in planned["tables"] if 1 in t)
        assert (table.index(1) + 2) % 4 == table.index(2)
        assert not any({3, 4} <= set(t) for t in planned["tables"])
        assert planned["tables"][1][0] == 5


@pytest.mark.parametrize(
    ("preset", "heard"),
    [
        ("einzelschieber-4x12", True),
        ("teams-4x8", True),
        ("pairs-7x8-round-robin", False),
        ("pairs-5x8-swiss", False),
    ],
)
def test_where_the_draw_cannot_follow_wishes_none_is_taken(preset: str, heard: bool) -> None:
    day = event(preset)
    day.enter(16)
    asked: list[tuple[Any, dict[str, int]]] = [
        (entrants.keep_apart, {"one": 1, "other": 3}),
        (entrants.keep_together, {"one": 2, "other": 5}),
        (entrants.fix_place, {"entry": 7, "table": 1, "seat": 0}),
    ]
    for wish, what in asked:
        with nullcontext() if heard else pytest.raises(Conflict, match="feste"):
            wish(**day.ids, **what)
    assert day.tournament.wishes.count() == (3 if heard else 0)


def test_pairs_stay_pairs_and_meet_every_other_pair_once() -> None:
    evening = event("pairs-7x8-round-robin")
    evening.enter(16)
    for first in range(1, 17, 2):
        make_team(**evening.ids, name=f"Paar {first}", numbers=[first, first + 1])
    drawn = evening.draw()
    assert len(drawn.rounds) == 7
    for planned in drawn.rounds:
        for table in planned["tables"]:
            assert {abs(table[0] - table[2]), abs(table[1] - table[3])} == {1}
    opponents = {pair: n for pair, n in met(drawn).items() if n == 1}
    assert len(opponents) == 16 * 14 // 2


@pytest.mark.parametrize(("count", "rounds", "least"), [(4, 5, 16), (4, 3, 0), (5, 7, 16)])
def test_fixed_pairs_repeat_no_more_than_they_must(count: int, rounds: int, least: int) -> None:
    """Each repeat of two pairs is four of two people; in seven rounds five pairs meet 14 times, ten
    of them for the first time."""
    evening = event("pairs-7x8-round-robin", rounds=rounds)
    evening.enter(2 * count)
    for first in range(1, 2 * count, 2):
        make_team(**evening.ids, name=f"Paar {first}", numbers=[first, first + 1])
    found = evening.draw().certificate
    bounds = found["lower_bounds"]
    assert found["opponent_repeats"] == bounds["opponent_repeats"] == least
    assert found["partner_repeats"] == bounds["partner_repeats"]
    assert found["meeting_repeats"] == bounds["meeting_repeats"]


def test_a_pair_without_a_partner_is_named_before_the_draw() -> None:
    evening = event("pairs-7x8-round-robin")
    *_four, alone = evening.enter(5)
    with pytest.raises(Invalid) as refused:
        evening.draw()
    [told] = refused.value.details
    assert told.code == "without_team"
    assert f"5 {alone.name}" in str(told.text)


def test_two_people_exchanged_by_hand_are_logged_and_counted_anew() -> None:
    evening = event(rounds=3)
    evening.enter(12)
    first = evening.draw()
    one, other = first.rounds[1]["tables"][0][0], first.rounds[1]["tables"][1][0]
    changed = drawing.exchange_in_plan(
        **evening.ids, number=2, one=one, other=other, reason="Knie: nahe der Tür"
    )
    assert changed.rounds[1]["tables"][0][0] == other
    assert changed.rounds[0] == first.rounds[0]
    assert changed.rounds[2] == first.rounds[2]
    assert changed.reason == "Knie: nahe der Tür"
    assert evening.tournament.log.filter(kind="draw").count() == 2


def test_a_scribe_does_not_draw_and_nothing_is_stored() -> None:
    evening = event()
    evening.enter(8)
    with pytest.raises(NotAllowed):
        drawing.draw(actor=evening.house.official("scribe"), tournament_id=evening.tournament.pk)
    assert not Draw.objects.exists()


@pytest.mark.parametrize("count", [0, 1, 3])
def test_too_few_people_are_told_so_and_the_old_state_stays(count: int) -> None:
    evening = event()
    if count:
        evening.enter(count)
    with pytest.raises(Invalid):
        evening.draw()
    assert not Draw.objects.exists()


def test_a_draw_the_day_before_holds_for_everybody_who_then_comes() -> None:
    evening = event()
    entries.add_entries(**evening.ids, people=[Person(f"Gast {n}") for n in range(1, 13)])
    drawn = evening.draw(expected=True)
    entries.check_in(**evening.ids, numbers=range(1, 13))
    assert evening.draw() == drawn
    assert rounds.call_round(**evening.ids).draw == drawn


@pytest.mark.parametrize(("teams_of_four", "apart"), [(2, False), (4, True)])
def test_team_mates_are_drawn_apart_where_there_are_tables_enough(
    teams_of_four: int, apart: bool
) -> None:
    evening = event("teams-4x8", team_size=4, standing_from=None)
    evening.enter(4 * teams_of_four)
    for number in range(teams_of_four):
        first = 4 * number + 1
        make_team(**evening.ids, name=f"Team {number}", numbers=range(first, first + 4))
    met_at_table = met(evening.draw())
    mates = [pair for pair in met_at_table if len({(n - 1) // 4 for n in pair}) == 1]
    assert (mates == []) is apart


@pytest.mark.parametrize(
    ("preset", "settings"),
    [("teams-4x8", {}), ("pairs-7x8-round-robin", {"pairing": "plan", "standing_from": 4})],
)
def test_two_who_play_together_meet_their_neighbours_in_the_ranking_as_one(
    preset: str, settings: dict[str, Any]
) -> None:
    day = pairs(4, preset, rounds=4, **settings)
    for _round in range(4):
        last = play(day)
    tables = [seated(passe) for passe in last.passen.order_by("table__number")]
    assert [sorted(table) for table in tables] == [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert all(abs(table[side] - table[side + 2]) == 1 for table in tables for side in (0, 1))
