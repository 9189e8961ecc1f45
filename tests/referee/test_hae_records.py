"""Records of HAE Jass: 52 cards and two jokers, any card may be played, tricks are fought for."""

import json
from typing import Any

import pytest

from referee.rules.hae_records import read_hae_round
from referee.rules.judged import legal_answer, replay_answer, weis_answer
from referee.rules.profile import load_profile
from referee.rules.records import RecordError
from referee.rules.replay import Agreed
from referee.rulings.decide import decide
from referee.rulings.facts import Verdict
from referee.rulings.play.offences import proven_in_round
from tests.referee.test_rules_commands import call

HAE = load_profile("hae")
AGREED = Agreed.of(HAE)


def replayed(tricks, profile=HAE, **more):
    record = {"id": 1, "starter": 0, "tricks": [trick.split() for trick in tricks], **more}
    return replay_answer(record, profile, AGREED, with_legal=True)


def codes(told):
    return [
        (item["code"], item["article"], item["trick"], item["seat"]) for item in told["findings"]
    ]


def test_any_card_may_be_played_twos_and_jokers_too():
    position = {"id": 7, "hand": ["X1", "SA", "D2", "H9"], "trick": ["HK", "X2=A"]}
    assert legal_answer(position, HAE, AGREED) == {
        "id": 7, "legal": ["D2", "H9", "SA", "X1"], "why": {},
    }  # fmt: skip


def test_at_a_table_of_twelve_eleven_cards_may_lie_before_the_last():
    trick = [suit + rank for suit in "DHS" for rank in "2345"][:11]
    told = {"hand": ["CA"], "trick": trick}
    assert legal_answer(told, HAE, AGREED)["legal"] == ["CA"]
    with pytest.raises(RecordError):
        legal_answer(told | {"trick": [*trick, "C2"]}, HAE, AGREED)


def test_the_highest_card_takes_the_trick_whatever_its_suit():
    told = replayed(["S2 H3 CA D4"])
    assert (told["ok"], told["tricks"], told["team_tricks"]) == (
        True, [{"winner": 2, "points": 0}], [0, 0, 1, 0],
    )  # fmt: skip
    assert (told["team_card_points"], told["matsch"]) == ([0] * 4, None)


def test_equal_cards_fight_on_and_the_winner_takes_the_tricks_of_the_duel():
    told = replayed(["SK HK C2 D3", "ST HA CA DA"])
    assert [trick["winner"] for trick in told["tricks"]] == [None, 1]
    assert told["team_tricks"] == [0, 2, 0, 0]


def test_a_joker_is_the_rank_it_was_named_as_and_on_the_forehead_above_all():
    assert replayed(["X1=K HK C2 D3", "S3 H2 CA D4"])["team_tricks"] == [2, 0, 0, 0]
    assert replayed(["SA X1 CA X2"])["team_tricks"] == [0, 0, 0, 1]


def test_what_each_may_play_is_all_that_he_still_holds():
    hands = [["S2", "S3"], ["H4", "H2"], ["C5", "X1"]]
    told = replayed(["S2 H4 C5", "X1=7 S3 H2"], hands=hands)
    assert told["ok"]
    assert told["tricks"][0]["legal"] == [["S2", "S3"], ["H2", "H4"], ["C5", "X1"]]
    assert told["tricks"][1]["legal"] == [["X1"], ["S3"], ["H2"]]


FAULTY = [
    ("a wrong leader", {"tricks": [["S2", "HA"], {"lead": 0, "cards": ["S3", "H5"]}]},
     ("wrong_leader", "hae.stich", 1, 0)),
    ("a card nobody dealt him", {"hands": [["S2"], ["H3"]], "tricks": [["S2", "HA"]]},
     ("impossible_card", "hae.geben", 0, 1)),
    ("a card that fell before", {"tricks": [["S2", "HA"], ["HA", "S3"]]},
     ("repeated_card", "hae.material", 1, 1)),
    ("a card dealt twice", {"hands": [["S2"], ["S2"]], "tricks": [["S2", "HA"]]},
     ("repeated_card", "hae.geben", None, None)),
    ("a trick that nobody finished", {"tricks": [["S2", "HA"], ["H3"]]},
     ("wrong_count", "hae.stich", 1, None)),
    ("more cards than a round has", {"tricks": [[f"S{r}", f"H{r}"] for r in "23456789TJQ"]},
     ("wrong_count", "hae.geben", None, None)),
    ("a hand that is short", {"hands": [["S2", "S3"], ["H2"]], "tricks": [["S2", "H2"]]},
     ("wrong_count", "hae.geben", None, 1)),
    ("a contract", {"contract": "H", "tricks": [["S2", "HA"]]},
     ("contract_not_played", "hae.wertung", None, None)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("record", "finding"), [case[1:] for case in FAULTY], ids=[c[0] for c in FAULTY]
)
def test_what_cannot_have_been_is_found_by_the_article_of_its_book(record, finding):
    told = replay_answer({"starter": 0, **record}, HAE, AGREED, with_legal=True)
    assert not told["ok"]
    assert finding in codes(told)
    assert all(item["message"].endswith(".") for item in told["findings"])
    assert "None" not in json.dumps([item["message"] for item in told["findings"]])


def test_a_joker_without_its_name_is_an_ass_or_a_finding_as_agreed():
    assert replayed(["X1 HK", "S2 H3"])["ok"]
    strict = HAE.with_layer({"hae.joker_unnamed": "refuse"}, "table")
    assert codes(replayed(["X1 HK", "S2 H3"], strict)) == [("joker_unnamed", "hae.joker", 0, 0)]


def test_nothing_is_credited_for_runs_or_pairs():
    seats = [{"hand": ["S2", "S3", "S4"]}, {"hand": ["HQ", "HK", "X1"]}]
    told = weis_answer({"starter": 0, "seats": seats}, HAE, AGREED)
    assert ([seat["points"] for seat in told["seats"]], told["winner"]) == ([0, 0], None)
    assert told["sides"] == [0, 0]


@pytest.mark.parametrize("card", ["EI7", "D6'", "X3", "X1=K", "S1", 7, None])
def test_what_is_no_card_in_a_hand_of_hae_is_refused_with_its_place(card):
    with pytest.raises(RecordError) as refused:
        legal_answer({"hand": ["S2", card], "trick": []}, HAE, AGREED)
    assert (refused.value.code, refused.value.pointer) == ("unknown_card", "/hand/1")


def test_the_commands_answer_the_records_of_hae_and_name_the_line_of_a_faulty_one(tmp_path):
    good = {"id": "a", "hand": ["X1", "S2"], "trick": ["HA"]}
    answers, err, code = call("legal", [good, good | {"game": "hae"}], tmp_path, profile="hae")
    assert answers[0]["legal"] == ["S2", "X1"]
    assert (answers[1]["code"], answers[1]["pointer"], answers[1]["line"]) == (
        "unknown_key",
        "/game",
        2,
    )
    assert err.startswith("line 2: /game: unknown key")
    assert code == 1
    hand = {"id": "h", "starter": 0, "tricks": [["S2", "HA"]]}
    assert call("replay", [hand], tmp_path, profile="hae")[0][0]["team_tricks"] == [0, 1]
    deal = {"id": "w", "starter": 0, "seats": [{"hand": ["S2"]}, {"hand": ["X1"]}]}
    assert call("weis", [deal], tmp_path, profile="hae")[0][0]["sides"] == [0, 0]


def test_a_case_with_a_key_that_nobody_reads_is_refused_as_well(tmp_path):
    case = {"article": "fragen", "facts": {}, "profile": "hae"}
    (answer,), err, code = call("rule", [case], tmp_path, lang="de")
    assert (answer["code"], answer["pointer"], code) == ("unknown_key", "/profile", 1)
    assert err.startswith("line 1: ")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        (
            {"record": {"starter": 0, "tricks": [["EI7", "H2"]]}, "profile": "hae"},
            "unknown_card",
            "/record/tricks/0/0",
        ),
        (
            {"record": {"contract": "H", "starter": 0, "tricks": [], "dead": []}},
            "unknown_key",
            "/record/dead",
        ),
    ],
)
def test_the_api_refuses_a_record_that_it_would_judge_by_other_rules(client, body, code, pointer):
    sent = client.post("/api/v1/rulings/proven", body, content_type="application/json")
    assert sent.status_code == 422
    (error,) = sent.json()["errors"]
    assert (error["code"], error["pointer"]) == (code, pointer)


TRIED = {"starter": 0, "hands": [["S2", "X1", "SK"], ["HA", "H4", "HK"]]}
PROVEN: list[tuple[str, dict[str, Any], list[Any]]] = [
    ("by the rules", {"tricks": ["S2 HA", "H4 X1=7", "SK HK"]}, []),
    ("any card may be played", {"tricks": ["SK H4", "S2 HA", "HK X1=A"]}, []),
    (
        "the first lead",
        {"tricks": [{"lead": 1, "cards": ["HA", "S2"]}, "H4 X1=7", "SK HK"]},
        [("hae.stich", "wrong_leader", 0, 1, None)],
    ),
    (
        "a later lead",
        {"tricks": ["S2 HA", {"lead": 0, "cards": ["X1=7", "H4"]}, "SK HK"]},
        [("hae.stich", "wrong_leader", 1, 0, None)],
    ),
    (
        "a lead in the summit duel",
        {"tricks": ["SK HK", {"lead": 1, "cards": ["H4", "S2"]}, "X1=7 HA"]},
        [("hae.chueekampf", "wrong_leader", 1, 1, None)],
    ),
    (
        "a joker that nobody named",
        {"tricks": ["S2 HA", "H4 X1", "HK SK"]},
        [("hae.joker", "joker_unnamed", 1, 0, "X1")],
    ),
    (
        "a hand that is short",
        {"hands": [["S2", "X1", "SK"], ["HA", "H4"]], "tricks": []},
        [("hae.geben", "wrong_deal", None, 1, None)],
    ),
]


def round_of(told):
    tricks = [trick.split() if isinstance(trick, str) else trick for trick in told["tricks"]]
    return read_hae_round({**TRIED, **told, "tricks": tricks})


@pytest.mark.parametrize(
    ("told", "wanted"), [case[1:] for case in PROVEN], ids=[case[0] for case in PROVEN]
)
def test_a_recorded_round_proves_its_disputes_and_each_is_ruled_on(told, wanted):
    strict = HAE.with_layer({"hae.joker_unnamed": "refuse"}, "table")
    found = proven_in_round(round_of(told), strict)
    assert [(it.article, it.kind, it.trick, it.seat, it.card) for it in found] == wanted
    rulings = [decide(case.article, case.facts, strict) for case in found]
    assert all(ruling.verdict != Verdict.NEED_FACTS for ruling in rulings)


def test_the_ruling_on_a_wrong_lead_names_who_had_to_lead():
    first, later = (round_of(PROVEN[at][1]) for at in (2, 3))
    for record, leads in ((first, 0), (later, 1)):
        (case,) = proven_in_round(record, HAE)
        (effect,) = decide(case.article, case.facts, HAE).decision.effects
        assert (effect["type"], effect["seat"]) == ("next_leader", leads)


@pytest.mark.django_db
def test_the_api_proves_the_disputes_of_a_round_with_jokers(client):
    record = {**TRIED, "tricks": [["S2", "HA"], {"lead": 0, "cards": ["X1=7", "H4"]}]}
    body = {"record": record, "profile": "hae"}
    sent = client.post("/api/v1/rulings/proven", body, content_type="application/json")
    assert sent.status_code == 200, sent.content
    (case,) = sent.json()["results"]
    assert (case["kind"], case["trick"], case["seat"]) == ("wrong_leader", 1, 0)
    assert case["ruling"]["verdict"] == "determined"
