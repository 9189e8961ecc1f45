"""Undo: the author takes the last hand back; nothing that was claimed is lost."""

import pytest

from jassclub.core.errors import Conflict, NotAllowed
from scoring.claims import verification
from scoring.claims.agreement import TAKEN_BACK, take_back_hand
from tests.scoring.table import TableOf, house, open_table, schieber

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> TableOf:
    return open_table(house(), "schieber-1000")


def take_back(table: TableOf, number: int, *, seat: int = 0, version: int = 1) -> object:
    return take_back_hand(actor=table.phones[seat], hand_id=table.hand(number).pk, version=version)


def test_the_hand_is_off_the_slate_and_stays_in_its_history(table: TableOf) -> None:
    table.write(1, schieber(97))
    for _twice in range(2):
        take_back(table, 1)
    entry = table.hand(1).entries.get()
    assert (entry.state, entry.slip["points"]) == ("rejected", [97, 60])
    assert [item.reason_code for item in entry.contests.all()] == [TAKEN_BACK]
    table.game.refresh_from_db()
    assert verification.verify(table.game) == []


def test_it_is_written_again_as_a_version_that_may_be_taken_back_too(table: TableOf) -> None:
    table.write(1, schieber(97))
    take_back(table, 1)
    assert table.write(1, schieber(98)).outcome == "stored"
    take_back(table, 1, version=2)
    table.write(1, schieber(99))
    assert table.states(1) == ["rejected", "rejected", "provisional"]


def test_a_late_echo_of_what_was_taken_back_does_not_write_it_again(table: TableOf) -> None:
    table.write(1, schieber(97), client_id="one")
    take_back(table, 1)
    assert table.write(1, schieber(97), client_id="one").outcome == "replayed"
    assert table.states(1) == ["rejected"]


def test_only_the_author_and_only_until_somebody_else_has_spoken(table: TableOf) -> None:
    table.write(1, schieber(97))
    with pytest.raises(NotAllowed):
        take_back(table, 1, seat=1)
    table.confirm(1, seat=1)
    with pytest.raises(Conflict):
        take_back(table, 1)


def test_not_beneath_a_later_hand_and_not_a_correction(table: TableOf) -> None:
    table.write(1, schieber(97))
    table.correct(1, schieber(98))
    with pytest.raises(Conflict):
        take_back(table, 1, version=2)
    table.write(2, schieber(50), seat=0)
    table.write(3, schieber(50), seat=0)
    with pytest.raises(Conflict):
        take_back(table, 2)
