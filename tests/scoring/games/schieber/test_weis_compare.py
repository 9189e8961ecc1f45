"""Whose Weise count, said at the table (weisregeln, gleich-hohe-weise)."""

import pytest

from scoring.games.weis import (
    AnnouncedWeis,
    compare,
    of_both_kinds,
    singles,
)


def one(*points: int, kind: str | None = None, top: int | None = None) -> AnnouncedWeis:
    return AnnouncedWeis(points=points, kind=kind, top=top)


CASES = [
    ("the higher Weis wins, however much the other side shows", one(20, 20, 20), one(50), 1),
    (
        "five in a row beat four alike of the same points",
        one(100, kind="run"),
        one(100, kind="quartet"),
        0,
    ),
    ("the higher top card wins", one(50, top=6), one(50, top=8), 1),
    (
        "of four alike the higher rank wins",
        one(100, kind="quartet", top=8),
        one(100, kind="quartet", top=5),
        0,
    ),
]


@pytest.mark.parametrize(
    ("_law", "first", "second", "side"), CASES, ids=[case[0] for case in CASES]
)
def test_the_side_whose_weise_count(
    _law: str, first: AnnouncedWeis, second: AnnouncedWeis, side: int
) -> None:
    assert compare((first, second), table_name="swiss", upward=True) == side


def test_at_undenufe_the_lower_card_is_higher() -> None:
    both = (one(20, top=3), one(20, top=7))
    assert compare(both, table_name="swiss", upward=False) == 0
    assert compare(both, table_name="swiss", upward=True) == 1


def test_a_table_may_hold_four_alike_higher() -> None:
    both = (one(100, kind="run"), one(100, kind="quartet"))
    assert compare(both, table_name="swiss", upward=True, four_alike=True) == 1


def test_only_what_decides_is_asked() -> None:
    def asked(one: AnnouncedWeis, other: AnnouncedWeis, leads: int | None = None) -> int | str:
        return compare((one, other), table_name="swiss", upward=True, first=leads)

    assert asked(one(100), one(100)) == "kind"
    assert asked(one(50), one(50, top=4)) == "top"
    assert asked(one(50, top=4), one(50, top=4)) == "first"
    assert asked(one(50, top=4), one(50, top=4), 1) == 1


def test_single_weise_and_those_of_two_kinds() -> None:
    assert singles("swiss") == (20, 50, 100, 150, 200, 250, 300)
    assert of_both_kinds("swiss") == (100, 150, 200)
