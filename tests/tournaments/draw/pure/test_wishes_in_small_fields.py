"""Wishes hold in fields so small that every other price is high, too."""

import pytest

from tournaments.draw.pure import Wishes, make_plan


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
@pytest.mark.parametrize("players", [8, 9, 10, 12])
def test_two_who_wish_to_be_apart_never_meet(players: int, seed: str) -> None:
    plan = make_plan(players, 4, seed=seed, wishes=Wishes(apart=((1, 3),)))
    tables = [table for planned in plan.rounds for table in planned.tables]
    assert not any({1, 3} <= set(table) for table in tables)
    assert plan.certificate.faults == ()
    assert plan.certificate.partner_repeats == 0
