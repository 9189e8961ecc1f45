"""What the people of a table get of its sheet."""

import pytest

from tests.tournaments.results.pure.papers import DIFFERENZLER, SIDES
from tournaments.entries.models import Entry
from tournaments.results.pure.sheet import Terms, from_scores, settle
from tournaments.rounds.models import Sitting
from tournaments.standings.pure import Contest, Entrant, Round, check_tables
from tournaments.standings.pure.day import passe_results

ANNA, BEAT, CHLOE, DARIO = 1, 2, 3, 4


def rows(sheet, terms, *players):
    settled = settle(sheet, terms)
    return passe_results(sheet, settled, terms, players, round=2, table=7, day=737_000, late=True)


def test_both_partners_are_credited_their_side() -> None:
    found = rows(from_scores(hands=12, points=[1047, 837]), SIDES, ANNA, BEAT, CHLOE, DARIO)
    assert [(row.player, row.points, row.side) for row in found] == [
        (1, 1047, 0),
        (2, 837, 1),
        (3, 1047, 0),
        (4, 837, 1),
    ]
    assert {(row.round, row.table, row.day, row.late, row.hands) for row in found} == {
        (2, 7, 737_000, True, 12)
    }
    assert {row.penalty for row in found} == {0}


def test_who_plays_alone_has_no_side() -> None:
    sheet = from_scores(hands=8, points=[9, 8, 7, 6], exact=[0, 1, 2, 3])
    found = rows(sheet, DIFFERENZLER, ANNA, BEAT, CHLOE, DARIO)
    assert [(row.points, row.exact, row.side) for row in found] == [
        (9, 0, None),
        (8, 1, None),
        (7, 2, None),
        (6, 3, None),
    ]


@pytest.mark.parametrize(
    ("seat", "player"),
    [
        ({}, 1),
        ({"substitute": Entry(number=9)}, 1),
        ({"substitute": Entry(number=9), "credited": "substitute"}, 9),
        ({"credited": "substitute"}, 1),
    ],
)
def test_a_substitute_is_credited_where_that_was_told(seat, player) -> None:
    first = Sitting(entry=Entry(number=1), **seat).counts_for.number
    found = rows(from_scores(hands=12, points=[1047, 837]), SIDES, first, BEAT, CHLOE, DARIO)
    assert found[0].player == player


@pytest.mark.parametrize(
    ("control", "confirmed"), [("reject", False), ("director", False), ("split", True)]
)
def test_a_sheet_that_does_not_count_gives_nothing_confirmed(control, confirmed) -> None:
    terms = Terms(hands=12, control=control)
    found = rows(from_scores(hands=12, points=[1047, 800]), terms, ANNA, BEAT, CHLOE, DARIO)
    assert {row.confirmed for row in found} == {confirmed}


@pytest.mark.parametrize("control", ["split", "scribe"])
def test_the_standings_find_nothing_wrong_with_a_settled_table(control) -> None:
    terms = Terms(hands=8, matsch_bonus=100, control=control)
    sheet = from_scores(hands=8, points=[900, 433], matsches=[2, 0], scribe=1)
    found = rows(sheet, terms, ANNA, BEAT, CHLOE, DARIO)
    contest = Contest((Round(2, 8),), tuple(map(Entrant, (1, 2, 3, 4))), found)
    assert check_tables(contest) == []
    assert {row.matsches for row in found} == {0, 2}


def test_a_table_has_as_many_people_as_its_terms_say() -> None:
    with pytest.raises(ValueError, match="people at a table"):
        rows(from_scores(hands=12, points=[1047, 837]), SIDES, ANNA, BEAT, CHLOE)
