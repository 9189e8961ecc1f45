"""Two people of the direction, or of the desk, press at the same moment."""

from collections import Counter
from functools import partial

import pytest

from tests.at_once import at_once
from tests.tournaments.desk.racing import directors, running, whole
from tests.tournaments.events import event
from tournaments.desk import rounds, seating, services as desk
from tournaments.draw import services as drawing
from tournaments.entries import services as entries
from tournaments.entries.entrants import Person
from tournaments.entries.models import Entry
from tournaments.rounds.models import Draw, Round, Sitting
from tournaments.standings.models import Ranking

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _nobody_listens(settings):
    settings.SCORE_EVENT_TASKS = []


def test_two_directors_who_draw_at_once_get_one_plan() -> None:
    day = event(rounds=4)
    day.enter(20)
    drawn = at_once([partial(drawing.draw, **ids) for ids in directors(day, 4)])
    assert sorted(new for _draw, new in drawn) == [False, False, False, True]
    assert {draw.pk for draw, _new in drawn} == {Draw.objects.get().pk}
    assert day.kinds().count("draw") == 1
    whole(day)


def test_whoever_asks_for_another_plan_gets_the_one_that_counts() -> None:
    """Two at once get one more; if the second came a moment later, his own on top of it."""
    day = event(rounds=4)
    day.enter(16)
    day.draw()
    drawn = at_once([partial(drawing.draw, **ids, reason="neu") for ids in directors(day)])
    fresh = sorted(draw.number for draw, new in drawn if new)
    assert fresh in ([2], [2, 3])
    assert list(Draw.objects.values_list("number", flat=True)) == [1, *fresh]
    assert day.kinds().count("draw") == 1 + len(fresh)
    whole(day)


def test_a_round_is_called_once_however_many_press() -> None:
    day = event()
    day.enter(12)
    day.draw()
    answers = at_once([partial(rounds.call_round, **ids) for ids in directors(day, 4)])
    assert Counter(map(str, answers)) == {str(Round.objects.get()): 1, "round_open": 3}
    assert Sitting.objects.count() == 12
    whole(day)


@pytest.mark.parametrize("_again", range(3))
def test_who_checks_in_during_a_draw_is_in_the_plan_or_holds_up_the_call(_again: int) -> None:
    """Whatever came first: what is drawn is what the log says was there, and nobody is lost."""
    day = event(rounds=4)
    day.enter(16)
    late = day.enter(4, name="Spät", present=False)
    numbers = [entry.number for entry in late]
    one, other, third = directors(day, 3)
    at_once(
        [
            partial(drawing.draw, **one),
            partial(entries.check_in, **other, numbers=numbers),
            partial(rounds.call_round, **third),
        ]
    )
    kinds = [kind for kind in day.kinds() if kind in ("draw", "checked_in", "round_called")]
    drawn = set(Draw.objects.get().asked["people"])
    before = kinds.index("checked_in") < kinds.index("draw")
    assert drawn == set(range(1, 21 if before else 17))
    if "round_called" not in kinds:
        answers = at_once([partial(rounds.call_round, **ids) for ids in (one, other)])
        assert "field_changed" in answers or before
    assert set(day.draw().asked["people"]) == set(range(1, 21))
    whole(day)


def test_a_draw_meets_the_call_of_the_round_it_would_change() -> None:
    """The called round is as it was called, and the plan that counts begins with it."""
    day = event(rounds=4)
    day.enter(16)
    day.draw()
    one, other = directors(day)
    at_once(
        [
            partial(drawing.draw, **one, reason="das Los wurde angezweifelt"),
            partial(rounds.call_round, **other),
        ]
    )
    seated = [
        [sitting.entry.number for sitting in passe.sittings.order_by("index")]
        for passe in Round.objects.get().passen.order_by("table__number")
    ]
    last = Draw.objects.latest("number")
    assert last.rounds[0]["tables"] == seated
    whole(day)


def test_closing_twice_closes_once_and_keeps_one_ranking() -> None:
    day = running()
    calls = [
        partial(rounds.close_round, **ids, number=1, reason="Feueralarm")
        for ids in directors(day, 3)
    ]
    answers = at_once(calls)
    assert sorted(map(str, answers)).count("round_closed") == 2
    assert Ranking.objects.filter(after_round=1).count() == 1
    whole(day)


def test_finishing_meets_the_call_of_the_next_round() -> None:
    day = running()
    rounds.close_round(**day.ids, number=1, reason="geübt")
    day.draw()
    one, other = directors(day)
    at_once(
        [
            partial(desk.finish, **one, reason="Saal geschlossen"),
            partial(rounds.call_round, **other),
        ]
    )
    told = (day.fresh().state, day.tournament.rounds.count())
    assert told in [("finished", 1), ("running", 2)]
    whole(day)


def test_the_last_places_are_given_once() -> None:
    day = event()
    desk.change_tournament(**day.ids, version=1, values={"capacity": 3})
    desk.open_sign_up(**day.ids)
    at_once([partial(entries.sign_up, **day.ids, people=[Person(f"Gast {n}")]) for n in range(6)])
    states = Counter(Entry.objects.values_list("state", flat=True))
    assert states == {"signed_up": 3, "waiting": 3}
    assert sorted(Entry.objects.values_list("number", flat=True)) == [1, 2, 3, 4, 5, 6]
    whole(day)


def test_two_desks_that_enter_the_same_person_enter_her_once() -> None:
    day = event()
    calls = [
        partial(entries.add_entries, **ids, people=[Person("Vreni Muster")])
        for ids in directors(day, 3)
    ]
    answers = at_once(calls)
    assert sum(answer == "invalid" for answer in answers) == 2
    assert Entry.objects.filter(name="Vreni Muster").count() == 1
    whole(day)


def test_a_helper_who_is_called_to_two_tables_sits_at_one() -> None:
    day = running(9)
    helper = day.tournament.rounds.get().sitting_out.get().entry.number
    absent = [n for n in range(1, 10) if n != helper][:2]
    at_once(
        [
            partial(seating.step_in, **ids, number=1, entry=entry, substitute=helper)
            for ids, entry in zip(directors(day), absent, strict=True)
        ]
    )
    assert Sitting.objects.filter(substitute__number=helper).count() == 1
    whole(day)
