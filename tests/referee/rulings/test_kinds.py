"""How values of facts are read."""

import pytest

from referee.rulings.kinds import READERS, KindError


@pytest.mark.parametrize(
    ("told", "read"),
    [("obenabe", "O"), ("Undenufe", "U"), ("OBENABE", "O"), ("O", "O"), ("SI", "SI")],
)
def test_a_direction_may_be_written_out(told: str, read: str) -> None:
    assert READERS["mode"](told) == read


@pytest.mark.parametrize("told", ["oben", "obenabe ", "si", None, 3, ["obenabe"]])
def test_what_is_no_mode_is_refused(told: object) -> None:
    with pytest.raises(KindError):
        READERS["mode"](told)
