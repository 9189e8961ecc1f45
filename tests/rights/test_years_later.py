"""What the world reads of people who played long ago: no name, no number to call."""

import pytest

from tests.rights.years_later import (
    MONTHS_LATER,
    demo_past,
    names_in,
    read_by_stranger,
    run_nights,
    turn_clock,
)

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.usefixtures("unslowed")]


def test_a_stranger_finds_no_full_name_25_months_after_the_event(monkeypatch):
    past = demo_past(monkeypatch)
    told = [*read_by_stranger(past, only="t/<slug"), *read_by_stranger(past, only="_id>/")]
    today = names_in(told, past)
    assert len(set().union(*today.values())) > 25
    for kind in ("/t/", "board", "standings", "entries", ".pdf", ".csv", ".xlsx", "/ticket/"):
        assert any(kind in address for address in today), kind
    turn_clock(monkeypatch, MONTHS_LATER)
    run_nights()
    answers = list(read_by_stranger(past))
    assert len(answers) > 120
    assert names_in(answers, past) == {}
    assert not [address for address, text in answers if "079 333 44 55" in text]
