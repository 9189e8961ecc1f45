"""Results corrected after the closing: what everybody sees of them, and when."""

from typing import Any

import pytest

from jassclub.core.errors import Conflict
from tests.tournaments.events import Event, event
from tests.tournaments.playing import correct, live, play, sheet, the_round, type_table
from tournaments.desk import rounds, services as desk
from tournaments.results import services as results
from tournaments.results.selectors import corrections

pytestmark = pytest.mark.django_db


def points(day: Event) -> list[Any]:
    """Before and after of every correction."""
    return [(one["before"], one["points"], one["counts"]) for one in corrections(day.fresh())]


def played(**settings: Any) -> Event:
    """Eight people, the first round played: 400 to 228 at each table."""
    day = event(hands=4, rounds=3, **settings)
    day.enter(8)
    play(day, lambda seated: [400, 228])
    return day


def test_a_correction_shows_what_stood_and_what_counts_since() -> None:
    day = played()
    correct(day, 1, [410, 218])
    correct(day, 1, [420, 208])
    assert points(day) == [
        ([400, 228], [410, 218], False),
        ([410, 218], [420, 208], True),
    ]


def test_what_was_struck_or_only_waited_is_no_before() -> None:
    day = event(hands=4, rounds=3)
    day.enter(8)
    passe = day.call().passen.get(table__number=1)
    type_table(day, 1, [400, 228])
    results.strike(actor=day.scribe, passe_id=passe.pk, reason="falscher Tisch")
    type_table(day, 2, [300, 328])
    rounds.close_round(**day.ids, number=1, reason="Tisch 1 ging heim")
    correct(day, 1, [390, 238])
    assert points(day) == [(None, [390, 238], True)]


def test_of_a_hidden_round_only_that_something_was_corrected() -> None:
    day = played(ranking={"hidden_from": 1})
    correct(day, 1, [410, 218])
    assert points(day) == [(None, None, True)]
    desk.reveal(**day.ids)
    assert points(day) == [([400, 228], [410, 218], True)]


def test_the_same_numbers_once_more_correct_nothing() -> None:
    day = played()
    correct(day, 1, [400, 228])
    assert points(day) == []
    assert day.tournament.rankings.filter(after_round=1).count() == 1


def test_a_correction_of_an_early_round_revises_every_round_since() -> None:
    day = played()
    play(day, lambda seated: [350, 278])
    correct(day, 1, [500, 128], number=1)
    kept = day.tournament.rankings.exclude(after_round=0).order_by("after_round", "revision")
    found = [(ranking.after_round, ranking.revision, ranking.reason) for ranking in kept]
    why = "Zahlendreher"
    assert found == [(1, 1, ""), (1, 2, why), (2, 1, ""), (2, 2, why)]


def test_a_round_that_is_opened_again_is_counted_as_open() -> None:
    day = event(hands=4, rounds=3, ranking={"missing": "zero"})
    day.enter(8)
    day.call()
    type_table(day, 1, [400, 228])
    rounds.close_round(**day.ids, number=1, reason="Tisch 2 ging heim")
    assert sum(row["missing_rounds"] for row in live(day).rows) == 4
    rounds.reopen_round(**day.ids, number=1, reason="Tisch 2 ist wieder da")
    assert sum(row["missing_rounds"] for row in live(day).rows) == 0


def test_who_sits_out_has_his_joker_from_the_call_until_it_is_taken_back() -> None:
    day = event(hands=12, rounds=3, odd="joker")
    day.enter(9)
    live(day)
    out = day.call().sitting_out.get().entry.number
    assert [row["number"] for row in live(day).rows if row["points"]] == [out]
    rounds.uncall_round(**day.ids, number=1, reason="zu früh")
    assert not [row for row in live(day).rows if row["points"]]


def test_a_correction_is_refused_while_the_round_is_open() -> None:
    day = played()
    day.call()
    with pytest.raises(Conflict) as refused:
        results.correct(
            actor=day.director,
            passe_id=the_round(day).passen.get(table__number=1).pk,
            data=sheet([400, 228]),
            reason="zu früh",
        )
    assert refused.value.code == "round_open"
