"""What counts after a wrong sum was dealt with."""

import pytest
from hypothesis import assume, given, strategies as st

from tests.tournaments.results.pure.naive_results import naive_charge, naive_expected, naive_split
from tests.tournaments.results.pure.papers import DIFFERENZLER, all_terms, sheets
from tournaments.results.pure.sheet import Sheet, Terms, from_scores, settle

TELLING = all_terms(counts=("points",)).flatmap(
    lambda terms: st.tuples(st.just(terms), sheets(terms))
)


@pytest.mark.parametrize(
    ("control", "scribe", "points", "state", "counted"),
    [
        ("reject", 0, (1000, 884), "counts", (1000, 884)),
        ("reject", 0, (1000, 880), "rejected", (1000, 880)),
        ("director", 0, (1000, 880), "held", (1000, 880)),
        ("split", None, (1000, 880), "counts", (1002, 882)),
        ("split", None, (1000, 881), "counts", (1001, 883)),
        ("split", None, (1000, 887), "counts", (998, 886)),
        ("split", None, (941, 942), "counts", (942, 942)),
        ("scribe", 0, (1000, 880), "counts", (1000, 884)),
        ("scribe", 1, (1000, 880), "counts", (1004, 880)),
        ("scribe", 2, (1000, 890), "counts", (994, 890)),
        ("scribe", 3, (1000, 890), "counts", (1000, 884)),
    ],
)
def test_a_wrong_sum_is_dealt_with_as_agreed(control, scribe, points, state, counted) -> None:
    sheet = Sheet(hands=12, lines=from_scores(hands=12, points=points).lines, scribe=scribe)
    settled = settle(sheet, Terms(hands=12, control=control))
    assert (settled.state, settled.points) == (state, counted)
    assert settled.off == 1884 - sum(points)


@pytest.mark.parametrize(
    ("control", "points", "counted"),
    [
        ("split", (470, 470, 470, 471), (471, 471, 471, 471)),
        ("split", (474, 472, 471, 470), (473, 471, 470, 470)),
        ("scribe", (470, 470, 470, 470), (470, 472, 471, 471)),
        ("scribe", (475, 475, 475, 475), (459, 475, 475, 475)),
    ],
)
def test_four_who_play_alone_share_in_the_order_of_need(control, points, counted) -> None:
    sheet = Sheet(hands=12, lines=from_scores(hands=12, points=points).lines, scribe=0)
    terms = Terms(hands=12, partners=False, control=control)
    assert settle(sheet, terms).points == counted


@given(TELLING)
def test_settling_restores_the_control_sum_as_a_naive_hand_does(told) -> None:
    terms, sheet = told
    settled = settle(sheet, terms)
    expected = naive_expected(terms, sheet.hands, sum(line.matsches for line in sheet.lines))
    points = [line.points for line in sheet.lines]
    own = sheet.scribe % 2 if terms.partners else sheet.scribe
    if terms.control == "split":
        assert list(settled.points) == naive_split(points, expected)
    elif terms.control == "scribe":
        assert list(settled.points) == naive_charge(points, expected, own)
    assert (settled.state == "counts") == (sum(settled.points) == expected)
    assert [a - b for a, b in zip(settled.points, points, strict=True)] == list(settled.given)


@given(TELLING, st.randoms(use_true_random=False))
def test_the_order_of_columns_matters_to_nobody_with_points_of_his_own(told, chance) -> None:
    terms, sheet = told
    assume(terms.control == "split" and len({line.points for line in sheet.lines}) > 1)
    assume(len({line.points for line in sheet.lines}) == len(sheet.lines))
    order = list(range(len(sheet.lines)))
    chance.shuffle(order)
    mixed = Sheet(hands=sheet.hands, lines=tuple(sheet.lines[at] for at in order))
    plain = settle(sheet, terms).points
    assert settle(mixed, terms).points == tuple(plain[at] for at in order)


def test_differences_count_as_they_are_written() -> None:
    sheet = from_scores(hands=8, points=[40, 55, 61, 3])
    settled = settle(sheet, DIFFERENZLER)
    assert (settled.state, settled.points) == ("counts", (40, 55, 61, 3))


@pytest.mark.parametrize(
    ("control", "state"),
    [("reject", "rejected"), ("split", "held"), ("scribe", "held"), ("director", "held")],
)
def test_a_wrong_sum_of_what_was_made_can_be_given_to_nobody(control, state) -> None:
    terms = Terms(hands=8, partners=False, counts="differences", control=control)
    sheet = from_scores(hands=8, points=[40, 55, 61, 3], made=[300, 356, 250, 351])
    settled = settle(sheet, terms)
    assert (settled.state, settled.points, settled.off) == (state, (40, 55, 61, 3), -1)


def test_the_director_decides_a_held_sheet() -> None:
    terms, sheet = Terms(hands=12, control="director"), from_scores(hands=12, points=[1000, 880])
    settled = settle(sheet, terms, decided=[1000, 884])
    assert (settled.state, settled.points, settled.given) == ("counts", (1000, 884), (0, 4))
    with pytest.raises(ValueError, match="zip"):
        settle(sheet, terms, decided=[1000])


def test_nothing_is_charged_to_a_scribe_nobody_knows() -> None:
    with pytest.raises(ValueError, match="nobody knows"):
        settle(from_scores(hands=12, points=[1, 2]), Terms(hands=12, control="scribe"))
