"""Sentences of the book that are easily misread, each as it reads."""

import pytest

from referee.rules.profile import load_profile
from referee.rulings.decide import decide
from referee.rulings.ruling import Ruling

BOOK = load_profile("jassregeln")


def ruled(article: str, **facts: object) -> Ruling:
    return decide(article, facts, BOOK)


def dead_cards(ruling: Ruling) -> set[object]:
    return {
        card
        for effect in ruling.decision.effects
        if effect["type"] == "dead_cards"
        for card in effect["cards"]  # type: ignore[attr-defined]
    }


@pytest.mark.parametrize(
    ("article", "matter"),
    [("nichtangeben", {}), ("falsch-gespielte-karte", {"matter": "wrong_card"})],
)
@pytest.mark.parametrize(
    ("led", "holding", "dead"),
    [
        ("EI9", "RO8 EIU EIK EI6", "RO8 EIK EI6"),
        ("EI9", "SEA EIU EIK", "SEA EIK"),
        ("SEA", "RO8 SE7 SEK", "RO8 SEK"),
    ],
    ids=["on trumps", "on trumps, one left", "on a side suit"],
)
def test_the_wrong_card_itself_dies_whether_trumps_or_a_side_suit_was_led(
    article: str, matter: dict[str, object], led: str, holding: str, dead: str
) -> None:
    """The first card of the holding is the wrong one."""
    cards = holding.split()
    told = {"mode": "EI", "trick": [led], "holding": cards, "card": cards[0]}
    ruling = ruled(article, **matter, **told, offender=1, noticed="open")
    assert dead_cards(ruling) == set(dead.split())
    assert "falsch-gespielte-karte#s8" in ruling.decision.cites


def test_two_weise_at_once_are_needless_only_where_the_higher_was_shown_before() -> None:
    told = {"matter": "two_at_once", "own_highest": False, "offender": 0}
    shown = ruled("weisregeln", **told, hopeless=True)
    assert (shown.verdict, shown.decision.answer["offence"]) == ("determined", True)
    later = ruled("weisregeln", **told, hopeless=False)
    assert later.verdict == "interpretation"
    assert [item.answer["offence"] for item in later.readings] == [False, True]
    asked = ruled("weisregeln", **told)
    assert asked.question is not None
    assert asked.question.fact == "hopeless"
