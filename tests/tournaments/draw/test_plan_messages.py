"""Every reason of the planner has its sentence, with the same figures."""

import re
from copy import deepcopy

import pytest

from tournaments.draw.pure import TEXTS, Reason, UnusableRequestError, make_plan
from tournaments.draw.reasons import TEMPLATES, sentence


@pytest.mark.parametrize("code", sorted(TEXTS))
def test_every_reason_has_a_sentence_with_figures_it_is_given(code: str) -> None:
    said = set(re.findall(r"%\((\w+)\)s", TEMPLATES[code]))
    assert said <= set(re.findall(r"{(\w+)}", TEXTS[code]))


def test_there_is_no_sentence_without_a_reason() -> None:
    assert set(TEMPLATES) == set(TEXTS)


def test_a_reason_is_its_english_text_and_keeps_its_figures() -> None:
    with pytest.raises(UnusableRequestError) as refused:
        make_plan(3, 4, seed="a")
    (reason,) = refused.value.reasons
    assert reason == str(refused.value) == "3 players: at least 4 are needed"
    assert sentence(reason) == "3 Leute sind zu wenig, es braucht mindestens 4."


def test_a_copy_of_a_reason_is_a_reason() -> None:
    found = deepcopy(Reason("missing", round=1, person=7))
    assert (found, found.code, found.params) == (
        "round 1: 7 is missing", "missing", {"round": 1, "person": 7},
    )  # fmt: skip
