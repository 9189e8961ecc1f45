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


@pytest.mark.parametrize(
    ("profile", "weis", "stoeck"),
    [
        ("club-swiss", "swiss-club.weis#s1", "swiss-club.weis#s2"),
        ("stallikon", "turnier.ohne-weis#s1", "turnier.ohne-weis#s1"),
        (
            "turnier-einzelschieber",
            "turnier.ohne-stoecke-und-weis#s1",
            "turnier.ohne-stoecke-und-weis#s1",
        ),
        ("coiffeur", "house.abmachung#s1", "house.abmachung#s1"),
    ],
)
def test_no_weis_and_no_stoeck_cite_the_book_of_the_table(
    profile: str, weis: str, stoeck: str
) -> None:
    for article, sentence in (("weisregeln", weis), ("stoecke", stoeck)):
        ruling = decide(article, {}, load_profile(profile))
        assert ruling.decision.cites == (sentence,)


def test_a_house_rule_of_a_club_is_cited_as_agreed_and_not_by_another_book() -> None:
    club = load_profile("jassregeln").with_layer({"matsch_bonus": 50, "weis": False}, "club")
    assert decide("weisregeln", {}, club).decision.cites == ("house.abmachung#s1",)
    matsch = decide("matchpraemie", {"side": "0+2", "tricks": 9, "of": 9}, club)
    assert (matsch.decision.answer["points"], matsch.decision.cites) == (
        207,
        ("house.abmachung#s1",),
    )


def test_a_bieter_who_declines_leaves_the_premium_to_the_choice_of_the_others() -> None:
    ruling = ruled("matchpraemie", game="bieter", declined=True)
    assert ruling.decision.effects == ()
    (option,) = ruling.decision.options
    assert (option["by"], option["choices"]) == ("opponents", ["write_bonus", "stands"])


def test_a_ruling_that_rests_on_house_sentences_alone_says_so() -> None:
    told = {"matter": "wrong_card", "noticed": "later", "proven": False, "held": "side_suit"}
    house = ruled("falsch-gespielte-karte", **told).to_json()
    assert {str(cite).split(".")[0] for cite in house["cites"]} == {"house"}  # type: ignore[attr-defined]
    assert house["rests_on"] == "house"
    assert ruled("letzter-stich", matter="points", played=True).to_json()["rests_on"] == "book"


def by(profile: str, article: str, **facts: object) -> Ruling:
    return decide(article, facts, load_profile(profile))


def test_at_the_derby_the_table_is_asked_first_and_a_quarrel_costs_a_matsch() -> None:
    told = {"gave": "side_withheld", "noticed": "open", "offender": 1}
    asked = by("jassderby", "nichtangeben", **told)
    assert asked.question is not None
    assert asked.question.fact == "agreed_on"
    ruling = by("jassderby", "nichtangeben", **told, agreed_on=False)
    (written,) = ruling.decision.effects
    assert (written["side"], written["points"]) == ("0+2", 207)
    assert ruling.decision.cites[0] == "turnier.falsch-gespielte-karte#s4"


def test_by_the_jassonkel_he_wins_the_trick_only_without_a_smaller_card() -> None:
    for holding, wins in ((["ROA", "SE6"], True), (["ROA", "RO6", "SE6"], False)):
        told = {"mode": "EI", "trick": ["ROK"], "holding": holding, "card": "SE6"}
        ruling = by("jassonkel", "nichtangeben", **told, noticed="open", offender=1)
        assert ruling.decision.answer["offender_may_win_trick"] is wins
        assert "jassonkel.falsch-gespielte-karte#s4" in ruling.decision.cites


def test_by_the_jassonkel_an_early_trump_that_turns_undertrump_goes_back() -> None:
    told = {"mode": "SI", "trick": ["ROA", "ROB", "SI9"], "card": "SI8", "offender": 3}
    ruling = by("jassonkel", "vorspielen", **told, early="undertrump")
    assert ruling.verdict == "determined"
    assert ruling.decision.cites[0] == "jassonkel.vorspielen#s1"
    assert ruled("vorspielen", **told, early="undertrump").verdict == "interpretation"


@pytest.mark.parametrize("profile", ["differenzler-kilchberg", "differenzler-aegeri"])
def test_a_trump_that_was_settled_outlives_a_misdeal(profile: str) -> None:
    told = {"fault": "exposed_card", "trump_known": True, "dealer": 2}
    told |= {"stage": "before_own_card"}
    ruling = by(profile, "spiel-geben", **told)
    assert ruling.decision.effects == ({"type": "redeal", "seat": 2},)
    assert ruling.decision.answer["trump_stays"] is True
    own = ("kilchberg.spiel-geben#s2", "turnier.trumpfschild#s3")
    assert set(own) & set(ruling.decision.cites)


def test_who_predicted_nothing_in_aegeri_writes_twenty_and_what_he_made() -> None:
    told = {"matter": "missing", "moment": "led", "made": 37}
    ruling = by("differenzler-aegeri", "differenzler.ansage", **told)
    assert (ruling.verdict, ruling.decision.answer["points"]) == ("determined", 57)
    assert ruling.decision.cites[0] == "turnier.schaetzung-fehlt#s1"


def test_who_has_to_exchange_his_early_card_may_not_ruff_with_the_next() -> None:
    told = {"mode": "SI", "trick": ["ROA", "ROB", "SI9"], "card": "SI8", "offender": 3}
    ruffed = ruled("vorspielen", **told, early="must_follow", exchanged="SIU")
    assert dead_cards_or_none(ruffed) is None
    followed = ruled("vorspielen", **told, early="must_follow", exchanged="RO6")
    assert dead_cards_or_none(followed) == ["SI8", "RO6"]


def dead_cards_or_none(ruling: Ruling) -> object:
    (effect,) = [one for one in ruling.decision.effects if one["type"] == "dead_cards"]
    return effect.get("cards")
