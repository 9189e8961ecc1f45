"""Two typists, a typist and the direction, two phones: they write at the same moment."""

from functools import partial
from typing import Any

import pytest
from django.db import connection, transaction

from scoring.core.models import Game
from tests.at_once import at_once
from tests.tournaments.desk.racing import SUM, directors, running, sheets, typing, whole
from tests.tournaments.halls import hall
from tournaments.desk import rounds
from tournaments.results import hands, penalties, services as results
from tournaments.results.models import PasseSheet
from tournaments.rounds.models import Round
from tournaments.standings.contests import day_of
from tournaments.standings.models import Ranking
from tournaments.standings.services import recount

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _nobody_listens(settings):
    settings.SCORE_EVENT_TASKS = []


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
