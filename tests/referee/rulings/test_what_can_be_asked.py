"""What players at a table asked and no article had an answer for, or had the wrong one."""

import pytest

from referee.rulebook.articles import home
from referee.rules.profile import load_profile
from referee.rulings.decide import decide
from tests.referee.rulings.plain import plain

DEAD = {"matter": "dead_given"}
REMINDED = {"matter": "points", "reminded": True}
SAID = {"matter": "error", "corrected": "no"}
UNNAMED = {"matter": "value", "named": False, "last_round": False}
HAND = {"matter": "one_hand"}
TIMING = {"matter": "timing"}


@pytest.mark.parametrize(
    ("article", "facts", "verdict", "answer"),
    [
        ("differenzler.verdeckte-ansage", {"matter": "allowed"}, "determined", {"allowed": False}),
        ("differenzler.verdeckte-ansage", {"matter": "allowed", "hidden": True}, "determined",
         {"allowed": True}),
        ("differenzler.geben", {"matter": "cards", "players": 3}, "determined", {"cards": 12}),
        ("differenzler.geben", {"matter": "cards", "players": 4}, "determined", {"cards": 9}),
        ("differenzler.geben", {"matter": "cards", "players": 5}, "not_regulated", {"cards": 14}),
        ("differenzler.geben", {"matter": "cards", "players": 8}, "not_regulated", {"cards": 9}),
        ("hae.geben", {"matter": "first", "players": 6}, "determined", {"cards": 9}),
        ("hae.geben", {"matter": "first", "players": 7}, "not_regulated", {"cards": 7}),
        ("hae.geben", {"matter": "rounds", "players": "eight"}, "not_regulated", {"rounds": 6}),
        ("hae.joker", UNNAMED, "not_regulated", {}),
        ("hae.spielende", {"last_done": True, "tie": True}, "not_regulated", {}),
        ("trumpf-ansagen", {"matter": "back"}, "determined", {"allowed": False}),
        ("turnier.kontrollsumme", HAND | {"hand_sum": 152}, "determined", {"missing": 5}),
        ("turnier.kontrollsumme", HAND | {"hand_sum": 162}, "determined", {"too_much": 5}),
        ("turnier.kontrollsumme", HAND | {"hand_sum": 147}, "determined", {"correct": True}),
        ("turnier.kontrollsumme", HAND | {"hand_sum": 157}, "determined", {"right": True}),
        ("falsch-gespielte-karte", DEAD | {"card": "ROA", "mode": "EI"}, "determined",
         {"wins": False, "points": 11}),
        ("falsch-gespielte-karte", DEAD | {"card": "EI9", "mode": "EI"}, "determined",
         {"wins": False, "points": 14}),
        ("falsch-gespielte-karte", DEAD | {"game": "misere"}, "determined", {"devalued": []}),
        ("stoecke", REMINDED, "interpretation", {}),
        ("stoecke", REMINDED | {"in_one_hand": False}, "determined", {"valid": False}),
        ("stoecke", REMINDED | {"game": "bieter", "declined": True, "holder_is": "bidder",
                                "taken": "some"}, "determined", {"valid": False}),
        ("weisregeln", SAID | {"announced": 20, "weis_kind": "run4"}, "determined", {"points": 20}),
        ("weisregeln", SAID | {"announced": 50, "weis_kind": "run6"}, "determined", {"points": 50}),
        ("weisregeln", SAID | {"announced": 100, "weis_kind": "four_under"}, "determined",
         {"points": 0}),
        ("weisregeln", SAID | {"announced": 200, "weis_kind": "run5"}, "determined", {"points": 0}),
        ("trumpf-ansagen", {"card": "EI6", "word": "after_card", "second": "U"}, "need_facts", {}),
        ("trumpf-ansagen", {"card": "EI6", "word": "after_card", "second": "U",
                            "forehand_said": "nothing"}, "determined", {"trump": "EI"}),
        ("schreibregeln", {"matter": "weis", "game": "zuger"}, "determined", {"allowed": True}),
        ("weisregeln", TIMING | {"announced_when": "uncovered"}, "determined", {"valid": True}),
        ("weisregeln", TIMING | {"announced_when": "last_open"}, "determined", {"valid": True}),
        ("weisregeln", TIMING | {"announced_when": "with_card"}, "determined", {"valid": True}),
        ("stoecke", {"matter": "announce", "announced": "trick_full", "reminded": False},
         "interpretation", {}),
        ("stoecke", {"matter": "finish", "moment": "all_played", "enough": True}, "determined",
         {"allowed": True}),
        ("stoecke", {"matter": "points", "taken": "no_trick", "reminded": False, "multiple": False},
         "determined", {"points": 20}),
        ("ausmachregel", {"matter": "winner", "standing": "stoeck_only"}, "determined",
         {"stoeck": True}),
        ("ausmachregel", {"matter": "winner", "standing": "weis_only"}, "determined",
         {"after_first_trick": True}),
        ("fehlende-karten", {"missing": "found", "found": "end"}, "determined",
         {"option_for": "opponents"}),
        ("fehlende-karten", {"missing": "found", "found": "before_play"}, "not_regulated", {}),
        ("house.zeit", {"what": "timed"}, "not_regulated", {"usual": "more_points"}),
        ("house.spieler-fehlt", {"what": "stand_in", "where": "private"}, "not_regulated",
         {"usual": "if_both_agree"}),
        ("differenzler.verdeckte-ansage", {"matter": "changed", "led": False}, "not_regulated",
         {"allowed": True}),
        ("differenzler.verdeckte-ansage", {"matter": "changed", "led": True}, "not_regulated",
         {"allowed": False}),
        ("trumpf-ansagen", {"matter": "speaker", "who": "partner", "forehand_said": "pushed",
                            "spoke": "pushed"}, "determined", {"allowed": False}),
        ("kontermatch", {}, "determined", {"points": 257, "doubled": False}),
        ("matchpraemie", {}, "need_facts", {}),
        ("matchpraemie", {"all_tricks": True}, "determined", {"points": 257}),
        ("schneider", {"written": 470}, "need_facts", {}),
        ("schneider", {"written": 342}, "determined", {"schneider": True}),
        ("schneider", {"written": 470, "turned": 33}, "determined", {"schneider": False}),
        ("schneider", {"written": 470, "half": "reached"}, "determined", {"schneider": False}),
        ("falsch-gespielte-karte", {"matter": "barred_suit", "opponents_won": False}, "determined",
         {"allowed": False}),
        ("schreibregeln", {"matter": "result", "written_when": "after_scribe", "scribes": "two"},
         "need_facts", {}),
        ("bedanken", {"written": 970, "together": False}, "need_facts", {}),
        ("turnier.bergpreis", {"written": 470, "held": False}, "need_facts", {}),
        ("hae.joker", {"matter": "value", "named": False}, "not_regulated", {}),
        ("hae.spielende", {"tie": True}, "not_regulated", {}),
        ("letzter-stich", {"matter": "points"}, "determined", {"points": 5}),
        ("fehlende-karten", {"missing": "uneven", "found": "during"}, "interpretation",
         {"option_for": "opponents"}),
        ("falsch-gespielte-karte", {"matter": "dead_lead", "partner_ruffs": False}, "determined",
         {}),
    ],
)  # fmt: skip
def test_it_is_answered_at_once(article, facts, verdict, answer):
    ruling = plain(decide(article, facts, load_profile(home(article))))
    assert ruling["verdict"] == verdict
    assert answer.items() <= ruling["answer"].items()
