"""Quarrels of tables and halls that the books do not treat, or treat in passing: found by the
words in which people tell them, and answered as honestly as the books allow.
"""

import pytest

from jassclub.core.errors import Invalid
from referee.asking import ruled
from referee.rulebook.lookup.learning import questions
from referee.rulebook.lookup.search import lookup
from referee.rules.profile import load_profile
from referee.rulings.decide import decide
from referee.rulings.reading import table_of
from referee.telling import told_of_case

HALL = (
    "turnier.kontrollsumme",
    "turnier.jahreswertung",
    "turnier.gleichstand",
    "turnier.partner-auslosen",
    "turnier.coiffeur",
    "turnier.misere",
    "turnier.slalom",
    "swiss-club.zeichen",
    "jassverzeichnis.sidi-barrani",
    "jassverzeichnis.schellenjass",
    "house.weis-ohne-stich",
    "house.telefon",
    "house.zuschauer",
    "house.karten-sichtbar",
    "house.gespielte-karte",
    "house.schaden",
    "house.spieler-fehlt",
    "house.zeit",
    "house.ausserhalb",
    "house.passenblatt",
    "house.falscher-tisch",
    "house.wer-entscheidet",
    "house.vielfaches",
)
CASES = [
    (
        "Turnier mit 8 Spielen pro Passe: welche Summe muss der Tisch haben?",
        "turnier.kontrollsumme",
        {"matter": "sum", "accounts": "sides", "matsch": False, "hands": 8},
        "determined",
        {"control_sum": 1256},
    ),
    (
        "Stächerei: Ränge 1, 3, 2 und 11 in den Vorrunden und Rang 2 im Final. Wie viel gibt das?",
        "turnier.jahreswertung",
        {
            "matter": "season",
            "regulations": "staecherei",
            "ranks": [1, 3, 2, 11],
            "final_rank": 2,
        },
        "determined",
        {"points": 94},
    ),
    (
        "Wie werden beim Schieber die Partner bestimmt?",
        "turnier.partner-auslosen",
        {"matter": "how", "where": "private"},
        "not_regulated",
        {"usual": "two_highest_together"},
    ),
    (
        "Sidi Barrani: 120 geboten, 110 gemacht, was schreiben die beiden?",
        "jassverzeichnis.sidi-barrani",
        {"matter": "settle", "bid": 120, "made": 110, "doubled": "single"},
        "determined",
        {"bidder": 110, "others": 167},
    ),
    (
        "Schellenjass: einer hat Rosen und gibt keine. Was passiert?",
        "jassverzeichnis.schellenjass",
        {"matter": "revoke"},
        "determined",
        {"points": 9, "hand_over": True},
    ),
    (
        "Schellenjass: einer macht alle neun Schellen, was zählt der Turi?",
        "jassverzeichnis.schellenjass",
        {"matter": "turi"},
        "interpretation",
        {},
    ),
    (
        "Ich habe 100 gewiesen, aber wir machen keinen Stich. Zählt der Weis?",
        "house.weis-ohne-stich",
        {"what": "weis", "trick": False},
        "interpretation",
        {},
    ),
    (
        "Partner sagt, wer Rose verwirft, will Eichel. Ist das eine Regel?",
        "swiss-club.zeichen",
        {"how": "said", "during_hand": True},
        "determined",
        {"allowed": False, "annul_option": True},
    ),
    (
        "Cha mer e Charte, wo alli gseh hei, wider zruggnäh?",
        "house.gespielte-karte",
        {"seen": "table", "allowed": "legal"},
        "determined",
        {"take_back": False},
    ),
    (
        "Er schreibt Obenabe dreifach, vorher hat niemand etwas gesagt",
        "house.vielfaches",
        {"agreed": "none"},
        "not_regulated",
        {"usual": "once"},
    ),
    (
        "Das Telefon läutet während des Spiels",
        "house.telefon",
        {"what": "rings", "during_hand": True},
        "not_regulated",
        {"usual": "finish_hand"},
    ),
    (
        "Kaffee über die Karten geschüttet",
        "house.schaden",
        {"what": "useless", "during_hand": True},
        "not_regulated",
        {"usual": "redeal_new_pack"},
    ),
    (
        "il faut une autorisation de la commune pour notre tournoi ?",
        "house.ausserhalb",
        {"topic": "money"},
        "not_regulated",
        {"whose": "canton"},
    ),
    (
        "mi è caduta una carta",
        "house.karten-sichtbar",
        {"what": "dropped"},
        "not_regulated",
        {"usual": "back_to_hand"},
    ),
]


@pytest.mark.parametrize(("told", "article", "facts", "verdict", "answer"), CASES)
def test_a_quarrel_is_found_by_its_words_and_answered(
    told: str, article: str, facts: dict[str, object], verdict: str, answer: dict[str, object]
) -> None:
    assert article in [hit.article for hit in lookup(told)[:3]]
    ruling = decide(article, facts, load_profile("jassregeln"))
    assert ruling.verdict == verdict
    assert answer.items() <= dict(ruling.decision.answer).items()


@pytest.mark.sampled(6)
@pytest.mark.parametrize("slug", HALL)
def test_each_is_asked_about_in_five_languages_and_found_by_all_its_questions(slug: str) -> None:
    for texts in questions()[slug].values():
        assert len(texts) >= 10
        assert [text for text in texts if slug not in [hit.article for hit in lookup(text)]] == []


def test_nothing_of_a_story_is_taken_for_granted() -> None:
    assert [
        (slug, fact.name)
        for slug in HALL
        for fact in table_of(slug).facts.values()
        if fact.default is not None and fact.name not in ("game", "avoidance", "alone")
    ] == []


@pytest.mark.parametrize(
    ("article", "facts", "profile"),
    [
        ("nichtangeben", {"gave": "side_withheld", "game": "other"}, "jassregeln"),
        ("nichtangeben", {"gave": "side_withheld"}, "freies-blatt-tief"),
        (
            "falsch-gespielte-karte",
            {"matter": "wrong_card", "held": "trump", "game": "other", "noticed": "later"},
            "jassregeln",
        ),
    ],
)
def test_a_jass_that_the_book_does_not_name_is_not_judged_by_it_with_confidence(
    article: str, facts: dict[str, object], profile: str
) -> None:
    ruling = decide(article, facts, load_profile(profile))
    assert ruling.verdict == "interpretation"
    assert [sorted(reading.answer) for reading in ruling.readings] == [["as_usual"], ["by_game"]]


def test_a_run_of_six_counts_by_the_text_that_stops_at_five_or_by_the_main_book() -> None:
    facts = {"matter": "value", "weis_kind": "run6"}
    ruling = decide("weisregeln", facts, load_profile("what-is-jass"))
    assert [reading.answer["points"] for reading in ruling.readings] == [100, 150]


def test_two_weise_that_cannot_both_be_are_told_by_their_card_and_lead_to_the_article() -> None:
    melds = [{"seat": 0, "run": 6, "top": "SEA"}, {"seat": 1, "four": "9"}]
    facts = {"matter": "compare", "mode": "EI", "melds": melds}
    with pytest.raises(Invalid) as refused:
        ruled("weisregeln", facts, load_profile("jassregeln"))
    (finding,) = refused.value.details
    assert finding.text.startswith("Schellen-9 ")
    assert "«Ungültiger Weis»" in finding.text


@pytest.mark.parametrize("facts", [{"decided_by": "count"}, {"announced": "covered"}])
def test_what_cannot_be_asked_so_says_where_it_is_asked(facts: dict[str, object]) -> None:
    slug, matter = ("weisregeln", "compare") if "decided_by" in facts else ("stoecke", "points")
    with pytest.raises(Invalid) as refused:
        ruled(slug, {"matter": matter, **facts}, load_profile("jassregeln"))
    assert "«" in refused.value.details[0].text


def test_who_gave_a_second_card_has_seen_the_lead_to_the_second_trick() -> None:
    facts = {"matter": "unnamed", "second_card": True}
    ruling = decide("weisregeln", facts, load_profile("jassregeln"))
    assert ruling.decision.answer == {"points": 0, "valid": False}


@pytest.mark.parametrize("profile", ["jassregeln", "bergpreis"])
def test_whoever_speaks_of_the_berg_is_asked_whether_there_is_one_unless_the_table_says_so(
    profile: str,
) -> None:
    facts = {"matter": "berg", "enough": True}
    ruling = decide("stoecke", facts, load_profile(profile))
    assert (ruling.question is not None) is (profile == "jassregeln")
    assert decide("stoecke", {**facts, "berg": True}, load_profile("jassregeln")).decision.answer


def test_talk_of_other_things_is_not_forbidden_by_the_book() -> None:
    facts = {"act": "small_talk", "during_hand": True, "speaker": "player"}
    assert decide("fragen", facts, load_profile("jassregeln")).verdict == "not_regulated"


@pytest.mark.parametrize(
    ("question", "article", "facts"),
    [
        (
            "Sidi Barrani: 120 geboten, 110 gemacht, was schreiben die beiden?",
            "jassverzeichnis.sidi-barrani",
            {"bid": 120, "made": 110},
        ),
        (
            "Turnier mit 8 Spielen pro Passe: welche Summe muss der Tisch haben?",
            "turnier.kontrollsumme",
            {"hands": 8, "matter": "sum"},
        ),
        (
            "Ich habe 100 gewiesen, aber wir machen keinen Stich. Zählt der Weis?",
            "house.weis-ohne-stich",
            {"what": "weis", "trick": False},
        ),
        ("Schellenjass: einer hat Rosen und gibt keine", "nichtangeben", {"game": "other"}),
    ],
)
def test_a_question_fills_in_what_it_says_of_these_as_well(
    question: str, article: str, facts: dict[str, object]
) -> None:
    assert facts.items() <= told_of_case(question, article).items()
