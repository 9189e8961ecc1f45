"""Quarrels of tables and halls that the books do not treat, or treat in passing: found by the
words in which people tell them, and answered as honestly as the books allow.
"""

import pytest

from referee.rulebook.lookup.learning import questions
from referee.rulebook.lookup.search import lookup
from referee.rules.profile import load_profile
from referee.rulings.decide import decide
from referee.rulings.reading import table_of

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
