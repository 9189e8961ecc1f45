"""Plans as they must not go wrong: drawn again, exchanged by hand, made for too few."""

from typing import Any

import pytest

from jassclub.core.errors import Conflict, DomainError, Invalid
from tests.tournaments.events import Event, event
from tests.tournaments.playing import play
from tournaments.desk import rounds, services as desk
from tournaments.draw import services as drawing
from tournaments.entries import entrants, services as entries
from tournaments.papers.contents import seated_rounds
from tournaments.rounds.models import Draw

pytestmark = pytest.mark.django_db


def swap(day: Event, number: int, one: int, other: int, reason: str = "x") -> Draw:
    return drawing.exchange_in_plan(**day.ids, number=number, one=one, other=other, reason=reason)


def of_table(draw: Draw, number: int, person: int) -> list[int]:
    return next(t for t in draw.rounds[number - 1]["tables"] if person in t)


@pytest.mark.parametrize("count", [8, 9, 10])
def test_pressing_again_in_mid_event_gives_the_same_draw(count: int) -> None:
    day = event(rounds=3)
    day.enter(count)
    drawn = day.draw()
    for _round in (1, 2):
        rounds.call_round(**day.ids)
        assert day.draw() == drawn
        rounds.close_round(**day.ids, number=_round, reason="ohne Resultate")
        assert day.draw() == drawn


def test_an_exchange_that_seats_together_who_wished_to_be_apart_says_so() -> None:
    day = event(rounds=2)
    day.enter(8)
    entrants.keep_apart(**day.ids, one=1, other=2)
    drawn = day.draw()
    guest = next(n for n in of_table(drawn, 1, 1) if n != 1)
    faults = swap(day, 1, 2, guest).certificate["faults"]
    assert faults == [{"code": "not_apart", "params": {"round": 1, "one": 1, "other": 2}}]
    assert swap(day, 1, 2, guest).certificate["faults"] == []


def test_an_exchange_needs_two_people_of_a_round_to_come() -> None:
    day = event(rounds=2)
    day.enter(8)
    day.call()
    for number, one, other in ((1, 1, 2), (3, 1, 2), (2, 1, 99), (2, 1, 1), (0, 1, 2)):
        with pytest.raises(DomainError):
            swap(day, number, one, other)
    with pytest.raises(DomainError):
        swap(day, 2, 1, 2, reason=" ")
    assert day.tournament.draws.count() == 1


def test_a_wish_makes_the_next_draw_another_one_without_a_reason() -> None:
    day = event(rounds=2)
    day.enter(8)
    first = day.draw()
    entrants.keep_together(**day.ids, one=1, other=2)
    second = day.draw()
    assert second.number == first.number + 1
    assert day.draw() == second


@pytest.mark.parametrize(
    "asked",
    [
        [("apart", 1, 2), ("together", 1, 2)],
        [("together", 1, 2), ("together", 2, 3)],
        [("fixed", 1, 1, 0), ("fixed", 2, 1, 0)],
        [("fixed", 1, 9, 0)],
        [("fixed", 1, 1, 0), ("fixed", 2, 1, 1), ("apart", 1, 2)],
    ],
)
def test_wishes_that_cannot_be_kept_are_refused_and_the_plan_stays(asked: list[Any]) -> None:
    day = event(rounds=2)
    day.enter(8)
    drawn = day.draw()
    for kind, one, *rest in asked:
        if kind == "fixed":
            entrants.fix_place(**day.ids, entry=one, table=rest[0], seat=rest[1])
        else:
            told = entrants.keep_apart if kind == "apart" else entrants.keep_together
            told(**day.ids, one=one, other=rest[0])
    with pytest.raises(Invalid) as refused:
        day.draw()
    assert refused.value.details
    assert list(day.tournament.draws.all()) == [drawn]


def test_a_wish_of_somebody_who_is_not_there_binds_nobody() -> None:
    day = event(rounds=2)
    day.enter(9)
    entrants.fix_place(**day.ids, entry=9, table=1, seat=0)
    entrants.keep_together(**day.ids, one=1, other=9)
    entries.drop_out(**day.ids, number=9)
    assert day.draw().certificate["faults"] == []


@pytest.mark.parametrize("count", [4, 5, 6, 7])
def test_the_smallest_fields_play(count: int) -> None:
    day = event(rounds=1)
    day.enter(count)
    round_ = day.call()
    assert round_.passen.count() == 1
    assert round_.sitting_out.count() == count - 4


def pairs(count: int, preset: str = "pairs-7x8-round-robin", **settings: Any) -> Event:
    day = event(preset, **{"hands": 4, **settings})
    day.enter(2 * count)
    for number in range(1, 2 * count, 2):
        entrants.make_team(**day.ids, name="", numbers=[number, number + 1])
    return day


def test_a_broken_pair_is_named_and_the_plan_stays() -> None:
    day = pairs(4)
    drawn = day.draw()
    entries.drop_out(**day.ids, number=3)
    with pytest.raises(Invalid) as refused:
        day.draw()
    assert [d.code for d in refused.value.details] == ["team_incomplete"]
    assert "Team 2" in refused.value.details[0].text
    assert list(day.tournament.draws.all()) == [drawn]
    entries.drop_out(**day.ids, number=4)
    assert day.draw().number == 2


@pytest.mark.parametrize("pairing", ["plan", "round_robin", "swiss", "by_standing"])
def test_pairs_sit_out_in_turn_even_when_the_rest_is_drawn_again(pairing: str) -> None:
    day = pairs(5, rounds=4, pairing=pairing)
    for number in range(1, 5):
        day.draw(reason="Das Los wurde angezweifelt")
        rounds.call_round(**day.ids)
        rounds.close_round(**day.ids, number=number, reason="ohne Resultate")
    out = [
        r.sitting_out.values_list("entry__number", flat=True) for r in day.tournament.rounds.all()
    ]
    assert len({min(numbers) for numbers in out}) == 4


def test_the_end_without_a_reason_or_a_round_is_refused() -> None:
    day = event(rounds=2)
    day.enter(4)
    with pytest.raises(DomainError):
        desk.finish(**day.ids)
    with pytest.raises(Conflict) as refused:
        desk.finish(**day.ids, reason="Schluss")
    assert refused.value.code == "wrong_state"


def test_what_ended_early_is_over_and_prints_no_round_that_was_never_called() -> None:
    day = event(rounds=2)
    day.enter(8)
    day.draw()
    rounds.call_round(**day.ids)
    rounds.close_round(**day.ids, number=1, reason="ohne Resultate")
    assert len(seated_rounds(day.fresh(), planned=True)) == 2
    desk.finish(**day.ids, reason="Gewitter")
    assert len(seated_rounds(day.fresh(), planned=True)) == 1
    with pytest.raises(Conflict) as refused:
        desk.finish(**day.ids)
    assert refused.value.code == "tournament_ended"


def test_a_tournament_that_runs_is_ended_not_called_off() -> None:
    day = event(rounds=2, hands=4)
    day.enter(4)
    play(day)
    with pytest.raises(Conflict) as refused:
        desk.cancel(**day.ids, reason="Gewitter")
    assert refused.value.code == "wrong_state"
    with pytest.raises(Invalid):
        desk.change_tournament(
            **day.ids, version=day.fresh().version, values={}, settings={"seating": "pairs"}
        )


def test_a_round_by_rank_needs_no_result() -> None:
    day = event(rounds=3, pairing="by_standing")
    day.enter(8)
    day.call()
    rounds.close_round(**day.ids, number=1, reason="ohne Resultate")
    assert len(day.draw().rounds[1]["tables"]) == 2


def test_whoever_swiss_pairs_have_all_met_is_told_so_and_the_plan_stays() -> None:
    day = pairs(4, rounds=6, pairing="swiss")
    for number in range(1, 4):
        day.call()
        rounds.close_round(**day.ids, number=number, reason="ohne Resultate")
    before = day.tournament.draws.count()
    with pytest.raises(Invalid) as refused:
        day.draw()
    assert refused.value.details[0].code == "all_have_met"
    assert day.tournament.draws.count() == before
