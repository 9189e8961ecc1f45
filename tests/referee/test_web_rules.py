"""The pages of the law: reading, and deciding a case by taps in the address."""

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from referee.rulebook.articles import ARTICLES, article
from referee.rulings.reading import table_of, table_slugs
from referee.web.asked import query_of
from referee.web.depending import headed
from tests.markup import markup

pytestmark = pytest.mark.django_db


def get(path: str = "", **params: str) -> Any:
    """A page below /rules/, read by somebody without an account."""
    return Client().get(f"/rules/{path}", params)


def html(path: str = "", **params: str) -> str:
    return unescape(markup(get(path, **params)))


@pytest.mark.parametrize(
    ("text", "head", "rest"),
    [
        ("Erlaubt.", "Erlaubt.", ""),
        ("Kurz; und gut.", "Kurz; und gut.", ""),
        (
            "Der Stich geht an die Gegner; die Karte geht zurück, und der rechte Nachbar spielt.",
            "Der Stich geht an die Gegner.",
            "Die Karte geht zurück, und der rechte Nachbar spielt.",
        ),
        (
            "Ils peuvent annuler la donne ou jouer ; la plus forte carte reste sans pouvoir.",
            "Ils peuvent annuler la donne ou jouer.",
            "La plus forte carte reste sans pouvoir.",
        ),
        (
            "Ja. Er darf es; die Gegner dürfen es auch. Wer es nicht weiss, der fragt den Tisch.",
            "Ja. Er darf es; die Gegner dürfen es auch.",
            "Wer es nicht weiss, der fragt den Tisch.",
        ),
    ],
)
def test_a_ruling_is_headed_by_what_is_read_at_a_glance(text, head, rest):
    assert headed(text) == {"head": head, "rest": rest}


def test_a_long_ruling_says_the_rest_below_its_headline():
    page = html("trumpf-ansagen/case/", matter="lead", forehand_said="nothing", word="none")
    said = page[page.index('class="said"') : page.index("</section>")]
    head = re.findall(r"<h2>([^<]*)</h2><p>([^<]*)</p>", said)
    assert head
    assert len(head[0][0].split()) <= 14
    assert head[0][1].startswith("Das gilt auch für ein Ass")


def test_a_question_names_whom_it_is_about_once_that_is_told():
    assert "Was hat der Spieler getan?" in html("nichtangeben/case/")
    assert "Was hat der rechte Nachbar getan?" in html("nichtangeben/case/", offender="1")
    assert "Was hat der Spieler getan?" in html("nichtangeben/case/", offender="0")


def test_an_article_shows_its_sentences_numbered():
    assert re.search(r'<li id="s1"><a href="#s1"', html("fragen/"))


def test_a_case_asks_one_question_with_an_address_for_each_answer():
    page = html("fragen/case/")
    assert 'href="?act=answer"' in page
    assert 'class="said"' not in page


def test_a_case_that_is_told_is_decided_with_its_reason():
    page = html("fragen/case/", act="answer")
    assert 'class="said"' in page
    assert 'class="because"' in page


def test_what_would_be_otherwise_is_said_with_its_question():
    page = html("untertrumpfen/case/", play="under_void")
    asked = "Will man möglichst wenig"
    assert re.search(rf"<span>{asked}[^<]*<b>Ja</b>:</span>", page)
    assert "<b>Ja:</b>" not in page


def test_seats_and_sides_are_called_as_whoever_asks_sees_them():
    page = html("fragen/case/", act="answer", offender="1")
    assert "die Gegner" in page
    assert "<b>der rechte Nachbar</b>" in page
    assert 'href="?act=answer"' in page
    assert "0+2" not in page
    assert "Platz" not in page


def test_nobody_has_a_partner_where_everybody_plays_alone():
    page = html("differenzler.untertrumpfen/case/", play="under_void", offender="2")
    assert "<b>das Gegenüber</b>" in page
    assert "Partner</b>" not in page


def test_a_detail_that_was_told_is_kept_and_not_asked_again():
    case = {"gave": "side_withheld", "noticed": "open"}
    who = 'href="?gave=side_withheld&noticed=open&offender=1"'
    assert who in html("nichtangeben/case/", **case)
    page = html("nichtangeben/case/", **case, offender="1")
    assert who not in page
    assert '<input type="hidden" name="offender" value="1">' in page


@pytest.mark.parametrize(
    ("slug", "words"),
    [
        ("nachschauen", "Sicher ist, im Schieber:"),
        ("kartenpunkte-nicht-gezaehlt", "Sicher ist: Es gibt kein neues Spiel."),
    ],
    ids=["another game has an exception", "alike in every game"],
)
def test_what_is_sure_names_the_game_that_nobody_told_where_another_turns_it(slug, words):
    assert words in re.sub(r"\s+", " ", html(f"{slug}/case/"))


def test_what_was_told_stands_above_the_question_and_goes_with_one_tap():
    page = html("nichtangeben/case/", gave="side_withheld")
    chip = page.index("Farbe gehabt, andere gegeben")
    assert chip < page.index("<h1>")
    assert '<a class="chip" href="?"' in page


def test_every_question_can_be_left_open_and_left_behind():
    page = html("weisregeln/case/", _q="wis")
    assert 'href="?_q=wis&matter=UNKNOWN">Weiss ich nicht' in page
    assert 'href="?_q=wis&_none=matter">Keins davon' in page


NOT_REGULATED = "Steht es in keinem davon, ist es nicht geregelt."


def nearest_to(slug: str, typed: str) -> tuple[list[str], str]:
    """The ways from a question that no answer fits, in their order, and its page."""
    page = html(f"{slug}/case/", _none="matter", _q=typed)
    assert "Worum geht es?" not in page
    assert 'class="said"' not in page
    taps = page[page.index("Vielleicht steht es hier:") : page.index('class="may"')]
    return re.findall(r'<a class="btn" href="/rules/([^"]*)"', taps), page


@pytest.mark.parametrize(
    ("slug", "typed", "first"),
    [
        ("weisregeln", "Stöck vergessen", "stoecke/case/?"),
        (
            "bedanken",
            "z viert und hend 10 mol gee, höred mer uf?",
            "differenzler.abrechnung/case/?",
        ),
        ("weisregeln", "drei zwei vier angesagt, als Letzter will ich eins", "hae.ansage/case/?"),
        ("bedanken", "von unten gespielt, zählen die Asse", "swiss-club.punkte/case/"),
    ],
)
def test_none_of_the_answers_leads_to_what_else_the_same_words_find(slug, typed, first):
    ways, page = nearest_to(slug, typed)
    assert ways[0].startswith(first)
    assert ways[-1].startswith(f"{slug}/")
    assert NOT_REGULATED not in page


def test_the_next_article_gets_the_question_and_what_it_tells():
    typed = "mir send z vierte ond hend 10 mol gee, höred mer jetz uf?"
    ways, _page = nearest_to("bedanken", typed)
    query = parse_qs(urlsplit(ways[0]).query)
    assert query["hands_played"] == ["10"]
    assert query["_q"] == [typed]


def test_where_the_words_find_nothing_it_is_said_whose_it_is():
    ways, page = nearest_to("weisregeln", "zzyzx qwrtl")
    assert len(ways) > 1
    assert NOT_REGULATED in page


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"trick": "Rosen-As, Herz 7", "holding": "Rosen-As"}, "Rosen-Ass liegt schon im Stich."),
        ({"holding": "Ecken-Bauer, D J"}, "Ecken-Bube ist schon auf der Hand."),
    ],
)
def test_a_card_that_cannot_be_is_named_as_at_the_table(told, words):
    response = get("nichtangeben/case/", **told)
    assert response.status_code == 422
    page = unescape(markup(response))
    assert words in page
    assert 'class="chip wrong"' in page


def test_cards_are_told_by_their_names():
    page = html("nichtangeben/case/", mode="Rosen", card="Trumpf-As", trick="Ecken-Bauer, D10")
    assert "<b>Rosen-Ass</b>" in page
    assert "<b>Ecken-Bube, Ecken-10</b>" in page


def test_the_profile_of_the_address_stays_in_it():
    page = html("fragen/case/", _profile="schieber-1000")
    assert 'href="?_profile=schieber-1000&act=answer"' in page


@pytest.mark.parametrize("facts", [{"act": "sang"}, {"offender": "x"}, {"nothing": "1"}])
def test_facts_that_cannot_be_are_refused_in_words(facts):
    response = get("fragen/case/", **facts)
    assert response.status_code == 422
    assert 'role="alert"' in markup(response)


@pytest.mark.parametrize("path", ["nirgends/", "nirgends/case/"])
def test_an_article_that_is_not_there_is_not_found(path):
    response = get(path)
    assert response.status_code in (302, 404)
    assert "case" not in markup(response)


@pytest.mark.sampled(24)
@pytest.mark.parametrize("slug", table_slugs())
def test_every_case_that_can_be_typed_has_a_page(slug):
    table = table_of(slug)
    for example in table.examples[:5]:
        told: dict[str, Any] = example["facts"]  # type: ignore[assignment]
        facts = {
            name: value
            for name, value in told.items()
            if table.facts[name].kind not in ("hands", "melds")
        }
        page = Client().get(f"/rules/{slug}/case/" + query_of(facts))
        assert page.status_code in (200, 422), facts


def test_a_ruling_that_only_custom_gives_says_so_on_its_page():
    case, words = "falsch-gespielte-karte/case/", "Davon steht nichts im Regelbuch"
    told = {"matter": "wrong_card", "noticed": "later", "offender": "1", "held": "side_suit"}
    assert words in html(case, **told, proven="no")
    assert words not in html(case, **told, proven="yes", claimed="in_time")


def test_the_whole_rulebook_stands_on_one_page_with_an_anchor_for_each_article(client) -> None:
    page = client.get("/rules/book/", headers={"Accept-Language": "fr"})
    assert page["Content-Language"] == "fr"
    html = unescape(page.content.decode())
    for slug in ARTICLES:
        assert f'<article id="{slug}">' in html
        assert article(slug).sentences[-1].text["fr"] in html


@pytest.mark.parametrize(("address", "kept"), [
    ("/rules/fragen/case/?act=answer", "ruling"),
    ("/rules/fragen/case/", None),
    ("/rules/fragen/", None),
    ("/rules/book/", None),
])  # fmt: skip
def test_rulings_may_be_kept_without_network_questions_are_not(client, address, kept) -> None:
    assert client.get(address).headers.get("Offline-Copy") == kept


SIGN = {"act": "sign", "conclusion": "yes"}


def test_two_readings_are_one_sentence_each_and_the_rest_folds():
    page = html("bemerkungen/case/", **SIGN)
    readings = page[page.index('<ol class="readings">') : page.index("</ol>")]
    seen = re.findall(r"<li><details><summary><span>([^<]*)</span></summary>", readings)
    assert len(seen) == 2
    assert not any(". " in text for text in seen)
    assert readings.count('class="because"') >= 2


def test_a_ruling_goes_on_by_an_address_that_tells_the_case_alone():
    case = {"act": "answer", "_q": "het gfragt", "_deck": "french", "_profile": "schieber-1000"}
    page = html("fragen/case/", **case)
    assert 'data-share="?act=answer&_profile=schieber-1000"' in page
    assert "<figure" not in page
    code = html("fragen/case/", **case, _qr="1")
    assert '<figure class="code">' in code
    assert 'class="qr"' in code
    assert "_qr=1#share" not in code


def test_a_trick_says_whose_it_is_what_it_counts_and_who_leads():
    trick = {"mode": "RO", "trick": "H7,HA,H9,ROU", "trick_leader": "0", "led_by": "winner"}
    page = html("stich-gestochen/case/", **trick)
    said = page[page.index('class="said"') : page.index("</section>")]
    lines = ("Es spielt aus: der linke Nachbar", "Den Stich macht: der linke Nachbar")
    assert re.findall(r"<li>([^<]*)</li>", said) == [*lines, "Punkte im Stich: 45"]


def test_a_word_of_the_question_alone_decides_no_matter():
    typed = "Dreiblatt erst nach dem Kehren gewiesen"
    page = html("weisregeln/case/", weis_kind="run3", _q=typed)
    assert "<h1>Worum geht es?</h1>" in page
    assert "Dreiblatt" in page
    assert 'class="said"' not in page
    assert 'class="said"' in html("weisregeln/case/", weis_kind="run3", matter="value", _q=typed)
    assert 'class="said"' in html("weisregeln/case/", weis_kind="run3")


def test_a_question_has_nothing_to_share():
    assert "data-share" not in html("fragen/case/", _qr="1")


@pytest.mark.parametrize(
    "query",
    [
        "_none=",
        "_qr=1&_q=" + "x" * 2600,
        "players=0",
        "players=99",
        "matter=first&players=UNKNOWN",
    ],
)
def test_no_odd_address_is_a_fault_of_the_service(query):
    assert Client().get(f"/rules/hae.geben/case/?{query}").status_code in (200, 422)


def test_what_makes_up_a_fact_and_the_fact_may_not_deny_each_other():
    told = {"gave": "side_withheld", "noticed": "later", "claimed": "too_late", "claim": "stands"}
    page = Client().get("/rules/nichtangeben/case/" + query_of(told))
    assert page.status_code == 422


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What is Jass: darf eine Karte in zwei Weisen stehen?", "nur zu einem Weis"),
        ("What is Jass: Weis noch melden, wenn schon eine Karte liegt?", "bevor zum ersten Stich"),
        ("Zählt mein Dreiblatt im Swiss Club?", "wird nicht gewiesen"),
        ("Swiss Club: stechen, obwohl ich Farbe habe?", "Kein Fehler"),
    ],
)
def test_an_article_without_a_table_is_decided_by_the_one_that_has_it(client, question, said):
    hits = unescape(client.get("/rules/", {"q": question}).content.decode())
    address = next(
        it for it in re.findall(r'href="(/rules/[^"]*/case/[^"]*)"', hits) if "_profile=" in it
    )
    page = re.sub(r"\s+", " ", unescape(client.get(address).content.decode()))
    assert said in page


def test_the_page_of_such_an_article_leads_to_its_case(client):
    page = client.get("/rules/what-is-jass.weis/").content.decode()
    assert 'href="/rules/weisregeln/case/?_profile=what-is-jass"' in page
    assert "/case/" not in client.get("/rules/swiss-club.sieben-ansagen/").content.decode()
