"""Whatever is pressed at a tournament, in whatever order: it holds, and says no in words."""

from functools import partial

import pytest
from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.tournaments.days.machine import Day
from tournaments.draw import planning as plans
from tournaments.draw.pure import make_plan

pytestmark = [pytest.mark.django_db, pytest.mark.once]

QUICK = 5_000
"""Exchanges tried for a plan: enough for one that is certified, not for the best one."""

SHORT = settings(
    max_examples=3,
    stateful_step_count=40,
    phases=[Phase.explicit, Phase.generate],
    report_multiple_bugs=False,
)
"""Without making a failing day shorter, which takes minutes: the long form does that."""


@pytest.fixture(autouse=True)
def _quick_plans(monkeypatch):
    monkeypatch.setattr(plans, "make_plan", partial(make_plan, moves=QUICK))


def test_no_order_of_commands_breaks_a_day():
    Day.done.clear()
    Day.refused.clear()
    run_state_machine_as_test(Day, settings=SHORT)
    assert len(Day.done) >= 10, "hardly anything happened"


@pytest.mark.proof
def test_no_order_of_commands_at_all_breaks_a_day():
    Day.done.clear()
    run_state_machine_as_test(Day, settings=settings(max_examples=250, stateful_step_count=80))
    assert len(Day.done) >= 20, "hardly anything happened"
