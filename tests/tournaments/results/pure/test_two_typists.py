"""Two people type the same paper."""

from dataclasses import replace

from hypothesis import given

from tests.tournaments.results.pure.papers import DIFFERENZLER, SIDES, TERMS_AND_SHEET
from tournaments.results.pure.reading import compare
from tournaments.results.pure.sheet import Line, Sheet, Terms, from_scores

ONE = from_scores(hands=12, points=[1047, 837], matsches=[1, 0])


def test_every_number_in_which_they_differ_is_named() -> None:
    other = from_scores(hands=11, points=[1047, 873], matsches=[0, 0])
    assert compare(ONE, other, SIDES) == [
        ("/hands", 12, 11),
        ("/lines/0/matsches", 1, 0),
        ("/lines/1/points", 837, 873),
    ]
    assert compare(ONE, other, SIDES)


def test_a_reason_and_a_scribe_who_is_charged_nothing_are_remarks() -> None:
    other = replace(ONE, scribe=3, reason="anders gesagt")
    assert not compare(ONE, other, SIDES)
    assert not compare(ONE, other, Terms(hands=12, control="scribe"))


def test_a_scribe_who_is_charged_must_agree() -> None:
    short = replace(ONE, lines=(Line(points=1000), Line(points=800)), scribe=0)
    other = replace(short, scribe=1)
    assert compare(short, other, Terms(hands=12, control="scribe")) == [("/scribe", 0, 1)]
    assert not compare(short, other, Terms(hands=12, control="split"))


def test_what_was_made_is_compared_where_both_wrote_it() -> None:
    plain = from_scores(hands=8, points=[1, 2, 3, 4])
    first, second = (
        from_scores(hands=8, points=[1, 2, 3, 4], made=made)
        for made in ([300, 356, 250, 350], [300, 356, 350, 250])
    )
    assert not compare(plain, first, DIFFERENZLER)
    assert [found.pointer for found in compare(first, second, DIFFERENZLER)] == [
        "/lines/2/made",
        "/lines/3/made",
    ]


def test_exact_hands_count_even_where_one_left_them_out() -> None:
    plain = from_scores(hands=8, points=[9, 9, 9, 9])
    none, some = (
        from_scores(hands=8, points=[9, 9, 9, 9], exact=exact) for exact in ([0] * 4, [0, 0, 0, 2])
    )
    assert not compare(plain, none, DIFFERENZLER)
    assert compare(plain, some, DIFFERENZLER) == [("/lines/3/exact", 0, 2)]


@given(TERMS_AND_SHEET, TERMS_AND_SHEET)
def test_it_does_not_matter_who_typed_first(one, other) -> None:
    terms, sheet = one
    lines = (*other[1].lines, *sheet.lines)[: len(sheet.lines)]
    second = Sheet(hands=other[1].hands, lines=lines, scribe=sheet.scribe)
    assert not compare(sheet, sheet, terms)
    there, back = compare(sheet, second, terms), compare(second, sheet, terms)
    assert [(at, b, a) for at, a, b in there] == back
