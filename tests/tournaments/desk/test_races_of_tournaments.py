"""Two people of the direction, two typists, two phones: they press at the same moment."""

from collections import Counter
from functools import partial
from typing import Any

import pytest
from django.db import connection, transaction

from jassclub.clubs.actors import Actor
from scoring.core.models import Game
from tests.at_once import at_once
from tests.tournaments.events import Event, event
from tests.tournaments.halls import hall
from tournaments.core.selectors import verify
from tournaments.desk import rounds, seating
from tournaments.desk import services as desk
from tournaments.draw import services as drawing
from tournaments.entries import services as entries
from tournaments.entries.checks import Person
from tournaments.entries.models import Entry
from tournaments.results import hands, penalties
from tournaments.results import services as results
from tournaments.results.models import PasseSheet
from tournaments.rounds.models import Draw, Round, Sitting
from tournaments.standings.contests import day_of
from tournaments.standings.models import Ranking
from tournaments.standings.services import recount

pytestmark = pytest.mark.django_db(transaction=True)

SUM = 12 * 157


@pytest.fixture(autouse=True)
def _nobody_listens(settings):
    settings.SCORE_EVENT_TASKS = []


def running(count: int = 8, **settings: Any) -> Event:
    """An event whose first round is called."""
    day = event(**settings)
    day.enter(count)
    day.call()
    return day


def directors(day: Event, count: int = 2) -> list[dict[str, Any]]:
    """So many people of the direction, as the first arguments of a command."""
    ids = {"tournament_id": day.tournament.pk}
    return [{"actor": day.house.official("director"), **ids} for _one in range(count)]


def typing(day: Event, first: int, *, by: Actor | None = None, table: int = 1) -> Any:
    """Somebody types the sheet of a table, ready to be called."""
    passe = day.tournament.rounds.latest("number").passen.get(table__number=table)
    sheet = {"lines": [{"points": first}, {"points": SUM - first}]}
    actor = by or day.scribe
    return partial(results.type_sheet, actor=actor, passe_id=passe.pk, data=sheet)


def sheets(day: Event, table: int = 1) -> list[str]:
    found = PasseSheet.objects.filter(passe__table__number=table).order_by("number")
    return list(found.values_list("state", flat=True))


def whole(day: Event) -> None:
    """The log holds, nobody sits twice, at most one sheet of a table counts."""
    assert list(verify(day.fresh())) == []
    for round_ in day.tournament.rounds.all():
        seated = Counter(round_.sittings.values_list("entry", flat=True))
        seated.update(round_.sitting_out.values_list("entry", flat=True))
        assert set(seated.values()) == {1}
    counted = PasseSheet.objects.filter(state="confirmed").values_list("passe", flat=True)
    assert len(set(counted)) == len(counted)


# ---- the plan and its rounds


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


# ---- people


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


# ---- results


def test_two_typists_who_type_the_same_at_once_make_it_count() -> None:
    day = running(double_entry=True)
    typed = at_once([typing(day, 1000), typing(day, 1000)])
    assert sorted(one.outcome for one in typed) == ["confirmed", "typed"]
    assert sheets(day) == ["superseded", "confirmed"]
    whole(day)


def test_two_typists_who_differ_wait_for_the_director() -> None:
    day = running(double_entry=True)
    typed = at_once([typing(day, 1000), typing(day, 1001)])
    assert sorted(one.outcome for one in typed) == ["contested", "typed"]
    assert sheets(day) == ["contested", "contested"]
    assert day_of(day.fresh()).contest.results == ()
    whole(day)


def test_the_same_typist_twice_at_once_proves_nothing() -> None:
    day = running(double_entry=True)
    one = day.scribe
    typed = at_once([typing(day, 1000, by=one)] * 3)
    assert sorted(answer.outcome for answer in typed) == ["merged", "merged", "typed"]
    assert sheets(day) == ["typed"]
    whole(day)


def test_where_one_typist_is_enough_the_second_does_not_write_over_the_first() -> None:
    day = running()
    answers = at_once([typing(day, 1000), typing(day, 1001), typing(day, 1002)])
    assert sum(answer == "passe_written" for answer in answers) == 2
    assert sheets(day) == ["confirmed"]
    whole(day)


@pytest.mark.parametrize("_again", range(3))
def test_a_sheet_that_is_typed_while_the_round_is_closed_is_in_its_ranking_or_refused(
    _again: int,
) -> None:
    day = running()
    typing(day, 900, table=2)()
    (ids,) = directors(day, 1)
    answers = at_once([typing(day, 1000), partial(rounds.close_round, **ids, number=1)])
    assert answers[0] != "round_closed", "a round without it is not closed"
    if answers[1] == "results_outstanding":
        rounds.close_round(**day.ids, number=1)
    kept = Ranking.objects.get(after_round=1)
    assert sorted({row["points"] for row in kept.rows}) == [SUM - 1000, 900, SUM - 900, 1000]
    whole(day)


def test_a_decision_meets_a_third_typist() -> None:
    """Whatever the typist says, what the director decided counts and is counted once."""
    day = running(double_entry=True)
    for first in (1000, 1001):
        typing(day, first)()
    chosen = PasseSheet.objects.get(number=2)
    answers = at_once(
        [
            partial(
                results.decide, actor=day.director, passe_id=chosen.passe_id, sheet_id=chosen.pk,
                reason="Zettel angesehen",
            ),
            typing(day, 1002),
        ]
    )  # fmt: skip
    counted = PasseSheet.objects.get(state="confirmed")
    assert counted.counted["points"] == [1001, SUM - 1001]
    assert answers[1] == "passe_written" or answers[1].outcome == "contested"
    assert not PasseSheet.objects.filter(state__in=["typed", "contested"]).exists()
    whole(day)


def test_corrections_and_penalties_at_once_are_all_in_the_last_ranking() -> None:
    day = running()
    for table in (1, 2):
        typing(day, 900 + table, table=table)()
    rounds.close_round(**day.ids, number=1)
    passe = day.tournament.rounds.get().passen.get(table__number=1)
    one, other, third = directors(day, 3)
    fine: dict[str, Any] = {"number": 1, "points": 10, "round_number": 1, "reason": "Schwatzen"}
    at_once(
        [
            partial(
                results.correct, actor=one["actor"], passe_id=passe.pk, reason="Zahlendreher",
                data={"lines": [{"points": 910}, {"points": SUM - 910}]},
            ),
            partial(penalties.give_penalty, **other, **fine),
            partial(penalties.give_penalty, **third, **fine),
            partial(recount, day.tournament.pk),
        ]
    )  # fmt: skip
    kept = list(Ranking.objects.filter(after_round=1).order_by("revision"))
    assert [one.revision for one in kept] == [1, 2, 3, 4]
    by_number = {row["number"]: row for row in kept[-1].rows}
    assert by_number[1]["penalties"] == 20
    assert {910, SUM - 910} <= {row["points"] for row in kept[-1].rows}
    recount(day.tournament.pk)
    assert Ranking.objects.get(after_round=0).rows == kept[-1].rows
    whole(day)


def test_many_sheets_and_many_counters_end_in_the_ranking_of_all() -> None:
    day = running(16)
    calls = [typing(day, 800 + table, table=table) for table in (1, 2, 3, 4)]
    at_once([*calls, *[partial(recount, day.tournament.pk)] * 3])
    recount(day.tournament.pk)
    live = Ranking.objects.get(after_round=0)
    assert live.results_version == day.fresh().results_version
    assert sum(row["points"] for row in live.rows) == 4 * 2 * SUM
    whole(day)


# ---- phones


def test_two_phones_that_open_a_passe_get_one_game() -> None:
    saal = hall()
    saal.call()
    passe = saal.passe()
    opened = at_once(
        [partial(hands.open_passe, actor=one.actor, passe_id=passe.pk) for one in saal.phones()]
    )
    assert {game.pk for game in opened} == {Game.objects.get().pk}
    assert saal.passe().game_id == opened[0].pk
    assert [record.kind for record in saal.tournament.log.all()] == ["passe_opened"]


def test_a_phone_that_opens_a_passe_and_a_round_that_is_called_back_do_not_lose_a_game() -> None:
    """Either the game is begun and the round stays, or the round is gone and so is the passe."""
    day = running(writing="hands")
    passe = day.tournament.rounds.get().passen.get(table__number=1)
    (ids,) = directors(day, 1)
    at_once(
        [
            partial(hands.open_passe, actor=day.scribe, passe_id=passe.pk),
            partial(rounds.uncall_round, **ids, number=1, reason="falsch ausgelost"),
        ]
    )
    assert (Round.objects.count(), Game.objects.count()) in [(1, 1), (0, 0)]
    whole(day)


def test_one_at_the_desk_who_agrees_unseen_and_one_who_types_again() -> None:
    """Only what was typed a second time counts, whoever comes first."""
    day = running(double_entry=True)
    typed = typing(day, 1000)()
    agree = partial(results.confirm_sheet, actor=day.scribe, sheet_id=typed.sheet.pk)
    answers = at_once([agree, typing(day, 1000)])
    assert answers[0] in ("type_it_again", "not_to_confirm")
    assert sheets(day) == ["superseded", "confirmed"]
    whole(day)


# ---- two tournaments


def test_one_tournament_does_not_wait_for_another() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer for all")
    day = running()
    other = hall(writing="totals")
    other.call()
    passe = other.passe()
    scribe = other.official("scribe")
    sheet = {"lines": [{"points": 400}, {"points": 4 * 157 - 400}]}
    with transaction.atomic():
        typing(day, 1000)()
        (typed,) = at_once(
            [partial(results.type_sheet, actor=scribe, passe_id=passe.pk, data=sheet)]
        )
    assert typed.outcome == "confirmed"
