"""Penalty points: whose, for which round, in which ranking, and who may decide."""

from typing import Any

import pytest

from jassclub.clubs.models import Player
from jassclub.core.errors import Invalid, NotAllowed
from tests.tournaments.events import Event, event
from tests.tournaments.playing import live, play, row_of, type_table
from tournaments.desk import rounds
from tournaments.draw import services as draw
from tournaments.results import penalties
from tournaments.results.models import PenaltyPoints

pytestmark = pytest.mark.django_db


def fine(day: Event, number: int, points: int = 50, **more: Any) -> PenaltyPoints:
    """The direction gives a penalty."""
    return penalties.give_penalty(
        **day.ids, number=number, points=points, reason="Handy am Tisch", **more
    )


def played(**settings: Any) -> Event:
    """Eight people, one round of three played."""
    day = event(**{"hands": 4, "rounds": 3, **settings})
    day.enter(8)
    play(day)
    return day


def test_a_penalty_costs_once_and_never_disturbs_the_control_sum() -> None:
    day = played()
    before = row_of(day, 1)
    fine(day, 1, round_number=1)
    after = row_of(day, 1)
    assert (after["value"], after["points"]) == (before["value"] - 50, before["points"])
    assert after["penalties"] == 50
    assert live(day).findings == []


def test_a_penalty_stays_after_a_new_draw_and_when_its_round_is_dropped() -> None:
    day = played(ranking={"count": "drop:1"})
    play(day)
    before = row_of(day, 8)["value"]
    fine(day, 8, round_number=1)
    fine(day, 8, 7)
    draw.draw(**day.ids, reason="neu")
    assert row_of(day, 8)["value"] == before - 57


def test_a_penalty_of_a_round_that_is_still_to_come_waits_for_it() -> None:
    day = played()
    before = row_of(day, 1)["value"]
    fine(day, 1, round_number=2)
    assert row_of(day, 1)["value"] == before
    day.call()
    assert row_of(day, 1)["value"] == before - 50


def test_who_is_fined_without_a_result_in_the_round_is_fined_all_the_same() -> None:
    day = event(hands=4, rounds=2)
    day.enter(8)
    round_ = day.call()
    type_table(day, 1, [400, 228])
    rounds.close_round(**day.ids, number=round_.number, reason="Tisch 2 ging heim")
    absent = round_.passen.get(table__number=2).sittings.get(index=0).entry.number
    fine(day, absent, round_number=1)
    assert row_of(day, absent)["penalties"] == 50
    play(day)
    assert row_of(day, absent)["value"] == row_of(day, absent)["points"] - 50


def test_in_a_differenzler_a_penalty_is_put_on() -> None:
    day = event("differenzler-4x4", rounds=2)
    day.enter(8)
    play(day, lambda seated: [10 * number for number in seated])
    before = row_of(day, 1)["value"]
    fine(day, 1, 5)
    assert row_of(day, 1)["value"] == before + 5


def test_a_late_penalty_makes_a_revision_and_its_cancelling_another() -> None:
    day = played()
    given = fine(day, 1, round_number=1)
    cancelled = [
        penalties.cancel_penalty(
            actor=day.director,
            tournament_id=day.tournament.pk,
            penalty_id=given.pk,
            reason="Irrtum",
        )
        for _again in range(3)
    ]
    kept = day.tournament.rankings.filter(after_round=1).order_by("revision")
    assert [one.reason for one in kept] == ["", "Strafpunkte", "Strafpunkte"]
    assert kept[0].rows == kept[2].rows
    assert {one.cancelled_at for one in cancelled} == {cancelled[0].cancelled_at}
    assert day.kinds().count("penalty_cancelled") == 1


@pytest.mark.parametrize("wrong", [{"points": 0}, {"points": -3}, {"round_number": 4}])
def test_a_penalty_of_nothing_or_of_no_round_is_refused(wrong: dict[str, int]) -> None:
    day = played()
    with pytest.raises(Invalid):
        fine(day, 1, **wrong)
    assert not PenaltyPoints.objects.exists()


def test_nobody_decides_about_his_own_penalty() -> None:
    day = played()
    entry = day.tournament.entries.get(number=1)
    entry.player = Player.objects.create(
        club=day.house.club, name="Selber", user_id=day.director.user_id
    )
    entry.save()
    with pytest.raises(NotAllowed) as refused:
        fine(day, 1)
    assert refused.value.code == "own_penalty"
    fine(day, 2)
    with pytest.raises(NotAllowed):
        penalties.give_penalty(
            actor=day.scribe, tournament_id=day.tournament.pk, number=3, points=5, reason="x"
        )
