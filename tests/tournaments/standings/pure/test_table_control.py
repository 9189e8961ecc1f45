"""Control sums of the tables."""

from hypothesis import given, strategies as st

from tests.tournaments.standings.pure.contests import result, rounds
from tournaments.standings.pure import Contest, Entrant, check_tables


def table(*points, sides=(0, 1, 0, 1), programme=1, **options):
    """One table of a contest; `options` belong to the first player's result."""
    names = "ABCDE"[: len(points)]
    found = [
        result(name, 1, value, table=7, side=side, **(options if n == 0 else {}))
        for n, (name, value, side) in enumerate(zip(names, points, sides, strict=True))
    ]
    return Contest(rounds(programme), tuple(map(Entrant, names)), tuple(found))


def flags(found, **worth):
    return [(f.pointer, f.code) for f in check_tables(found, **worth)]


def test_two_sides_share_what_the_passe_is_worth():
    assert flags(table(1000, 884, 1000, 884)) == []
    assert flags(table(1000, 885, 1000, 885)) == [("/rounds/1/tables/7", "table_sum_wrong")]


def test_the_difference_is_told():
    (finding,) = check_tables(table(1000, 889, 1000, 889))
    assert finding.text == "1889 written, 1884 expected: +5"


def test_where_everybody_plays_alone_all_four_share_it():
    assert flags(table(600, 500, 400, 384, sides=(None,) * 4)) == []
    assert flags(table(600, 500, 400, 383, sides=(None,) * 4)) == [
        ("/rounds/1/tables/7", "table_sum_wrong")
    ]


def test_a_matsch_adds_its_bonus_once_for_the_side():
    found = [
        result(name, 1, points, table=7, side=side, matsches=matsches)
        for name, points, side, matsches in (
            ("A", 1100, 0, 1),
            ("B", 884, 1, 0),
            ("C", 1100, 0, 1),
            ("D", 884, 1, 0),
        )
    ]
    made = Contest(rounds(1), tuple(map(Entrant, "ABCD")), tuple(found))
    assert flags(made) == []
    assert flags(made, matsch_bonus=50) == [("/rounds/1/tables/7", "table_sum_wrong")]


def test_partners_have_the_same_points():
    assert flags(table(1000, 884, 999, 884)) == [("/rounds/1/tables/7/sides/0", "partners_differ")]


def test_everybody_at_a_table_plays_as_many_hands():
    assert flags(table(1000, 884, sides=(0, 1), hands=11)) == [
        ("/rounds/1/tables/7/hands", "hands_differ")
    ]


def test_a_penalty_does_not_disturb_the_sum():
    assert flags(table(1000, 884, 1000, 884, penalty=50)) == []


def test_an_unconfirmed_sheet_is_not_checked():
    assert flags(table(1000, 2, sides=(0, 1), confirmed=False)) == [
        ("/rounds/1/tables/7", "table_sum_wrong")
    ]
    assert flags(table(3, sides=(0,), confirmed=False)) == []


@given(st.lists(st.integers(0, 1884), min_size=1, max_size=6), st.data())
def test_exactly_the_tables_with_a_wrong_sum_are_flagged(firsts, data):
    off = data.draw(st.lists(st.sampled_from((0, 0, -10, 235)), min_size=6, max_size=6))
    results = []
    for number, first in enumerate(firsts):
        points = (first, 1884 - first + off[number])
        results += [
            result(f"{number}{seat}", 1, points[seat % 2], table=number, side=seat % 2)
            for seat in range(4)
        ]
    found = Contest(rounds(1), tuple(Entrant(r.player) for r in results), tuple(results))
    wrong = [f"/rounds/1/tables/{n}" for n in range(len(firsts)) if off[n]]
    assert [f.pointer for f in check_tables(found)] == wrong
