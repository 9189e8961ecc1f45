"""What a question tells stands on its case, in the API and in the command."""

import json
import re
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.management import call_command
from django.test import Client

from referee.telling import facts_told, supposed, told_of_case
from referee.web.asked import query_of

CASE = "/rules/bedanken/case/"
SET = Path(__file__).with_name("told_questions.json")


def test_at_a_table_its_game_holds_and_the_rest_is_told():
    question = "Im Schieber nicht angegeben, der Stich ist schon gekehrt"
    assert told_of_case(question, "nichtangeben", "schieber") == {"noticed": "later"}
    alone = told_of_case(question, "nichtangeben")
    assert alone == {"_profile": "jassregeln", "noticed": "later"}


@pytest.mark.django_db
def test_what_the_question_tells_stands_on_the_case_to_be_taken_back():
    assert told_of_case("Stich schon gekehrt", "nichtangeben") == {"noticed": "later"}
    page = unescape(Client().get("/rules/nichtangeben/case/?noticed=later").content.decode())
    assert "Nach dem Kehren" in page
    assert 'href="?"' in page


@pytest.mark.django_db
def test_the_page_of_a_question_leads_to_the_case_with_what_it_tells():
    question = "Nichtangeben: Herz nicht angegeben, der Stich ist schon gekehrt"
    page = unescape(Client().get("/rules/", {"q": question}).content.decode())
    found = re.search(r'href="(/rules/nichtangeben/case/[^"]*)"', page)
    assert found is not None
    assert parse_qs(urlsplit(found[1]).query)["noticed"] == ["later"]


@pytest.mark.parametrize(
    ("article", "question", "told"),
    [
        (
            "house.wer-entscheidet",
            "Al torneo chi decide nella disputa, l'arbitro o il capo? E si può fare ricorso?",
            {"stage": "contested"},
        ),
        ("house.wer-entscheidet", "Si può fare ricorso?", {}),
        ("stoecke", "Mir händ kän einzige Stich gmacht", {}),
        (
            "stoecke",
            "Mir händ kän einzige Stich gmacht, aber mir wänd trotzdem zwänzg",
            {"taken": "no_trick"},
        ),
    ],
)
def test_one_word_of_a_long_story_or_what_stands_before_a_but_is_in_doubt(article, question, told):
    assert supposed(question, article) == told
    assert not told.keys() & {heard.fact for heard in facts_told(question, article)}


@pytest.mark.django_db
def test_what_is_in_doubt_is_asked_for_and_offered_first():
    question = "Der Gegner hat genug Punkte gehabt, aber dann haben wir uns auch bedankt. Was gilt?"
    facts = {"matter": "result", "_q": question}
    answers = [
        re.findall(r"counted=(\w+)", unescape(Client().get(CASE, each).content.decode()))
        for each in (facts, {**facts, "_q": "Was gilt?"})
    ]
    assert answers[0][0] == "enough"
    assert {*answers[0]} == {*answers[1]}


@pytest.mark.django_db
@pytest.mark.parametrize("before", ["", "\ufb01\u2026 \u00bd ", "u\u0308ber "])
def test_a_program_gets_the_facts_and_their_words(before):
    """Also behind signs that stand for several, or letters written with two."""
    asked = {"q": f"{before}Darf man beim Differenzler den eigenen Stich nachschauen?"}
    results = Client().get("/api/v1/lookup", asked).json()["results"]
    hit = next(hit for hit in results if hit["article"] == "nachschauen")
    assert hit["told"] == {"game": "differenzler", "owner": "own"}
    assert hit["words"]["owner"] == "eigenen Stich"


@pytest.mark.django_db
def test_numbers_in_a_row_lead_to_the_ruling():
    question = (
        "Stächerei: Ränge 1, 3, 2 und 11 in den Vorrunden, im Final Rang 2. Wie viel gibt das?"
    )
    told = told_of_case(question, "turnier.jahreswertung")
    assert told["ranks"] == (1, 3, 2, 11)
    address = f"/rules/turnier.jahreswertung/case/{query_of(told)}"
    assert "Das gibt 94" in unescape(Client().get(address).content.decode())


def test_the_command_tells_the_figures_and_the_facts(capsys):
    call_command("lookup", "--evaluate", str(SET))
    assert re.search(r"^all +\d+ +\d+ +0\.9", capsys.readouterr().out, re.M)
    call_command("lookup", "--json", "Stöck", "zu", "früh")
    assert "told" in json.loads(capsys.readouterr().out)[0]
